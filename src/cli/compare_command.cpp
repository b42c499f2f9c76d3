// headgate compare: declaration.

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/compare.h"
#include "app/log_narrator.h"
#include "cli/command.h"
#include "cli/one_of.h"
#include "cli/output_options.h"

namespace headgate::cli {
namespace {

constexpr const char* kExamples = R"(Examples:
  headgate compare old.txt new.txt                        a table per unit and package
  headgate compare before=old.txt after=new.txt           name the columns
  go test -bench . -count 10 | headgate compare -         one column, from standard input
  headgate compare -row /size -col /algo new.txt          one file, its own parts side by side
  headgate compare -filter '.unit:sec/op /size:(1k OR 4k)' old.txt new.txt
  headgate compare -ignore cpu,/gomaxprocs old.txt new.txt  runs of different machines
  headgate compare -alpha 0.01 -correct holm old.txt new.txt
  headgate compare -format markdown -changed -sort delta old.txt new.txt
  headgate compare -gate -config .headgate.yml old.txt new.txt

Flags may have one dash or two. Expressions are benchstat's: keys are .name, .fullname, /part,
.file, .config, .unit, or the key of a configuration line; an order is key@alpha, key@num or
key@(a b c).
Exit codes: 0 tables were printed, 2 they could not be; with --gate those of `headgate replay`.)";

struct Options {
  app::CompareOptions compare;
  std::string format = "text";
  std::string sort = "none";
  std::string correction = "none";
  std::string config_file;
  std::string alpha;  // as typed, for the gate
  bool changed = false;
  bool ascii = false;
  bool better = false;
  bool compatible = false;
  bool gate = false;
};

app::TableFormat format_of(const std::string& word) {
  if (word == "csv") {
    return app::TableFormat::kCsv;
  }
  if (word == "markdown") {
    return app::TableFormat::kMarkdown;
  }
  return word == "json" ? app::TableFormat::kJson : app::TableFormat::kText;
}

compare::Sort sort_of(const std::string& word) {
  return word == "delta"  ? compare::Sort::kDelta
         : word == "name" ? compare::Sort::kName
                          : compare::Sort::kNone;
}

compare::Correction correction_of(const std::string& word) {
  return word == "holm" ? compare::Correction::kHolm
         : word == "bh" ? compare::Correction::kBenjaminiHochberg
                        : compare::Correction::kNone;
}

void check_gate(const CLI::App& command, const Options& options) {
  if (!options.gate) {
    if (!options.config_file.empty()) {
      throw CLI::ParseError("--config needs --gate", CLI::ExitCodes::RequiredError);
    }
    return;
  }
  const std::vector<std::string>& files = options.compare.files;
  const auto is_path = [](const std::string& file) {
    return file != "-" && file.find('=') == std::string::npos;
  };
  if (files.size() != 2 || !is_path(files[0]) || !is_path(files[1])) {
    throw CLI::ParseError("--gate takes two files, base and head, without labels",
                          CLI::ExitCodes::RequiredError);
  }
  for (const char* flag : {"--table", "--row", "--col", "--ignore", "--filter"}) {
    if (command.count(flag) > 0) {
      throw CLI::ParseError(
          std::string("--gate decides on all of both files, whatever tables show: leave out ") +
              flag,
          CLI::ExitCodes::ValidationError);
    }
  }
}

void declare_question(CLI::App& command, compare::Question& question, std::string& alpha) {
  command.add_option("--table", question.table, "a table for each value of these keys [.config]")
      ->option_text("KEYS");
  command.add_option("--row", question.row, "a row for each value of these keys [.fullname]")
      ->option_text("KEYS");
  command.add_option("--col", question.col, "a column for each value of these keys [.file]")
      ->option_text("KEYS");
  command.add_option("--ignore", question.ignore, "pool values that differ in these keys")
      ->option_text("KEYS");
  command.add_option("--filter", question.filter, "use only what matches [*]")->option_text("EXPR");
  command.add_option("--alpha", question.alpha, "significant is p <= P [0.05]")
      ->option_text("P")
      ->each([&alpha](const std::string& text) { alpha = text; });
  command.add_option("--confidence", question.confidence, "of the median's interval [0.95]")
      ->option_text("P");
}

void declare_output(CLI::App& command, Options& options) {
  command.add_option("--format", options.format, "how to print the tables [text]")
      ->option_text("text|csv|markdown|json")
      ->check(one_of({"text", "csv", "markdown", "json"}));
  command.add_flag("--changed", options.changed, "only rows with a significant difference");
  command.add_option("--sort", options.sort, "order of the rows [none: as the keys say]")
      ->option_text("delta|name|none")
      ->check(one_of({"delta", "name", "none"}));
  command
      .add_option("--correct", options.correction, "adjust p for the number of comparisons [none]")
      ->option_text("none|holm|bh")
      ->check(one_of({"none", "holm", "bh"}));
  command.add_flag("--ascii", options.ascii, "no characters beyond ASCII of our own");
  command.add_flag("--better", options.better, "green and red by the direction of the unit");
  command.add_flag("--compat", options.compatible,
                   "CSV with benchstat's ragged rows and column letters");
  command.add_flag("--gate", options.gate, "decide as the gate does, and exit with its code");
  command.add_option("--config", options.config_file, "the gate's settings file")
      ->option_text("FILE");
}

app::CompareOptions chosen(const Options& options) {
  app::CompareOptions compare = options.compare;
  compare.format = format_of(options.format);
  compare.view = {.rows = options.changed ? compare::Rows::kChanged : compare::Rows::kAll,
                  .sort = sort_of(options.sort)};
  compare.question.correction = correction_of(options.correction);
  compare.csv =
      options.compatible ? compare::CsvLayout::kCompatible : compare::CsvLayout::kFullRecords;
  if (options.ascii) {
    compare.signs = compare::kAsciiSigns;
  }
  if (options.gate) {
    compare.gate = app::GateQuestion{.config_file = options.config_file};
    if (!options.alpha.empty()) {
      compare.gate->overrides.push_back(
          {.flag = "alpha", .values = {options.alpha}, .origin = "flag --alpha"});
    }
  }
  return compare;
}

}  // namespace

Action declare_compare(CLI::App& program) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("compare", "Compare files of benchmark text, as benchstat does");
  command->footer(kExamples);
  command->add_option("files", options->compare.files, "FILE, LABEL=FILE, or - for standard input")
      ->option_text("FILE...")
      ->required();
  declare_question(*command, options->compare.question, options->alpha);
  declare_output(*command, *options);
  command->callback([command, options] { check_gate(*command, *options); });
  return [options](app::Services& services, const Streams& streams) {
    app::CompareOptions compare = chosen(*options);
    const app::Console console = console_for(services, streams);
    if (options->better) {
      compare.better = console.out_colour;
    }
    app::LogNarrator narrator(streams.err, app::LogStyle::kPlain);
    return app::compare_files(services, compare, narrator, console);
  };
}

}  // namespace headgate::cli
