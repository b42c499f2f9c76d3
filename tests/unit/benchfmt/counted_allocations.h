// What operator new handed out in this test program, which replaces it to count.

#pragma once

#include <cstddef>

namespace headgate::benchfmt {

struct Allocations {
  std::size_t count = 0;
  std::size_t largest_bytes = 0;
};

/// Since the start of the program, or since a test last reset it.
Allocations& counted_allocations();

}  // namespace headgate::benchfmt
