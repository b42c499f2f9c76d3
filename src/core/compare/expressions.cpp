#include "core/compare/expressions.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>

namespace headgate::compare {
namespace {

constexpr std::string_view kFullName = ".fullname";
constexpr std::string_view kConfiguration = ".config";

Result<ProjectionFields> projection(std::string_view flag, std::string_view query) {
  Parsed<ProjectionFields> parsed = parse_projection(query);
  if (const auto* error = std::get_if<QueryError>(&parsed)) {
    return error->error(flag);
  }
  return std::get<ProjectionFields>(std::move(parsed));
}

Status check_ratio(std::string_view flag, double value) {
  if (value >= 0 && value <= 1) {
    return ok();
  }
  return Error{.reason = Reason::kUsage,
               .message = fmt::format("{} must be in range [0, 1]", flag),
               .remedy = "give a probability, such as 0.05 for -alpha and 0.95 for -confidence"};
}

}  // namespace

Result<Expressions> read(const Question& question) {
  Parsed<Filter> filter = Filter::parse(question.filter);
  if (const auto* error = std::get_if<QueryError>(&filter)) {
    return error->error("-filter");
  }
  std::vector<ProjectionFields> fields;
  for (const auto& [flag, query] :
       {std::pair<std::string_view, const std::string&>{"-table", question.table},
        {"-row", question.row},
        {"-col", question.col},
        {"-ignore", question.ignore}}) {
    Result<ProjectionFields> read = projection(flag, query);
    if (!read) {
      return std::move(read).error();
    }
    fields.push_back(*std::move(read));
  }
  if (Status checked = check_ratio("-alpha", question.alpha); !checked) {
    return std::move(checked).error();
  }
  if (Status checked = check_ratio("-confidence", question.confidence); !checked) {
    return std::move(checked).error();
  }
  return Expressions{.table = std::move(fields[0]),
                     .row = std::move(fields[1]),
                     .column = std::move(fields[2]),
                     .ignore = std::move(fields[3]),
                     .filter = std::get<Filter>(std::move(filter))};
}

ProjectionFields residue(const Expressions& expressions) {
  ProjectionFields fields;
  for (const std::string_view group : {kConfiguration, kFullName}) {
    const auto names_it = [&](const ProjectionFields& projection) {
      return std::any_of(projection.begin(), projection.end(),
                         [&](const ProjectionField& field) { return field.key.text == group; });
    };
    if (!names_it(expressions.table) && !names_it(expressions.row) &&
        !names_it(expressions.column) && !names_it(expressions.ignore)) {
      fields.push_back(
          {.key = key_of(std::string(group)), .order = Order::kFirstSeen, .values = {}});
    }
  }
  return fields;
}

}  // namespace headgate::compare
