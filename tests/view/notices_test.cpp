#include "view/notices.h"

#include <gtest/gtest.h>

namespace winnow::view {
namespace {

using std::chrono::milliseconds;

const session::Clock::time_point first_moment{};

TEST(Notices, NewsGoFirstAndWarningsLater) {
    Notices notices;
    notices.info("saved", first_moment);
    notices.warn("refused", first_moment);
    EXPECT_EQ(notices.current(first_moment + Notices::news_stay).size(), 2u);
    const auto later = notices.current(first_moment + Notices::news_stay + milliseconds(1));
    ASSERT_EQ(later.size(), 1u);
    EXPECT_EQ(later[0].text, "refused");
    EXPECT_EQ(notices.current(first_moment + Notices::warnings_stay).size(), 1u);
    EXPECT_TRUE(notices.current(first_moment + Notices::warnings_stay + milliseconds(1)).empty());
}

TEST(Notices, SaidAgainItStaysAnewAndStandsOnce) {
    Notices notices;
    notices.warn("refused", first_moment);
    notices.warn("refused", first_moment + Notices::warnings_stay);
    EXPECT_EQ(notices.current(first_moment + 2 * Notices::warnings_stay).size(), 1u);
}

TEST(Notices, DismissalEndsThemAll) {
    Notices notices;
    notices.info("saved", first_moment);
    notices.warn("refused", first_moment);
    notices.dismiss();
    EXPECT_TRUE(notices.current(first_moment).empty());
}

}  // namespace
}  // namespace winnow::view
