#include "app/compare.h"

#include <atomic>
#include <chrono>
#include <future>
#include <map>
#include <ostream>
#include <utility>

#include <fmt/core.h>

#include "app/replay.h"
#include "app/settings_file.h"
#include "core/benchfmt/reader.h"
#include "core/compare/doubts.h"
#include "core/compare/text.h"
#include "core/gate/finding.h"
#include "core/github/commands.h"
#include "core/github/neutral_text.h"
#include "core/report/comparison.h"

namespace headgate::app {
namespace {

constexpr std::string_view kStandardInput = "-";
// How much text is collected before it is handed to the stream.
constexpr std::size_t kBufferBytes = 1 << 20;
constexpr std::chrono::milliseconds kPollInterval{50};

struct NamedFile {
  std::string path;
  std::string label;
};

// LABEL=PATH; a path that comes several times without a label is numbered.
std::vector<NamedFile> named(const std::vector<std::string>& files) {
  std::map<std::string, std::size_t> times;
  for (const std::string& file : files) {
    ++times[file];
  }
  std::map<std::string, std::size_t> seen;
  std::vector<NamedFile> named;
  for (const std::string& file : files) {
    if (const std::size_t equals = file.find('='); equals != std::string::npos) {
      named.push_back({.path = file.substr(equals + 1), .label = file.substr(0, equals)});
    } else if (times[file] > 1) {
      named.push_back({.path = file, .label = fmt::format("{}#{}", file, seen[file]++)});
    } else {
      named.push_back({.path = file, .label = file});
    }
  }
  return named;
}

// Whether those who read should stop; the edges themselves are for one thread.
using Stop = std::atomic<bool>;

Result<compare::Input> read_input(const os::Files& files, const NamedFile& file, const Stop& stop) {
  const std::string path = file.path == kStandardInput ? std::string("/dev/stdin") : file.path;
  compare::InputBuilder builder(file.path, file.label);
  benchfmt::Reader reader(file.path);
  const Status read = files.read_pieces(path, [&](std::string_view piece) {
    reader.feed(piece, builder);
    return stop ? os::Reading::kStop : os::Reading::kContinue;
  });
  if (!read) {
    return read.error();
  }
  reader.finish(builder);
  compare::Input input = std::move(builder).finish();
  if (input.series.empty()) {
    const std::string why = input.messages.empty()
                                ? std::string()
                                : fmt::format("; line {}: {}", input.messages.front().line,
                                              input.messages.front().text);
    return Error{.reason = Reason::kNothingCompared,
                 .message = fmt::format("{}: no benchmark results in it{}", file.path, why),
                 .remedy = "give what `go test -bench` printed"};
  }
  return input;
}

Error interrupted() {
  return {.reason = Reason::kInterrupted, .message = "interrupted before the tables were done"};
}

// All files at once; the first error in their order.
Result<std::vector<compare::Input>> read_inputs(const Services& services,
                                                const std::vector<NamedFile>& files) {
  Stop stop = false;
  std::vector<std::future<Result<compare::Input>>> readings;
  readings.reserve(files.size());
  for (const NamedFile& file : files) {
    readings.push_back(std::async(std::launch::async, [&services, &file, &stop] {
      return read_input(services.files, file, stop);
    }));
  }
  std::vector<compare::Input> inputs;
  inputs.reserve(files.size());  // growing would copy them: a deque's move may throw
  std::optional<Error> error;
  for (std::future<Result<compare::Input>>& reading : readings) {
    while (reading.wait_for(kPollInterval) != std::future_status::ready) {
      stop = stop || services.interrupts.pending();
    }
    Result<compare::Input> input = reading.get();
    if (input) {
      inputs.push_back(*std::move(input));
    } else if (!error) {
      error = std::move(input).error();
    }
  }
  if (stop) {
    return interrupted();
  }
  return error ? Result<std::vector<compare::Input>>(*error) : std::move(inputs);
}

// Writes tables in one format, a buffer at a time.
class Printer {
 public:
  Printer(const Services& services, const CompareOptions& options, const Console& console)
      : options_(options),
        console_(console),
        text_({.signs = options.signs,
               .colours = options.better == report::Colour::kAlways ? compare::Colours::kAnsi
                                                                    : compare::Colours::kNone}),
        csv_(options.csv) {
    if (options.format == TableFormat::kJson) {
      json_.emplace(report::ComparisonHead{.headgate_version = services.version,
                                           .confidence = options.question.confidence},
                    out_);
    }
  }

  void add(const compare::Table& table) {
    switch (options_.format) {
      case TableFormat::kText:
        text_.append(table, out_);
        break;
      case TableFormat::kCsv:
        csv_.append(table, out_, notes_);
        break;
      case TableFormat::kMarkdown:
        out_.append(first_ ? "" : "\n").append(report::comparison_markdown(table, options_.signs));
        break;
      case TableFormat::kJson:
        json_->append(table, out_);
        break;
    }
    first_ = false;
    if (out_.size() >= kBufferBytes) {
      flush();
    }
  }

  void finish(const std::vector<std::string>& messages, const std::vector<std::string>& doubts) {
    if (json_) {
      json_->finish(messages, doubts, out_);
    }
    flush();
    console_.out << std::flush;
    console_.err << github::neutral_lines(notes_) << (notes_.empty() ? "" : "\n") << std::flush;
  }

 private:
  void flush() {
    if (console_.log == Log::kPlain) {
      console_.out << out_;
    } else {
      console_.out << for_log(out_);
    }
    out_.clear();
  }

  // Text as GitHub's runner may have it; lines stay lines.
  [[nodiscard]] std::string for_log(const std::string& text) const {
    if (options_.format == TableFormat::kJson) {
      return github::neutral_json(text);
    }
    std::string neutral;
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t end = rest.find('\n');
      neutral.append(github::neutral_line(rest.substr(0, end))).push_back('\n');
      rest.remove_prefix(end + 1);
    }
    return neutral;
  }

  const CompareOptions& options_;
  const Console& console_;
  compare::TextWriter text_;
  compare::CsvWriter csv_;
  std::optional<report::ComparisonJson> json_;
  std::string out_;
  std::string notes_;
  bool first_ = true;
};

Status print(const Services& services, compare::Tables& tables, const CompareOptions& options,
             const Console& console) {
  for (const std::string& message : tables.messages()) {
    console.err << github::neutral_word(message) << '\n';
  }
  if (tables.values() == 0) {
    return Error{
        .reason = Reason::kNothingCompared,
        .message = options.question.filter == compare::Question{}.filter
                       ? std::string("the fixed orders leave nothing")
                       : fmt::format("-filter '{}' leaves nothing", options.question.filter),
        .remedy = "loosen -filter, or the fixed orders of -table, -row and -col"};
  }
  const std::vector<std::string> doubts = compare::doubts(tables);
  Printer printer(services, options, console);
  const compare::RowKeys row_keys = options.format == TableFormat::kJson
                                        ? compare::RowKeys::kFilledIn
                                        : compare::RowKeys::kLeftOut;
  std::size_t shown = 0;
  for (std::size_t number = 0; number < tables.size(); ++number) {
    if (services.interrupts.pending()) {
      return interrupted();
    }
    compare::Table table = tables.make(number, row_keys);
    compare::apply(options.view, table);
    if (!table.rows.empty() || options.format == TableFormat::kJson) {
      printer.add(table);
      ++shown;
    }
  }
  printer.finish(tables.messages(), doubts);
  if (shown == 0) {
    console.err << "headgate: no significant difference, so --changed shows nothing\n";
  }
  for (const std::string& doubt : doubts) {
    console.err << "headgate: " << github::neutral_word(doubt) << '\n';
  }
  return ok();
}

// Alpha per unit from the gate's policy.
Status take_policy(const Services& services, const GateQuestion& gate,
                   compare::Question& question) {
  if (gate.config_file.empty()) {
    return ok();
  }
  Result<config::Settings> settings = read_settings_file(services, gate.config_file);
  if (settings) {
    settings = config::apply_overrides(*std::move(settings), gate.overrides);
  }
  if (!settings) {
    return std::move(settings).error();
  }
  question.alpha = settings->policy.alpha;
  for (const auto& [unit, limits] : settings->policy.units) {
    if (limits.alpha) {
      question.unit_alpha[unit] = *limits.alpha;
    }
  }
  return ok();
}

Status show(const Services& services, CompareOptions options, const Console& console) {
  if (options.gate) {
    if (Status taken = take_policy(services, *options.gate, options.question); !taken) {
      return taken;
    }
  }
  Result<std::vector<compare::Input>> inputs = read_inputs(services, named(options.files));
  if (!inputs) {
    return std::move(inputs).error();
  }
  Result<compare::Tables> tables = compare::Tables::arrange(options.question, *std::move(inputs));
  if (!tables) {
    return std::move(tables).error();
  }
  return print(services, *tables, options, console);
}

}  // namespace

int compare_files(Services& services, const CompareOptions& options, Narrator& narrator,
                  const Console& console) {
  if (const Status shown = show(services, options, console); !shown) {
    print_error(shown.error(), console.err);
    return gate::exit_code(gate::Decision::kError);
  }
  if (!options.gate) {
    return 0;
  }
  // Tables for programs stay alone on standard output.
  const bool is_for_people =
      options.format == TableFormat::kText || options.format == TableFormat::kMarkdown;
  std::ostream& verdict_out = is_for_people ? console.out : console.err;
  verdict_out << '\n';
  ReplayOptions gate;
  gate.base = options.files.front();
  gate.head = options.files.back();
  gate.config_file = options.gate->config_file;
  gate.overrides = options.gate->overrides;
  return replay(services, gate, narrator,
                {.out = verdict_out,
                 .err = console.err,
                 .out_colour = is_for_people ? console.out_colour : console.err_colour,
                 .err_colour = console.err_colour,
                 .log = console.log});
}

}  // namespace headgate::app
