// Lower and upper case as Go sees them, because a configuration key begins with a lower-case letter
// and holds no upper-case one, in any script. The C library's answer depends on the locale.
//
// Source:  Unicode 15.0, general categories Ll and Lu, taken from Go 1.26's package unicode;
//          generate/letter_case.go writes the .cpp.

#pragma once

namespace headgate::benchfmt {

/// Whether the code point is in general category Ll.
[[nodiscard]] bool is_lower_case(char32_t letter);

/// Whether the code point is in general category Lu. Title case (Lt) is neither.
[[nodiscard]] bool is_upper_case(char32_t letter);

}  // namespace headgate::benchfmt
