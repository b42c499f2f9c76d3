#include "edge/proc/captured_output.h"

#include <gmock/gmock.h>

namespace headgate::proc {
namespace {

TEST(CappedText, KeepsEverythingUpToTheCap) {
  CappedText text(10);
  text.append("01234");
  text.append("56789");
  EXPECT_EQ(text.text(), "0123456789");
  EXPECT_EQ(text.dropped_bytes(), 0U);
}

TEST(CappedText, KeepsBothEndsAndCountsTheMiddle) {
  CappedText text(10);
  text.append("0123456789X");
  EXPECT_EQ(text.text(), "01234\n[... 1 bytes left out ...]\n6789X");
  EXPECT_EQ(text.dropped_bytes(), 1U);
}

TEST(CappedText, DoesNotDependOnHowTheOutputWasCut) {
  std::string all;
  for (int line = 0; line < 500; ++line) {
    all += std::to_string(line) + "\n";
  }
  CappedText whole(101);
  whole.append(all);
  for (const std::size_t piece : {1U, 7U, 50U, 51U, 102U, 1000U}) {
    CappedText pieces(101);
    for (std::size_t begin = 0; begin < all.size(); begin += piece) {
      pieces.append(std::string_view(all).substr(begin, piece));
    }
    EXPECT_EQ(pieces.text(), whole.text()) << piece;
    EXPECT_EQ(pieces.dropped_bytes(), all.size() - 101);
  }
}

TEST(CappedText, ACapOfZeroKeepsNothing) {
  CappedText text(0);
  text.append("abc");
  EXPECT_EQ(text.text(), "\n[... 3 bytes left out ...]\n");
}

TEST(CapturedOutput, EachStreamHasItsOwnCap) {
  CapturedOutput output(4);
  output.on_stdout("abcdef");
  output.on_stderr("xyz");
  EXPECT_EQ(output.out().text(), "ab\n[... 2 bytes left out ...]\nef");
  EXPECT_EQ(output.err().text(), "xyz");
}

}  // namespace
}  // namespace headgate::proc
