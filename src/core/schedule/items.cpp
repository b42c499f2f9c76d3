#include "core/schedule/items.h"

#include <utility>

#include <fmt/core.h>

namespace headgate::schedule {

std::vector<Item> first_items(const std::vector<Function>& functions, const Selection& selection,
                              const Options& options) {
  std::vector<Item> items;
  for (const Function& function : functions) {
    const bool joins = options.isolate == Isolate::kPackage && !items.empty() &&
                       items.back().module == function.module &&
                       items.back().package == function.package;
    if (!joins) {
      items.push_back({.module = function.module,
                       .package = function.package,
                       .functions = {},
                       .pattern = {},
                       .benchtime = options.benchtime.text()});
    }
    items.back().functions.push_back(function.name);
  }
  for (Item& item : items) {
    item.pattern = selection.pattern(item.functions);
  }
  return items;
}

Item confirm_item(Function function, std::string leaf, std::int64_t iterations) {
  std::string pattern = leaf_pattern(leaf);
  return {.module = std::move(function.module),
          .package = std::move(function.package),
          .functions = {std::move(function.name)},
          .leaf = std::move(leaf),
          .pattern = std::move(pattern),
          .benchtime = Benchtime::of_iterations(iterations).text()};
}

std::vector<std::string> test_arguments(std::string_view binary, const Item& item,
                                        TrialPurpose purpose, const RunArguments& arguments) {
  std::vector<std::string> argv = {std::string(binary),
                                   "-test.run=^$",
                                   fmt::format("-test.bench={}", item.pattern),
                                   fmt::format("-test.benchtime={}", item.benchtime),
                                   "-test.count=1",
                                   fmt::format("-test.cpu={}", arguments.cpu),
                                   "-test.benchmem=true",
                                   "-test.paniconexit0=true"};
  if (!arguments.skip.empty()) {
    argv.push_back(fmt::format("-test.skip={}", arguments.skip));
  }
  if (purpose == TrialPurpose::kExplain) {
    argv.emplace_back("-test.v=true");
  }
  return argv;
}

}  // namespace headgate::schedule
