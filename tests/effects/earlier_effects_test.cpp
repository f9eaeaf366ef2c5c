// Checks that effects which are no longer built in are read as ever.
#include <gtest/gtest.h>

#include <filesystem>

#include "effects/compile/compiled_effect.h"
#include "effects/format/effect_file.h"
#include "support/places.h"

namespace winnow::effects {
namespace {

TEST(EarlierEffects, AreStillRead) {
    int read = 0;
    for (const auto& file : std::filesystem::directory_iterator(test::source("tests/effects/earlier"))) {
        const Effect effect = load(file.path().string());
        EXPECT_EQ(compile(effect)->stacks.size(), effect.emitters.size()) << file.path();
        ++read;
    }
    EXPECT_GT(read, 0);
}

}  // namespace
}  // namespace winnow::effects
