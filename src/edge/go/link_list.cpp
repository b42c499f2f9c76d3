#include "edge/go/link_list.h"

#include <utility>

#include <fmt/core.h>

#include "edge/go/json_object.h"

namespace headgate::go {
namespace {

// "golang.org/x/text v0.3.0 => example.com/fork v0.4.0, go1.18".
std::string module_in_words(const JsonObject& module) {
  const std::string path = module.text("Path");
  if (path.empty()) {
    return {};
  }
  std::string words = path;
  const auto add_version = [&words](const JsonObject& of) {
    if (const std::string version = of.text("Version"); !version.empty()) {
      words += " " + version;
    }
  };
  add_version(module);
  if (const JsonObject replacement = module.object("Replace"); !replacement.text("Path").empty()) {
    words += fmt::format(" => {}", replacement.text("Path"));
    add_version(replacement);
  }
  return fmt::format("{}, go{}", words, module.text("GoVersion"));
}

Linked linked_of(const JsonObject& entry) {
  Linked linked{.name = entry.text("ImportPath"),
                .directory = entry.text("Dir"),
                .module = module_in_words(entry.object("Module")),
                .imports = entry.texts("Imports"),
                .embed_files = {},
                .godebug = entry.text("DefaultGODEBUG")};
  for (const char* kind : {"EmbedFiles", "TestEmbedFiles", "XTestEmbedFiles"}) {
    for (std::string& file : entry.texts(kind)) {
      linked.embed_files.push_back(std::move(file));
    }
  }
  if (!entry.object("Error").text("Err").empty()) {
    linked.loading = Linked::Loading::kBroken;
  }
  return linked;
}

// The toolchain's own packages are the same wherever the toolchain is.
Linked of_standard_library(const JsonObject& entry) {
  return {.name = entry.text("ImportPath"),
          .directory = {},
          .module = {},
          .imports = {},
          .embed_files = {},
          .godebug = {}};
}

}  // namespace

std::vector<std::string> link_list_arguments() {
  return {"list", "-e", "-deps", "-test",
          "-json=ImportPath,Dir,Standard,Module,Imports,EmbedFiles,TestEmbedFiles,"
          "XTestEmbedFiles,DefaultGODEBUG,Error"};
}

std::optional<std::vector<Linked>> read_link_list(std::string_view text) {
  const std::optional<std::vector<JsonObject>> objects = json_objects(text);
  if (!objects) {
    return std::nullopt;
  }
  std::vector<Linked> linked;
  for (const JsonObject& entry : *objects) {
    linked.push_back(entry.is_true("Standard") ? of_standard_library(entry) : linked_of(entry));
  }
  return linked;
}

}  // namespace headgate::go
