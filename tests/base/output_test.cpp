// Checks that every output is completed even if another one fails, and that JSON output is harmless to a
// terminal.
#include "base/output.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

struct Finished {
    ExitStatus status;
    std::string said;
};

Finished finish(const std::vector<std::function<void()>>& finishers) {
    ::testing::internal::CaptureStderr();
    const ExitStatus status = finish_each(finishers);
    return {status, ::testing::internal::GetCapturedStderr()};
}

TEST(FinishEach, EveryFailureIsSaidAndTheFirstDecides) {
    int completed = 0;
    const auto [status, said] = finish({[] { absent("the first"); }, [&] { ++completed; },
                                        [] { bad_input("the second"); }, [&] { ++completed; }});
    EXPECT_EQ(completed, 2);
    EXPECT_EQ(status, ExitStatus::absent);
    EXPECT_EQ(said, "winnow: the first\nwinnow: the second\n");
}

TEST(FinishEach, IsFineWithoutAFailure) {
    const auto [status, said] = finish({[] {}, [] {}});
    EXPECT_EQ(status, ExitStatus::fine);
    EXPECT_EQ(said, "");
}

TEST(JsonFile, HasNoCharactersThatATerminalActsOn) {
    ::testing::internal::CaptureStdout();
    JsonFile("-").write({{"name", "\u202e\u009b\x7f\xff"}});
    EXPECT_EQ(::testing::internal::GetCapturedStdout(),
              "{\n  \"name\": \"\\u202e\\u009b\\u007f\\ufffd\"\n}\n");
}

}  // namespace
}  // namespace winnow
