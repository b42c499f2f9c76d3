// How fast benchmark text is parsed: headgate_parse_bench [MEGABYTES]
//
// Prints the best of several passes over generated text of at least that size (default 64), fed in
// pieces as a pipe would deliver them. The text looks like what the testing package prints for
// 20,000 benchmarks with three units each, ten times over.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/core.h>

#include "core/benchfmt/reader.h"

namespace {

using headgate::benchfmt::Measurement;
using headgate::benchfmt::Reader;
using headgate::benchfmt::Record;
using headgate::benchfmt::RecordSink;

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
constexpr int kPasses = 7;
constexpr int kNames = 20'000;
constexpr int kRepeats = 10;

// Counts, and reads what a consumer would read, so that nothing is optimised away.
class CountingSink final : public RecordSink {
 public:
  void on_record(const Record& record) override {
    ++records;
    if (const auto* measurement = std::get_if<Measurement>(&record)) {
      checksum += measurement->values.front().value;
    }
  }

  std::size_t records = 0;
  double checksum = 0;
};

std::string generate(std::size_t size_bytes) {
  std::string text = "goos: linux\ngoarch: amd64\npkg: example.com/m/codec\ncpu: AMD EPYC 7763\n";
  unsigned int state = 1;
  while (text.size() < size_bytes) {
    for (int name = 0; name < kNames && text.size() < size_bytes; ++name) {
      for (int repeat = 0; repeat < kRepeats; ++repeat) {
        state = state * 1664525u + 1013904223u;  // any spread of digits will do
        const unsigned int nanoseconds = 100 + (state >> 16) % 900'000;
        text += fmt::format(
            "BenchmarkEncode{}/size={}-8\t{:8}\t{:10} ns/op\t{:8} B/op\t{:8} allocs/op\n", name,
            name % 64, 1'000'000'000 / nanoseconds, nanoseconds, nanoseconds / 7, nanoseconds % 29);
      }
    }
  }
  return text;
}

double megabytes(std::size_t size_bytes) { return static_cast<double>(size_bytes) / 1e6; }

}  // namespace

int main(int argc, char** argv) {
  unsigned int size_megabytes = 64;
  if (argc > 1) {
    const std::string_view argument = argv[1];
    const auto [end, error] =
        std::from_chars(argument.data(), argument.data() + argument.size(), size_megabytes);
    if (error != std::errc{} || end != argument.data() + argument.size() || size_megabytes == 0) {
      std::fputs("usage: headgate_parse_bench [MEGABYTES]\n", stderr);
      return EXIT_FAILURE;
    }
  }
  const std::string text = generate(std::size_t{size_megabytes} * 1'000'000);

  double best_rate = 0;
  CountingSink sink;
  for (int pass = 0; pass < kPasses; ++pass) {
    sink = CountingSink();
    const auto start = std::chrono::steady_clock::now();
    Reader reader("bench.txt");
    for (std::string_view rest = text; !rest.empty();) {
      const std::string_view piece = rest.substr(0, kPieceBytes);
      reader.feed(piece, sink);
      rest.remove_prefix(piece.size());
    }
    reader.finish(sink);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    best_rate = std::max(best_rate, megabytes(text.size()) / elapsed.count());
  }
  if (sink.checksum <= 0) {
    std::fputs("nothing was parsed\n", stderr);
    return EXIT_FAILURE;
  }
  fmt::print("parse: {:.0f} MB/s ({:.0f} MB, {} records)\n", best_rate, megabytes(text.size()),
             sink.records);
  return EXIT_SUCCESS;
}
