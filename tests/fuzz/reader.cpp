// Any bytes are benchmark text, and where they are cut never changes a record.

#include "core/benchfmt/reader.h"

#include <string>
#include <vector>

#include "input.h"

namespace headgate::benchfmt {
namespace {

// Counts, and remembers enough to see a difference.
class Digest final : public RecordSink {
 public:
  void on_record(const Record& record) override {
    kinds.push_back(static_cast<char>('0' + record.index()));
    if (const auto* measurement = std::get_if<Measurement>(&record)) {
      names.append(measurement->name).append(1, '\n');
      values += measurement->values.size();
    }
  }

  void on_text(std::string_view line) override { names.append(line).append(1, '\n'); }

  std::string kinds;
  std::string names;
  std::size_t values = 0;
};

Digest read_in_pieces(std::string_view text, std::size_t piece) {
  Digest digest;
  Reader reader("f");
  while (!text.empty()) {
    const std::string_view next = text.substr(0, piece);
    reader.feed(next, digest);
    text.remove_prefix(next.size());
  }
  reader.finish(digest);
  return digest;
}

}  // namespace
}  // namespace headgate::benchfmt

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using headgate::benchfmt::read_in_pieces;
  const std::string_view text = headgate::fuzz::text(data, size);
  const auto whole = read_in_pieces(text, text.size() + 1);
  const auto pieces = read_in_pieces(text, 3);
  headgate::fuzz::require(whole.kinds == pieces.kinds && whole.names == pieces.names &&
                          whole.values == pieces.values);
  return 0;
}
