// Remedies by what the go command or a C compiler said: the first row whose texts all occur
// decides, so the more telling causes stand first.

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "edge/go/build_failure.h"

namespace headgate::go {
namespace {

struct Class {
  std::string_view sign;
  std::string_view also;  ///< "" where `sign` is enough
  std::string_view remedy;
};

constexpr std::string_view kPrivateModule =
    "the module is private, and no credentials are passed to builds: commit a vendor folder, or "
    "use `headgate run` where the module is in the cache";
constexpr std::string_view kUntidy =
    "run `go mod tidy` and commit go.mod and go.sum; a vendor folder that git ignores is taken "
    "from "
    "the checkout with measure.copy";
constexpr std::string_view kClosedCache =
    "the Go build cache cannot be written: set HOME or GOCACHE to a folder of the user who runs "
    "headgate, or name one with --cache-dir (input cache-dir)";
constexpr std::string_view kNoNetwork =
    "the module proxy cannot be reached: let the runner reach it (GOPROXY, HTTPS_PROXY), or commit "
    "a vendor folder";
constexpr std::string_view kNoCompiler =
    "cgo needs a C compiler: use an image that has one (CC names it), set CGO_ENABLED=0, or use "
    "`headgate run` outside the container";
constexpr std::string_view kNoHeader =
    "a C header is missing: use an image that has it, or `headgate run` outside the container";
constexpr std::string_view kNoLibrary =
    "a C library is missing: use an image that has it, or `headgate run` outside the container";

constexpr auto kClasses = std::to_array<Class>({
    {"inconsistent vendoring", "",
     "run `go mod vendor` and commit the result; if only GOFLAGS asks for -mod=vendor, take it out "
     "there"},
    {"replacement directory", "does not exist",
     "a replace directive points to a folder that is not in the commit: add it, or drop the "
     "directive"},
    {"(replaced by ", "no such file or directory",
     "a replace directive points to a folder without a go.mod: commit one there, or drop the "
     "directive"},
    {"C compiler", "not found", kNoCompiler},
    {"fatal error: ", "No such file or directory", kNoHeader},
    {"fatal error: ", "file not found", kNoHeader},
    {"ld: cannot find -l", "", kNoLibrary},
    {"pkg-config search path", "", kNoLibrary},
    {"\"pkg-config\": executable file not found", "",
     "cgo needs pkg-config: use an image that has it, or `headgate run` outside the container"},
    {"-race requires cgo", "",
     "the race detector needs cgo: set CGO_ENABLED=1 and use an image with a C compiler, or set "
     "build.race: false"},
    {"could not read Username", "", kPrivateModule},
    {"terminal prompts disabled", "", kPrivateModule},
    {"Permission denied (publickey", "", kPrivateModule},
    {"Host key verification failed", "", kPrivateModule},
    {": 401 Unauthorized", "", kPrivateModule},
    {": 403 Forbidden", "", kPrivateModule},
    {": 404 Not Found", "", kPrivateModule},
    {": 410 Gone", "", kPrivateModule},
    {"protocol found for repository", "", kPrivateModule},  // "no secure" or "no"
    {"dial tcp", "", kNoNetwork},
    {"Could not resolve host", "", kNoNetwork},
    {"Failed to connect to", "", kNoNetwork},
    {"TLS handshake timeout", "", kNoNetwork},
    {"certificate signed by unknown authority", "",
     "the module proxy's certificate is not trusted: install its authority in the image, or name "
     "it with SSL_CERT_FILE"},
    {"module lookup disabled by GOPROXY=off", "",
     "a module is neither vendored nor in the cache, and GOPROXY=off forbids fetching it: commit a "
     "vendor folder, or set GOPROXY for the step"},
    {"missing go.sum entry", "", kUntidy},
    {"updates to go.mod needed", "", kUntidy},
    {"SECURITY ERROR", "",
     "a module is not what go.sum says: find out why before anything else, it may be tampered "
     "with"},
    {"no required module provides package", "",
     "the package is neither in the commit nor required by go.mod: if it is generated, make it "
     "with measure.prepare; if it lies in a vendor folder that git ignores, take that from the "
     "checkout with measure.copy; else run `go mod tidy` and commit the result"},
    {"is not in std", "",
     "the package is neither in the commit nor required by go.mod: if it is generated, make it "
     "with measure.prepare"},
    {"import cycle not allowed", "", "break the import cycle"},
    {"build constraints exclude all Go files", "",
     "every file is left out by its build constraints: set build.tags, or install a C compiler if "
     "the package needs cgo"},
    {"[no test files]", "",
     "build constraints may leave out every test file: set build.tags, or leave the package out "
     "with `packages`"},
    {"/go-build/", "permission denied", kClosedCache},
    {"GOCACHE is not defined", "", kClosedCache},
    {"failed to initialize build cache", "", kClosedCache},
    {"signal: killed", "",
     "the machine probably ran out of memory while compiling: use a larger runner, or build with "
     "GOFLAGS=-p=1"},
    {"no space left on device", "", "make room on the disk, or set TMPDIR to a larger one"},
});

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

std::string_view missing_embed(std::string_view output) {
  constexpr std::string_view kBefore = "pattern ";
  constexpr std::string_view kAfter = ": no matching files found";
  const std::size_t end = output.find(kAfter);
  if (end == std::string_view::npos) {
    return {};
  }
  const std::size_t begin = output.rfind(kBefore, end);
  if (begin == std::string_view::npos) {
    return {};
  }
  const std::string_view pattern =
      output.substr(begin + kBefore.size(), end - begin - kBefore.size());
  const bool plain = std::all_of(pattern.begin(), pattern.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           contains("._-/*:", std::string_view(&c, 1));
  });
  constexpr std::size_t kLongest = 200;
  return plain && pattern.size() <= kLongest ? pattern : std::string_view();
}

std::string remedy_for(std::string_view output) {
  if (contains(output, ": no matching files found")) {
    const std::string_view pattern = missing_embed(output);
    return fmt::format(
        "{} not in the commit: make it with measure.prepare, or take it from the checkout with "
        "measure.copy",
        pattern.empty() ? "what //go:embed needs is"
                        : fmt::format("'{}', which //go:embed needs, is", pattern));
  }
  for (const Class& known : kClasses) {
    if (contains(output, known.sign) && contains(output, known.also)) {
      return std::string(known.remedy);
    }
  }
  return {};
}

}  // namespace headgate::go
