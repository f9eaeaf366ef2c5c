// Views are kept for each effect, from one run to the next, and never for too many effects.
#include "view/saved_views.h"

#include <gtest/gtest.h>

#include "support/temporary_directory.h"

namespace winnow::view {
namespace {

const render::Pose seen_from_above{{1, 2, 3}, 7, 400, 80, 5, 50};

TEST(SavedViews, BelongToAnEffectAndOutliveTheWindow) {
    const test::TemporaryDirectory folder;
    {
        SavedViews views(folder.path());
        views.show("fountain");
        views.save(seen_from_above);
        views.save({});
        views.rename(0, "above");
        views.show("fire");
        EXPECT_TRUE(views.views().empty());
        views.save({});
    }
    SavedViews views(folder.path());
    views.show("fountain");
    ASSERT_EQ(views.views().size(), 2u);
    EXPECT_EQ(views.views()[0].name, "above");
    EXPECT_EQ(views.pose(0), seen_from_above);
    EXPECT_EQ(views.views()[1].name, "view 2");
    views.remove(0);
    views.save({});
    EXPECT_EQ(views.views().back().name, "view 1") << "the first name that is free";
    for (std::size_t i = 0; i < SavedViews::max_effects; ++i) {
        views.show(std::to_string(i));
        views.save({});
    }
    SavedViews later(folder.path());
    later.show("fountain");
    EXPECT_TRUE(later.views().empty()) << "it was changed longest ago";
}

TEST(SavedViews, AFileThatIsNoneIsNoError) {
    const test::TemporaryDirectory folder;
    folder.write("views.json", R"([{"effect": "fire", "views": [{"name": "a"}, 3]}, 7, {"effect": 1}])");
    SavedViews views(folder.path());
    views.show("fire");
    EXPECT_TRUE(views.views().empty());
}

}  // namespace
}  // namespace winnow::view
