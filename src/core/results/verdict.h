// verdict.json: the decision for machines. Fields are a promise: more may be added, none change
// meaning within headgate.verdict/1. The JSON Schemas of all three files stand beside this header.

#pragma once

#include <string>
#include <string_view>

#include "core/gate/finding.h"
#include "core/result/result.h"
#include "core/results/run.h"

namespace headgate::results {

inline constexpr std::string_view kVerdictSchema = "headgate.verdict/1";

/// JSON text, indented, ending in a line end. `code` is the exit code of the process, which fail-on
/// or a waiver may have masked.
[[nodiscard]] std::string write_verdict(const gate::Verdict& verdict,
                                        const stats::Sides<SideRecord>& sides, int code);

/// The schema name in a JSON text, checked: kSchemaTooNew when it is `family` with a higher
/// version, kResultsInvalid when it is something else.
[[nodiscard]] Status check_schema(std::string_view schema, std::string_view family, int version,
                                  std::string_view file_name);

}  // namespace headgate::results
