#include "edge/proc/program_path.h"

#include <fstream>

#include <gmock/gmock.h>
#include <unistd.h>

#include "shell.h"

namespace headgate::proc {
namespace {

using testing::Eq;
using testing::Optional;

void make_tool(const std::filesystem::path& file, std::filesystem::perms permissions) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << "#!/bin/sh\n";
  std::filesystem::permissions(file, permissions);
}

TEST(FindProgram, TheFirstExecutableFileInPathWins) {
  const Folder folder;
  const std::string root = folder.path().string();
  make_tool(folder.path() / "plain/tool", std::filesystem::perms::owner_read);
  std::filesystem::create_directories(folder.path() / "folder/tool");
  make_tool(folder.path() / "first/tool", std::filesystem::perms::all);
  make_tool(folder.path() / "second/tool", std::filesystem::perms::all);
  const std::string path = "PATH=" + root + "/absent:" + root + "/plain:" + root +
                           "/folder:" + root + "/first:" + root + "/second";
  EXPECT_THAT(find_program("tool", {"X=1", path}), Optional(root + "/first/tool"));
}

TEST(FindProgram, RelativeAndEmptyFoldersAreNotSearched) {
  const Folder folder;
  make_tool(folder.path() / "tool", std::filesystem::perms::all);
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  EXPECT_EQ(find_program("tool", {"PATH=:.::"}), std::nullopt);
  std::filesystem::current_path(before);
}

TEST(FindProgram, WithoutPathOnlyAbsoluteNamesAreFound) {
  EXPECT_EQ(find_program("sh", {"NOTPATH=/bin", "PATHS=/bin"}), std::nullopt);
  EXPECT_THAT(find_program("/bin/sh", {}), Optional(Eq("/bin/sh")));
}

TEST(Variable, TheFirstOfANameCounts) {
  EXPECT_EQ(variable({"A=1", "AB=2", "A=3"}, "A"), "1");
  EXPECT_EQ(variable({"A=1", "AB=2"}, "AB"), "2");
  EXPECT_EQ(variable({"A"}, "A"), "");
}

TEST(Check, NamesWhatIsWrong) {
  using namespace std::string_literals;
  const auto message = [](const Command& command) {
    const auto refused = check(command);
    return refused ? refused->message : "accepted";
  };
  EXPECT_EQ(message(program({"tool", "an argument"})), "accepted");
  EXPECT_EQ(message(program({})), "cannot start a command without a program");
  EXPECT_EQ(message(program({""})), "cannot start a command without a program");
  EXPECT_EQ(message(program({"./tool"})),
            "cannot start ./tool: a program is an absolute path or a name without slashes");
  EXPECT_EQ(message(program({"tool", "a\0b"s})),
            "cannot start tool: an argument, the folder or a variable holds a NUL byte");
  Command nul_variable = program({"tool"});
  nul_variable.environment = {"A=\0"s};
  EXPECT_EQ(message(nul_variable),
            "cannot start tool: an argument, the folder or a variable holds a NUL byte");
  Command nowhere = program({"tool"});
  nowhere.directory = "";
  EXPECT_EQ(message(nowhere), "cannot start tool: the folder \"\" is not an absolute path");
}

}  // namespace
}  // namespace headgate::proc
