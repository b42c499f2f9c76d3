// What a function returns when it may fail: a value, or one Error that a person can act on.
//
// Four situations, one answer each: cannot go on -> Result; a bad line in data -> a record in the
// stream; doubt about a number -> warnings inside the result; a broken promise inside the program
// -> HEADGATE_CHECK. Exceptions of libraries are turned into an Error in the one .cpp that calls
// them. Names follow std::expected, which g++ 12 has only in C++23 mode.

#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include <fmt/core.h>

#include "core/result/reason.h"

namespace headgate {

/// Why something could not be done.
struct Error {
  /// Stable code for machines; also decides the exit code (always 2 for gate commands).
  Reason reason;
  /// One line: what is wrong, where, with the offending value. Lower case, no final period.
  std::string message;
  /// What the user can do about it; empty where nothing is known.
  std::string remedy = {};
  /// More lines for the log, such as trimmed compiler output. May hold foreign text: neutralise it
  /// before showing it.
  std::string detail = {};

  /// The same error with `context` and a colon before the message: "cannot read base: ...".
  [[nodiscard]] Error within(const std::string& context) const;
  friend bool operator==(const Error&, const Error&) = default;
};

/// A value of type T, or an Error. Dropping one is a compiler warning.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}

  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }

  explicit operator bool() const { return has_value(); }

  /// The value; throws std::bad_variant_access (a bug) when there is none.
  [[nodiscard]] T& value() & { return std::get<0>(state_); }

  [[nodiscard]] const T& value() const& { return std::get<0>(state_); }

  [[nodiscard]] T&& value() && { return std::get<0>(std::move(state_)); }

  [[nodiscard]] T& operator*() & { return value(); }

  [[nodiscard]] const T& operator*() const& { return value(); }

  [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }

  [[nodiscard]] T* operator->() { return &value(); }

  [[nodiscard]] const T* operator->() const { return &value(); }

  /// The error; throws std::bad_variant_access (a bug) when there is a value.
  [[nodiscard]] const Error& error() const& { return std::get<1>(state_); }

  [[nodiscard]] Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error: `return ok();`.
using Status = Result<std::monostate>;

[[nodiscard]] inline Status ok() { return std::monostate{}; }

namespace internal {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}  // namespace internal

}  // namespace headgate

/// A promise between parts of the program that no input can break. Throws std::logic_error, so that
/// destructors still put things back.
#define HEADGATE_CHECK(condition)                                         \
  do {                                                                    \
    if (!(condition)) {                                                   \
      ::headgate::internal::check_failed(#condition, __FILE__, __LINE__); \
    }                                                                     \
  } while (false)
