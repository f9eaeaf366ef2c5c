// Checks that messages contain nothing that a terminal would interpret.
#include "base/message.h"

#include <new>

#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(Printable, LeavesWhatCanBeSeen) {
    for (const std::string text : {"", "plain", "a \"quoted\" C:\\path\\n", "µ 2²⁸ × grün 粒子 😀"})
        EXPECT_EQ(printable(text), text);
}

TEST(Printable, EscapesWhatActsOnATerminal) {
    EXPECT_EQ(printable("a\nb\tc\x1b[31m\x7f"), "a\\nb\\tc\\x1b[31m\\x7f");
    EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
    EXPECT_EQ(printable("\u0085\u009b"), "\\x85\\x9b") << "C1";
}

TEST(Printable, EscapesWhatTurnsTheDirectionOfText) {
    EXPECT_EQ(printable("\u202a\u202b\u202c\u202d\u202e"), "\\u202a\\u202b\\u202c\\u202d\\u202e");
    EXPECT_EQ(printable("\u2066\u2067\u2068\u2069\u200e\u200f"),
              "\\u2066\\u2067\\u2068\\u2069\\u200e\\u200f");
}

TEST(Printable, EscapesBytesThatAreNoUtf8) {
    EXPECT_EQ(printable("a\xff"), "a\\xff");
    EXPECT_EQ(printable("cut \xe7\xb2"), "cut \\xe7\\xb2");
    EXPECT_EQ(printable("\xc0\xaf \xed\xa0\x80"), "\\xc0\\xaf \\xed\\xa0\\x80") << "too long; a surrogate";
}

TEST(PrintLines, KeepsTheLines) {
    ::testing::internal::CaptureStdout();
    print_lines(stdout, "NAME\n\x1b[2J\n\nlast");
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "NAME\n\\x1b[2J\n\nlast");
}

TEST(Say, IsOneLine) {
    ::testing::internal::CaptureStderr();
    say("two\nlines");
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "winnow: two\\nlines\n");
}

TEST(SayCurrentException, EndsWithTheErrorsStatus) {
    const auto status_of = [](auto&& exception) {
        ::testing::internal::CaptureStderr();
        ExitStatus status{};
        try {
            throw exception;
        } catch (...) {
            status = say_current_exception();
        }
        EXPECT_NE(::testing::internal::GetCapturedStderr(), "");
        return status;
    };
    EXPECT_EQ(status_of(Error(ExitStatus::absent, "x")), ExitStatus::absent);
    EXPECT_EQ(status_of(std::bad_alloc()), ExitStatus::bad_input);
    EXPECT_EQ(status_of(std::runtime_error("x")), ExitStatus::check_failed);
}

}  // namespace
}  // namespace winnow
