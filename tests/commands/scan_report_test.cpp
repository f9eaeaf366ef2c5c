// The page of a benchmark, and what it may be made from.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <regex>
#include <string>

#include "commands/bench/row_choice.h"
#include "commands/bench/scan_charts.h"
#include "commands/bench/scan_document.h"
#include "commands/bench/scan_page.h"
#include "commands/bench/scan_report.h"
#include "commands/bench/svg_chart.h"
#include "commands/made_up_results.h"
#include "commands/output.h"
#include "support/errors.h"
#include "support/places.h"
#include "support/temporary_directory.h"

namespace winnow::commands {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const ScanDocument& document) {
    Json json{{"schema", json_schema},
              {"version", document.head.version},
              {"commit", document.head.commit},
              {"date", document.head.date},
              {"device", {{"name", document.head.device}, {"version", document.head.driver}}},
              {"topic", "scan"}};
    json.update(to_json(document.bench));
    return json;
}

int count_of(const std::string& text, const std::string& pattern) {
    const std::regex expression(pattern);
    return static_cast<int>(std::distance(std::sregex_iterator(text.begin(), text.end(), expression), {}));
}

TEST(ScanDocument, IsReadAsItWasWritten) {
    const ScanDocument written = test::made_up_results();
    const ScanDocument read = read_scan_document(json_of(written), "it");
    EXPECT_EQ(to_html(read), to_html(written));
    EXPECT_EQ(to_json(read.bench), to_json(written.bench));
}

TEST(ScanDocument, WhatEarlierVersionsDidNotSayIsLeftToDefaults) {
    Json json = json_of(test::made_up_results());
    for (const char* key : {"commit", "type", "op", "method", "sources", "faults"}) json.erase(key);
    for (Json& row : json["rows"])
        for (const char* key : {"type", "op", "batch"}) row.erase(key);
    const ScanDocument read = read_scan_document(json, "it");
    EXPECT_EQ(read.head.commit, "");
    EXPECT_EQ(read.bench.type, ScanType{});
    EXPECT_EQ(read.bench.rows.front().batch, 1u);
    EXPECT_TRUE(read.bench.sources.rows.empty());
}

void expect_refused(const std::string& part, const std::function<void(Json&)>& spoil) {
    Json json = json_of(test::made_up_results());
    spoil(json);
    test::expect_error(ExitStatus::bad_input, part, [&] { read_scan_document(json, "it"); });
}

TEST(ScanDocument, WhatMakesNoSenseIsRefusedWithItsPlace) {
    expect_refused("schema 7", [](Json& json) { json["schema"] = 7; });
    expect_refused("winnow bench frame", [](Json& json) { json["topic"] = "frame"; });
    expect_refused("\"rows\" is missing", [](Json& json) { json.erase("rows"); });
    expect_refused("\"rows\" is empty", [](Json& json) { json["rows"] = Json::array(); });
    expect_refused("\"rows\" is no list", [](Json& json) { json["rows"] = 5; });
    expect_refused("rows[2]: \"kind\" is not known: x", [](Json& json) { json["rows"][2]["kind"] = "x"; });
    expect_refused("rows[3]: ms: \"median\"", [](Json& json) { json["rows"][3]["ms"]["median"] = -1; });
    expect_refused("rows[1]: \"elements\"", [](Json& json) { json["rows"][1]["elements"] = 1.5; });
    expect_refused("rows[1]: \"elements\" is 0", [](Json& json) { json["rows"][1]["elements"] = 0; });
    expect_refused("rows[0]: a JSON object", [](Json& json) { json["rows"][0] = "x"; });
    expect_refused("\"faults\" is no list of texts", [](Json& json) { json["faults"] = 5; });
    expect_refused("\"type\" is not known: u7", [](Json& json) { json["type"] = "u7"; });
    expect_refused("device: \"name\" is no text", [](Json& json) { json["device"]["name"] = nullptr; });
    expect_refused("it: a JSON object", [](Json& json) { json = Json::array(); });
}

TEST(ScanDocument, FilesThatAreCutShortAreRefused) {
    const test::TemporaryDirectory folder;
    const std::string text = json_of(test::made_up_results()).dump();
    const auto whole = folder.write("whole.json", text);
    EXPECT_EQ(read_scan_document(load_json(whole.string(), "scan"), "it").bench.rows.size(),
              test::made_up_results().bench.rows.size());
    for (const std::size_t length : {std::size_t{0}, text.size() / 2, text.size() - 1}) {
        const std::string path = folder.write("short.json", text.substr(0, length)).string();
        test::expect_error(ExitStatus::bad_input, path + ": it is no complete JSON",
                           [&] { load_json(path, "scan"); });
    }
    test::expect_error(ExitStatus::bad_input, "cannot be read", [&] { load_json("/nonexistent", "scan"); });
}

/// For those who want to look at it, the page stays in the build tree.
TEST(ScanReport, ShowsEverythingOnOnePage) {
    const ScanDocument document = test::made_up_results();
    const std::string html = to_html(document);
    std::ofstream(test::output_folder() / "made_up_report.html") << html;
    EXPECT_EQ(count_of(html, "<svg"), 2);
    EXPECT_EQ(count_of(html, "<table class=\"map"), 2);
    EXPECT_EQ(count_of(html, "<td class=\"heat"), 2 * 28);
    EXPECT_EQ(count_of(html, "<details"), 10 + 1);  // a table for each size, and what was left out
    EXPECT_EQ(count_of(html, "<tr class=\"(scan|copy|peer)( best)?\"><th>"),
              static_cast<int>(document.bench.rows.size() + document.bench.sources.rows.size() +
                               reported_times.size()));
    EXPECT_EQ(count_of(html, "<tr class=\"scan best\">"), 10 * 2);
    EXPECT_EQ(count_of(html, "(src|href)=|https?:|@import|url\\("), 0);  // nothing comes from elsewhere
    EXPECT_NE(html.find("element &lt;3&gt; is 7"), std::string::npos);
    EXPECT_NE(html.find("figures are made up &lt;for a test&gt;"), std::string::npos);
    EXPECT_EQ(html.find("<for a test>"), std::string::npos);
    EXPECT_EQ(html.find("nan"), std::string::npos);
    EXPECT_EQ(html.find("inf\""), std::string::npos);
}

TEST(ScanReport, OneSizeHasNoCurves) {
    ScanDocument document = test::made_up_results();
    std::erase_if(document.bench.rows, [](const ScanRow& row) { return row.elements != 1024; });
    const std::string html = to_html(document);
    EXPECT_EQ(count_of(html, "<svg"), 0);
    EXPECT_EQ(count_of(html, "<table class=\"map"), 2);
    EXPECT_NE(html.find("2<sup>10</sup> = 1,024"), std::string::npos);
}

TEST(ScanReport, FewPairsHaveNoMap) {
    ScanDocument document = test::made_up_results();
    std::erase_if(document.bench.rows,
                  [](const ScanRow& row) { return !row.block.empty() && row.block != "blelloch"; });
    EXPECT_NE(pairs_map(document.bench, "glsl"), "");
    std::erase_if(document.bench.rows, [](const ScanRow& row) { return row.grid == "chained"; });
    EXPECT_EQ(pairs_map(document.bench, "glsl"), "");
}

TEST(RowChoice, TakesTheFastestOfEachSize) {
    const ScanBench bench = test::made_up_results().bench;
    const auto best = fastest_of_sizes(bench.rows, scans_of("glsl"));
    ASSERT_EQ(best.size(), 10u);
    for (const ScanRow& row : bench.rows) {
        const bool is_slower =
            row.name != "glsl" || std::any_of(best.begin(), best.end(), [&](auto* other) {
                return other->elements == row.elements && other->ms.median <= row.ms.median;
            });
        EXPECT_TRUE(is_slower) << row.elements << ' ' << pair_text(row);
    }
    EXPECT_EQ(fastest(bench.rows, 1024, named("nobody")), nullptr);
    EXPECT_EQ(fastest(bench.rows, 1025, copies()), nullptr);
    EXPECT_EQ(fastest(bench.rows, 1024, copies())->name, "cudaMemcpyAsync");
    EXPECT_EQ(sizes_of(bench.rows).size(), 10u);
}

TEST(Chart, AxesEndAtRoundNumbers) {
    const ChartAxis linear = linear_axis("", 4260);
    EXPECT_EQ(linear.most, 5000);
    EXPECT_EQ(linear.ticks.back().label, "5,000");
    const ChartAxis decades = decade_axis("", 3.5, 5300);
    EXPECT_NEAR(decades.least, 1, 1e-9);
    EXPECT_NEAR(decades.most, 10'000, 1e-6);
    EXPECT_EQ(decades.ticks.size(), 5u);
    const ChartAxis sizes = size_axis("", 1000, 1 << 20);
    EXPECT_EQ(sizes.ticks.front().label, "1 Ki");
    EXPECT_EQ(sizes.ticks.back().label, "1 Mi");
}

/// Where the labels of three series that end at `last` are written, from the top downwards.
std::vector<double> label_heights(double last) {
    LineChart chart{
        .description = "", .x = size_axis("", 1024, 4096), .y = linear_axis("", 10), .series = {}};
    for (const char* name : {"a", "b", "c"})
        chart.series.push_back({name, "", Marker::circle, false, {{1024, 1, ""}, {4096, last, ""}}});
    const std::string svg = to_svg(chart);
    std::vector<double> heights;
    const std::regex label("y=\"([0-9.]+)\" class=\"label\"");
    for (auto at = std::sregex_iterator(svg.begin(), svg.end(), label); at != std::sregex_iterator(); ++at)
        heights.push_back(std::stod((*at)[1]));
    return heights;
}

TEST(Chart, LabelsKeepTheirDistance) {
    for (const double last : {0.01, 5.0, 9.99}) {
        const std::vector<double> heights = label_heights(last);
        ASSERT_EQ(heights.size(), 3u);
        for (std::size_t i = 1; i < heights.size(); ++i) EXPECT_GE(heights[i] - heights[i - 1], 16) << last;
    }
    EXPECT_LE(label_heights(0.01).back(), 360);  // not below the axis
}

}  // namespace
}  // namespace winnow::commands
