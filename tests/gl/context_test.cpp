// Checks contexts without a window, and the facts that they report.
#include "gl/context.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "gl/program.h"
#include "gl/window.h"
#include "shaders/shared.h"
#include "support/errors.h"
#include "support/gl_fixture.h"

namespace winnow::gl {
namespace {

using test::expect_error;

class ContextTest : public test::GlTest {};

TEST_F(ContextTest, KnowsItsFacts) {
    EXPECT_FALSE(facts().vendor.empty());
    EXPECT_FALSE(facts().renderer.empty());
    EXPECT_GE(facts().major * 10 + facts().minor, 45);
    EXPECT_TRUE(facts().headless);
    EXPECT_TRUE(facts().debug);
    EXPECT_EQ(facts().software, facts().renderer.find("llvmpipe") != std::string::npos);
    EXPECT_EQ(facts().nvidia, facts().vendor == "NVIDIA Corporation");
    // The least values that OpenGL 4.5 guarantees.
    EXPECT_GE(facts().limits.storage_block_bytes, std::uint64_t{1} << 24);
    EXPECT_GE(facts().limits.groups_per_dimension, shared::MAX_GROUPS_PER_DIMENSION);
    EXPECT_GE(facts().limits.group_threads, 1024u);
    EXPECT_GE(facts().limits.group_shared_bytes, 32'768u);
    EXPECT_TRUE(facts().has("GL_KHR_debug"));
    EXPECT_FALSE(facts().has("GL_KHR_debu"));
    EXPECT_TRUE(std::is_sorted(facts().extensions.begin(), facts().extensions.end()));
}

TEST_F(ContextTest, EglGrantsRobustAccess) {
    GLint flags = 0;
    glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
    EXPECT_EQ(facts().robust, (flags & GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT) != 0);
    if (facts().software) {
        EXPECT_TRUE(facts().robust);
    }
}

TEST_F(ContextTest, ListsDevicesWithoutDisturbingTheCurrentContext) {
    const auto devices = list_devices();
    ASSERT_FALSE(devices.empty());
    EXPECT_TRUE(std::any_of(devices.begin(), devices.end(), [](const Device& d) { return d.usable; }));
    for (std::size_t i = 0; i < devices.size(); ++i) {
        EXPECT_GE(devices[i].index, static_cast<int>(i));  // two numbers may name the same device
        EXPECT_FALSE(devices[i].name.empty());
        EXPECT_EQ(devices[i].usable, !devices[i].version.empty());
    }
    const Buffer buffer = plain_memory()->allocate(8, "test still here");
    buffer.fill(5);
    EXPECT_EQ(buffer.read_all<std::uint32_t>(2), (std::vector<std::uint32_t>{5, 5}));
}

TEST_F(ContextTest, OpensADeviceByIndexOrName) {
    for (const Device& device : list_devices()) {
        if (!device.usable) continue;
        EXPECT_EQ(make_headless({.debug = false, .device = std::to_string(device.index)})->facts().renderer,
                  device.name);
        EXPECT_EQ(make_headless({.debug = false, .device = device.name})->facts().renderer, device.name);
    }
}

TEST_F(ContextTest, RefusesDevicesThatDoNotExist) {
    for (const char* wanted : {"no such device", "99", "-1", "0x0", "1e9", "99999999999999999999999"})
        expect_error(ExitStatus::bad_input,
                     std::string("--device ") + wanted + ": no such device; this machine has 0: ", [&] {
                         make_headless({.debug = false, .device = wanted});
                     });
}

/// Runs without a context in this process, because drivers read their environment once.
class OtherProcessDeathTest : public ::testing::Test {
  protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

/// Ends with the status and the message of a command that fails.
template <typename Call>
[[noreturn]] void end_as_a_command(Call&& call) {
    try {
        call();
    } catch (const Error& error) {
        std::fprintf(stderr, "winnow: %s\n", error.what());
        std::_Exit(static_cast<int>(error.status()));
    }
    std::_Exit(0);
}

TEST_F(OtherProcessDeathTest, AnOlderOpenGlIsNamed) {
    const bool is_child = ::testing::internal::InDeathTestChild();
    if (!is_child && !test::headless_context().facts().software)
        GTEST_SKIP() << "only Mesa can pretend to be older";
    const auto open_older = [] {
        ::setenv("MESA_GL_VERSION_OVERRIDE", "4.3", 1);
        end_as_a_command([] { make_headless({.debug = false, .device = "0"}); });
    };
    EXPECT_EXIT(open_older(), ::testing::ExitedWithCode(3), "winnow: OpenGL 4.5 is needed, 4.3.* was found");
}

void open_window() {
    const WindowOptions options;
    const Window window(options);
}

TEST_F(OtherProcessDeathTest, NoDisplayNamesWhatNeedsNone) {
    const auto open_without_display = [] {
        ::unsetenv("DISPLAY");
        ::unsetenv("WAYLAND_DISPLAY");
        end_as_a_command([] { open_window(); });
    };
    EXPECT_EXIT(open_without_display(), ::testing::ExitedWithCode(3),
                "winnow: no display .*use `winnow render");
    const auto open_on_a_dead_display = [] {
        ::unsetenv("WAYLAND_DISPLAY");
        ::setenv("DISPLAY", ":4242", 1);
        end_as_a_command([] { open_window(); });
    };
    EXPECT_EXIT(open_on_a_dead_display(), ::testing::ExitedWithCode(3),
                "winnow: no window can be opened: .*use `winnow");
}

TEST(GroupsTest, FoldBeyondTheLimitOfADimension) {
    const auto folded = [](std::uint64_t elements, std::uint32_t per_group) {
        const Groups g = Groups::over(elements, per_group);
        EXPECT_EQ(g.z, 1u);
        EXPECT_LE(g.x, shared::MAX_GROUPS_PER_DIMENSION);
        EXPECT_LE(g.y, shared::MAX_GROUPS_PER_DIMENSION);
        return std::pair(g.x, g.y);
    };
    constexpr std::uint64_t row = shared::FOLDED_GROUPS;
    EXPECT_EQ(folded(0, 256).first, 0u);
    EXPECT_EQ(folded(1, 256), std::pair(1u, 1u));
    EXPECT_EQ(folded(256, 256), std::pair(1u, 1u));
    EXPECT_EQ(folded(257, 256), std::pair(2u, 1u));
    EXPECT_EQ(folded(row * 256, 256), std::pair(32768u, 1u));
    EXPECT_EQ(folded(row * 256 + 1, 256), std::pair(32768u, 2u));
    EXPECT_EQ(folded(3 * row, 1), std::pair(32768u, 3u));
    EXPECT_EQ(folded(0xFFFFFFFF, 2048), std::pair(32768u, 64u));
    EXPECT_EQ(folded(shared::MAX_CAPACITY, shared::PARTICLE_THREADS), std::pair(32768u, 16u));
}

}  // namespace
}  // namespace winnow::gl
