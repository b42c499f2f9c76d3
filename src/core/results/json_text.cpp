// A handler of the library's event parser builds the document: its own builder takes the last of
// equal keys and any depth in silence.

#include "core/results/json_text.h"

#include <cmath>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace headgate::results {
namespace {

using Document = nlohmann::json;

constexpr std::size_t kMostLevels = 32;

class Builder final : public nlohmann::json_sax<Document> {
 public:
  bool null() override { return add(Document()); }

  bool boolean(bool value) override { return add(value); }

  bool number_integer(number_integer_t value) override { return add(value); }

  bool number_unsigned(number_unsigned_t value) override { return add(value); }

  bool number_float(number_float_t value, const string_t&) override { return add(value); }

  bool string(string_t& value) override { return add(std::move(value)); }

  bool binary(binary_t&) override { return refuse("binary data"); }

  bool start_object(std::size_t) override { return open(Document::object()); }

  bool start_array(std::size_t) override { return open(Document::array()); }

  bool end_object() override { return close(); }

  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (open_.back()->contains(name)) {
      return refuse(fmt::format("'{}' stands twice in one object", name));
    }
    key_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    return refuse(fmt::format("not JSON at byte {}", position));
  }

  [[nodiscard]] Document take() && {
    if (!problem_.empty()) {
      throw FormatError{std::move(problem_)};
    }
    return std::move(document_);
  }

 private:
  // Where a value belongs: the parents of an open container do not change until it is closed, so
  // that their addresses hold.
  Document& place(Document value) {
    if (open_.empty()) {
      document_ = std::move(value);
      return document_;
    }
    Document& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return parent.back();
    }
    return parent[key_] = std::move(value);
  }

  bool add(Document value) {
    place(std::move(value));
    return true;
  }

  bool open(Document container) {
    if (open_.size() == kMostLevels) {
      return refuse(fmt::format("nested deeper than {} levels", kMostLevels));
    }
    open_.push_back(&place(std::move(container)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  bool refuse(std::string problem) {
    problem_ = std::move(problem);
    return false;
  }

  Document document_;
  std::vector<Document*> open_;
  std::string key_;
  std::string problem_;
};

}  // namespace

Document parse_json(std::string_view text) {
  Builder builder;
  (void)Document::sax_parse(text, &builder);  // the builder knows more than the result
  return std::move(builder).take();
}

Error damaged(std::string_view place, const FormatError& error) {
  return Error{.reason = Reason::kResultsInvalid,
               .message = fmt::format("{}: {}", place, error.message),
               .remedy =
                   "measure again, or replay the folder's base.txt and head.txt with --base "
                   "and --head"};
}

nlohmann::ordered_json number_json(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "+Inf" : "-Inf";
  }
  return value;
}

nlohmann::ordered_json optional_json(const std::optional<double>& value) {
  return value ? number_json(*value) : nlohmann::ordered_json();
}

std::string dump(const nlohmann::ordered_json& document, int indent) {
  return document.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace headgate::results
