#include "core/dataset/package_endings.h"

#include <utility>

#include <fmt/core.h>

#include "core/dataset/benchmark_name.h"
#include "core/dataset/crash_text.h"
#include "core/dataset/test_log.h"

namespace headgate::dataset {
namespace {

constexpr std::string_view kExitStatus = "exit status ";
constexpr std::string_view kSignal = "signal: ";

bool is_blank(std::string_view text) { return text.find_first_not_of(kBlanks) == text.npos; }

// The package in "FAIL\texample.com/m\t0.3s" or "ok  \texample.com/m\t0.3s"; "" in other lines.
std::string_view package_behind(std::string_view word, std::string_view line) {
  if (!line.starts_with(word)) {
    return {};
  }
  const std::string_view rest = line.substr(word.size());
  const std::size_t tab = rest.find_first_not_of(' ');
  if (tab == rest.npos || rest[tab] != '\t') {
    return {};
  }
  const std::string_view package = rest.substr(tab + 1);
  return package.substr(0, package.find_first_of(kBlanks));
}

}  // namespace

void PackageEndings::enter_package(std::string_view package) {
  if (!text_.empty()) {
    fail(package_);
  }
  close();
  package_ = package;
  open_ = true;
}

void PackageEndings::on_result() {
  running_.clear();
  unfinished_.clear();
  open_ = true;
}

void PackageEndings::on_name(std::string_view name, std::string_view rest) {
  running_ = name;
  open_ = true;
  unfinished_.clear();
  if (is_blank(rest)) {
    unfinished_ = name;
  } else {
    on_line(rest.substr(rest.find_first_not_of(kBlanks)));
  }
}

void PackageEndings::on_line(std::string_view line) {
  if (is_blank(line)) {
    return;
  }
  unfinished_.clear();
  if (line == "PASS") {
    text_.clear();
  } else if (!package_behind("ok", line).empty()) {
    close();
  } else if (const std::string_view failed = package_behind("FAIL", line); !failed.empty()) {
    suspect(line, Failure::Way::kSummed);
    fail(failed);
    close();
  } else if (begins_crash(line)) {
    suspect(line, Failure::Way::kCutShort);
  } else if (open_ && line == "FAIL") {
    suspect(line, Failure::Way::kSummed);
  } else if (open_ && line.starts_with(kExitStatus)) {
    suspect(line, line == "exit status 1" ? Failure::Way::kSummed : Failure::Way::kCutShort);
  } else if (open_ && line.starts_with(kSignal)) {
    suspect(line, Failure::Way::kCutShort);
  }
}

std::vector<PackageEndings::Failure> PackageEndings::finish() {
  if (text_.empty() && !unfinished_.empty()) {
    suspect(fmt::format("the text ends behind the name {}", unfinished_), Failure::Way::kCutShort);
  }
  if (!text_.empty()) {
    fail(package_);
  }
  close();
  return std::exchange(failures_, {});
}

// The beginning of a crash says most, then the line that says how the process ended.
void PackageEndings::suspect(std::string_view line, Failure::Way way) {
  const bool crashes = begins_crash(line);
  if (text_.empty() || text_ == "FAIL" || (crashes && !crashed_)) {
    text_ = clipped(line);
    crashed_ = crashes;
  }
  if (way == Failure::Way::kCutShort) {
    way_ = way;
  }
}

void PackageEndings::fail(std::string_view package) {
  failures_.push_back(
      {.package = std::string(package), .running = running_, .text = text_, .way = way_});
}

void PackageEndings::close() {
  open_ = false;
  crashed_ = false;
  running_.clear();
  unfinished_.clear();
  text_.clear();
  way_ = Failure::Way::kSummed;
}

}  // namespace headgate::dataset
