// The pages of benchmarks that are held to a floor, and of steps; and what they may be made from.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <regex>
#include <string>

#include "commands/bench/floor_charts.h"
#include "commands/bench/floor_page.h"
#include "commands/bench/frame_page.h"
#include "commands/made_up_floor.h"
#include "commands/output.h"
#include "support/errors.h"
#include "support/places.h"

namespace winnow::commands {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const DocumentHead& head, std::string_view topic, const Json& bench) {
    Json json{{"schema", json_schema},
              {"version", head.version},
              {"commit", head.commit},
              {"date", head.date},
              {"device", {{"name", head.device}, {"version", head.driver}}},
              {"topic", topic}};
    json.update(bench);
    return json;
}

Json json_of(const FloorTopic& topic, const FloorDocument& document) {
    return json_of(document.head, topic.name, to_json(topic, document.bench));
}
Json json_of(const FrameDocument& document) {
    return json_of(document.head, "frame", to_json(document.bench));
}

int count_of(const std::string& text, const std::string& pattern) {
    const std::regex expression(pattern);
    return static_cast<int>(std::distance(std::sregex_iterator(text.begin(), text.end(), expression), {}));
}

/// For those who want to look at it, the page stays in the build tree.
std::string keep(const std::string& name, const std::string& html) {
    std::ofstream(test::output_folder() / ("made_up_" + name + ".html")) << html;
    EXPECT_EQ(count_of(html, "(src|href)=|https?:|@import|url\\("), 0);  // nothing comes from elsewhere
    EXPECT_EQ(html.find("nan"), std::string::npos);
    EXPECT_EQ(html.find("inf\""), std::string::npos);
    EXPECT_EQ(html.find("<for a test>"), std::string::npos);
    EXPECT_NE(html.find("made up &lt;for a test&gt;"), std::string::npos);
    return html;
}

TEST(FloorDocument, IsReadAsItWasWritten) {
    for (const auto& [topic, written] :
         {std::pair{&compact_topic, test::made_up_compactions()},
          std::pair{&sort_topic, test::made_up_sorts()}, std::pair{&cull_topic, test::made_up_culls()}}) {
        const FloorDocument read = read_floor_document(*topic, json_of(*topic, written), "it");
        EXPECT_EQ(to_json(*topic, read.bench), to_json(*topic, written.bench)) << topic->name;
        EXPECT_EQ(to_html(*topic, read), to_html(*topic, written)) << topic->name;
    }
}

TEST(FrameDocument, IsReadAsItWasWritten) {
    const FrameDocument written = test::made_up_frames();
    const FrameDocument read = read_frame_document(json_of(written), "it");
    EXPECT_EQ(to_json(read.bench), to_json(written.bench));
    EXPECT_EQ(to_html(read), to_html(written));
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

TEST(FloorPage, ShowsCompactorsOverTheShareThatSurvives) {
    const FloorDocument document = test::made_up_compactions();
    const std::string html = keep("compact", to_html(compact_topic, document));
    EXPECT_EQ(count_of(html, "<svg"), 2 * 2);  // two sizes of records, two backends
    EXPECT_EQ(count_of(html, "the floor</text>"), 2 * 2);
    EXPECT_EQ(count_of(html, "<table class=\"map\">"), 2);
    EXPECT_EQ(count_of(html, "<td class=\"heat"), 2 * 7 * 10);  // ways that move records
    EXPECT_EQ(count_of(html, "<tr class=\"(ours|copy|peer)( best)?\"><th>"),
              static_cast<int>(document.bench.rows.size()));
    EXPECT_EQ(count_of(html, "<tr class=\"ours best\">"), 16 * 2);
    EXPECT_EQ(count_of(html, "<div class=\"card"), 4);
    EXPECT_NE(html.find("survivor &lt;3&gt;"), std::string::npos);
    EXPECT_NE(html.find("(unordered)"), std::string::npos);
}

TEST(FloorPage, ShowsSortsOverTheirNumber) {
    const std::string html = keep("sort", to_html(sort_topic, test::made_up_sorts()));
    EXPECT_EQ(count_of(html, "<svg"), 2);  // 16 and 32 bits
    EXPECT_NE(html.find("× CUB"), std::string::npos);
}

TEST(FloorPage, ShowsCullsOverTheShareThatIsVisible) {
    const std::string html = keep("cull", to_html(cull_topic, test::made_up_culls()));
    EXPECT_EQ(count_of(html, "<svg"), 4 + 1);  // each number's shares, and the numbers
}

/// Labels of charts are written to the right, in a drawing of this width.
void expect_whole_labels(const std::string& html) {
    constexpr double width = 960, letter = 7.5;
    const std::regex label(R"-(<text x="([0-9.]+)" y="[0-9.]+" class="label" text-anchor="start">([^<]*)<)-");
    int seen = 0;
    for (auto at = std::sregex_iterator(html.begin(), html.end(), label); at != std::sregex_iterator();
         ++at) {
        EXPECT_LT(std::stod((*at)[1]) + letter * static_cast<double>((*at)[2].length()), width) << (*at)[2];
        ++seen;
    }
    EXPECT_GT(seen, 1);
}

TEST(Pages, SayTheirResultAndWriteLabelsWhole) {
    for (const std::string& html :
         {to_html(compact_topic, test::made_up_compactions()), to_html(sort_topic, test::made_up_sorts()),
          to_html(cull_topic, test::made_up_culls()), to_html(test::made_up_frames())}) {
        EXPECT_EQ(count_of(html, "<p class=result>"), 1);
        expect_whole_labels(html);
    }
}

TEST(FloorPage, OneCaseHasNoCurves) {
    FloorDocument document = test::made_up_compactions();
    const FloorCase only = document.bench.rows.front().of;
    std::erase_if(document.bench.rows, [&](const FloorRow& row) { return row.of != only; });
    const std::string html = to_html(compact_topic, document);
    EXPECT_EQ(count_of(html, "<svg"), 0);
    EXPECT_EQ(count_of(html, "<table class=bars>"), 1);
}

TEST(FramePage, ShowsStepsPassByPass) {
    const FrameDocument document = test::made_up_frames();
    const std::string html = keep("frame", to_html(document));
    EXPECT_EQ(count_of(html, "<svg"), 1);
    EXPECT_EQ(count_of(html, "<table class=\"bars steps\">"), 2);
    EXPECT_EQ(count_of(html, "<div class=stack>"), 4 + 4 * 2);
    EXPECT_NE(html.find("128 M"), std::string::npos);
}

}  // namespace
}  // namespace winnow::commands
