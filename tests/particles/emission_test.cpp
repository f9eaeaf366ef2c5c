#include "particles/emission.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <vector>

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
    emission.configure(*effects::compile(effect), density, slots.of_emitters(), slots.count());
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
    EXPECT_EQ(emission.next(1).back(), Emission::max_births);
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
    emission.configure(*effects::compile(effect), 1, std::vector<std::uint32_t>{2, 0}, 4);
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
    EXPECT_EQ(emission.next(2).back(), Emission::max_births);
    EXPECT_EQ(emission.total() + emission.beyond(), 100 * 1'000'000'000'000u);
    configure(emission, with_burst({.time = 0, .count = 1'000'000'000, .every = 1e-12f}, 1), 1000);
    emission.next(1);
    emission.next(2);
    EXPECT_EQ(emission.total() + emission.beyond(), std::numeric_limits<std::uint64_t>::max());
}

// --- rates that change ------------------------------------------------------------------------------------

effects::Effect with_curve(const effects::Value& curve) {
    effects::Effect effect = with_rates({0});
    effect.properties = {{.name = "strength", .value = 3, .range = {0, 10}, .sentence = ""}};
    effect.emitters[0].rate = curve;
    return effect;
}

effects::Effect with_formula(const std::string& text) {
    return with_curve(effects::Formula(text));
}

std::uint64_t births(Emission& emission, int from, int to) {
    std::uint64_t sum = 0;
    for (int step = from; step <= to; ++step) {
        emission.next(static_cast<std::uint64_t>(step));
        sum += emission.total();
    }
    return sum;
}

TEST(Emission, ARateByAnExpressionIsWhatItIsInTheMiddleOfTheStep) {
    Emission emission;
    configure(emission, with_formula("time * strength * 20"), 2);  // 2 * 60 * t
    EXPECT_NEAR(static_cast<double>(births(emission, 1, 600)), 2 * 60 * 10 * 10 / 2.0, 1.0);
    configure(emission, with_formula("sin(time) > 0 ? 600 : 0"), 1);
    EXPECT_NEAR(static_cast<double>(births(emission, 1, 377 * 4)), 600 * 12.57, 40);
}

TEST(Emission, ARateByACurveDependsOnTheTime) {
    Emission emission;
    configure(emission, with_curve(effects::Curve{{{0, 0}, {1, 120}, {2, 120}}, {}}), 1);
    EXPECT_NEAR(static_cast<double>(births(emission, 1, 60)), 60, 1);
    EXPECT_NEAR(static_cast<double>(births(emission, 61, 240)), 360, 1);
    configure(emission, with_curve(effects::Curve{{{0, 0}, {10, 60}}, "strength"}), 1);
    EXPECT_NEAR(static_cast<double>(births(emission, 1, 60)), 18, 1);
}

TEST(Emission, ARateThatIsNegativeOrNoNumberIsNone) {
    Emission emission;
    for (const char* text : {"-5", "sqrt(0 - 1)", "log(-time)", "0 / 0"}) {
        configure(emission, with_formula(text), 1);
        EXPECT_EQ(births(emission, 1, 100), 0u) << text;
    }
    auto effect = with_formula("1 / 0 * time");
    effect.steps_per_second = 1;
    configure(emission, effect, 1);
    EXPECT_EQ(births(emission, 1, 1), 1'000'000'000u);
}

TEST(Emission, ARateOfTimeIsAfterAWeekWhatItWasAtFirst) {
    constexpr std::uint64_t week = 7 * 86400 * 60;
    const auto effect =
        with_formula("60 * (1 + sin(2 * pi * time)) + 30 * noise(vec3(floor(time) % 4, 0, 0))");
    Emission at_first, later;
    configure(at_first, effect, 100);
    configure(later, effect, 100);
    for (std::uint64_t step = 1; step <= 240; ++step)
        EXPECT_NEAR(later.next(week + step).back(), at_first.next(step).back(), 1) << "step " << step;
}

TEST(Emission, ARateThatChangesGoesOnFromItsFractions) {
    const auto effect = with_formula("100 + 90 * sin(time * strength)");
    Emission straight, resumed;
    configure(straight, effect, 1);
    births(straight, 1, 77);
    configure(resumed, effect, 1);
    resumed.restore(straight.fractions());
    for (std::uint64_t step = 78; step < 300; ++step)
        ASSERT_EQ(resumed.next(step), straight.next(step)) << "step " << step;
}

// --- even moments -----------------------------------------------------------------------------------------

/// Returns the times of the births by rate of one emitter, in steps.
std::vector<double> times_of(Emission& emission, int steps) {
    std::vector<double> times;
    for (int step = 1; step <= steps; ++step) {
        const auto numbers = emission.next(static_cast<std::uint64_t>(step));
        constexpr std::size_t moments = 2;  // behind the offsets of one row
        EXPECT_EQ(numbers.size(), moments + shared::MOMENTS_WORDS);
        const auto number = [&](std::size_t i) { return double{std::bit_cast<float>(numbers[moments + i])}; };
        EXPECT_LE(numbers[moments], emission.total());
        for (std::uint32_t k = 0; k < numbers[moments]; ++k)
            times.push_back(step - 1 + number(1) + k * number(2));
    }
    return times;
}

TEST(Emission, EvenMomentsFollowEachOtherAtEqualTimesOverAllSteps) {
    for (const float rate : {7.0f, 60.0f, 100.0f, 12345.6f}) {
        auto effect = with_rates({rate});
        effect.emitters[0].moments = effects::BirthTiming::even;
        effect.emitters[0].bursts = {{.time = 0.1f, .count = 10}};
        Emission emission;
        configure(emission, effect, 1);
        const auto times = times_of(emission, 120);
        ASSERT_GT(times.size(), 13u);
        for (std::size_t k = 0; k < times.size(); ++k)
            ASSERT_NEAR(times[k], static_cast<double>(k + 1) * 60 / rate, 2e-6) << rate << ' ' << k;
    }
}

TEST(Emission, EvenMomentsOfARateThatChangesStayInOrder) {
    auto effect = with_formula("100 + 90 * sin(time * strength)");
    effect.emitters[0].moments = effects::BirthTiming::even;
    Emission emission;
    configure(emission, effect, 1);
    const auto times = times_of(emission, 300);
    EXPECT_GT(times.size(), 400u);
    for (std::size_t k = 1; k < times.size(); ++k) ASSERT_GT(times[k], times[k - 1]) << k;
}

TEST(Emission, MomentsAreSentOnlyWhereTheyAreEven) {
    Emission emission;
    configure(emission, with_rates({60, 60}), 1);
    EXPECT_EQ(emission.words(), 3u);
}

}  // namespace
}  // namespace winnow::particles
