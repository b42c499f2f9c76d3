// What the reader promises about memory, watched through this program's own operator new.

#include <cstddef>
#include <string>

#include <gmock/gmock.h>

#include "core/benchfmt/reader.h"
#include "unit/benchfmt/counted_allocations.h"

namespace headgate::benchfmt {
namespace {

class CountingSink final : public RecordSink {
 public:
  void on_record(const Record&) override { ++records; }

  std::size_t records = 0;
};

TEST(ReaderMemory, LinesWithinAPieceNeedNoAllocation) {
  std::string piece;
  for (int line = 0; line < 100; ++line) {
    piece +=
        "BenchmarkEncodeALongEnoughName/size=4096-8\t    1000\t      5600 ns/op\t     128 B/op\t   "
        "    3 allocs/op\n";
  }
  Reader reader("bench.txt");
  CountingSink sink;
  reader.feed(piece, sink);  // scratch space grows here
  counted_allocations() = {};
  reader.feed(piece, sink);
  EXPECT_EQ(counted_allocations().count, 0u);
  EXPECT_EQ(sink.records, 200u);
}

TEST(ReaderMemory, AnEndlessLineDoesNotPileUp) {
  const std::string piece(100'000, 'x');
  Reader reader("bench.txt");
  CountingSink sink;
  counted_allocations() = {};
  for (std::size_t fed = 0; fed < 16 * kMaxLineBytes; fed += piece.size()) {
    reader.feed(piece, sink);
  }
  reader.finish(sink);
  EXPECT_GT(counted_allocations().largest_bytes, kMaxLineBytes / 2)
      << "the line is kept while it may still be read";
  EXPECT_LE(counted_allocations().largest_bytes, 2 * kMaxLineBytes) << "std::string doubles";
  EXPECT_EQ(sink.records, 1u);
}

}  // namespace
}  // namespace headgate::benchfmt
