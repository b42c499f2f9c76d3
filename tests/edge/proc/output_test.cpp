// That output arrives whole, on the right side, without deadlock and without growing with its size.

#include <csignal>
#include <fstream>

#include <gmock/gmock.h>

#include "edge/proc/resource_usage.h"
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

TEST(Output, TwoHundredMegabytesPassThroughBoundedMemory) {
  Count count;
  PosixLauncher launcher(-1);
  const std::uint64_t before_bytes = own_peak_bytes();
  const Completion completion =
      launcher.run(program({"head", "-c", "200000000", "/dev/zero"}), count);
  EXPECT_TRUE(succeeded(completion)) << describe(completion);
  EXPECT_EQ(completion.output, OutputEnd::kComplete);
  EXPECT_EQ(count.out_bytes(), 200'000'000U);
  EXPECT_LE(count.longest(), 64U * 1024);
  EXPECT_LT(own_peak_bytes() - before_bytes, 8U << 20);
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

TEST(Output, ThatAStrangerHoldsOpenIsCutAndSaidSo) {
  // A process that is not the child's descendant opens the child's stdout and keeps it.
  const Folder folder;
  const std::string id_file = (folder.path() / "id").string();
  const std::string held_file = (folder.path() / "held").string();
  Fork stranger([&] {
    if (!soon([&] { return number_in(id_file) != 0; })) {
      return 1;
    }
    std::ofstream held("/proc/" + std::to_string(number_in(id_file)) + "/fd/1");
    std::ofstream(held_file) << "yes\n";
    soon([] { return false; }, std::chrono::seconds(60));
    return 0;
  });
  PosixLauncher launcher(-1);
  Command command = shell("echo $$ > " + id_file + "; until [ -s " + held_file +
                          " ]; do sleep 0.01; done; echo done");
  command.timeout = std::chrono::seconds(10);
  const Ran ran = run(launcher, command);
  EXPECT_TRUE(succeeded(ran.completion)) << describe(ran.completion);
  EXPECT_EQ(ran.out, "done\n");
  EXPECT_EQ(ran.completion.output, OutputEnd::kCut);
  EXPECT_TRUE(is_alive(stranger.id())) << "a child that was there before the launcher was killed";
}

}  // namespace
}  // namespace headgate::proc
