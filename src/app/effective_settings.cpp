#include "app/effective_settings.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/paths.h"
#include "app/settings_file.h"
#include "app/side_file.h"
#include "edge/go/environment.h"

namespace headgate::app {
namespace {

using config::Sections;
using stats::Side;

constexpr std::string_view kUsualName = ".headgate.yml";

using Text = std::optional<std::string>;

// The settings files of both sides, and which of them counts.
class SideFiles {
 public:
  static Result<SideFiles> read(const Services& services, const Sources& sources,
                                const std::string& name) {
    SideFiles files;
    files.name_ = name;
    files.owner_ = owner_of_files(sources);
    for (const Side side : {Side::kBase, Side::kHead}) {
      Result<Text> text = side_file(services, sources, side, name);
      if (!text) {
        return std::move(text).error().within(fmt::format("{} of {}", name, stats::name(side)));
      }
      files.texts_.of(side) = *std::move(text);
    }
    return files;
  }

  [[nodiscard]] bool are_missing() const { return !texts_.base && !texts_.head; }

  [[nodiscard]] Result<EffectiveSettings> settings() const {
    if (!texts_.of(owner_)) {
      return owner_ == Side::kBase && texts_.head ? measure_of_head() : EffectiveSettings{};
    }
    Result<config::Settings> applied = apply(owner_, Sections::kAll);
    if (!applied) {
      return owner_ == Side::kBase ? broken_on_base(std::move(applied).error())
                                   : std::move(applied).error();
    }
    EffectiveSettings effective{.settings = *std::move(applied), .caveats = {}};
    if (texts_.base && texts_.base != texts_.head) {
      note_difference(effective);
    }
    return effective;
  }

 private:
  [[nodiscard]] Result<config::Settings> apply(Side side, Sections sections) const {
    const std::string shown =
        owner_ == Side::kHead && side == Side::kHead  // the file that the user has before them
            ? name_
            : fmt::format("{} of {}", name_, stats::name(side));
    return config::apply_yaml({}, texts_.of(side).value_or(""), shown, sections);
  }

  // Head cannot repair it: its file does not count.
  static Error broken_on_base(Error error) {
    const std::string remedy =
        "base's settings count, so correct them on the base branch first, or name another settings "
        "file with config";
    error.remedy = error.remedy.empty() ? remedy : fmt::format("{}; {}", error.remedy, remedy);
    return error;
  }

  [[nodiscard]] Result<EffectiveSettings> measure_of_head() const {
    Result<config::Settings> applied = apply(Side::kHead, Sections::kMeasureOnly);
    if (!applied) {
      return std::move(applied).error();
    }
    return EffectiveSettings{
        .settings = *std::move(applied),
        .caveats = {{.code = "settings-from-head",
                     .text = fmt::format("base has no {}: how to measure was taken from head's, "
                                         "the policy is the default with the given inputs",
                                         name_)}}};
  }

  // The owner's file is in force; says what the other side's would have changed.
  void note_difference(EffectiveSettings& effective) const {
    const Side other = stats::other(owner_);
    const Result<config::Settings> others = apply(other, Sections::kAll);
    const std::string counts =
        owner_ == Side::kBase ? "base's counts" : "the work tree's counts here";
    if (!others) {
      effective.caveats.push_back(
          {.code = "settings-differ",
           .text = fmt::format("{}'s {} is not valid ({}); {}", stats::name(other), name_,
                               others.error().message, counts)});
      return;
    }
    if (const std::vector<std::string> names = config::differences(effective.settings, *others);
        !names.empty()) {
      effective.caveats.push_back(
          {.code = "settings-differ",
           .text = fmt::format("head changes {} ({}); {}", name_, fmt::join(names, ", "), counts)});
    }
  }

  std::string name_;
  Side owner_ = Side::kBase;
  stats::Sides<Text> texts_;
};

Result<EffectiveSettings> from_sides(const Services& services, const Sources& sources,
                                     const std::string& name) {
  const Result<SideFiles> files =
      SideFiles::read(services, sources, name.empty() ? std::string(kUsualName) : name);
  if (!files) {
    return files.error();
  }
  if (!name.empty() && files->are_missing()) {
    return Error{.reason = Reason::kConfigInvalid,
                 .message = fmt::format("neither base nor head has the settings file '{}'", name),
                 .remedy = "name a file of the repository, relative to its root"};
  }
  return files->settings();
}

Result<EffectiveSettings> from_file(const Services& services, const std::string& path) {
  Result<config::Settings> settings = read_settings_file(services, path);
  return settings ? Result<EffectiveSettings>({.settings = *std::move(settings), .caveats = {}})
                  : Result<EffectiveSettings>(std::move(settings).error());
}

void note_limits(EffectiveSettings& effective) {
  const config::Settings& settings = effective.settings;
  if (!settings.build.copy.empty()) {
    effective.caveats.push_back(
        {.code = "copied",
         .text = fmt::format("measure.copy: what a commit does not have of {} is taken from the "
                             "checkout, the same for both sides",
                             fmt::join(settings.build.copy, ", "))});
  }
  if (const std::vector<std::string> names = go::never_passed(settings.execution.pass_env);
      !names.empty()) {
    effective.caveats.push_back(
        {.code = "never-passed",
         .text = fmt::format("measure.pass-env: benchmarks never see {}", fmt::join(names, ", "))});
  }
}

}  // namespace

Result<EffectiveSettings> effective_settings(const Services& services, const Sources& sources,
                                             const SettingsRequest& request) {
  Result<EffectiveSettings> effective = request.file.empty()
                                            ? from_sides(services, sources, request.name)
                                            : from_file(services, request.file);
  if (!effective) {
    return effective;
  }
  Result<config::Settings> overridden =
      config::apply_overrides(std::move(effective->settings), request.overrides);
  if (!overridden) {
    return std::move(overridden).error();
  }
  if (Status checked = config::check(*overridden); !checked) {
    return std::move(checked).error();
  }
  effective->settings = *std::move(overridden);
  note_limits(*effective);
  return effective;
}

}  // namespace headgate::app
