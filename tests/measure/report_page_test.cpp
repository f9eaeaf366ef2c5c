// A benchmark's page holds its results unchanged and harmless; its charts are tested in a browser.
#include "measure/report_page.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "measure/made_up_results.h"
#include "measure/results_json.h"
#include "measure/scan_report.h"
#include "support/temporary_directory.h"

namespace winnow::measure {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the JSON in the page's element of that name, as a browser extracts it.
Json json_in(const std::string& page, const std::string& id) {
    const std::string opening = "<script type=\"application/json\" id=\"" + id + "\">";
    const std::size_t begin = page.find(opening);
    if (begin == std::string::npos) return Json::value_t::discarded;
    const std::size_t end = page.find("</", begin);
    return Json::parse(page.substr(begin + opening.size(), end - begin - opening.size()), nullptr, false);
}

int count_of(const std::string& text, const std::string& part) {
    int count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
    return count;
}

Json made_up_json() {
    const ScanDocument document = test::made_up_results();
    return document_json(document.head, "scan", to_json(document.bench));
}

/// A name that would end an element, a string or an attribute if it were written without escapes.
constexpr const char* hostile =
    "</script><script>alert(1)</script><!-- <script \"quoted\" 'quoted' {{page.js}} & \\ \xE2\x80\xA8";

TEST(ReportPage, HoldsItsResultsAsTheyAre) {
    const Json document = made_up_json();
    const std::string page = report_page(document, "library");
    EXPECT_EQ(json_in(page, "results"), document);
    EXPECT_EQ(json_in(page, "chart-library"), "library");
    EXPECT_EQ(page.find("{{"), std::string::npos);
    EXPECT_EQ(page.rfind("<!doctype html>", 0), 0u);
    EXPECT_EQ(page.substr(page.size() - 8), "</html>\n");
    for (const char* elsewhere : {" src=", " href=", "http:", "https:", "@import", "url("})
        EXPECT_EQ(page.find(elsewhere), std::string::npos) << elsewhere;
}

TEST(ReportPage, NothingInTheResultsOrTheLibraryBecomesMarkup) {
    const std::string harmless = report_page(made_up_json(), "library");
    Json document = made_up_json();
    document["device"]["name"] = document["rows"][0]["name"] = document["method"] = hostile;
    document["rows"][0][hostile] = 1;
    const std::string page = report_page(document, hostile);
    EXPECT_EQ(json_in(page, "results"), document);
    EXPECT_EQ(json_in(page, "chart-library"), hostile);
    for (const char* markup : {"<script", "</script", "<!--"})
        EXPECT_EQ(count_of(page, markup), count_of(harmless, markup)) << markup;
    document["method"] = "no UTF-8: \xFF";
    EXPECT_NE(report_page(document, "").find("no UTF-8: \xEF\xBF\xBD"), std::string::npos);
}

TEST(ReportPage, WithoutTheLibraryItIsToldSo) {
    EXPECT_TRUE(json_in(report_page(made_up_json(), std::nullopt), "chart-library").is_null());
}

TEST(ChartLibrary, IsTheFileThatPagesCanRunOfAnyVersion) {
    const test::TemporaryDirectory folder;
    EXPECT_EQ(chart_library(folder.path().string()), std::nullopt);
    EXPECT_EQ(chart_library("/nonexistent"), std::nullopt);
    folder.write("chart.esm.js", "a module");
    EXPECT_EQ(chart_library(folder.path().string()), std::nullopt);
    folder.write("chart.min.js", "version 3");
    EXPECT_EQ(chart_library(folder.path().string()), "version 3");
    folder.write("chart.umd.js", "version 4");
    EXPECT_EQ(chart_library(folder.path().string()), "version 4");
}

}  // namespace
}  // namespace winnow::measure
