#include "core/results/verdict.h"

#include <algorithm>
#include <charconv>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "core/dataset/benchmark_name.h"
#include "core/results/json_field.h"
#include "core/results/ledger_json.h"

namespace headgate::results {
namespace {

using Json = nlohmann::ordered_json;

Json summary_json(const stats::Summary& summary) {
  return {{"n", summary.n},
          {"median", number_json(summary.median)},
          {"lo", number_json(summary.lo)},
          {"hi", number_json(summary.hi)},
          {"cv", number_json(summary.cv)}};
}

// The numbers of one comparison into a finding, or nulls where nothing was compared.
void put_comparison(Json& object, const std::optional<gate::Comparison>& comparison) {
  if (!comparison) {
    for (const char* name : {"delta", "p", "alpha", "floor", "base", "head", "iterations"}) {
      object[name] = nullptr;
    }
    return;
  }
  object["delta"] = comparison->delta ? number_json(*comparison->delta) : Json();
  object["p"] = number_json(comparison->p);
  object["alpha"] = number_json(comparison->alpha);
  object["floor"] = number_json(comparison->floor);
  object["base"] = summary_json(comparison->sides.base);
  object["head"] = summary_json(comparison->sides.head);
  object["iterations"] = {{"base", number_json(comparison->iterations.base)},
                          {"head", number_json(comparison->iterations.head)}};
}

// Without "Benchmark", like a printed name, also where only the function is known.
std::string benchmark_name(const gate::Finding& finding) {
  return finding.key.name.empty() ? std::string(dataset::without_benchmark(finding.function))
                                  : finding.key.name;
}

Json finding_json(const gate::Finding& finding) {
  Json object = {{"module", finding.key.module},
                 {"package", finding.key.package},
                 {"benchmark", benchmark_name(finding)},
                 {"configuration", finding.key.configuration},
                 {"unit", finding.key.unit},
                 {"outcome", gate::name(finding.outcome)},
                 {"gated", finding.gating == gate::Gating::kGated},
                 {"stage", stats::name(finding.stage)}};
  put_comparison(object, finding.comparison);
  object["first"] = nullptr;
  if (finding.first) {
    Json first = Json::object();
    put_comparison(first, finding.first);
    object["first"] = std::move(first);
  }
  object["location"] = nullptr;
  if (finding.location) {
    object["location"] = {{"file", finding.location->file}, {"line", finding.location->line}};
  }
  object["warnings"] = Json::array();
  for (const gate::Warning& warning : finding.warnings) {
    object["warnings"].push_back({{"code", gate::name(warning.kind)}, {"text", warning.text}});
  }
  object["detail"] = finding.detail;
  object["reason"] = finding.error ? code(*finding.error) : std::string_view();
  object["ledger"] = finding.ledger ? entry_json(*finding.ledger) : Json();
  return object;
}

Json waiver_json(const gate::Waiver& waiver) {
  return {{"label", waiver.label},
          {"pull_request", waiver.pull_request},
          {"commit", waiver.commit},
          {"by", waiver.by}};
}

}  // namespace

std::string write_verdict(const gate::Verdict& verdict, const stats::Sides<SideRecord>& sides,
                          int code) {
  Json document = {
      {"schema", kVerdictSchema},
      {"decision", gate::name(verdict.decision)},
      {"exit_code", code},
      {"reason", verdict.reason ? headgate::code(*verdict.reason) : std::string_view()},
      {"message", verdict.message},
      {"remedy", verdict.remedy},
      {"compared", verdict.compared},
      {"regressions", verdict.regressions},
      {"improvements", verdict.improvements},
      {"unstable", verdict.unstable},
      {"known", verdict.known},
      {"waiver", verdict.waiver ? waiver_json(*verdict.waiver) : Json()},
      {"sides",
       {{"base", {{"commit", sides.base.commit}, {"describe", sides.base.describe}}},
        {"head", {{"commit", sides.head.commit}, {"describe", sides.head.describe}}}}},
      {"findings", Json::array()},
      {"caveats", Json::array()}};
  for (const gate::Finding& finding : verdict.findings) {
    document["findings"].push_back(finding_json(finding));
  }
  for (const gate::Caveat& caveat : verdict.caveats) {
    document["caveats"].push_back({{"code", caveat.code}, {"text", caveat.text}});
  }
  return dump(document, 1);
}

Status check_schema(std::string_view schema, std::string_view family, int version,
                    std::string_view file_name) {
  const std::size_t slash = std::min(schema.rfind('/'), schema.size());
  const std::string_view digits = schema.substr(std::min(slash + 1, schema.size()));
  int found = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), found);
  const bool is_version = error == std::errc() && end == digits.data() + digits.size();
  if (schema.substr(0, slash) != family || !is_version || found < 1) {
    return damaged(file_name, {fmt::format("schema is '{}', not {}/{}", schema, family, version)});
  }
  if (found > version) {
    return Error{.reason = Reason::kSchemaTooNew,
                 .message = fmt::format("{}: schema {} is newer than {}/{}", file_name, schema,
                                        family, version),
                 .remedy = "read it with the headgate version that wrote it, or a newer one"};
  }
  return ok();
}

}  // namespace headgate::results
