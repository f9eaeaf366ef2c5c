// The documents from which pages of steps, and of benchmarks that are held to a floor, may be made.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "measure/made_up_results.h"
#include "support/errors.h"

namespace winnow::measure {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const FloorTopic& topic, const FloorDocument& document) {
    return document_json(document.head, topic.name, to_json(topic, document.bench));
}
Json json_of(const FrameDocument& document) {
    return document_json(document.head, "frame", to_json(document.bench));
}

TEST(FloorDocument, IsReadAsItWasWritten) {
    for (const auto& [topic, written] :
         {std::pair{&compact_topic, test::made_up_compactions()},
          std::pair{&sort_topic, test::made_up_sorts()}, std::pair{&cull_topic, test::made_up_culls()}}) {
        const FloorDocument read = read_floor_document(*topic, json_of(*topic, written), "it");
        EXPECT_EQ(json_of(*topic, read), json_of(*topic, written)) << topic->name;
    }
}

TEST(FrameDocument, IsReadAsItWasWritten) {
    const FrameDocument written = test::made_up_frames();
    const FrameDocument read = read_frame_document(json_of(written), "it");
    EXPECT_EQ(json_of(read), json_of(written));
}

void expect_refused(const std::string& part, const std::function<void(Json&)>& spoil) {
    Json json = json_of(compact_topic, test::made_up_compactions());
    spoil(json);
    test::expect_error(ExitStatus::bad_input, part, [&] { read_floor_document(compact_topic, json, "it"); });
}

TEST(FloorDocument, WhatMakesNoSenseIsRefusedWithItsPlace) {
    expect_refused("schema 7", [](Json& json) { json["schema"] = 7; });
    expect_refused("winnow bench sort", [](Json& json) { json["topic"] = "sort"; });
    expect_refused("\"rows\" is empty", [](Json& json) { json["rows"] = Json::array(); });
    expect_refused("rows[2]: \"kind\" is not known: x", [](Json& json) { json["rows"][2]["kind"] = "x"; });
    expect_refused("rows[1]: \"records\" is 0", [](Json& json) { json["rows"][1]["records"] = 0; });
    expect_refused("rows[1]: \"votes\"", [](Json& json) { json["rows"][1].erase("votes"); });
    expect_refused("rows[4]: \"of_floor\"", [](Json& json) { json["rows"][4]["of_floor"] = -1; });
    Json json = json_of(test::made_up_frames());
    json["rows"][0]["capacity"] = 0;
    test::expect_error(ExitStatus::bad_input, "rows[0]: \"capacity\" is 0",
                       [&] { read_frame_document(json, "it"); });
}

}  // namespace
}  // namespace winnow::measure
