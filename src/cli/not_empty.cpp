#include "cli/not_empty.h"

namespace headgate::cli {

std::string not_empty(const std::string& value) {
  return value.empty() ? "the value is empty; leave the flag out for the default" : "";
}

}  // namespace headgate::cli
