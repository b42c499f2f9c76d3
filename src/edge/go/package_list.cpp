#include "edge/go/package_list.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "edge/go/build_failure.h"
#include "edge/go/json_object.h"

namespace headgate::go {
namespace {

constexpr std::string_view kTestBinary = ".test";

using Errors = std::vector<std::string>;

struct Listed {
  Package package;
  Errors own;       ///< of the package as others import it
  Errors of_tests;  ///< of what its test binary is made of
};

bool lies_in(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

// "a.go:3:8: pattern x: no matching files found"; where no position is known, the chain of imports
// is one: "a imports b imports a: import cycle not allowed".
std::string error_text(const JsonObject& error) {
  const std::string text = error.text("Err");
  if (const std::string position = error.text("Pos"); !position.empty()) {
    return fmt::format("{}: {}", position, text);
  }
  const std::vector<std::string> stack = error.texts("ImportStack");
  return stack.size() > 1 ? fmt::format("{}: {}", fmt::join(stack, " imports "), text) : text;
}

void add_errors(const JsonObject& entry, Errors& errors) {
  const auto add = [&errors](const std::string& text) {
    if (!text.empty() && std::find(errors.begin(), errors.end(), text) == errors.end()) {
      errors.push_back(text);
    }
  };
  add(error_text(entry.object("Error")));
  for (const JsonObject& error : entry.objects("DepsErrors")) {
    add(error_text(error));
  }
}

Package package_of(const JsonObject& entry) {
  Package package{.import_path = entry.text("ImportPath"),
                  .directory = entry.text("Dir"),
                  .test_files = entry.texts("TestGoFiles"),
                  .embed_files = {}};
  const auto add_test_file = [&files = package.test_files](const std::string& name) {
    if (std::find(files.begin(), files.end(), name) == files.end()) {
      files.push_back(name);
    }
  };
  for (const std::string& file : entry.texts("XTestGoFiles")) {
    add_test_file(file);
  }
  // A file that cannot be read as Go stands here, and not always with the test files as well.
  for (const std::string& file : entry.texts("InvalidGoFiles")) {
    if (file.ends_with("_test.go")) {
      add_test_file(file);
    }
  }
  for (const char* kind : {"EmbedFiles", "TestEmbedFiles", "XTestEmbedFiles"}) {
    for (std::string& file : entry.texts(kind)) {
      package.embed_files.push_back(std::move(file));
    }
  }
  return package;
}

// A folder without Go files is listed under the name that the pattern gave it.
bool is_import_path(const std::string& path) {
  return !path.starts_with("./") && !path.starts_with("../") && !path.starts_with("/");
}

bool is_wanted(const JsonObject& entry, const std::string& module_directory) {
  if (entry.text("Dir").empty() || !is_import_path(entry.text("ImportPath"))) {
    return false;
  }
  return entry.object("Module").is_true("Main") || lies_in(entry.text("Dir"), module_directory);
}

// The package whose test binary, or part of it, an entry is; "" for a package.
std::string tested_package(const JsonObject& entry,
                           const std::map<std::string, std::string>& folders) {
  if (std::string tested = entry.text("ForTest"); !tested.empty()) {
    return tested;
  }
  // A package may be called x.test itself, but not have x's folder.
  const std::string path = entry.text("ImportPath");
  if (path.ends_with(kTestBinary)) {
    const auto found = folders.find(path.substr(0, path.size() - kTestBinary.size()));
    if (found != folders.end() && found->second == entry.text("Dir")) {
      return found->first;
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> package_list_arguments() {
  return {"list", "-e", "-test",
          "-json=ImportPath,Dir,ForTest,Module,TestGoFiles,XTestGoFiles,InvalidGoFiles,"
          "EmbedFiles,TestEmbedFiles,XTestEmbedFiles,Error,DepsErrors"};
}

std::optional<std::vector<Package>> read_package_list(std::string_view text,
                                                      const std::string& module_directory) {
  std::optional<std::vector<JsonObject>> objects = json_objects(text);
  if (!objects) {
    return std::nullopt;
  }
  std::vector<JsonObject> entries;
  std::map<std::string, std::string> folders;
  for (JsonObject& entry : *objects) {
    if (is_wanted(entry, module_directory)) {
      if (entry.text("ForTest").empty()) {
        folders.emplace(entry.text("ImportPath"), entry.text("Dir"));
      }
      entries.push_back(std::move(entry));
    }
  }
  std::map<std::string, Listed> by_path;
  for (const JsonObject& entry : entries) {
    const std::string tested = tested_package(entry, folders);
    if (tested.empty()) {
      Listed& listed = by_path[entry.text("ImportPath")];
      listed.package = package_of(entry);
      add_errors(entry, listed.own);
    } else if (folders.contains(tested)) {
      add_errors(entry, by_path[tested].of_tests);
    }
  }
  std::vector<Package> packages;
  for (auto& [path, listed] : by_path) {
    const Errors& errors = listed.own.empty() ? listed.of_tests : listed.own;
    listed.package.error =
        trimmed_output(fmt::format("{}", fmt::join(errors, "\n")), module_directory);
    listed.package.remedy = remedy_for(listed.package.error);
    packages.push_back(std::move(listed.package));
  }
  return packages;
}

}  // namespace headgate::go
