// Any text is a projection that can be used, or an error that shows where.

#include "core/compare/projection.h"

#include "core/benchfmt/reader.h"
#include "input.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headgate::compare;
  static const Input kInput = [] {
    InputBuilder builder("f", "f");
    headgate::benchfmt::read(
        "goos: linux\nBenchmarkX/a=1/b-8 1 2 ns/op\npkg: p\nBenchmarkX/a=2Ki 1 2 ns/op\n", "f",
        builder);
    return std::move(builder).finish();
  }();
  const Parsed<ProjectionFields> parsed = parse_projection(headgate::fuzz::text(data, size));
  if (const auto* error = std::get_if<QueryError>(&parsed)) {
    headgate::fuzz::require(error->offset <= size && !error->text().empty());
    return 0;
  }
  const auto& fields = std::get<ProjectionFields>(parsed);
  ExcludedKeys excluded;
  excluded.add(fields);
  Tuples tuples(fields, excluded);
  for (const Series& series : kInput.series) {
    const Subject subject{
        .input = kInput, .name = series.name, .configuration = series.configuration};
    static_cast<void>(leaves_out(fields, subject));
    headgate::fuzz::require(tuples.tuple_of(subject) < tuples.size());
  }
  headgate::fuzz::require(tuples.ranks().size() == tuples.size());
  return 0;
}
