// Checks the conversion between the kinds of values that parameters can have.
#include "ui/value_kind.h"

#include <gtest/gtest.h>

#include "effects/compile/stack_modules.h"
#include "effects/expression/expression.h"
#include "effects/model/parameter_value.h"
#include "effects/modules/module.h"

namespace winnow::test {
namespace {

using nlohmann::json;
using ui::ValueKind;

constexpr effects::ExpressionName expression_names[] = {{"life"}, {"random"}};

effects::Parameter parameter_of(effects::Type type, effects::Constant usual) {
    return {.name = "x", .type = type, .value = std::move(usual), .range = {-100, 100}};
}

const effects::Parameter number = parameter_of(effects::Type::number, {3.0f});
const effects::Parameter whole = parameter_of(effects::Type::integer, {std::uint32_t{3}});
const effects::Parameter truth = parameter_of(effects::Type::boolean, {true});
const effects::Parameter vector = parameter_of(effects::Type::vector, {glm::vec3(1, 2, 3)});
const effects::Parameter colour = parameter_of(effects::Type::colour, {glm::vec4(1, 1, 1, 1)});

TEST(ValueKind, AConstantStaysTheSameInEveryKindAndBack) {
    const std::pair<const effects::Parameter*, json> constants[] = {
        {&number, 0.25}, {&number, -2},           {&whole, 7},
        {&truth, false}, {&vector, {0.5, -1, 2}}, {&colour, {0.5, 0, 1, 0.25}}};
    for (const auto& [parameter, constant] : constants)
        for (const auto& row : ui::value_kinds) {
            if (!ui::can_be(row.value, *parameter)) continue;
            const json made = ui::converted(constant, *parameter, row.value);
            EXPECT_EQ(ui::kind_of(made, *parameter), row.value) << made;
            EXPECT_NO_THROW(effects::stack_value(effects::read_value(made, *parameter, {}), *parameter,
                                                 expression_names, {}))
                << made;
            EXPECT_EQ(ui::converted(made, *parameter, ValueKind::constant), constant) << made;
        }
}

TEST(ValueKind, EndsOfAValueAreKept) {
    const json curve{{"curve", {{0, 4}, {0.5, 9}, {1, 1}}}, {"by", "random"}};
    EXPECT_EQ(ui::converted(curve, number, ValueKind::random), json({{"random", {1, 4}}}));
    EXPECT_EQ(ui::converted(curve, number, ValueKind::constant), 4);
    const json random{{"random", {2, 6}}};
    EXPECT_EQ(ui::converted(random, number, ValueKind::constant), 4);
    EXPECT_EQ(ui::converted(random, number, ValueKind::curve), json({{"curve", {{0, 2}, {1, 6}}}}));
    EXPECT_EQ(ui::converted(random, number, ValueKind::expression), "mix(2, 6, random)");
    EXPECT_EQ(ui::converted({{"curve", {{0, 2}, {1, 6}}}}, number, ValueKind::expression), "mix(2, 6, life)");
    EXPECT_EQ(ui::converted({{"curve", {{1, 2}, {3, 6}}}}, number, ValueKind::expression),
              "mix(2, 6, clamp((life - 1) / 2, 0, 1))");
}

TEST(ValueKind, AnExpressionWithNamesBecomesTheDefault) {
    EXPECT_EQ(ui::converted("1 + life", number, ValueKind::constant), 3);
    EXPECT_EQ(ui::converted("1 + 1", number, ValueKind::constant), 2);
    EXPECT_EQ(ui::converted("2.4", whole, ValueKind::constant), 2);
}

TEST(ValueKind, AValueBetweenTwo) {
    EXPECT_EQ(ui::between(1, 3, 0.25f), 1.5);
    EXPECT_EQ(ui::between({0, 2}, {2, 4}, 0.5f), json({1, 3}));
}

}  // namespace
}  // namespace winnow::test
