#include "core/compare/query.h"

#include <gmock/gmock.h>

namespace headgate::compare {
namespace {

using testing::ElementsAre;

std::vector<std::string> words(std::string_view query, Place place) {
  Tokens tokens(query);
  std::vector<std::string> words;
  while (true) {
    const Parsed<Token> token = tokens.next(place);
    if (const auto* error = std::get_if<QueryError>(&token)) {
      words.push_back("error at " + std::to_string(error->offset) + ": " + error->message);
      return words;
    }
    if (std::get<Token>(token).kind == TokenKind::kEnd) {
      return words;
    }
    words.push_back(std::get<Token>(token).text);
  }
}

TEST(Query, BarewordsEndAtBlanksAndOperators) {
  EXPECT_THAT(words("a-b x=y/z\tpkg:p0", Place::kKey),
              ElementsAre("a-b", "x=y/z", "pkg", ":", "p0"));
  EXPECT_THAT(words("a@(b,c)", Place::kKey), ElementsAre("a", "@", "(", "b", ",", "c", ")"));
}

TEST(Query, MinusAndStarAreOperatorsOnlyWhereAWordBegins) {
  EXPECT_THAT(words("-a*b *", Place::kKey), ElementsAre("-", "a*b", "*"));
}

TEST(Query, UnicodeWhitespaceSeparates) {
  EXPECT_THAT(words("a\u00a0b\u3000c", Place::kKey), ElementsAre("a", "b", "c"));
}

TEST(Query, QuotedWordsKnowTheEscapesOfGo) {
  EXPECT_THAT(words(R"("a b" "\x41\u00e9\101\n\"")", Place::kKey),
              ElementsAre("a b", "A\u00e9A\n\""));
}

TEST(Query, ASlashBeginsARegularExpressionOnlyAsAValue) {
  EXPECT_THAT(words("/size", Place::kKey), ElementsAre("/size"));
  EXPECT_THAT(words("/si[/]z(a/b)e\\// x", Place::kValue), ElementsAre("si[/]z(a/b)e\\/", "x"));
}

TEST(Query, ErrorsNameTheirPlace) {
  EXPECT_THAT(words("x \"ab", Place::kKey), ElementsAre("x", "error at 2: missing end quote"));
  EXPECT_THAT(words(R"("\q")", Place::kKey), ElementsAre("error at 0: bad escape sequence"));
  EXPECT_THAT(words(R"("\ud800")", Place::kKey), ElementsAre("error at 0: bad escape sequence"));
  EXPECT_THAT(words(R"("\777")", Place::kKey), ElementsAre("error at 0: bad escape sequence"));
  EXPECT_THAT(words("/ab", Place::kValue), ElementsAre("error at 0: missing close \"/\""));
  EXPECT_THAT(words("/a/b", Place::kValue),
              ElementsAre("error at 3: regexp must be followed by space or an operator "
                          "(unescaped \"/\"?)"));
}

TEST(Query, TheCaretStandsBelowTheCharacterAndNotTheByte) {
  const QueryError error{.query = "\u00e9:\"", .offset = 3, .message = "missing end quote"};
  EXPECT_EQ(error.text(), "syntax error: missing end quote\n\t\u00e9:\"\n\t  ^");
}

}  // namespace
}  // namespace headgate::compare
