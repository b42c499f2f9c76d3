// Any line may pretend to be an event of `go test -json`.

#include "core/benchfmt/test_events.h"

#include "input.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = headgate::fuzz::text(data, size);
  headgate::benchfmt::TestEvents events;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    events.take(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  for (const auto& output : events.packages()) {
    headgate::fuzz::require(output.text.size() <= size);
  }
  return 0;
}
