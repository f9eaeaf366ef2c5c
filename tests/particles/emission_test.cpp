#include "particles/emission.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <vector>

#include "effects/compile/max_alive.h"
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
    const auto count =
        std::get<std::uint32_t>(std::get<effects::Constant>(effect.emitters[0].bursts[0].count.value).value);
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

TEST(Emission, ThoseThatDoNotFollowTheDensityAreTheSameAtAny) {
    effects::Effect effect = with_rates({60});
    effect.emitters[0].bursts = {{.count = 1}, {.count = 2, .delay = {0, 0.001f}}};
    effect.emitters[0].follows_density = false;
    for (const float density : {0.1f, 1.0f, 16.0f}) {
        Emission emission;
        configure(emission, effect, density);
        EXPECT_EQ(emission.next(1).back(), 4u) << density;
        EXPECT_EQ(effects::max_alive(effect, density), effects::max_alive(effect, 1));
    }
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

// --- bursts that vary, and emitters that end --------------------------------------------------------------

/// Returns the births of each step up to the last.
std::vector<std::uint32_t> births_of(const effects::Effect& effect, std::uint64_t last,
                                     std::uint32_t seed = 1) {
    Emission emission;
    configure(emission, effect, 1);
    std::vector<std::uint32_t> births;
    for (std::uint64_t step = 1; step <= last; ++step) {
        emission.next(step, seed);
        births.push_back(emission.total());
    }
    return births;
}

/// Returns the steps up to the last that have births.
StepNumbers steps_with_births(const effects::Effect& effect, std::uint64_t last, std::uint32_t seed = 1) {
    const auto births = births_of(effect, last, seed);
    StepNumbers steps;
    for (std::uint64_t k = 0; k < births.size(); ++k)
        if (births[k] > 0) steps.push_back(k + 1);
    return steps;
}

effects::Value whole_between(std::uint32_t least, std::uint32_t most) {
    return effects::Random(effects::Constant(least), effects::Constant(most));
}

TEST(Emission, ARandomCountIsDrawnByEachBurst) {
    const auto effect = with_burst({.count = whole_between(10, 14), .every = 1.0f / 60});
    const auto births = births_of(effect, 1000);
    std::vector<int> drawn(20, 0);
    for (const std::uint32_t count : births) ++drawn.at(count);
    for (std::uint32_t count = 0; count < 20; ++count)
        EXPECT_NEAR(drawn[count], count >= 10 && count <= 14 ? 200 : 0, count >= 10 && count <= 14 ? 60 : 0)
            << count;
    EXPECT_EQ(births_of(effect, 1000), births) << "it follows from the seed";
    EXPECT_NE(births_of(effect, 1000, 2), births);
}

TEST(Emission, ACountByAnExpressionIsWhatItIsWhenTheBurstComes) {
    auto effect = with_formula("0");
    effect.emitters[0].bursts = {
        {.time = 1, .count = effects::Value(effects::Formula("strength * time + 0.4")), .every = 1}};
    Emission emission;
    configure(emission, effect, 2);
    EXPECT_EQ(births(emission, 1, 61), 6u) << "at 1 s, twice 3";
    EXPECT_EQ(births(emission, 62, 121), 12u) << "at 2 s";
    effect.emitters[0].bursts[0].count = effects::Value(effects::Formula("-1 / 0"));
    EXPECT_TRUE(steps_with_births(effect, 200).empty());
}

TEST(Emission, AProbabilityIsDrawnByEachBurst) {
    const auto with = [](const effects::Probability& probability) {
        return with_burst({.count = 1, .every = 1.0f / 60, .probability = probability});
    };
    EXPECT_NEAR(static_cast<double>(steps_with_births(with(0.25f), 4000).size()), 1000, 120);
    EXPECT_TRUE(steps_with_births(with(0.0f), 1000).empty());
    EXPECT_EQ(steps_with_births(with(0.25f), 400), steps_with_births(with(0.25f), 400));
    EXPECT_NE(steps_with_births(with(0.25f), 400), steps_with_births(with(0.25f), 400, 2));
    const auto by_time = with(effects::Value(effects::Formula("time < 1.5 ? 1 : 0")));
    EXPECT_EQ(steps_with_births(by_time, 200).back(), 90u);
    auto two = with(0.5f);
    two.emitters[0].bursts.push_back(two.emitters[0].bursts[0]);
    const auto both = births_of(two, 400);
    EXPECT_GT(std::ranges::count(both, 1u), 100) << "bursts of one emitter draw by themselves";
}

TEST(Emission, ADelayComesToEachBurst) {
    EXPECT_EQ(steps_with_births(with_burst({.count = 5, .every = 1, .delay = {0.5f, 0.5f}}), 200),
              (StepNumbers{31, 91, 151}));
    const auto effect = with_burst({.count = 5, .every = 1, .delay = {0, 2}});
    const auto births = births_of(effect, 60 * 1000);
    EXPECT_EQ(std::accumulate(births.begin(), births.end(), 0u) % 5, 0u);
    EXPECT_NEAR(std::accumulate(births.begin(), births.end(), 0u) / 5, 999, 2) << "none is lost or twice";
    EXPECT_GT(std::ranges::count(births, 10u), 0) << "some come together";
}

TEST(Emission, ADurationSpreadsTheBirthsOfABurst) {
    const auto each = births_of(with_burst({.time = 1, .count = 60, .duration = 1}), 200);
    for (std::size_t k = 0; k < each.size(); ++k) EXPECT_EQ(each[k], k >= 60 && k < 120 ? 1u : 0u) << k;
    EXPECT_EQ(steps_with_births(with_burst({.time = 1, .count = 3, .duration = 1}), 200),
              (StepNumbers{61, 81, 101}));
    const auto many = births_of(with_burst({.count = 12345, .duration = 0.7f}), 100);
    EXPECT_EQ(std::accumulate(many.begin(), many.end(), 0u), 12345u);
    const auto two = births_of(with_burst({.count = 60, .every = 0.5f, .repeats = 1, .duration = 1}), 120);
    EXPECT_EQ(two[10], 1u);
    EXPECT_EQ(two[40], 2u) << "they overlap";
    EXPECT_EQ(std::accumulate(two.begin(), two.end(), 0u), 120u);
}

TEST(Emission, AnEmittersDurationEndsItsBirths) {
    auto effect = with_rates({60});
    effect.emitters[0].duration = 1;
    EXPECT_EQ(steps_with_births(effect, 200).size(), 60u);
    effect = with_burst({.time = 0.25f, .count = 1, .every = 0.25f});
    effect.emitters[0].duration = 1;
    EXPECT_EQ(steps_with_births(effect, 200), (StepNumbers{16, 31, 46}));
    effect.emitters[0].bursts[0].time = 2;
    EXPECT_TRUE(steps_with_births(effect, 200).empty());
}

TEST(Emission, AnEmitterThatLoopsBeginsAnew) {
    auto effect = with_formula("time < 0.5 ? 60 : 0");
    effect.emitters[0].duration = 1;
    effect.emitters[0].loop = true;
    const auto births = births_of(effect, 180);
    for (std::size_t k = 0; k < births.size(); ++k) EXPECT_EQ(births[k], k % 60 < 30 ? 1u : 0u) << k;
    effect = with_burst({.time = 0.25f, .count = 1, .every = 0.25f, .repeats = 1});
    effect.emitters[0].duration = 1;
    effect.emitters[0].loop = true;
    const StepNumbers expected{16, 31, 76, 91, 136, 151, 196};
    EXPECT_EQ(steps_with_births(effect, 200), expected);
    effect.emitters[0].bursts[0].probability = effects::Value(effects::Formula("time < 1 ? 1 : 0"));
    EXPECT_EQ(steps_with_births(effect, 200), expected) << "its time counts from the loop's beginning";
    effect.emitters[0].duration = 0.1f;  // in decimal, not the float nearest to it
    effect.emitters[0].bursts = {{.count = 1}};
    effect.steps_per_second = 10;
    EXPECT_EQ(steps_with_births(effect, 100'000).size(), 100'000u) << "it does not drift";
}

TEST(Emission, BurstsFollowFromTheNumberOfTheStepAlone) {
    const auto effect = with_burst({.time = 0.1f,
                                    .count = whole_between(1, 9),
                                    .every = 0.05f,
                                    .delay = {0, 1},
                                    .duration = 0.5f,
                                    .probability = 0.5f});
    const auto straight = births_of(effect, 300, 7);
    EXPECT_GT(std::accumulate(straight.begin(), straight.end(), 0u), 100u);
    for (const std::uint64_t step : {1u, 50u, 299u}) {
        Emission emission;
        configure(emission, effect, 1);
        EXPECT_EQ(emission.next(step, 7).back(), straight[step - 1]);
    }
}

/// Returns the exact moments of all births by bursts of the one emitter in a step.
std::vector<double> exact_moments(const effects::Effect& effect, std::uint64_t step) {
    Emission emission;
    configure(emission, effect, 1);
    const auto numbers = emission.next(step);
    const std::uint32_t packed = numbers[2 + 3], runs = packed & ((1u << shared::BURST_RUNS_BITS) - 1);
    EXPECT_EQ(packed >> shared::BURST_RUNS_BITS, 0u) << "its runs are the first";
    std::vector<double> moments;
    for (std::uint32_t run = 0, born = 0; run < runs; ++run) {
        const std::size_t at = 2 + shared::MOMENTS_WORDS + run * shared::BURST_RUN_WORDS;
        const double first = double{std::bit_cast<float>(numbers[at + 1])};
        for (std::uint32_t k = 0; born < numbers[at]; ++born, ++k)
            moments.push_back(first + k * double{std::bit_cast<float>(numbers[at + 2])});
    }
    EXPECT_EQ(moments.size(), numbers[1]);
    return moments;
}

TEST(Emission, BirthsTogetherHaveTheirBurstsTime) {
    auto effect = with_burst({.time = 0.105f, .count = 3});
    effect.emitters[0].moments = effects::BirthTiming::together;
    EXPECT_EQ(steps_with_births(effect, 100), (StepNumbers{7})) << "the step that the time lies in";
    for (const double moment : exact_moments(effect, 7)) EXPECT_NEAR(moment, 0.3, 1e-5);
    effect.emitters[0].bursts.push_back({.time = 0.11f, .count = 2, .every = 0.002f, .repeats = 2});
    const auto moments = exact_moments(effect, 7);
    ASSERT_EQ(moments.size(), 9u);
    for (std::size_t k = 3; k < 9; ++k)
        EXPECT_NEAR(moments[k], (0.11 + 0.002 * static_cast<double>((k - 3) / 2)) * 60 - 6, 1e-5) << k;
    effect.emitters[0].bursts = {{.time = 0.105f, .count = 120, .duration = 1}};
    EXPECT_NEAR(exact_moments(effect, 7)[0], 0.3, 1e-5);
    EXPECT_NEAR(exact_moments(effect, 7)[1], 0.8, 1e-5);
    EXPECT_NEAR(exact_moments(effect, 8)[0], 0.3, 1e-5);
}

TEST(Emission, EachBurstTogetherComesOnceWhateverItsTimesRoundTo) {
    for (const std::uint32_t rate : {30u, 60u})
        for (int hundredths = 5; hundredths <= 200; ++hundredths) {
            auto effect = with_burst({.count = 1, .every = static_cast<float>(hundredths) / 100});
            effect.steps_per_second = rate;
            effect.emitters[0].moments = effects::BirthTiming::together;
            const std::uint32_t steps = 20 * rate - 1;  // no burst is at their end
            const auto births = births_of(effect, steps);
            const auto expected = (100 * steps - 1) / (static_cast<std::uint32_t>(hundredths) * rate) + 1;
            EXPECT_EQ(std::accumulate(births.begin(), births.end(), 0u), expected)
                << hundredths << " at " << rate;
        }
}

TEST(Emission, MoreBurstsInAStepThanHaveMomentsAreBornAllTheSame) {
    auto effect = with_burst({.count = 1, .every = 0.001f}, 1);
    effect.emitters[0].moments = effects::BirthTiming::together;
    EXPECT_EQ(births_of(effect, 2), (std::vector<std::uint32_t>{1000, 1000}));
    effect.emitters[0].modules = {{"ribbon"}};
    Emission emission;
    configure(emission, effect, 1);
    EXPECT_EQ(emission.words(), 2u + shared::MOMENTS_WORDS) << "births of ribbons follow each other";
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
