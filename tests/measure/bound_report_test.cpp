// Documents from which pages of steps, and of benchmarks with a lower bound, may be made.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "measure/made_up_results.h"
#include "support/errors.h"

namespace winnow::measure {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const BoundTopic& topic, const BoundDocument& document) {
    return document_json(document.head, topic.name, to_json(topic, document.bench));
}
Json json_of(const StepDocument& document) {
    return document_json(document.head, "frame", to_json(document.bench));
}

TEST(BoundDocument, IsReadAsItWasWritten) {
    for (const auto& [topic, written] :
         {std::pair{&compact_topic, test::made_up_compactions()},
          std::pair{&sort_topic, test::made_up_sorts()}, std::pair{&cull_topic, test::made_up_culls()}}) {
        const BoundDocument read = read_bound_document(*topic, json_of(*topic, written), "it");
        EXPECT_EQ(json_of(*topic, read), json_of(*topic, written)) << topic->name;
    }
}

TEST(StepDocument, IsReadAsItWasWritten) {
    const StepDocument written = test::made_up_steps();
    const StepDocument read = read_step_document(json_of(written), "it");
    EXPECT_EQ(json_of(read), json_of(written));
}

void expect_refused(const std::string& part, const std::function<void(Json&)>& spoil) {
    Json json = json_of(compact_topic, test::made_up_compactions());
    spoil(json);
    test::expect_error(ExitStatus::bad_input, part, [&] { read_bound_document(compact_topic, json, "it"); });
}

TEST(BoundDocument, WhatMakesNoSenseIsRefusedWithItsPlace) {
    expect_refused("schema 7", [](Json& json) { json["schema"] = 7; });
    expect_refused("winnow bench sort", [](Json& json) { json["topic"] = "sort"; });
    expect_refused("\"rows\" is empty", [](Json& json) { json["rows"] = Json::array(); });
    expect_refused("rows[2]: \"kind\" is not known: x", [](Json& json) { json["rows"][2]["kind"] = "x"; });
    expect_refused("rows[1]: \"records\" is 0", [](Json& json) { json["rows"][1]["records"] = 0; });
    expect_refused("rows[1]: \"votes\"", [](Json& json) { json["rows"][1].erase("votes"); });
    expect_refused("rows[4]: \"of_floor\"", [](Json& json) { json["rows"][4]["of_floor"] = -1; });
    Json json = json_of(test::made_up_steps());
    json["rows"][0]["capacity"] = 0;
    test::expect_error(ExitStatus::bad_input, "rows[0]: \"capacity\" is 0",
                       [&] { read_step_document(json, "it"); });
}

}  // namespace
}  // namespace winnow::measure
