// Any text is a filter or an error that shows where.

#include "core/compare/filter.h"

#include "core/benchfmt/reader.h"
#include "input.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headgate::compare;
  static const Input kInput = [] {
    InputBuilder builder("f", "f");
    headgate::benchfmt::read("goos: linux\nBenchmarkX/a=1/b-8 1 2 ns/op 3 B/op\n", "f", builder);
    return std::move(builder).finish();
  }();
  const Parsed<Filter> parsed = Filter::parse(headgate::fuzz::text(data, size));
  if (const auto* error = std::get_if<QueryError>(&parsed)) {
    headgate::fuzz::require(error->offset <= size && !error->text().empty());
    return 0;
  }
  for (const Series& series : kInput.series) {
    static_cast<void>(std::get<Filter>(parsed).matches(kInput, series));
  }
  return 0;
}
