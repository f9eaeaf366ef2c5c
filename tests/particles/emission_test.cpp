#include "particles/emission.h"

#include <gtest/gtest.h>

#include <limits>

#include "particles/slots.h"

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

void configure(Emission& emission, const effects::Effect& effect, float density) {
    Slots slots;
    slots.number(effect);
    emission.configure(effect, density, slots.of_emitters(), slots.count());
}

TEST(Emission, FractionsAddUpWithoutDrift) {
    Emission emission;
    configure(emission, with_rates({100.0f}), 1);  // 1.666... per step
    std::uint64_t total = 0;
    for (int step = 1; step <= 60 * 3600; ++step) total += emission.next(step).back();
    EXPECT_NEAR(static_cast<double>(total), 100.0 * 3600, 1.0);
}

TEST(Emission, OffsetsAreTheExclusiveScanOfTheBirths) {
    Emission emission;
    configure(emission, with_rates({60, 0, 180}), 1);
    EXPECT_EQ(emission.next(1), (std::vector<std::uint32_t>{0, 1, 1, 4}));
    EXPECT_EQ(emission.total(), 4u);
}

TEST(Emission, DensityMultipliesRates) {
    Emission emission;
    configure(emission, with_rates({60}), 16);
    EXPECT_EQ(emission.next(1).back(), 16u);
}

TEST(Emission, EnormousRatesAreHeldAndWhatIsBeyondIsKnown) {
    effects::Effect effect = with_rates({1e9f, 1e9f});
    effect.steps_per_second = 1;
    Emission emission;
    configure(emission, effect, 1000);
    EXPECT_EQ(emission.next(1).back(), Emission::most_births);
    EXPECT_EQ(emission.total() + emission.beyond(), 2'000'000'000'000u);
    configure(emission, effect, 1);
    EXPECT_EQ(emission.next(2).back(), 2'000'000'000u);
    EXPECT_EQ(emission.beyond(), 0u);
}

TEST(Emission, ResetForgetsFractions) {
    Emission a, b;
    configure(a, with_rates({100}), 1);
    configure(b, with_rates({100}), 1);
    a.next(1);
    a.reset();
    for (int i = 1; i <= 10; ++i) EXPECT_EQ(a.next(i), b.next(i));
}

TEST(Emission, AnEmitterThatIsOffHasNoBirths) {
    effects::Effect effect = with_rates({60, 120});
    effect.emitters[0].emits = false;
    effect.emitters[0].bursts = {{.count = 5}};
    Emission emission;
    configure(emission, effect, 1);
    EXPECT_EQ(emission.next(1), (std::vector<std::uint32_t>{0, 0, 2}));
}

TEST(Emission, BirthsAreCountedByRow) {
    effects::Effect effect = with_rates({60, 120});
    effect.emitters[0].bursts = {{.count = 5}};
    effect.emitters[1].bursts = {{.count = 7}};
    Emission emission;
    emission.configure(effect, 1, std::vector<std::uint32_t>{2, 0}, 4);
    EXPECT_EQ(emission.next(1), (std::vector<std::uint32_t>{0, 9, 9, 15, 15}));
}

TEST(Emission, AnEditKeepsFractions) {
    Emission emission;
    std::uint64_t total = 0;
    for (int step = 1; step <= 60; ++step) {
        configure(emission, with_rates({30}), 1);  // half a birth per step
        total += emission.next(step).back();
    }
    EXPECT_EQ(total, 30u);
}

effects::Effect with_burst(effects::Burst burst, std::uint32_t steps_per_second = 60) {
    effects::Effect effect = with_rates({0});
    effect.steps_per_second = steps_per_second;
    effect.emitters[0].bursts = {burst};
    return effect;
}

/// Returns the steps up to `last` that have births, each once per burst in it.
std::vector<std::uint64_t> steps_of(const effects::Effect& effect, std::uint64_t last, float density = 1) {
    Emission emission;
    configure(emission, effect, density);
    std::vector<std::uint64_t> steps;
    const std::uint32_t count = effect.emitters[0].bursts[0].count;
    for (std::uint64_t step = 1; step <= last; ++step) {
        const std::uint32_t births = emission.next(step).back();
        EXPECT_EQ(births % count, 0u);
        steps.insert(steps.end(), births / count, step);
    }
    return steps;
}

using StepNumbers = std::vector<std::uint64_t>;

TEST(Emission, ABurstComesInTheStepThatBeginsAtItsTime) {
    EXPECT_EQ(steps_of(with_burst({.time = 0, .count = 5}), 200), (StepNumbers{1}));
    EXPECT_EQ(steps_of(with_burst({.time = 1, .count = 5}), 200), (StepNumbers{61}));
    EXPECT_EQ(steps_of(with_burst({.time = 0.7f, .count = 5}), 200),
              (StepNumbers{43}));  // 42 steps come before it
    EXPECT_EQ(steps_of(with_burst({.time = 0.1f, .count = 5}, 1000), 200), (StepNumbers{101}));
}

TEST(Emission, BurstsRepeatAsOftenAsTheySay) {
    EXPECT_EQ(steps_of(with_burst({.time = 0.5f, .count = 3, .every = 0.1f, .repeats = 3}), 300),
              (StepNumbers{31, 37, 43, 49}));
    EXPECT_EQ(steps_of(with_burst({.time = 0, .count = 3, .every = 1}), 200), (StepNumbers{1, 61, 121, 181}));
    EXPECT_EQ(steps_of(with_burst({.time = 0, .count = 3, .repeats = 9}), 200), (StepNumbers{1}));
}

TEST(Emission, BurstsOfLessThanAStepAddUp) {
    const auto steps = steps_of(with_burst({.time = 0, .count = 2, .every = 0.001f, .repeats = 999}), 70);
    EXPECT_EQ(steps.size(), 1000u);
    EXPECT_EQ(steps.back(), 61u);
}

TEST(Emission, BurstsDoNotDriftInDays) {
    const auto effect = with_burst({.time = 0.3f, .count = 1, .every = 0.1f}, 10);
    constexpr std::uint64_t last = 1'000'000;  // a burst in every step from the fourth on
    EXPECT_EQ(steps_of(effect, last).size(), last - 3);
}

TEST(Emission, DensityMultipliesBursts) {
    Emission emission;
    configure(emission, with_burst({.time = 0, .count = 10}), 2.5f);
    EXPECT_EQ(emission.next(1).back(), 25u);
}

TEST(Emission, BurstsOfSeveralEmittersStayWithThem) {
    effects::Effect effect = with_rates({60, 0, 60});
    effect.emitters[1].bursts = {{.time = 0, .count = 7}, {.time = 0, .count = 2}};
    effect.emitters[2].bursts = {{.time = 0, .count = 1}};
    Emission emission;
    configure(emission, effect, 1);
    EXPECT_EQ(emission.next(1), (std::vector<std::uint32_t>{0, 1, 10, 12}));
    EXPECT_EQ(emission.next(2), (std::vector<std::uint32_t>{0, 1, 1, 2}));
}

TEST(Emission, EnormousBurstsAreHeldAndWhatIsBeyondIsKnown) {
    Emission emission;
    configure(emission, with_burst({.time = 0, .count = 1'000'000'000, .every = 0.001f}, 10), 1000);
    emission.next(1);
    EXPECT_EQ(emission.next(2).back(), Emission::most_births);
    EXPECT_EQ(emission.total() + emission.beyond(), 100 * 1'000'000'000'000u);
    configure(emission, with_burst({.time = 0, .count = 1'000'000'000, .every = 1e-12f}, 1), 1000);
    emission.next(1);
    emission.next(2);
    EXPECT_EQ(emission.total() + emission.beyond(), std::numeric_limits<std::uint64_t>::max());
}

}  // namespace
}  // namespace winnow::particles
