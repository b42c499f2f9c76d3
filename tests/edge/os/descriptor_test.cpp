#include "edge/os/descriptor.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

namespace headgate::os {
namespace {

bool is_open(int fd) { return ::fcntl(fd, F_GETFD) >= 0; }

int open_null() { return ::open("/dev/null", O_RDWR | O_CLOEXEC); }

TEST(Descriptor, ClosesWhatItOwnsOnce) {
  const int fd = open_null();
  {
    Descriptor first(fd);
    const Descriptor second(std::move(first));
    EXPECT_TRUE(second.is_open());
    EXPECT_TRUE(is_open(fd));
  }
  EXPECT_FALSE(is_open(fd));
}

TEST(Descriptor, AssigningClosesTheOldOne) {
  const int old_fd = open_null();
  const int new_fd = open_null();
  Descriptor descriptor(old_fd);
  descriptor = Descriptor(new_fd);
  EXPECT_FALSE(is_open(old_fd));
  EXPECT_TRUE(is_open(new_fd));
  EXPECT_EQ(descriptor.get(), new_fd);
}

TEST(Descriptor, WhatWasReleasedStaysOpen) {
  int fd = -1;
  {
    Descriptor descriptor(open_null());
    fd = descriptor.release();
    EXPECT_FALSE(descriptor.is_open());
  }
  EXPECT_TRUE(is_open(fd));
  ::close(fd);
}

TEST(SystemError, NamesActionPathAndCauseInLowerCase) {
  const Error error = system_error(EACCES, "read", "/root/x");
  EXPECT_EQ(error.reason, Reason::kIoFailed);
  EXPECT_EQ(error.message, "cannot read /root/x: permission denied");
  EXPECT_EQ(error.remedy, "");
  EXPECT_EQ(system_error(EIO, "read", "x").message, "cannot read x: input/output error");
}

TEST(SystemError, AFullDiskOrQuotaIsItsOwnReasonWithARemedy) {
  for (const int full : {ENOSPC, EDQUOT}) {
    EXPECT_EQ(system_error(full, "write", "x").reason, Reason::kDiskFull);
    EXPECT_NE(system_error(full, "write", "x").remedy, "");
  }
}

TEST(ReadToEnd, ReadsPipesOfAnyLengthUpToTheLimit) {
  for (const std::uint64_t limit : {std::uint64_t{5}, std::uint64_t{4}}) {
    std::array<int, 2> ends = {};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const Descriptor out(ends[0]);
    {
      const Descriptor in(ends[1]);
      ASSERT_EQ(write_all(in.get(), "12345"), 0);
    }
    const Result<std::string> content = read_to_end(out.get(), limit, "the pipe");
    EXPECT_EQ(content.has_value(), limit == 5);
    EXPECT_EQ(content ? *content : content.error().message,
              limit == 5 ? "12345" : "the pipe is larger than 4 bytes");
  }
}

TEST(WriteAll, TellsWhyItStopped) {
  const Descriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  EXPECT_EQ(write_all(full.get(), "x"), ENOSPC);
  EXPECT_EQ(write_all(full.get(), ""), 0);
  EXPECT_EQ(write_all(-1, "x"), EBADF);
}

TEST(ReadPrefix, IsEmptyForWhatCannotBeRead) {
  EXPECT_EQ(read_prefix("/no/such/file", 10), "");
  EXPECT_EQ(read_prefix("/dev/zero", 3), std::string(3, '\0'));
}

}  // namespace
}  // namespace headgate::os
