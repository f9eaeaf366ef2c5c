// Each test ends a process of its own, because a signal that was received cannot be undone.
#include "base/interrupt.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <thread>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/output_file.h"
#include "support/temporary_directory.h"

namespace winnow {
namespace {

constexpr int interrupted_status = 130;
constexpr std::chrono::milliseconds longer_than_the_grace{600};

class InterruptDeathTest : public ::testing::Test {
  protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

/// Ends with status 10 if the signal was noticed as promised, else with another status.
[[noreturn]] void notice(int signal) {
    install_interrupt_handler();
    if (interrupted()) std::_Exit(1);
    check_interrupted();  // must not throw yet
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

TEST_F(InterruptDeathTest, ASecondSignalSoonAfterIsTheSameRequest) {
    const auto twice = [] {
        install_interrupt_handler();
        std::raise(SIGTERM);
        std::raise(SIGTERM);
        std::_Exit(interrupted() ? 10 : 1);
    };
    EXPECT_EXIT(twice(), ::testing::ExitedWithCode(10), "");
}

TEST_F(InterruptDeathTest, AnotherSignalLaterEndsAtOnce) {
    const auto twice = [] {
        install_interrupt_handler();
        std::raise(SIGINT);
        std::this_thread::sleep_for(longer_than_the_grace);
        std::raise(SIGINT);
        std::_Exit(1);
    };
    EXPECT_EXIT(twice(), ::testing::ExitedWithCode(interrupted_status), "");
}

/// Makes a temporary file that no destructor removes, and ends the process by `signals`.
[[noreturn]] void end_with_a_temporary_file(const std::string& path, std::initializer_list<int> signals) {
    install_interrupt_handler();
    const TemporaryFile file(path);
    std::ofstream(path) << "half";
    for (const int signal : signals) {
        std::raise(signal);
        std::this_thread::sleep_for(longer_than_the_grace);
    }
    std::_Exit(1);
}

TEST_F(InterruptDeathTest, NoSignalLeavesATemporaryFile) {
    GTEST_FLAG_SET(death_test_style, "fast");  // the child must use this folder
    const test::TemporaryDirectory folder;
    const auto path = folder.path() / "a.part";
    EXPECT_EXIT(end_with_a_temporary_file(path, {SIGINT, SIGINT}),
                ::testing::ExitedWithCode(interrupted_status), "");
    EXPECT_FALSE(std::filesystem::exists(path));
    for (const int signal : {SIGQUIT, SIGUSR1, SIGALRM}) {
        EXPECT_EXIT(end_with_a_temporary_file(path, {signal}), ::testing::KilledBySignal(signal), "");
        EXPECT_FALSE(std::filesystem::exists(path)) << signal;
    }
}

TEST_F(InterruptDeathTest, AFullPipeIsWaitedForUntilASignalAsksForTheEnd) {
    const auto blocked = [] {
        install_interrupt_handler();
        int ends[2];
        if (::pipe(ends) != 0) std::_Exit(1);
        ::signal(SIGALRM, [](int) { std::raise(SIGINT); });
        ::ualarm(100'000, 0);
        const int error = write_all(ends[1], std::string(1 << 20, 'x'));
        std::_Exit(error == ECANCELED && interrupted() ? 10 : 2);
    };
    EXPECT_EXIT(blocked(), ::testing::ExitedWithCode(10), "");
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
