#include "core/benchfmt/reader.h"

#include <stdexcept>

#include <gmock/gmock.h>

#include "core/benchfmt/utf8.h"
#include "support/benchfmt_records.h"

namespace headgate::benchfmt {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

// Every kind of line, both line ends, escape codes, a NUL, a mark in the middle, wide characters,
// and no newline at the end.
constexpr std::string_view kText =
    "\xEF\xBB\xBFgoos: linux\r\n"
    "BenchmarkÉ/\U0001F600-8\u2003\t 100\t 12.5 ns/op\t+Inf x\r\n"
    "\r\n"
    "\x1b[32mBenchmarkGreen 7 1 ns/op\x1b[0m\n"
    "Unit ns/op better=lower\n"
    "\xEF\xBB\xBFpkg: m\n"
    "BenchmarkBad 1 2\n"
    "BenchmarkNul\0 1 2 ns/op\n"
    "\x1b]0;BenchmarkTitle\n"
    "{\"Action\":\"output\"}\n"
    "BenchmarkLast 3 4 ns/op"sv;

constexpr auto kRecords = std::to_array<std::string_view>({
    "1: goos = linux",
    "2: É/\U0001F600-8 x100 12.5 ns/op, inf x",
    "4: Green x7 1 ns/op",
    "5: unit ns/op better = lower",
    "6: pkg = m",
    "7: error missing units",
    "8: error NUL byte in the line",
    "11: Last x3 4 ns/op",
});

enum class ByteOrder { kLittle, kBig };

std::string utf16(std::string_view utf8, ByteOrder order) {
  std::string bytes;
  const auto put = [&](char32_t unit) {
    const char high = static_cast<char>(unit >> 8);
    const char low = static_cast<char>(unit & 0xFF);
    bytes += order == ByteOrder::kLittle ? low : high;
    bytes += order == ByteOrder::kLittle ? high : low;
  };
  while (!utf8.empty()) {
    const Character character = first_character(utf8);
    if (character.code >= 0x10000) {
      put(0xD800 + ((character.code - 0x10000) >> 10));
      put(0xDC00 + ((character.code - 0x10000) & 0x3FF));
    } else {
      put(character.code);
    }
    utf8.remove_prefix(character.length);
  }
  return bytes;
}

std::vector<std::string> records_of_pieces(std::initializer_list<std::string_view> pieces) {
  Reader reader("bench.txt");
  RecordTexts sink;
  for (const std::string_view piece : pieces) {
    reader.feed(piece, sink);
  }
  reader.finish(sink);
  return sink.texts;
}

void expect_same_records_for_every_cut(std::string_view bytes) {
  EXPECT_THAT(records_of(bytes), ElementsAreArray(kRecords));
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    const std::string_view tail = bytes.substr(cut);
    ASSERT_THAT(records_of_pieces({bytes.substr(0, cut), tail}), ElementsAreArray(kRecords)) << cut;
    // A piece of one byte between two others.
    ASSERT_THAT(records_of_pieces({bytes.substr(0, cut), tail.substr(0, 1), "",
                                   tail.substr(std::min<std::size_t>(1, tail.size()))}),
                ElementsAreArray(kRecords))
        << cut;
  }
  Reader reader("bench.txt");
  RecordTexts sink;
  for (const char& byte : bytes) {
    reader.feed({&byte, 1}, sink);
  }
  reader.finish(sink);
  EXPECT_THAT(sink.texts, ElementsAreArray(kRecords));
}

TEST(Reader, GivesTheSameRecordsWhereverUtf8IsCut) { expect_same_records_for_every_cut(kText); }

TEST(Reader, GivesTheSameRecordsWhereverUtf16IsCut) {
  // The text begins with a byte order mark.
  expect_same_records_for_every_cut(utf16(kText, ByteOrder::kLittle));
  expect_same_records_for_every_cut(utf16(kText, ByteOrder::kBig));
}

TEST(Reader, RecognisesUtf16WithoutAMarkByItsNulBytes) {
  expect_same_records_for_every_cut(utf16(kText.substr(3), ByteOrder::kLittle));
  expect_same_records_for_every_cut(utf16(kText.substr(3), ByteOrder::kBig));
}

TEST(Reader, TellsTheEncoding) {
  const auto encoding_after = [](std::string_view bytes) {
    Reader reader("bench.txt");
    RecordTexts sink;
    reader.feed(bytes, sink);
    return reader.encoding();
  };
  EXPECT_EQ(encoding_after("goo"), Encoding::kUndecided);
  EXPECT_EQ(encoding_after("goos"), Encoding::kUtf8);
  EXPECT_EQ(encoding_after("\xEF\xBB\xBFg"), Encoding::kUtf8);
  EXPECT_EQ(encoding_after("\xFF\xFEg\0"sv), Encoding::kUtf16LittleEndian);
  EXPECT_EQ(encoding_after("\xFE\xFF\0g"sv), Encoding::kUtf16BigEndian);
  EXPECT_EQ(encoding_after("g\0o\0"sv), Encoding::kUtf16LittleEndian);
  EXPECT_EQ(encoding_after("\0g\0o"sv), Encoding::kUtf16BigEndian);
  EXPECT_EQ(encoding_after("g\0\0o"sv), Encoding::kUtf8);
}

TEST(Reader, AnInputShorterThanTheDecisionIsReadAtTheEnd) {
  EXPECT_THAT(records_of("a:"), ElementsAre("1: a = "));
  EXPECT_THAT(records_of("a:\n"), ElementsAre("1: a = "));
  EXPECT_THAT(records_of("\xFF\xFE"sv), IsEmpty());
  EXPECT_THAT(records_of(""), IsEmpty());
}

TEST(Reader, PositionsNameTheFileAndCountEveryLine) {
  class PositionSink final : public RecordSink {
   public:
    void on_record(const Record& record) override {
      const Position position = std::get<Measurement>(record).position;
      EXPECT_EQ(position.file, "results/base.txt");
      EXPECT_EQ(position.line, 4u);
      ++records;
    }

    int records = 0;
  };

  PositionSink sink;
  read("\nPASS\n\nBenchmarkA 1 2 ns/op\n", "results/base.txt", sink);
  EXPECT_EQ(sink.records, 1);
}

TEST(Reader, CountsLines) {
  Reader reader("bench.txt");
  RecordTexts sink;
  reader.feed("a: b\n\nPASS", sink);
  EXPECT_EQ(reader.lines_read(), 2u);
  reader.finish(sink);
  EXPECT_EQ(reader.lines_read(), 3u);
}

TEST(Reader, DeliversARecordAsSoonAsItsLineIsComplete) {
  Reader reader("bench.txt");
  RecordTexts sink;
  reader.feed("goos: linux\nBenchmarkA-8   \t", sink);
  EXPECT_THAT(sink.texts, ElementsAre("1: goos = linux"));
  reader.feed(" 100\t 12 ns/op\n", sink);
  EXPECT_THAT(sink.texts, ElementsAre("1: goos = linux", "2: A-8 x100 12 ns/op"));
}

TEST(Reader, TakesOffOneCarriageReturn) {
  EXPECT_THAT(records_of("a: b\r\nc: d\r\r\n"), ElementsAre("1: a = b", "2: c = d\r"));
  EXPECT_THAT(records_of("BenchmarkA\r\n"), IsEmpty());
}

TEST(Reader, ANulByteIsSaidAndNeverSilent) {
  Reader reader("bench.txt");
  RecordTexts sink;
  reader.feed("PASS\nPA\0SS\r\n"sv, sink);
  EXPECT_THAT(sink.texts, ElementsAre("2: error NUL byte in the line"));
  EXPECT_THAT(sink.error_lines, ElementsAre("PA\0SS"s));
}

// What `type new.txt >> old.txt` in PowerShell leaves: UTF-16 behind UTF-8.
TEST(Reader, Utf16BehindUtf8IsSaid) {
  const std::string text = "goos: linux\n" + utf16("BenchmarkA 1 2 ns/op\n", ByteOrder::kLittle);
  EXPECT_THAT(records_of(text), ElementsAre("1: goos = linux", "2: error NUL byte in the line",
                                            "3: error NUL byte in the line"));
}

// The program's output stands where the numbers should be, and the numbers stand alone on a line
// that does not say whose they are.
TEST(Reader, TextBetweenNameAndNumbersLosesTheSampleAudibly) {
  RecordTexts sink;
  read("BenchmarkFoo-8   \tsome log\n   100\t        12 ns/op\nBenchmarkBar-8\t 1\t 2 ns/op\n",
       "bench.txt", sink);
  EXPECT_THAT(sink.texts, ElementsAre("1: error parsing iteration count: invalid syntax",
                                      "3: Bar-8 x1 2 ns/op"));
  EXPECT_THAT(sink.error_lines, ElementsAre("BenchmarkFoo-8   \tsome log"));
}

TEST(Reader, ErrorsShowTheLineWithoutEscapeCodes) {
  RecordTexts sink;
  read("Benchmark\x1b[31mA\x1b[0m 1 x ns/op\r\n", "bench.txt", sink);
  EXPECT_THAT(sink.error_lines, ElementsAre("BenchmarkA 1 x ns/op"));
}

// A name that makes the benchmark line exactly as long as asked.
std::string line_of(std::size_t size_bytes) {
  constexpr std::string_view kHead = "Benchmark";
  constexpr std::string_view kTail = " 1 2 ns/op";
  std::string line(kHead);
  line.append(size_bytes - kHead.size() - kTail.size(), 'x').append(kTail);
  return line;
}

TEST(Reader, ReadsALineOfTheMaximumLength) {
  RecordTexts sink;
  read(line_of(kMaxLineBytes) + "\nBenchmarkB 1 2 ns/op\n", "bench.txt", sink);
  EXPECT_THAT(sink.error_lines, IsEmpty());
  EXPECT_EQ(sink.texts.size(), 2u);
}

TEST(Reader, ALongerLineIsAnErrorWithItsPositionAndReadingGoesOn) {
  const std::string line = line_of(kMaxLineBytes + 1);
  const std::string text = "goos: linux\n" + line + "\nBenchmarkB 1 2 ns/op\n" + line;
  for (const std::size_t piece_bytes : {std::size_t{1000}, std::size_t{65536}, text.size()}) {
    Reader reader("bench.txt");
    RecordTexts sink;
    for (std::string_view rest = text; !rest.empty();
         rest.remove_prefix(std::min(piece_bytes, rest.size()))) {
      reader.feed(rest.substr(0, piece_bytes), sink);
    }
    reader.finish(sink);
    EXPECT_THAT(sink.texts, ElementsAre("1: goos = linux", "2: error line is longer than 1 MiB",
                                        "3: B x1 2 ns/op", "4: error line is longer than 1 MiB"));
    EXPECT_THAT(sink.error_lines, testing::Each(line.substr(0, kLongLineExcerptBytes)));
  }
}

TEST(Reader, WithoutFinishALineThatWasCutShortIsNoRecord) {
  Reader reader("bench.txt");
  RecordTexts sink;
  reader.feed("BenchmarkA 1 12 ns/op\nBenchmarkB 1 12", sink);
  EXPECT_THAT(sink.texts, ElementsAre("1: A x1 12 ns/op"));
}

TEST(Reader, RecognisesATestJsonStream) {
  const auto looks_like_json = [](std::string_view text) {
    Reader reader("bench.txt");
    RecordTexts sink;
    reader.feed(text, sink);
    reader.finish(sink);
    return reader.looks_like_json();
  };
  EXPECT_TRUE(looks_like_json("{\"Action\":\"start\"}\n"));
  EXPECT_TRUE(
      looks_like_json("# example.com/m\n{\"Action\":\"start\"}\n{\"Action\":\"pass\"}\n\n\n"));
  EXPECT_FALSE(looks_like_json(""));
  EXPECT_FALSE(looks_like_json("\n\n"));
  EXPECT_FALSE(looks_like_json("PASS\n{\"Action\":\"start\"}\n"));
  // A program that logs JSON, and was measured all the same.
  EXPECT_FALSE(
      looks_like_json("{\"level\":\"info\"}\n{\"level\":\"info\"}\nBenchmarkA 1 2 ns/op\n"));
}

TEST(Reader, FeedingAFinishedReaderIsABug) {
  Reader reader("bench.txt");
  RecordTexts sink;
  reader.finish(sink);
  EXPECT_THROW(reader.feed("x", sink), std::logic_error);
  EXPECT_THROW(reader.finish(sink), std::logic_error);
}

}  // namespace
}  // namespace headgate::benchfmt
