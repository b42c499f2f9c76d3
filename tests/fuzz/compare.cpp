// Any bytes give tables in every format, whatever is in them.

#include "core/benchfmt/reader.h"
#include "core/compare/csv.h"
#include "core/compare/doubts.h"
#include "core/compare/text.h"
#include "input.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headgate::compare;
  const std::string_view text = headgate::fuzz::text(data, size);
  std::vector<Input> inputs;
  for (const std::string_view half : {text.substr(0, size / 2), text.substr(size / 2)}) {
    InputBuilder builder("f", inputs.empty() ? "a" : "b");
    headgate::benchfmt::read(half, "f", builder);
    inputs.push_back(std::move(builder).finish());
  }
  headgate::Result<Tables> tables = Tables::arrange({}, std::move(inputs));
  headgate::fuzz::require(tables.has_value());
  TextWriter writer(TextStyle{});
  CsvWriter csv(CsvLayout::kFullRecords);
  std::string out;
  std::string notes;
  for (std::size_t number = 0; number < tables->size(); ++number) {
    const Table table = tables->make(number, RowKeys::kLeftOut);
    headgate::fuzz::require(!table.rows.empty() && !table.columns.empty());
    writer.append(table, out);
    csv.append(table, out, notes);
  }
  static_cast<void>(doubts(*tables));
  return 0;
}
