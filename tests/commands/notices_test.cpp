#include "commands/notices.h"

#include <gtest/gtest.h>

namespace winnow::commands {
namespace {

using std::chrono::milliseconds;

const Clock::time_point begin{};

TEST(Notices, NewsGoFirstAndWarningsLater) {
    Notices notices;
    notices.info("saved", begin);
    notices.warn("refused", begin);
    EXPECT_EQ(notices.current(begin + Notices::news_stay).size(), 2u);
    const auto later = notices.current(begin + Notices::news_stay + milliseconds(1));
    ASSERT_EQ(later.size(), 1u);
    EXPECT_EQ(later[0].text, "refused");
    EXPECT_EQ(notices.current(begin + Notices::warnings_stay).size(), 1u);
    EXPECT_TRUE(notices.current(begin + Notices::warnings_stay + milliseconds(1)).empty());
}

TEST(Notices, SaidAgainItStaysAnewAndStandsOnce) {
    Notices notices;
    notices.warn("refused", begin);
    notices.warn("refused", begin + Notices::warnings_stay);
    EXPECT_EQ(notices.current(begin + 2 * Notices::warnings_stay).size(), 1u);
}

TEST(Notices, DismissalEndsThemAll) {
    Notices notices;
    notices.info("saved", begin);
    notices.warn("refused", begin);
    notices.dismiss();
    EXPECT_TRUE(notices.current(begin).empty());
}

}  // namespace
}  // namespace winnow::commands
