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

TEST(Notices, NoneEndsUnderThePointer) {
    Notices notices;
    notices.info("saved", first_moment);
    notices.hold(true);
    const auto left = first_moment + 10 * Notices::news_stay;
    EXPECT_EQ(notices.current(left).size(), 1u);
    notices.hold(false);
    EXPECT_EQ(notices.current(left + Notices::news_stay).size(), 1u);
    EXPECT_TRUE(notices.current(left + Notices::news_stay + milliseconds(1)).empty());
}

TEST(Notices, AFailedSaveStaysUntilItIsMended) {
    Notices notices;
    notices.keep(Notices::Unwritten::film, "no film", first_moment);
    notices.keep(Notices::Unwritten::effect, "saved too late", first_moment);
    notices.keep(Notices::Unwritten::effect, "not saved", first_moment);
    for (const char* other : {"a", "b", "c", "d", "e"}) notices.warn(other, first_moment);
    const auto later = notices.current(first_moment + 9 * Notices::warnings_stay);
    ASSERT_EQ(later.size(), 2u);
    EXPECT_EQ(later[0].text, "no film");
    EXPECT_EQ(later[1].text, "not saved");
    notices.written(Notices::Unwritten::film);
    EXPECT_EQ(notices.current(first_moment).size(), 1u);
    notices.written(Notices::Unwritten::effect);
    EXPECT_TRUE(notices.current(first_moment).empty());
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
