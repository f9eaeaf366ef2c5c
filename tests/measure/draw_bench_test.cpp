// The benchmark of frames: every row is of the effect, the size and the way of drawing that were asked for.
#include "measure/draw_report.h"
#include "measure/measure.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "measure/made_up_results.h"
#include "measure/measured.h"
#include "shaders/shared.h"
#include "support/errors.h"
#include "support/gl_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::measure {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array passes_of_every_frame{"reflection", "floor", "particles", "bloom", "tone map"};

Json json_of(const DrawDocument& document) {
    return document_json(document.head, "draw", to_json(document.bench));
}

TEST(DrawRow, TheBoundReadsColumnsOnceAndWritesPixelsOnce) {
    DrawRow row;
    row.copy_ms = 0.5;  // reads and writes 48,000 bytes
    EXPECT_EQ(row.bound_ms(), 0) << "nothing is alive";
    row.alive = 1000;
    EXPECT_DOUBLE_EQ(row.bound_ms(), 0.25);
    row.width = 60;
    row.height = 100;  // 48,000 bytes of 8 a pixel
    EXPECT_DOUBLE_EQ(row.bound_ms(), 0.5);
}

TEST(DrawRow, APassThatDidNotRunTakesNoTime) {
    DrawRow row;
    row.passes = {{"floor", 0.25}, {"particles", 2}};
    EXPECT_EQ(row.pass("particles"), 2);
    EXPECT_EQ(row.pass("light"), 0);
}

TEST(DrawDocument, IsReadAsItWasWritten) {
    const DrawDocument written = test::made_up_frames();
    const DrawDocument read = read_draw_document(json_of(written), "it");
    EXPECT_EQ(json_of(read), json_of(written));
    EXPECT_EQ(read.bench.rows.size(), 12u);
    EXPECT_EQ(read.bench.left_out, written.bench.left_out);
    EXPECT_EQ(to_text(read.bench), to_text(written.bench));
}

TEST(DrawDocument, TheTableShowsNoFrameOfAtomics) {
    DrawBench bench;
    DrawRow row;
    row.ms = {111.5, 111.5, 111.5};
    row.passes = {{"particles", 222.5}};
    row.method = "atomics";
    bench.rows = {row};
    EXPECT_EQ(to_text(bench).find("111.5"), std::string::npos);
    EXPECT_NE(to_text(bench).find("222.5"), std::string::npos);
    bench.rows[0].method = "tiles";
    EXPECT_NE(to_text(bench).find("111.5"), std::string::npos);
}

TEST(DrawDocument, NoKeyOfARowMayBeMissing) {
    for (const char* key : {"method", "effect", "alive", "width", "height", "runs", "ms", "passes", "copy_ms",
                            "memory_bytes"}) {
        Json json = json_of(test::made_up_frames());
        json["rows"][3].erase(key);
        test::expect_error(ExitStatus::bad_input, std::string("it: rows[3]: \"") + key + "\" is missing",
                           [&] { read_draw_document(json, "it"); });
    }
}

void expect_refused_frames(const std::string& part, const std::function<void(Json&)>& spoil) {
    Json json = json_of(test::made_up_frames());
    spoil(json);
    test::expect_error(ExitStatus::bad_input, part, [&] { read_draw_document(json, "it"); });
}

TEST(DrawDocument, WhatMakesNoSenseIsRefusedWithItsPlace) {
    expect_refused_frames("schema 7", [](Json& json) { json["schema"] = 7; });
    expect_refused_frames("winnow bench step", [](Json& json) { json["topic"] = "step"; });
    expect_refused_frames("\"method\" is missing", [](Json& json) { json.erase("method"); });
    expect_refused_frames("\"left_out\" is missing", [](Json& json) { json.erase("left_out"); });
    expect_refused_frames("\"rows\" is empty", [](Json& json) { json["rows"] = Json::array(); });
    expect_refused_frames("rows[2]: \"method\" is not a text",
                          [](Json& json) { json["rows"][2]["method"] = 1; });
    for (const char* unknown : {"lines", "auto", ""})
        expect_refused_frames("rows[2]: \"method\" is not known",
                              [&](Json& json) { json["rows"][2]["method"] = unknown; });
    for (const char* key : {"alive", "width", "height"})
        expect_refused_frames(std::string("rows[0]: \"") + key + "\" is 0",
                              [&](Json& json) { json["rows"][0][key] = 0; });
    expect_refused_frames("rows[0]: \"alive\" is beyond 32 bits",
                          [](Json& json) { json["rows"][0]["alive"] = 1ull << 32; });
    expect_refused_frames("rows[0]: \"width\" is not a whole number",
                          [](Json& json) { json["rows"][0]["width"] = 12.5; });
    expect_refused_frames("rows[1]: ms: \"p90\"", [](Json& json) { json["rows"][1]["ms"]["p90"] = -1; });
    expect_refused_frames("rows[1]: passes: \"bloom\"",
                          [](Json& json) { json["rows"][1]["passes"]["bloom"] = "long"; });
    expect_refused_frames("rows[1]: \"copy_ms\"", [](Json& json) { json["rows"][1]["copy_ms"] = nullptr; });
    expect_refused_frames("it: a JSON object", [](Json& json) { json = 5; });
}

TEST(DrawDocument, AFileThatIsCutShortIsRefused) {
    const test::TemporaryDirectory folder;
    const std::string text = json_of(test::made_up_frames()).dump();
    const std::string path = folder.write("short.json", text.substr(0, text.size() / 2)).string();
    test::expect_error(ExitStatus::bad_input, "not complete JSON; winnow bench draw --json",
                       [&] { load_json(path, "draw"); });
}

/// Draws an effect of 500 particles, alive after 10 steps, that is written to a file.
class DrawBenchTest : public test::GlTest {
  protected:
    /// `rate`: births a second
    DrawBenchChoice options_for(const std::string& blend = "additive", int rate = 500) const {
        auto options = quick_options<DrawBenchChoice>({});
        options.effect =
            folder_
                .write("few.json", R"({"format": 2, "name": "few", "steps_per_second": 10, "blend": ")" +
                                       blend + R"(", "emitters": [{"rate": )" + std::to_string(rate) +
                                       R"(, "lifetime": [1, 1], "modules": [{"module": "jet"}]}]})")
                .string();
        options.frame = gl::Size{64, 36};
        return options;
    }

    const test::TemporaryDirectory folder_;
};

void expect_timed(const DrawRow& row) {
    EXPECT_EQ(row.effect, "few");
    EXPECT_EQ(row.width, 64u);
    EXPECT_EQ(row.height, 36u);
    EXPECT_EQ(row.runs, 20u);
    EXPECT_GT(row.ms.median, 0);
    EXPECT_LE(row.ms.p10, row.ms.median);
    EXPECT_GE(row.ms.p90, row.ms.median);
    EXPECT_GT(row.copy_ms, 0);
    EXPECT_GT(row.bound_ms(), 0);
}

void expect_measured(const DrawRow& row) {
    expect_timed(row);
    for (const char* pass : passes_of_every_frame) EXPECT_GT(row.pass(pass), 0) << pass;
}

TEST_F(DrawBenchTest, FramesAreMeasuredInBothWaysBesideAtomics) {
    const DrawBench bench = measured(bench_draw, options_for());
    ASSERT_EQ(bench.rows.size(), 3u);
    EXPECT_EQ(bench.left_out, std::vector<LeftOut>{});
    EXPECT_EQ(bench.rows[0].method, "tiles");
    EXPECT_EQ(bench.rows[1].method, "triangles");
    EXPECT_EQ(bench.rows[2].method, "atomics");
    for (const DrawRow& row : bench.rows) {
        expect_timed(row);
        EXPECT_EQ(row.alive, 500u);
        EXPECT_EQ(row.is_frame(), row.method != "atomics");
        if (row.is_frame()) expect_measured(row);
    }
    ASSERT_EQ(bench.rows[2].passes.size(), 1u) << "atomics draw the particles alone";
    EXPECT_GT(bench.rows[2].pass("particles"), 0);
    EXPECT_EQ(bench.rows[2].memory_bytes, 64u * 36 * 24);
    EXPECT_GT(bench.rows[0].pass("bin"), 0);
    EXPECT_EQ(bench.rows[1].passes.size(), passes_of_every_frame.size()) << "none is of tiles";
    EXPECT_GT(bench.rows[0].memory_bytes, bench.rows[1].memory_bytes);
    const DrawDocument document{test::made_up_head(), bench};
    EXPECT_EQ(json_of(read_draw_document(json_of(document), "it")), json_of(document));
}

TEST_F(DrawBenchTest, SoManyAreAliveAsAreAskedFor) {
    DrawBenchChoice options = options_for();
    options.sizes = {3000, 100, 3000};
    options.draw = effects::DrawMethod::triangles;
    const DrawBench bench = measured(bench_draw, options);
    ASSERT_EQ(bench.rows.size(), 2u);
    EXPECT_NEAR(bench.rows[0].alive, 100, 5);
    EXPECT_NEAR(bench.rows[1].alive, 3000, 60);
    for (const DrawRow& row : bench.rows) {
        expect_measured(row);
        EXPECT_EQ(row.method, "triangles");
    }
}

TEST_F(DrawBenchTest, OnlyTheWayThatIsAskedForIsMeasured) {
    DrawBenchChoice options = options_for();
    options.draw = effects::DrawMethod::tiles;
    const DrawBench bench = measured(bench_draw, options);
    ASSERT_EQ(bench.rows.size(), 1u);
    EXPECT_EQ(bench.rows[0].method, "tiles");
    EXPECT_EQ(bench.left_out, std::vector<LeftOut>{});
}

TEST_F(DrawBenchTest, ParticlesThatCoverEachOtherAreMeasuredInBothWays) {
    const DrawBench bench = measured(bench_draw, options_for("alpha"));
    ASSERT_EQ(bench.rows.size(), 2u);
    for (const DrawRow& row : bench.rows) {
        expect_measured(row);
        EXPECT_GT(row.pass("sort"), 0) << row.method;
    }
    EXPECT_GT(bench.rows[0].pass("cover"), 0);
    EXPECT_EQ(bench.rows[1].pass("cover"), 0);
    ASSERT_EQ(bench.left_out.size(), 1u);
    EXPECT_EQ(bench.left_out[0].what, "atomics of 500 alive in few at 64x36");
}

TEST_F(DrawBenchTest, AnEffectWithNothingAliveIsLeftOut) {
    for (const std::vector<std::uint64_t>& sizes : {std::vector<std::uint64_t>{}, {1000}}) {
        DrawBenchChoice options = options_for("additive", 0);
        options.sizes = sizes;
        const DrawBench bench = measured(bench_draw, options);
        EXPECT_TRUE(bench.rows.empty());
        ASSERT_EQ(bench.left_out.size(), 1u);
        EXPECT_EQ(bench.left_out[0].what, sizes.empty() ? "few at its own density" : "1000 alive in few");
        EXPECT_EQ(bench.left_out[0].reason, "nothing is alive after 10 s");
    }
}

TEST_F(DrawBenchTest, AnEffectOfOnesOwnIsDrawnInTheUsualFrames) {
    DrawBenchChoice options = options_for();
    options.frame.reset();
    options.runs = 1;
    options.draw = effects::DrawMethod::triangles;
    const DrawBench bench = measured(bench_draw, options);
    ASSERT_EQ(bench.rows.size(), 1u) << "there are too few particles for a large frame";
    EXPECT_EQ(bench.rows[0].width, facts().software ? 640u : 1280u);
    EXPECT_EQ(bench.rows[0].height, facts().software ? 360u : 720u);
}

TEST_F(DrawBenchTest, OtherBackendsAreRefused) {
    for (const Backend backend : {Backend::cpu, Backend::cuda}) {
        DrawBenchChoice options = options_for();
        options.backend = backend;
        session::Machine machine({});
        Progress progress;
        test::expect_error(ExitStatus::bad_input, "drawing always runs in GLSL",
                           [&] { bench_draw(machine, options, progress); });
    }
}

TEST_F(DrawBenchTest, MoreThanThisDeviceHasRoomForIsLeftOutWithTheReason) {
    const std::uint64_t too_many = facts().limits.storage_block_bytes / shared::COLUMN_BYTES;
    if (too_many >= shared::MAX_CAPACITY / 2) GTEST_SKIP() << "this device may have room for any number";
    DrawBenchChoice options = options_for();
    options.sizes = {too_many};
    const DrawBench bench = measured(bench_draw, options);
    EXPECT_TRUE(bench.rows.empty());
    ASSERT_EQ(bench.left_out.size(), 1u);
    EXPECT_EQ(bench.left_out[0].what, std::to_string(too_many) + " alive in few");
    EXPECT_NE(bench.left_out[0].reason.find("capacity"), std::string::npos) << bench.left_out[0].reason;
}

TEST_F(DrawBenchTest, WhatNoDeviceHasRoomForAndUnknownEffectsAreRefused) {
    DrawBenchChoice options = options_for();
    options.sizes = {500, 134'000'000};
    test::expect_error(ExitStatus::bad_input, "134000000 alive", [&] { measured(bench_draw, options); });
    options = {};
    options.effect = "fontain";
    test::expect_error(ExitStatus::bad_input, "fountain", [&] { measured(bench_draw, options); });
}

}  // namespace
}  // namespace winnow::measure
