#include "particles/emission.h"

#include <gtest/gtest.h>

namespace winnow::particles {
namespace {

effects::Effect with_rates(std::initializer_list<float> rates) {
    effects::Effect effect;
    effect.emitters.clear();
    for (const float rate : rates) {
        effect.emitters.emplace_back();
        effect.emitters.back().rate = rate;
    }
    return effect;
}

TEST(Emission, FractionsAddUpWithoutDrift) {
    Emission emission;
    emission.configure(with_rates({100.0f}), 1);  // 1.666... a step
    std::uint64_t total = 0;
    for (int step = 0; step < 60 * 3600; ++step) total += emission.next().back();
    EXPECT_NEAR(static_cast<double>(total), 100.0 * 3600, 1.0);
}

TEST(Emission, OffsetsAreTheExclusiveScanOfTheBirths) {
    Emission emission;
    emission.configure(with_rates({60, 0, 180}), 1);
    EXPECT_EQ(emission.next(), (std::vector<std::uint32_t>{0, 1, 1, 4}));
    EXPECT_EQ(emission.total(), 4u);
}

TEST(Emission, DensityMultipliesRates) {
    Emission emission;
    emission.configure(with_rates({60}), 16);
    EXPECT_EQ(emission.next().back(), 16u);
}

TEST(Emission, EnormousRatesAreHeld) {
    Emission emission;
    emission.configure(with_rates({1e9f, 1e9f}), 1000);
    EXPECT_EQ(emission.next().back(), Emission::most_births);
}

TEST(Emission, ResetForgetsFractions) {
    Emission a, b;
    a.configure(with_rates({100}), 1);
    b.configure(with_rates({100}), 1);
    a.next();
    a.reset();
    for (int i = 0; i < 10; ++i) EXPECT_EQ(a.next(), b.next());
}

}  // namespace
}  // namespace winnow::particles
