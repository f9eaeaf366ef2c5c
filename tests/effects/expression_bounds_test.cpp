// Checks that what expressions can be lies within their bounds, and that the bounds are of use.
#include "effects/expression/expression_bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "effects/expression_samples.h"

namespace winnow::effects::expression_tests {
namespace {

Bounds of_name(std::string_view name) {
    if (name == "position" || name == "velocity") return {-3, 3};
    if (name == "age") return {0, 10};
    return {0, 1};
}

std::array<Bounds, 4> of(const std::string& text) {
    return bounds_of(parsed(text), of_name);
}

TEST(ExpressionBounds, HoldWhatIsComputed) {
    std::mt19937 random(7);
    for (const char* text : {"life * 3 - age",
                             "-age / (2 + life)",
                             "age % 3 + mod(-age, 4)",
                             "abs(position.x) - sign(velocity.y)",
                             "floor(age) + ceil(position.y) * fract(age)",
                             "sqrt(age) + exp(life) - pow(position.x, 2)",
                             "pow(life, 0.5) * pow(position.z, 3)",
                             "sin(age) + cos(age) * atan(position.x, position.y)",
                             "clamp(position.x, -1, 2) + min(age, life) - max(age, life)",
                             "mix(position, velocity, life)",
                             "mix(position, velocity, age)",
                             "smoothstep(0.2, 0.8, life) * step(0.5, random) * 7",
                             "length(position) * distance(position, velocity)",
                             "dot(position, velocity) * noise(position)",
                             "normalize(position) * 4",
                             "burning ? position : velocity * 2",
                             "age < 3 && burning ? life : -2",
                             "vec4(position.zy, life, 3) * colour",
                             "vec3(age, position.xz).zyx",
                             "1 / life",
                             "cross(position, velocity)",
                             "100000 + life - 100000"}) {
        const std::array<Bounds, 4> bounds = of(text);
        const Expression expression = parsed(text);
        const int components = expression.type < ExpressionType::vec2 ? 1 : static_cast<int>(expression.type);
        for (int draw = 0; draw < 300; ++draw) {
            const auto value = expression.evaluate([&](std::string_view name) -> std::optional<glm::vec4> {
                const auto at = [&] {
                    const double share = std::uniform_int_distribution(0, 8)(random) / 8.0;
                    return static_cast<float>(of_name(name).least +
                                              share * (of_name(name).most - of_name(name).least));
                };
                if (name == "position" || name == "velocity") return glm::vec4(at(), at(), at(), 0);
                return name == "burning" ? glm::vec4(std::round(at())) : glm::vec4(at());
            });
            for (int i = 0; i < components; ++i) {
                const double one = (*value)[i];
                if (std::isnan(one) || std::isinf(one)) continue;
                EXPECT_LE(bounds[static_cast<std::size_t>(i)].least, one) << text << ", component " << i;
                EXPECT_GE(bounds[static_cast<std::size_t>(i)].most, one) << text << ", component " << i;
            }
        }
    }
}

TEST(ExpressionBounds, AreAsNarrowAsColoursNeed) {
    const auto red = [](const std::string& text) { return of(text)[0].most; };
    EXPECT_NEAR(red("vec4(mix(vec3(1.5, 0.3, 0.7), vec3(0.4, 0.6, 2), 0.5 + 0.5 * sin(0.7 * age)), 0.45)"),
                1.5, 0.01);
    EXPECT_NEAR(red("vec4(3.6, 1.9, 0.75, 1) * (life < 0.5 ? 2 : 0.1 * random)"), 7.2, 0.01);
    EXPECT_NEAR(red("vec3(0.4) * (0.8 + 0.3 * sin(1.3 * age + 4 * position.x))"), 0.44, 0.01);
    EXPECT_NEAR(red("(1 - life) * (1 - life) * max(noise(position), 0)"), 1, 0.01);
}

TEST(ExpressionBounds, AreWithoutEndWhereNothingIsKnown) {
    for (const char* text :
         {"1 / position.x", "log(age)", "tan(age)", "cross(position, velocity).x", "pow(life, -1)"})
        EXPECT_TRUE(std::isinf(of(text)[0].most)) << text;
}

}  // namespace
}  // namespace winnow::effects::expression_tests
