// A file of its own: where the compiler can inline a replaced operator delete, it takes the free()
// inside for a mistake.

#include "unit/benchfmt/counted_allocations.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace headgate::benchfmt {

Allocations& counted_allocations() {
  static Allocations allocations;
  return allocations;
}

}  // namespace headgate::benchfmt

void* operator new(std::size_t size) {
  auto& allocations = headgate::benchfmt::counted_allocations();
  ++allocations.count;
  allocations.largest_bytes = std::max(allocations.largest_bytes, size);
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }

void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
