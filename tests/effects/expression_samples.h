// Names for the expressions of tests, with a value each.
#pragma once

#include <glm/glm.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "effects/expression/expression.h"

namespace winnow::effects::expression_tests {

using Names = std::vector<ExpressionName>;

inline const Names some_names = {{"age", ExpressionType::number},      {"life", ExpressionType::number},
                                 {"position", ExpressionType::vec3},   {"colour", ExpressionType::vec4},
                                 {"burning", ExpressionType::boolean}, {"random", ExpressionType::number},
                                 {"velocity", ExpressionType::vec3}};

inline const std::map<std::string_view, glm::vec4> some_values = {
    {"age", glm::vec4(3)},       {"life", glm::vec4(0.25f)}, {"position", {1, -2, 3, 0}},
    {"colour", {1, 2, 4, 0.5f}}, {"burning", glm::vec4(1)},  {"random", glm::vec4(0.75f)},
    {"velocity", {0, 0, 0, 0}},
};

inline Expression parsed(const std::string& text) {
    return parse_expression(text, some_names, Path());
}

}  // namespace winnow::effects::expression_tests
