#include "app/real_services.h"

#include <optional>
#include <utility>

#include "edge/git/libgit2.h"
#include "edge/net/curl_http.h"
#include "edge/os/pause.h"
#include "edge/os/posix_files.h"
#include "edge/os/random.h"
#include "edge/os/terminal.h"
#include "edge/proc/posix_launcher.h"

namespace headgate::app {
namespace {

class InterruptsOnDemand final : public os::Interrupts {
 public:
  [[nodiscard]] int fd() const override { return caught().fd(); }

  [[nodiscard]] std::optional<int> pending() const override { return caught().pending(); }

 private:
  const os::SignalInterrupts& caught() const {
    if (!signals_) {
      signals_.emplace();
    }
    return *signals_;
  }

  mutable std::optional<os::SignalInterrupts> signals_;
};

class LauncherOnDemand final : public proc::Launcher {
 public:
  explicit LauncherOnDemand(const os::Interrupts& interrupts) : interrupts_(interrupts) {}

  [[nodiscard]] Status cut_network() override { return launcher().cut_network(); }

  [[nodiscard]] proc::Completion run(const proc::Command& command,
                                     proc::OutputSink& sink) override {
    return launcher().run(command, sink);
  }

 private:
  proc::PosixLauncher& launcher() {
    if (!launcher_) {
      launcher_.emplace(interrupts_.fd());
    }
    return *launcher_;
  }

  const os::Interrupts& interrupts_;
  std::optional<proc::PosixLauncher> launcher_;
};

// Starting the library reads every certificate of the machine.
class GitOnDemand final : public git::Git {
 public:
  [[nodiscard]] Result<std::unique_ptr<git::Repository>> open(const std::string& path,
                                                              git::Ownership ownership,
                                                              git::Discovery discovery) override {
    if (!git_) {
      git_.emplace();
    }
    return git_->open(path, ownership, discovery);
  }

 private:
  std::optional<git::LibGit2> git_;
};

Terminal::Kind kind_of(int descriptor) {
  return os::is_terminal(descriptor) ? Terminal::Kind::kTerminal : Terminal::Kind::kOther;
}

}  // namespace

struct RealServices::Edges {
  os::Environment environment = os::Environment::current();
  InterruptsOnDemand interrupts;
  os::PosixFiles files;
  os::SystemClock clock;
  os::LinuxHost host;
  os::User user = os::effective_user();
  os::PosixPrivateFolders private_folders{files, user, os::private_folder_places(environment)};
  LauncherOnDemand launcher{interrupts};
  GitOnDemand git;
  net::CurlHttp http{net::surroundings_of(environment),
                     [this] { return interrupts.pending().has_value(); }};
};

RealServices::RealServices(std::string version) : edges_(std::make_unique<Edges>()) {
  // Libraries look at HOME and TZ; nothing that we start gets our environment.
  (void)os::erase_process_environment({"HOME", "TZ", "PATH"});
  (void)os::set_not_dumpable();
  const Result<std::string> here = edges_->files.real_path(".");
  services_ = std::make_unique<Services>(Services{
      .files = edges_->files,
      .clock = edges_->clock,
      .host = edges_->host,
      .interrupts = edges_->interrupts,
      .private_folders = edges_->private_folders,
      .environment = edges_->environment,
      .user = edges_->user,
      .launcher = edges_->launcher,
      .git = edges_->git,
      .http = edges_->http,
      .pause_sec = [this](double sec) { os::pause(sec, edges_->interrupts.fd()); },
      .make_go =
          [this](go::Context context) {
            return go::make_command_go(edges_->launcher, std::move(context));
          },
      .current_directory = here ? *here : "/",
      .version = std::move(version),
      .random_hex = os::random_hex(),
      .terminal = {.out = kind_of(1),
                   .err = kind_of(2),
                   .err_columns = static_cast<std::size_t>(os::terminal_width(2).value_or(80)),
                   .out_reader_left = [] { return os::reader_left(1); }}});
}

RealServices::~RealServices() = default;

}  // namespace headgate::app
