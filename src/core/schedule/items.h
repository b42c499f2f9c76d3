// From benchmark functions to the processes that measure them, and what those are told.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/schedule/options.h"
#include "core/schedule/plan.h"
#include "core/schedule/selection.h"

namespace headgate::schedule {

/// One benchmark function.
struct Function {
  std::string module;
  std::string package;
  std::string name;  ///< "BenchmarkInts"
};

/// The items of a first stage: one a function or, with Isolate::kPackage, one for neighbours of the
/// same package. Each is told to run what `selection` leaves of its functions.
[[nodiscard]] std::vector<Item> first_items(const std::vector<Function>& functions,
                                            const Selection& selection, const Options& options);

/// An item of a confirm stage: one leaf ("Ints/n=1000") with a fixed number of iterations, at least
/// one (HEADGATE_CHECK).
[[nodiscard]] Item confirm_item(Function function, std::string leaf, std::int64_t iterations);

/// What all processes of a run are told.
struct RunArguments {
  std::string cpu;   ///< for -test.cpu: "4", "1,2"
  std::string skip;  ///< for -test.skip; "" for none
};

/// The argument vector of a test binary; `binary` is argv[0]. There is no -test.timeout: whoever
/// starts the process ends it.
[[nodiscard]] std::vector<std::string> test_arguments(std::string_view binary, const Item& item,
                                                      TrialPurpose purpose,
                                                      const RunArguments& arguments);

}  // namespace headgate::schedule
