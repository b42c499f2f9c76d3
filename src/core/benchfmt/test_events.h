// Benchmark text out of a `go test -json` stream: what each package printed, put together again.
//
// One line of a benchmark comes in several events, which carry the name of some earlier test and
// times that mean nothing, and events of packages that run at once are mixed. So only "Package" and
// "Output" count: outputs are joined by package, and the text is read as if the package had run
// alone.
//
// Errors:  none; a line that is no event is not taken.
// Cost:    linear; holds the outputs.
// Source:  `go doc test2json`.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headgate::benchfmt {

/// What one package printed.
struct PackageOutput {
  std::string package;
  std::string text;
};

class TestEvents {
 public:
  /// Takes a line in when it is an event of the stream. Any other line is somebody else's.
  bool take(std::string_view line);

  /// By first appearance.
  [[nodiscard]] const std::vector<PackageOutput>& packages() const { return packages_; }

 private:
  std::vector<PackageOutput> packages_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace headgate::benchfmt
