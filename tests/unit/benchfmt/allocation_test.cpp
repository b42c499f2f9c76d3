// What the reader promises about memory, watched through this program's own operator new.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>

#include <gmock/gmock.h>

#include "core/benchfmt/reader.h"

namespace {

std::size_t allocation_count = 0;
std::size_t largest_allocation_bytes = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++allocation_count;
  largest_allocation_bytes = std::max(largest_allocation_bytes, size);
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }

void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

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
  allocation_count = 0;
  reader.feed(piece, sink);
  EXPECT_EQ(allocation_count, 0u);
  EXPECT_EQ(sink.records, 200u);
}

TEST(ReaderMemory, AnEndlessLineDoesNotPileUp) {
  const std::string piece(100'000, 'x');
  Reader reader("bench.txt");
  CountingSink sink;
  largest_allocation_bytes = 0;
  for (std::size_t fed = 0; fed < 16 * kMaxLineBytes; fed += piece.size()) {
    reader.feed(piece, sink);
  }
  reader.finish(sink);
  EXPECT_GT(largest_allocation_bytes, kMaxLineBytes / 2)
      << "the line is kept while it may still be read";
  EXPECT_LE(largest_allocation_bytes, 2 * kMaxLineBytes) << "std::string doubles";
  EXPECT_EQ(sink.records, 1u);
}

}  // namespace
}  // namespace headgate::benchfmt
