// `headgate compare`: benchstat's tables of files of Go benchmark text, and more formats.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/console.h"
#include "app/narrator.h"
#include "app/services.h"
#include "core/compare/csv.h"
#include "core/compare/table.h"
#include "core/compare/view.h"
#include "core/compare/words.h"
#include "core/config/settings.h"

namespace headgate::app {

enum class TableFormat { kText, kCsv, kMarkdown, kJson };

/// What `--gate` adds: the gate's decision about the two files, under the policy of a settings
/// file.
struct GateQuestion {
  std::string config_file;                       ///< "" for the default policy
  std::vector<config::Override> overrides = {};  ///< flags that beat the file: --alpha
};

struct CompareOptions {
  compare::Question question;
  std::vector<std::string> files;  ///< PATH, LABEL=PATH, or - for standard input
  TableFormat format = TableFormat::kText;
  compare::CsvLayout csv = compare::CsvLayout::kFullRecords;
  compare::View view;
  compare::Signs signs;
  /// Differences in green and red where the direction of the unit is known.
  report::Colour better = report::Colour::kNever;
  std::optional<GateQuestion> gate;
};

/// Prints the tables; `narrator` tells of the gate's part. Returns the exit code: 0 when they were
/// printed, 2 on any error; with `gate` what the gate says.
[[nodiscard]] int compare_files(Services& services, const CompareOptions& options,
                                Narrator& narrator, const Console& console);

}  // namespace headgate::app
