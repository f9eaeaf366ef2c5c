// The room that is made for an effect.
#include <gtest/gtest.h>

#include "commands/headless_settings.h"

namespace winnow::commands {
namespace {

constexpr std::uint32_t least = 1u << 16, most = 1u << 24;

effects::Effect burst(std::uint32_t count) {
    effects::Effect effect;
    effect.emitters[0].rate = 0;
    effect.emitters[0].bursts = {{0, count, 0, 0}};
    return effect;
}

TEST(CapacityFor, HoldsBurstsAndTheirChildren) {
    EXPECT_EQ(capacity_for(burst(100), 1), least);
    EXPECT_EQ(capacity_for(burst(least + 1), 1), 2 * least);
    EXPECT_EQ(capacity_for(burst(least + 1), 2), 4 * least);
    effects::Effect effect = burst(100);
    effect.emitters[0].children.emplace_back();
    effect.emitters[0].children[0].emitter = effect.emitters[0].name;
    EXPECT_EQ(capacity_for(effect, 1), least);  // each is followed by one
    effect.emitters[0].children[0].count = {2, 2};
    EXPECT_EQ(capacity_for(effect, 1), most);  // ever more
}

}  // namespace
}  // namespace winnow::commands
