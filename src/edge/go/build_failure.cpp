#include "edge/go/build_failure.h"

#include <algorithm>

#include <fmt/core.h>

namespace headgate::go {
namespace {

constexpr std::size_t kMostLines = 60;
constexpr std::size_t kMostBytes = std::size_t{8} * 1024;
constexpr std::size_t kMostLineBytes = 1024;
constexpr std::size_t kMostMessageBytes = 300;
constexpr std::string_view kMore = "[more lines were left out]";
constexpr std::string_view kGo = "go: ";

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) {
    line.remove_suffix(1);
  }
  return line;
}

// The first `most` bytes of a line, not ending inside a character.
std::string cut(std::string_view line, std::size_t most) {
  if (line.size() <= most) {
    return std::string(line);
  }
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return std::string(line.substr(0, end)) + "...";
}

bool is_progress(std::string_view line) {
  return line.starts_with("go: downloading ") || line.starts_with("go: finding ") ||
         line.starts_with("go: extracting ");
}

// What follows a path that ends there: /t/base2 is not in /t/base.
bool ends_name(char c) {
  return std::string_view(" \t\"'`:;,)]").find(c) != std::string_view::npos;
}

// "/t/base/sum/a.go:3" becomes "sum/a.go:3", "/t/base" itself ".".
std::string relative_paths(std::string_view line, const std::string& directory) {
  std::string text;
  while (!directory.empty()) {
    const std::size_t at = line.find(directory);
    if (at == std::string_view::npos) {
      break;
    }
    text += line.substr(0, at);
    line.remove_prefix(at + directory.size());
    if (line.empty() || ends_name(line.front())) {
      text += ".";
    } else if (line.front() == '/') {
      line.remove_prefix(1);
    } else {
      text += directory;
    }
  }
  return text.append(line);
}

// The first line that tells something, without the go command's own name.
std::string first_complaint(std::string_view output, const std::string& directory) {
  while (!output.empty()) {
    std::string_view line = take_line(output);
    if (line.empty() || is_progress(line) || line.starts_with("# ")) {
      continue;
    }
    if (line.starts_with(kGo)) {
      line.remove_prefix(kGo.size());
    }
    if (line.starts_with("errors parsing ")) {
      continue;  // the errors follow
    }
    if (line.ends_with(':')) {
      line.remove_suffix(1);
    }
    return cut(relative_paths(line, directory), kMostMessageBytes);
  }
  return "it said nothing";
}

}  // namespace

std::optional<VersionRefusal> version_refusal(std::string_view output) {
  constexpr std::string_view kRequires = " requires go >= ";
  constexpr std::string_view kRunning = " (running go ";
  while (!output.empty()) {
    std::string_view line = take_line(output);
    const std::size_t requires_at = line.find(kRequires);
    const std::size_t running_at = line.find(kRunning);
    if (requires_at == std::string_view::npos || running_at == std::string_view::npos ||
        running_at < requires_at) {
      continue;
    }
    const std::size_t subject_at = line.starts_with(kGo) ? kGo.size() : 0;
    const std::size_t required_at = requires_at + kRequires.size();
    const std::string_view rest = line.substr(running_at + kRunning.size());
    return VersionRefusal{
        .subject = cut(line.substr(subject_at, requires_at - subject_at), kMostMessageBytes),
        .required = std::string(line.substr(required_at, running_at - required_at)),
        .running = "go" + std::string(rest.substr(0, rest.find_first_of(";)")))};
  }
  return std::nullopt;
}

std::optional<std::string> missing_toolchain(std::string_view output) {
  // Not to be had at all, or had and not verified.
  constexpr std::string_view kDownload = "go: download ";
  constexpr std::string_view kModule = "go: golang.org/toolchain@v0.0.1-";
  while (!output.empty()) {
    std::string_view line = take_line(output);
    if (line.starts_with(kDownload)) {
      line.remove_prefix(kDownload.size());
      return std::string(line.substr(0, line.find_first_of(" :")));
    }
    if (line.starts_with(kModule)) {  // go1.27.0.linux-amd64: verifying module: ...
      line.remove_prefix(kModule.size());
      const std::string_view name = line.substr(0, line.find(':'));
      return std::string(name.substr(0, name.rfind('.')));
    }
  }
  return std::nullopt;
}

Error toolchain_too_old(const VersionRefusal& refusal, const std::string& chosen,
                        std::string_view output) {
  const std::string remedy =
      chosen == "auto"
          ? fmt::format(
                "use an image with Go {}, or let the step reach the module proxy, from "
                "where a newer toolchain is downloaded",
                refusal.required)
          : fmt::format("use an image with Go {}, or set measure.toolchain, which is '{}', to auto",
                        refusal.required, chosen);
  return Error{.reason = Reason::kToolchainTooOld,
               .message = fmt::format("{} requires go >= {}, the toolchain is {}", refusal.subject,
                                      refusal.required, refusal.running),
               .remedy = remedy,
               .detail = trimmed_output(output, "")};
}

Error loading_failure(std::string_view output, const std::string& directory,
                      const std::string& chosen) {
  if (const std::optional<VersionRefusal> refusal = version_refusal(output)) {
    return toolchain_too_old(*refusal, chosen, output);
  }
  return Error{.reason = Reason::kBuildFailed,
               .message = fmt::format("the go command cannot load the module: {}",
                                      first_complaint(output, directory)),
               .remedy = remedy_for(output),
               .detail = trimmed_output(output, directory)};
}

Error parsing_failure(std::string_view output, const std::string& file,
                      const std::string& directory) {
  return Error{
      .reason = Reason::kBuildFailed,
      .message = fmt::format("{} cannot be parsed: {}", file, first_complaint(output, directory)),
      .remedy = fmt::format("correct {}; the go command has to accept it", file),
      .detail = trimmed_output(output, directory)};
}

Error build_failure(std::string_view output, const std::string& import_path,
                    const std::string& directory) {
  return Error{.reason = Reason::kBuildFailed,
               .message = fmt::format("the test binary of {} does not build", import_path),
               .remedy = remedy_for(output),
               .detail = trimmed_output(output, directory)};
}

std::string trimmed_output(std::string_view output, const std::string& directory) {
  std::string text;
  std::size_t lines = 0;
  while (!output.empty()) {
    const std::string_view line = take_line(output);
    if (is_progress(line)) {
      continue;
    }
    const std::string shown = cut(relative_paths(line, directory), kMostLineBytes);
    if (lines == kMostLines || text.size() + shown.size() + kMore.size() + 2 > kMostBytes) {
      text += (text.empty() ? "" : "\n") + std::string(kMore);
      break;
    }
    text += (lines == 0 ? "" : "\n") + shown;
    ++lines;
  }
  while (text.ends_with('\n')) {
    text.pop_back();
  }
  return text;
}

}  // namespace headgate::go
