#include "edge/os/host.h"

#include <cmath>

#include <gmock/gmock.h>
#include <sched.h>
#include <unistd.h>

#include "edge/os/cgroup.h"
#include "edge/os/posix_files.h"
#include "support/scratch_folder.h"

namespace headgate::os {
namespace {

/// A made-up /proc and /sys.
class HostTest : public testing::Test {
 protected:
  void put(const std::string& path, const std::string& content) {
    const std::string file = root.path() + path;
    ASSERT_TRUE(files.make_directory(file.substr(0, file.rfind('/')), 0755));
    ASSERT_TRUE(files.write(file, content, Durability::kRenamed));
  }

  [[nodiscard]] LinuxHost host() const {
    return LinuxHost({.root = root.path(), .cpus_allowed = 3});
  }

  ScratchFolder root;
  PosixFiles files;
};

TEST_F(HostTest, FactsComeFromProcAndSys) {
  put("/sys/devices/system/cpu/online", "0-3,8,10-11\n");
  put("/proc/cpuinfo",
      "processor\t: 0\nmodel\t\t: 1\nmodel name\t: AMD EPYC 7B13\n\nprocessor\t: 1\n"
      "model name\t: another\n");
  put("/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
  put("/proc/meminfo", "MemTotal:        8148372 kB\nMemFree:          100 kB\n");
  const HostFacts facts = host().facts();
  EXPECT_EQ(facts.cpus_online, 7);
  EXPECT_EQ(facts.cpus_allowed, 3);
  EXPECT_EQ(facts.cpu_limit, std::nullopt);
  EXPECT_EQ(facts.cpu_model, "AMD EPYC 7B13");
  EXPECT_EQ(facts.kernel_release, "6.1.0-18-amd64");
  EXPECT_EQ(facts.memory_bytes, 8148372ULL * 1024);
}

TEST_F(HostTest, WhatCannotBeFoundOutIsLeftEmpty) {
  const HostFacts facts = host().facts();
  EXPECT_EQ(facts.cpus_online, 0);
  EXPECT_EQ(facts.cpu_model, "");
  EXPECT_EQ(facts.kernel_release, "");
  EXPECT_EQ(facts.memory_bytes, 0U);
  const HostCounters counters = host().counters();
  EXPECT_EQ(counters.steal_sec, std::nullopt);
  EXPECT_EQ(counters.cpu_pressure_some_sec, std::nullopt);
}

TEST_F(HostTest, WithoutSysTheCpusOfProcStatAreCounted) {
  put("/proc/stat", "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1 2\ncpu1 1 2\nintr 1\n");
  EXPECT_EQ(host().facts().cpus_online, 2);
}

TEST_F(HostTest, AnArmCpuIsNamedByItsNumbers) {
  put("/proc/cpuinfo",
      "processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU architecture: 8\n"
      "CPU variant\t: 0x3\nCPU part\t: 0xd0c\n");
  EXPECT_EQ(host().facts().cpu_model, "implementer 0x41 part 0xd0c");
}

TEST_F(HostTest, StealIsTheEighthNumberInTicks) {
  // proc(5): user nice system idle iowait irq softirq steal guest guest_nice.
  put("/proc/stat", "cpu  100 1 200 9000 5 0 7 250 0 0\ncpu0 100 1 200 9000 5 0 7 999 0 0\n");
  EXPECT_DOUBLE_EQ(*host().counters().steal_sec,
                   250.0 / static_cast<double>(::sysconf(_SC_CLK_TCK)));
  put("/proc/stat", "cpu  100 1 200 9000 5 0 7\n");
  EXPECT_EQ(host().counters().steal_sec, std::nullopt);
}

TEST_F(HostTest, PressureIsTheTotalOfSomeInMicroseconds) {
  put("/proc/pressure/cpu",
      "some avg10=0.00 avg60=1.50 avg300=0.10 total=2500000\n"
      "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
  EXPECT_DOUBLE_EQ(*host().counters().cpu_pressure_some_sec, 2.5);
}

TEST(LinuxHost, KnowsTheMachineThatItRunsOn) {
  const LinuxHost host;
  const HostFacts facts = host.facts();
  cpu_set_t set;
  ASSERT_EQ(::sched_getaffinity(0, sizeof set, &set), 0);
  EXPECT_EQ(facts.cpus_allowed, CPU_COUNT(&set));
  EXPECT_EQ(facts.cpus_online, ::sysconf(_SC_NPROCESSORS_ONLN));
  EXPECT_FALSE(facts.kernel_release.empty());
  const auto pages = static_cast<double>(::sysconf(_SC_PHYS_PAGES));
  EXPECT_NEAR(static_cast<double>(facts.memory_bytes),
              pages * static_cast<double>(::sysconf(_SC_PAGESIZE)), 1e6);
  EXPECT_GE(host.counters().steal_sec.value_or(-1), 0);
}

/// Cases of cgroups(7): what /proc says, and the limit.
class CgroupTest : public HostTest {
 protected:
  void put_tables(const std::string& cgroup, const std::string& mountinfo) {
    put("/proc/self/cgroup", cgroup);
    put("/proc/self/mountinfo", mountinfo);
  }

  [[nodiscard]] std::optional<double> limit() const { return cgroup_cpu_limit(root.path()); }
};

TEST_F(CgroupTest, OfVersionTwoTheLimitIsQuotaOverPeriod) {
  put_tables("0::/user.slice/job\n",
             "25 1 0:22 / /sys/fs/cgroup rw shared:1 - cgroup2 cgroup2 rw,nsdelegate\n");
  EXPECT_EQ(limit(), std::nullopt);
  put("/sys/fs/cgroup/user.slice/job/cpu.max", "150000 100000\n");
  EXPECT_EQ(limit(), 1.5);
  put("/sys/fs/cgroup/user.slice/job/cpu.max", "max 100000\n");
  EXPECT_EQ(limit(), std::nullopt);
  for (const char* broken : {"", "150000", "150000 0\n", "x y\n", "150000 -1\n"}) {
    put("/sys/fs/cgroup/user.slice/job/cpu.max", broken);
    EXPECT_EQ(limit(), std::nullopt) << broken;
  }
}

TEST_F(CgroupTest, InAContainerTheGroupIsTheRootOfItsNamespace) {
  put_tables("0::/\n", "25 1 0:22 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
  put("/sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(limit(), 2.0);
}

TEST_F(CgroupTest, AMountOfAPartOfTheHierarchyIsFollowedFromItsRoot) {
  put_tables("0::/docker/abc/child\n",
             "24 1 0:22 /docker/other /elsewhere ro - cgroup2 cgroup rw\n"
             "25 1 0:22 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
  put("/sys/fs/cgroup/child/cpu.max", "300000 100000\n");
  put("/elsewhere/cpu.max", "100000 100000\n");
  EXPECT_EQ(limit(), 3.0);
}

TEST_F(CgroupTest, AGroupOutsideOfTheNamespaceIsOutOfReach) {
  put_tables("0::/../../init\n", "25 1 0:22 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
  put("/init/cpu.max", "100000 100000\n");
  put("/sys/fs/cgroup/init/cpu.max", "100000 100000\n");
  EXPECT_EQ(limit(), std::nullopt);
}

TEST_F(CgroupTest, AVersionOneCpuControllerComesFirst) {
  put_tables("5:cpuset:/set\n4:cpu,cpuacct:/job\n0::/unified\n",
             "30 1 0:1 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
             "31 1 0:2 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
             "32 1 0:3 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n");
  put("/sys/fs/cgroup/unified/unified/cpu.max", "900000 100000\n");
  put("/sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "250000\n");
  put("/sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(limit(), 2.5);
  put("/sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(limit(), std::nullopt);
}

TEST_F(CgroupTest, ThereMayBeNoControlGroupAtAll) {
  EXPECT_EQ(limit(), std::nullopt);
  put_tables("", "");
  EXPECT_EQ(limit(), std::nullopt);
  put_tables("0::relative\n", "25 1 0:22 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
  EXPECT_EQ(limit(), std::nullopt);
}

TEST(GoCpuCount, IsTheAllowedCpusUnlessTheGroupsLimitIsLower) {
  struct Case {
    int allowed;
    std::optional<double> limit;
    int expected;
  };

  // Go 1.26, runtime.adjustCgroupGOMAXPROCS: max(ceil(limit), 2), if that is less.
  for (const Case& c : std::vector<Case>{{8, std::nullopt, 8},
                                         {8, 3.0, 3},
                                         {8, 2.1, 3},
                                         {8, 0.5, 2},
                                         {8, 100.0, 8},
                                         {1, 0.5, 1},
                                         {1, std::nullopt, 1},
                                         {2, 1.0, 2},
                                         {0, std::nullopt, 1},
                                         {8, 1e18, 8}}) {
    const HostFacts facts = {.cpus_online = 8,
                             .cpus_allowed = c.allowed,
                             .cpu_limit = c.limit,
                             .cpu_model = "",
                             .kernel_release = "",
                             .memory_bytes = 0};
    EXPECT_EQ(go_cpu_count(facts), c.expected) << c.allowed << " " << c.limit.value_or(-1);
  }
}

}  // namespace
}  // namespace headgate::os
