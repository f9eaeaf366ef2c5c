// Checks that the functions of expressions are right, and the same on every machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "base/checksum.h"
#include "effects/expression/deterministic_math.h"

namespace winnow::effects {
namespace {

using Function = double (*)(double);

struct Pair {
    const char* name;
    Function deterministic, standard;
    double least, most;  // of the arguments
};

const Pair pairs[] = {
    {"exp", deterministic::exp, std::exp, -700, 700}, {"log", deterministic::log, std::log, 1e-9, 1e9},
    {"sin", deterministic::sin, std::sin, -100, 100}, {"cos", deterministic::cos, std::cos, -100, 100},
    {"tan", deterministic::tan, std::tan, -1.5, 1.5}, {"asin", deterministic::asin, std::asin, -1, 1},
    {"acos", deterministic::acos, std::acos, -1, 1},  {"atan", deterministic::atan, std::atan, -1000, 1000},
};

constexpr int samples = 10'000;

double argument(const Pair& pair, int i) {
    return pair.least + (pair.most - pair.least) * i / samples;
}

TEST(SteadyMath, IsNearTheStandardLibrary) {
    for (const Pair& pair : pairs)
        for (int i = 0; i <= samples; ++i) {
            const double x = argument(pair, i), expected = pair.standard(x);
            const double error = 1e-12 * std::max(1.0, std::abs(expected));
            ASSERT_NEAR(pair.deterministic(x), expected, error) << pair.name << '(' << x << ')';
        }
    for (int i = 0; i <= samples; ++i) {
        const double x = 0.01 * (i + 1), y = -30 + 0.006 * i;
        ASSERT_NEAR(deterministic::pow(x, y) / std::pow(x, y), 1, 1e-12) << x << ' ' << y;
        ASSERT_NEAR(deterministic::atan2(y, 50 - x), std::atan2(y, 50 - x), 1e-15 * 4) << x << ' ' << y;
    }
}

TEST(SteadyMath, HasTheLimitsOfTheStandardLibrary) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    EXPECT_EQ(deterministic::exp(1000), infinite);
    EXPECT_EQ(deterministic::exp(-infinite), 0);
    EXPECT_EQ(deterministic::log(0), -infinite);
    EXPECT_EQ(deterministic::log(infinite), infinite);
    EXPECT_TRUE(std::isnan(deterministic::log(-1)));
    EXPECT_TRUE(std::isnan(deterministic::sin(infinite)));
    EXPECT_EQ(deterministic::pow(1, infinite), 1);
    EXPECT_EQ(deterministic::atan(infinite), std::atan(infinite));
    EXPECT_EQ(deterministic::atan2(0, 0), 0);
    EXPECT_EQ(deterministic::atan2(-1, 0), std::atan2(-1, 0));
    for (const Pair& pair : pairs)
        EXPECT_TRUE(std::isnan(pair.deterministic(std::numeric_limits<double>::quiet_NaN()))) << pair.name;
}

TEST(SteadyMath, IsTheSameOnEveryMachine) {
    std::string bytes;
    for (const Pair& pair : pairs)
        for (int i = 0; i <= samples; ++i) {
            const double value = pair.deterministic(argument(pair, i));
            char words[sizeof value];
            std::memcpy(words, &value, sizeof value);
            bytes.append(words, sizeof words);
        }
    EXPECT_EQ(fnv1a64(bytes), 0xA075A69179F42869u);
}

}  // namespace
}  // namespace winnow::effects
