// Documents from which the page of a benchmark of scans may be made.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "measure/made_up_results.h"
#include "measure/scan_report.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace winnow::measure {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const ScanDocument& document) {
    return document_json(document.head, "scan", to_json(document.bench));
}

TEST(ScanDocument, IsReadAsItWasWritten) {
    const ScanDocument written = test::made_up_results();
    const ScanDocument read = read_scan_document(json_of(written), "it");
    EXPECT_EQ(json_of(read), json_of(written));
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

void expect_refused_scan(const std::string& part, const std::function<void(Json&)>& spoil) {
    Json json = json_of(test::made_up_results());
    spoil(json);
    test::expect_error(ExitStatus::bad_input, part, [&] { read_scan_document(json, "it"); });
}

TEST(ScanDocument, WhatMakesNoSenseIsRefusedWithItsPlace) {
    expect_refused_scan("schema 7", [](Json& json) { json["schema"] = 7; });
    expect_refused_scan("winnow bench frame", [](Json& json) { json["topic"] = "frame"; });
    expect_refused_scan("\"rows\" is missing", [](Json& json) { json.erase("rows"); });
    expect_refused_scan("\"rows\" is empty", [](Json& json) { json["rows"] = Json::array(); });
    expect_refused_scan("\"rows\" is not a list", [](Json& json) { json["rows"] = 5; });
    expect_refused_scan("rows[2]: \"kind\" is not known: x",
                        [](Json& json) { json["rows"][2]["kind"] = "x"; });
    expect_refused_scan("rows[3]: ms: \"median\"", [](Json& json) { json["rows"][3]["ms"]["median"] = -1; });
    expect_refused_scan("\"median\" cannot have",
                        [](Json& json) { json["rows"][3]["ms"]["median"] = 1e-300; });
    expect_refused_scan("\"p90\" cannot have", [](Json& json) { json["rows"][3]["ms"]["p90"] = 1e300; });
    expect_refused_scan("rows[1]: \"runs\" is beyond 32 bits",
                        [](Json& json) { json["rows"][1]["runs"] = 1ull << 32; });
    expect_refused_scan("rows[1]: \"elements\"", [](Json& json) { json["rows"][1]["elements"] = 1.5; });
    expect_refused_scan("rows[1]: \"elements\" is 0", [](Json& json) { json["rows"][1]["elements"] = 0; });
    expect_refused_scan("rows[0]: a JSON object", [](Json& json) { json["rows"][0] = "x"; });
    expect_refused_scan("\"faults\" is not a list of texts", [](Json& json) { json["faults"] = 5; });
    expect_refused_scan("\"type\" is not known: u7", [](Json& json) { json["type"] = "u7"; });
    expect_refused_scan("device: \"name\" is not a text",
                        [](Json& json) { json["device"]["name"] = nullptr; });
    expect_refused_scan("it: a JSON object", [](Json& json) { json = Json::array(); });
}

TEST(ScanDocument, FilesThatAreCutShortAreRefused) {
    const test::TemporaryDirectory folder;
    const std::string text = json_of(test::made_up_results()).dump();
    const auto whole = folder.write("whole.json", text);
    EXPECT_EQ(read_scan_document(load_json(whole.string(), "scan"), "it").bench.rows.size(),
              test::made_up_results().bench.rows.size());
    for (const std::size_t length : {std::size_t{0}, text.size() / 2, text.size() - 1}) {
        const std::string path = folder.write("short.json", text.substr(0, length)).string();
        test::expect_error(ExitStatus::bad_input, path + ": it is not complete JSON",
                           [&] { load_json(path, "scan"); });
    }
    test::expect_error(ExitStatus::bad_input, "/nonexistent: No such file or directory",
                       [&] { load_json("/nonexistent", "scan"); });
}

}  // namespace
}  // namespace winnow::measure
