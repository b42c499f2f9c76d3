#include "app/real_services.h"

#include <utility>

#include "edge/git/libgit2.h"
#include "edge/os/posix_files.h"
#include "edge/os/random.h"
#include "edge/os/terminal.h"
#include "edge/proc/posix_launcher.h"

namespace headgate::app {
namespace {

Terminal::Kind kind_of(int descriptor) {
  return os::is_terminal(descriptor) ? Terminal::Kind::kTerminal : Terminal::Kind::kOther;
}

}  // namespace

struct RealServices::Edges {
  os::Environment environment = os::Environment::current();
  os::SignalInterrupts interrupts;
  os::PosixFiles files;
  os::SystemClock clock;
  os::LinuxHost host;
  os::User user = os::effective_user();
  os::PosixPrivateFolders private_folders{files, user, os::private_folder_places(environment)};
  proc::PosixLauncher launcher{interrupts.fd()};
  git::LibGit2 git;
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
      .make_go =
          [this](go::Context context) {
            return go::make_command_go(edges_->launcher, std::move(context));
          },
      .current_directory = here ? *here : "/",
      .version = std::move(version),
      .random_hex = os::random_hex(),
      .terminal = {.out = kind_of(1),
                   .err = kind_of(2),
                   .err_columns = static_cast<std::size_t>(os::terminal_width(2).value_or(80))}});
}

RealServices::~RealServices() = default;

}  // namespace headgate::app
