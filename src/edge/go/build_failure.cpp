#include "edge/go/build_failure.h"

#include <algorithm>
#include <array>

#include <fmt/core.h>

namespace headgate::go {
namespace {

constexpr std::size_t kMostLines = 60;
constexpr std::size_t kMostBytes = 8 * 1024;

struct Class {
  std::string_view sign;
  std::string_view remedy;
};

// The first sign that occurs decides; texts are those of Go 1.26.
constexpr auto kClasses = std::to_array<Class>({
    {"no matching files found",
     "a file that //go:embed needs is not in the commit: make it with measure.prepare, or take it "
     "from the checkout "
     "with measure.copy"},
    {"inconsistent vendoring",
     "run `go mod vendor` and commit the result, or take -mod=vendor out of GOFLAGS"},
    {"replacement directory",
     "the replaced module is not in the commit; put it into the repository"},
    {"C compiler",
     "cgo needs a C compiler: use an image that has one, or `headgate run` outside the container"},
    {"fatal error:",
     "a C header is missing: use an image that has it, or `headgate run` outside the container"},
    {"module lookup disabled by GOPROXY=off",
     "a module is not in the cache and cannot be fetched: commit a vendor folder, or set GOPROXY "
     "and GOPRIVATE for the step"},
    {"terminal prompts disabled",
     "the module is private and no credentials are passed to builds: commit a vendor folder, or "
     "run `headgate run` where it "
     "can be fetched"},
    {"could not read Username",
     "the module is private and no credentials are passed to builds: commit a vendor folder, or "
     "run `headgate run` where it "
     "can be fetched"},
    {"dial tcp",
     "the network is not reachable: commit a vendor folder, or let the runner reach the module "
     "proxy"},
    {"requires go >=", "use an image with a newer Go, or let measure.toolchain fetch one"},
    {"import cycle not allowed", "break the import cycle"},
});

// The first lines of a compiler's output, with private folders taken off the paths.
std::string trimmed(std::string_view output, const std::string& directory) {
  std::string text;
  std::size_t lines = 0;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    std::string line(output.substr(0, end));
    output.remove_prefix(std::min(end + 1, output.size()));
    if (lines == kMostLines || text.size() + line.size() > kMostBytes) {
      text += "[more lines were left out]\n";
      break;
    }
    for (std::size_t at = line.find(directory + "/"); !directory.empty() && at != std::string::npos;
         at = line.find(directory + "/")) {
      line.erase(at, directory.size() + 1);
    }
    text += line + "\n";
    ++lines;
  }
  return text;
}

std::string first_line(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return std::string(line.substr(0, 300));
}

}  // namespace

std::string remedy_for(std::string_view output) {
  for (const Class& known : kClasses) {
    if (output.find(known.sign) != std::string_view::npos) {
      return std::string(known.remedy);
    }
  }
  return {};
}

Error toolchain_failure(std::string_view output) {
  const bool too_old = output.find("requires go >=") != std::string_view::npos ||
                       output.find("download go") != std::string_view::npos ||
                       output.find("toolchain not available") != std::string_view::npos;
  return Error{
      .reason = too_old ? Reason::kToolchainTooOld : Reason::kBuildFailed,
      .message = too_old
                     ? fmt::format("the Go toolchain that go.mod asks for cannot be had: {}",
                                   first_line(output))
                     : fmt::format("the go command cannot read the module: {}", first_line(output)),
      .remedy = too_old ? "use an image with that Go, or let the step reach the module proxy; "
                          "measure.toolchain "
                          "chooses another one"
                        : remedy_for(output),
      .detail = trimmed(output, "")};
}

Error listing_failure(std::string_view output) {
  const bool none = output.find("does not contain") != std::string_view::npos ||
                    output.find("matched no packages") != std::string_view::npos;
  return Error{
      .reason = none ? Reason::kNoPackage : Reason::kBuildFailed,
      .message = fmt::format("go list failed: {}", first_line(output)),
      .remedy = none
                    ? "check `packages` and `modules`; patterns are relative to the module's folder"
                    : remedy_for(output),
      .detail = trimmed(output, "")};
}

Error build_failure(std::string_view output, const std::string& import_path,
                    const std::string& directory) {
  return Error{.reason = Reason::kBuildFailed,
               .message = fmt::format("the test binary of {} does not build", import_path),
               .remedy = remedy_for(output),
               .detail = trimmed(output, directory)};
}

}  // namespace headgate::go
