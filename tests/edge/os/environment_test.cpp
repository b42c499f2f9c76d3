#include "edge/os/environment.h"

#include <array>
#include <cstdlib>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "edge/os/posix_files.h"
#include "support/forked.h"
#include "support/scratch_folder.h"

namespace headgate::os {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr std::uint64_t kPlenty = 4 << 20;

TEST(Environment, TellsUnsetFromEmpty) {
  const Environment environment({{"EMPTY", ""}, {"INPUT_MIN-DELTA", "3%"}});
  EXPECT_EQ(environment.get("EMPTY"), "");
  EXPECT_EQ(environment.get("INPUT_MIN-DELTA"), "3%");
  EXPECT_EQ(environment.get("empty"), std::nullopt);
  EXPECT_EQ(environment.get(""), std::nullopt);
}

TEST(Environment, IsTakenFromTheProcessAsGetenvSeesIt) {
  EXPECT_EQ(
      forked([] {
        std::array<char*, 6> block = {
            const_cast<char*>("TWICE=first"),  const_cast<char*>("A=b=c"),
            const_cast<char*>("TWICE=second"), const_cast<char*>("no equals sign"),
            const_cast<char*>("EMPTY="),       nullptr};
        environ = block.data();
        const Environment environment = Environment::current();
        const Environment::Variables expected = {{"A", "b=c"}, {"EMPTY", ""}, {"TWICE", "first"}};
        return environment.all() == expected && environment.get("TWICE") == ::getenv("TWICE") ? 0
                                                                                              : 1;
      }),
      0);
}

TEST(Environment, ListsVariablesSortedByName) {
  const Environment environment({{"b", "2"}, {"a", "1"}, {"B", "3"}});
  EXPECT_THAT(environment.all(), ElementsAre(Pair("B", "3"), Pair("a", "1"), Pair("b", "2")));
}

TEST(EraseProcessEnvironment, LeavesNothingForAnotherProcessToRead) {
  const PosixFiles files;
  ASSERT_THAT(*files.read("/proc/self/environ", kPlenty), HasSubstr("PATH="));
  std::array<int, 2> erased = {};
  std::array<int, 2> seen = {};
  ASSERT_EQ(::pipe(erased.data()), 0);
  ASSERT_EQ(::pipe(seen.data()), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  char byte = 'x';
  if (child == 0) {
    const bool is_done = erase_process_environment({}).has_value();
    (void)!::write(erased[1], &byte, 1);
    (void)!::read(seen[0], &byte, 1);
    ::_exit(is_done ? 0 : 1);
  }
  ASSERT_EQ(::read(erased[0], &byte, 1), 1);
  const Result<std::string> environ_of_child =
      files.read(fmt::format("/proc/{}/environ", child), kPlenty);
  ASSERT_EQ(::write(seen[1], &byte, 1), 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  ASSERT_TRUE(environ_of_child);
  EXPECT_EQ(environ_of_child->find_first_not_of('\0'), std::string::npos);
  for (const int fd : {erased[0], erased[1], seen[0], seen[1]}) {
    ::close(fd);
  }
}

TEST(EraseProcessEnvironment, KeepsTheVariablesThatLibrariesNeed) {
  ASSERT_NE(::getenv("PATH"), nullptr);
  EXPECT_EQ(
      forked([] {
        ::setenv("HEADGATE_TEST_SECRET", "s3cret", 1);
        const std::string path = ::getenv("PATH");
        const Status erased = erase_process_environment({"PATH", "HEADGATE_TEST_UNSET"});
        return erased && Environment::current().all() == Environment::Variables{{"PATH", path}} ? 0
                                                                                                : 1;
      }),
      0);
}

TEST(NotDumpable, ProtectsTheProcessAndStillLetsItUseItsOwnDescriptors) {
  // As another user than root, /proc/self belongs to root from then on; what Files does by way of
  // it must go on working.
  ScratchFolder folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  EXPECT_EQ(forked([&folder] {
              become_nobody();
              if (!set_not_dumpable() || ::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0) {
                return 1;
              }
              PosixFiles files;
              const std::string path = folder / "f";
              const bool works = files.write(path, "x", Durability::kSynced) &&
                                 files.read_inside(folder.path(), "f", kPlenty) &&
                                 files.set_mode(path, 0600) && files.mount(path);
              return works ? 0 : 2;
            }),
            0);
}

}  // namespace
}  // namespace headgate::os
