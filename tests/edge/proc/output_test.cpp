// That output arrives whole, on the right side, without deadlock and without growing with its size.

#include <algorithm>
#include <csignal>
#include <fstream>
#include <stdexcept>

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include "edge/proc/descendants.h"
#include "shell.h"

namespace headgate::proc {
namespace {

class Count final : public OutputSink {
 public:
  void on_stdout(std::string_view piece) override {
    out_bytes_ += piece.size();
    longest_ = std::max(longest_, piece.size());
  }

  void on_stderr(std::string_view piece) override { err_bytes_ += piece.size(); }

  [[nodiscard]] std::size_t out_bytes() const { return out_bytes_; }

  [[nodiscard]] std::size_t err_bytes() const { return err_bytes_; }

  [[nodiscard]] std::size_t longest() const { return longest_; }

 private:
  std::size_t out_bytes_ = 0;
  std::size_t err_bytes_ = 0;
  std::size_t longest_ = 0;
};

TEST(Output, StreamsAreKeptApart) {
  const Ran ran = run(shell("echo to out; echo to err >&2; echo more"));
  EXPECT_EQ(ran.out, "to out\nmore\n");
  EXPECT_EQ(ran.err, "to err\n");
}

TEST(Output, ArrivesWhileTheChildRuns) {
  // The child goes on only after its first line was seen, so nothing may wait for the end.
  class Answer final : public OutputSink {
   public:
    explicit Answer(std::filesystem::path file) : file_(std::move(file)) {}

    void on_stdout(std::string_view) override { std::ofstream(file_) << "seen\n"; }

    void on_stderr(std::string_view) override {}

   private:
    std::filesystem::path file_;
  };

  const Folder folder;
  const std::filesystem::path file = folder.path() / "answer";
  Answer answer(file);
  PosixLauncher launcher(-1);
  Command command =
      shell("echo ready; until [ -s " + file.string() + " ]; do sleep 0.01; done; exit 5");
  command.timeout = std::chrono::seconds(10);
  const Completion completion = launcher.run(command, answer);
  EXPECT_THAT(completion.how, testing::VariantWith<Exited>(Exited{.code = 5}));
}

TEST(Output, AMebibyteOnBothPipesAtOnceDoesNotDeadlock) {
  // 16 times what a pipe holds: reading one pipe to its end before the other would hang.
  Command command = shell("head -c 1048576 /dev/zero >&2 & head -c 1048576 /dev/zero; wait");
  command.timeout = std::chrono::seconds(30);
  Count count;
  PosixLauncher launcher(-1);
  const Completion completion = launcher.run(command, count);
  EXPECT_TRUE(succeeded(completion)) << describe(completion);
  EXPECT_EQ(count.out_bytes(), 1U << 20);
  EXPECT_EQ(count.err_bytes(), 1U << 20);
}

long own_peak_kb() {
  rusage counted{};
  ::getrusage(RUSAGE_SELF, &counted);
  return counted.ru_maxrss;
}

TEST(Output, TwoHundredMegabytesPassThroughBoundedMemory) {
  Count count;
  PosixLauncher launcher(-1);
  const long before_kb = own_peak_kb();
  const Completion completion =
      launcher.run(program({"head", "-c", "200000000", "/dev/zero"}), count);
  EXPECT_TRUE(succeeded(completion)) << describe(completion);
  EXPECT_EQ(completion.output, OutputEnd::kComplete);
  EXPECT_EQ(count.out_bytes(), 200'000'000U);
  EXPECT_LE(count.longest(), 64U * 1024);
  EXPECT_LT(own_peak_kb() - before_kb, 8 << 10);
}

TEST(Output, ATalkativeChildIsStillStoppedInTime) {
  Command command = program({"cat", "/dev/zero"});
  command.timeout = std::chrono::milliseconds(200);
  Count count;
  PosixLauncher launcher(-1);
  const Completion completion = launcher.run(command, count);
  EXPECT_THAT(completion.how, testing::VariantWith<TimedOut>(TimedOut{}));
  EXPECT_LT(completion.wall_sec, 2);
  EXPECT_GT(count.out_bytes(), 0U);
}

TEST(Output, TheLastWordsOfADyingChildArrive) {
  // 64,000 bytes fit into the pipe, so all of them are written before the signal.
  const Ran ran = run(shell("head -c 64000 /dev/zero; kill -KILL $$"));
  EXPECT_THAT(ran.completion.how, testing::VariantWith<Signaled>(Signaled{.signal = SIGKILL}));
  EXPECT_EQ(ran.out.size(), 64'000U);
  EXPECT_EQ(ran.completion.output, OutputEnd::kComplete);
}

TEST(Output, ASinkThatThrowsLeavesNoChildBehind) {
  class Broken final : public OutputSink {
   public:
    void on_stdout(std::string_view) override { throw std::logic_error("a bug"); }

    void on_stderr(std::string_view) override {}
  };

  PosixLauncher launcher(-1);
  Broken broken;
  EXPECT_THROW((void)launcher.run(shell("echo x; exec sleep 1000"), broken), std::logic_error);
  EXPECT_THAT(children(), testing::IsEmpty());
}

// A process that is not a descendant of the child and holds the child's stdout open: it calls
// `after_end` with that pipe when the child is gone.
class Stranger {
 public:
  explicit Stranger(const std::function<void(std::ofstream&)>& after_end)
      : process_([this, &after_end] {
          if (!soon([this] { return number_in(id_file()) != 0; })) {
            return 1;
          }
          const pid_t child = number_in(id_file());
          std::ofstream pipe("/proc/" + std::to_string(child) + "/fd/1");
          std::ofstream(held_file()) << "yes\n";
          soon([child] { return !is_alive(child); });
          after_end(pipe);
          return 0;
        }) {}

  /// Prints "done" and ends once the pipe is held.
  [[nodiscard]] Command child() const {
    Command command = shell("echo $$ > " + id_file() + "; until [ -s " + held_file() +
                            " ]; do sleep 0.01; done; echo done");
    command.timeout = std::chrono::seconds(10);
    return command;
  }

  [[nodiscard]] pid_t id() const { return process_.id(); }

 private:
  [[nodiscard]] std::string id_file() const { return (folder_.path() / "id").string(); }

  [[nodiscard]] std::string held_file() const { return (folder_.path() / "held").string(); }

  Folder folder_;
  Fork process_;
};

TEST(Output, ThatAStrangerHoldsOpenIsCutAndSaidSo) {
  const Stranger stranger([](std::ofstream&) { ::pause(); });
  PosixLauncher launcher(-1);
  const Ran ran = run(launcher, stranger.child());
  EXPECT_TRUE(succeeded(ran.completion)) << describe(ran.completion);
  EXPECT_EQ(ran.out, "done\n");
  EXPECT_EQ(ran.completion.output, OutputEnd::kCut);
  EXPECT_TRUE(is_alive(stranger.id())) << "a child that was there before the launcher was killed";
}

TEST(Output, ThatEndsSoonAfterTheChildIsComplete) {
  const Stranger stranger([](std::ofstream& pipe) { pipe << "late\n"; });
  PosixLauncher launcher(-1);
  const Ran ran = run(launcher, stranger.child());
  EXPECT_EQ(ran.out, "done\nlate\n");
  EXPECT_EQ(ran.completion.output, OutputEnd::kComplete);
}

}  // namespace
}  // namespace headgate::proc
