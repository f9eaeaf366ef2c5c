// The compact form of rows holds what rows of objects hold, and a row that does not fit its columns is
// refused.
#include "measure/results_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "base/json_text.h"
#include "measure/made_up_results.h"
#include "support/errors.h"

namespace winnow::measure {
namespace {

using Json = nlohmann::ordered_json;

Json scans() {
    return to_json(test::made_up_results().bench);
}

TEST(RowTable, HoldsEveryRowOfEveryTopic) {
    for (const Json& rows :
         {scans(), to_json(compact_topic, test::made_up_compactions().bench),
          to_json(sort_topic, test::made_up_sorts().bench), to_json(cull_topic, test::made_up_culls().bench),
          to_json(test::made_up_steps().bench), to_json(test::made_up_frames().bench)}) {
        const Json table = with_tables(rows);
        EXPECT_TRUE(table["rows"][0].is_array());
        EXPECT_EQ(without_tables(table, "it"), rows);
        EXPECT_EQ(without_tables(rows, "it"), rows) << "rows of objects stay as they are";
    }
}

TEST(RowTable, NamesEachColumnOnceAndHasALineForEachRow) {
    const Json table = with_tables(
        {{"rows", {{{"a", 1}, {"ms", {{"median", 2.5}}}}, {{"a", 3}, {"ms", {{"median", 4}}}, {"b", "x"}}}}});
    EXPECT_EQ(json_lines(table), R"({
  "columns": ["a","ms.median","b"],
  "rows": [
    [1,2.5,null],
    [3,4,"x"]
  ]
}
)");
}

void expect_refused_table(const std::string& part, const std::function<void(Json&)>& spoil) {
    Json table = with_tables(scans());
    spoil(table);
    test::expect_error(ExitStatus::bad_input, part, [&] { without_tables(table, "it"); });
}

TEST(RowTable, WhatDoesNotFitIsRefusedWithItsPlace) {
    expect_refused_table("it: rows[2]: is not a list of as many values as \"columns\", 14",
                         [](Json& json) { json["rows"][2].erase(0); });
    expect_refused_table("it: rows[2]: is not a list of as many values as \"columns\", 14",
                         [](Json& json) { json["rows"][2] = 5; });
    expect_refused_table("it: \"rows\" is not a list", [](Json& json) { json["rows"] = Json::object(); });
    expect_refused_table("it: sources: rows[0]: ", [](Json& json) { json["sources"]["rows"][0] = "x"; });
    expect_refused_table("it: \"columns\" is not a list of names",
                         [](Json& json) { json["columns"][1] = 1; });
    expect_refused_table("\"columns\" cannot have \"kind\" here",
                         [](Json& json) { json["columns"][1] = "kind"; });
    expect_refused_table("\"columns\" cannot have \"ms\" here",
                         [](Json& json) { json["columns"][1] = "ms"; });
    expect_refused_table("\"columns\" is not a list of at most 100 names",
                         [](Json& json) { json["columns"] = Json(101, "a"); });
}

}  // namespace
}  // namespace winnow::measure
