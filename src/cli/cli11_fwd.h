// Names of CLI11 for our headers, which do not include it.

#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library calls itself so
class App;
class FormatterBase;
class ParseError;
}  // namespace CLI
