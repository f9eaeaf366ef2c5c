// Checks that JSON is refused if its nesting would exhaust the stack of code that copies it, and its lines.
#include "base/json_text.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace winnow {
namespace {

std::string nested(int levels) {
    return std::string(static_cast<std::size_t>(levels), '[') +
           std::string(static_cast<std::size_t>(levels), ']');
}

TEST(JsonText, IsReadUpToItsLevels) {
    EXPECT_EQ(parse_json(R"({"a": [1, 2]})"), nlohmann::json::parse(R"({"a": [1, 2]})"));
    EXPECT_FALSE(parse_json(nested(max_json_levels)).is_discarded());
    EXPECT_TRUE(parse_json(nested(max_json_levels + 2)).is_discarded());
    EXPECT_TRUE(parse_json(nested(1'000'000)).is_discarded());
    EXPECT_TRUE(parse_json("[1, 2").is_discarded());
}

TEST(JsonText, ElementsAndMembersHaveLinesWhereSomethingIsInThem) {
    EXPECT_EQ(json_lines({{"a", {1, 2}}, {"b", {{"c", 3}}}, {"d", {{{"e", {4}}, {"f", 5}}, {{"g", 6}}}}}),
              R"({
  "a": [1,2],
  "b": {"c":3},
  "d": [
    {"e":[4],"f":5},
    {"g":6}
  ]
}
)");
    EXPECT_EQ(json_lines({{"a", {{"b", {{"c", {{"d", nlohmann::json::array()}}}}}}}}), R"({
  "a": {
    "b": {"c":{"d":[]}}
  }
}
)");
    EXPECT_EQ(json_lines({{"a", nlohmann::json::object()}}), "{\n  \"a\": {}\n}\n");
    EXPECT_EQ(json_lines(nlohmann::json::object()), "{}\n");
}

}  // namespace
}  // namespace winnow
