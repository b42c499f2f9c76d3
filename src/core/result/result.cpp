#include "core/result/result.h"

namespace headgate {

Error Error::within(const std::string& context) const {
  Error wrapped = *this;
  wrapped.message = context + ": " + message;
  return wrapped;
}

namespace internal {

void check_failed(const char* condition, const char* file, int line) {
  throw std::logic_error(fmt::format("{}:{}: broken promise: {}", file, line, condition));
}

}  // namespace internal

}  // namespace headgate
