#include "base/free_memory.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <vector>

#include "support/temporary_directory.h"

namespace winnow {
namespace {

constexpr std::uint64_t mib = 1 << 20;

class FreeMemoryTest : public ::testing::Test {
  protected:
    void SetUp() override { folder_.write("proc/meminfo", "MemTotal: 8192000 kB\nMemAvailable: 4096 kB\n"); }
    std::uint64_t free() const { return free_memory(folder_.path().string()).value_or(0); }
    test::TemporaryDirectory folder_;
};

TEST_F(FreeMemoryTest, IsWhatTheSystemHasAvailable) {
    EXPECT_EQ(free(), 4 * mib);
    EXPECT_FALSE(free_memory((folder_.path() / "nowhere").string()));
    EXPECT_GT(free_memory().value_or(0), mib);
}

TEST_F(FreeMemoryTest, EndsAtTheLimitOfAControlGroup) {
    folder_.write("proc/self/cgroup", "0::/user/run\n");
    folder_.write("sys/fs/cgroup/user/run/memory.max", "max\n");
    folder_.write("sys/fs/cgroup/user/run/memory.current", "100\n");
    EXPECT_EQ(free(), 4 * mib);
    folder_.write("sys/fs/cgroup/user/memory.max", "3145728\n");
    folder_.write("sys/fs/cgroup/user/memory.current", "1048576\n");
    EXPECT_EQ(free(), 2 * mib) << "the limit of a group that holds this one";
    folder_.write("sys/fs/cgroup/user/memory.current", "9145728\n");
    EXPECT_EQ(free(), 0u) << "more is used than allowed";
    folder_.write("sys/fs/cgroup/user/memory.stat", "anon 5\nactive_file 6000000\ninactive_file 2097152\n");
    EXPECT_EQ(free(), 3145728u - (9145728 - 8097152)) << "contents of files are given back";
}

TEST_F(FreeMemoryTest, WithinAContainerTheGroupLiesAtTheRoot) {
    folder_.write("proc/self/cgroup", "0::/\n");
    folder_.write("sys/fs/cgroup/memory.max", "2097152\n");
    folder_.write("sys/fs/cgroup/memory.current", "1048576\n");
    EXPECT_EQ(free(), mib);
}

TEST_F(FreeMemoryTest, KnowsTheFirstVersionOfGroups) {
    folder_.write("proc/self/cgroup", "5:cpu,memory:/docker/1\n4:pids:/other\n");
    folder_.write("sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes", "3145728\n");
    folder_.write("sys/fs/cgroup/memory/docker/1/memory.usage_in_bytes", "1048576\n");
    EXPECT_EQ(free(), 2 * mib);
}

/// The limit is far above what this process uses, which takes no more memory away from the test.
TEST_F(FreeMemoryTest, EndsAtTheLimitOfTheAddressSpace) {
    constexpr std::uint64_t limit = std::uint64_t{1} << 50;
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
    if (before.rlim_max < limit) GTEST_SKIP() << "this process has a limit that it cannot raise";
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    folder_.write("proc/self/statm", fmt::format("{} 1 1\n", (limit - 2 * mib) / page));
    rlimit limited = before;
    limited.rlim_cur = limit;
    ASSERT_EQ(::setrlimit(RLIMIT_AS, &limited), 0);
    const auto found = free_memory(folder_.path().string());
    ASSERT_EQ(::setrlimit(RLIMIT_AS, &before), 0);
    EXPECT_EQ(found, 2 * mib);
}

std::uint64_t page_faults() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_minflt);
}

/// Allocates, writes and frees some blocks as a renderer does in a frame. Returns the page faults of that.
std::uint64_t faults_of_a_frame() {
    constexpr std::size_t blocks = 6, bytes = 8 << 20;
    const std::uint64_t before = page_faults();
    std::vector<std::vector<char>> held;
    for (std::size_t i = 0; i < blocks; ++i) held.emplace_back(bytes, static_cast<char>(i));
    return page_faults() - before;
}

TEST(FreeMemory, IsKeptForTheNextAllocations) {
#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)
    GTEST_SKIP() << "another allocator than that of glibc";
#endif
    keep_freed_memory();
    faults_of_a_frame();
    EXPECT_LT(faults_of_a_frame(), 1000u) << "48 MiB have 12,288 pages";
}

}  // namespace
}  // namespace winnow
