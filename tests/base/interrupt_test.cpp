// Each test ends a process of its own, since a signal that was seen stays seen.
#include "base/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "base/error.h"

namespace winnow {
namespace {

constexpr int interrupted_status = 130;

class InterruptDeathTest : public ::testing::Test {
  protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

/// Status 10 if the signal was noticed as promised, another if not.
[[noreturn]] void notice(int signal) {
    install_interrupt_handler();
    if (interrupted()) std::_Exit(1);
    check_interrupted();  // throws nothing yet
    std::raise(signal);
    if (!interrupted()) std::_Exit(2);
    try {
        check_interrupted();
    } catch (const Error& error) {
        std::_Exit(error.status() == ExitStatus::interrupted ? 10 : 3);
    }
    std::_Exit(4);
}

TEST_F(InterruptDeathTest, ASignalAsksForACleanEnd) {
    EXPECT_EXIT(notice(SIGINT), ::testing::ExitedWithCode(10), "");
    EXPECT_EXIT(notice(SIGTERM), ::testing::ExitedWithCode(10), "");
    EXPECT_EXIT(notice(SIGHUP), ::testing::ExitedWithCode(10), "");
}

TEST_F(InterruptDeathTest, UnderNohupAClosedTerminalIsNoSignal) {
    const auto ignored = [] {
        std::signal(SIGHUP, SIG_IGN);
        install_interrupt_handler();
        std::raise(SIGHUP);
        std::_Exit(interrupted() ? 1 : 10);
    };
    EXPECT_EXIT(ignored(), ::testing::ExitedWithCode(10), "");
}

TEST_F(InterruptDeathTest, ATerminalThatClosesMaySaySoTwice) {
    const auto twice = [] {
        install_interrupt_handler();
        std::raise(SIGHUP);
        std::raise(SIGHUP);
        std::_Exit(interrupted() ? 10 : 1);
    };
    EXPECT_EXIT(twice(), ::testing::ExitedWithCode(10), "");
}

TEST_F(InterruptDeathTest, ASecondSignalEndsAtOnce) {
    const auto twice = [] {
        install_interrupt_handler();
        std::raise(SIGINT);
        std::raise(SIGINT);
        std::_Exit(1);
    };
    EXPECT_EXIT(twice(), ::testing::ExitedWithCode(interrupted_status), "");
}

TEST_F(InterruptDeathTest, WritesThatFailKillNobody) {
    const auto failed_write = [](int signal) {
        install_interrupt_handler();
        std::raise(signal);
        std::_Exit(interrupted() ? 1 : 10);
    };
    EXPECT_EXIT(failed_write(SIGPIPE), ::testing::ExitedWithCode(10), "");
    EXPECT_EXIT(failed_write(SIGXFSZ), ::testing::ExitedWithCode(10), "");
}

TEST(Error, CarriesItsStatus) {
    try {
        bad_input("{} is not {}", 1, "two");
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), ExitStatus::bad_input);
        EXPECT_STREQ(error.what(), "1 is not two");
    }
    EXPECT_THROW(absent("gone"), Error);
    EXPECT_TRUE(Availability::yes());
    EXPECT_FALSE(Availability::no("because"));
}

}  // namespace
}  // namespace winnow
