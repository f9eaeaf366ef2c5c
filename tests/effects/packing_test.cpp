// Effects with their files in them, and folders in memory.
#include "effects/format/packing.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/input_file.h"
#include "effects/compile/compiled_effect.h"
#include "effects/data/packed_files.h"
#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "effects/format/file_text.h"
#include "effects/modules/module_files.h"
#include "settings/settings.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

namespace fs = std::filesystem;

constexpr const char* module_text =
    "/*{\"name\": \"sway\", \"stage\": \"force\", \"does\": \"Sways.\"}*/\n"
    "void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) { drag += "
    "1.0; }\n";

constexpr const char* effect_text = R"({
  // what nobody sees
  "format": 2,
  "emitters": [{"modules": [{"module": "sway"}, {"module": "mesh-surface", "mesh": "shapes/../shapes/box.obj"},
    {"module": "mask", "file": "dot.png"}, {"module": "mask", "file": "built-in/smoke.png"}]}],
}
)";

class PackingTest : public ::testing::Test {
  protected:
    PackingTest() {
        folder_.write("sway.glsl", module_text);
        folder_.write("shapes/box.obj", test::box_obj());
        folder_.write("dot.png",
                      test::png(3, 2, [](int x, int y) { return glm::u8vec4(40 * x, 90 * y, 255, 255); }));
        file_ = folder_.write("effect.json", effect_text).string();
    }
    std::string packed() const { return edited_text(read_source(file_), pack(load(file_))); }

    test::TemporaryDirectory folder_;
    std::string file_;
};

TEST_F(PackingTest, APackedEffectNeedsNoFolder) {
    const Effect effect = load(file_);
    const std::string text = packed();
    EXPECT_NE(text.find("// what nobody sees"), std::string::npos) << "the text is kept";
    const Effect read = parse(text, "packed.json");
    ASSERT_EQ(read.files.all().size(), 3u);
    EXPECT_EQ(read.files.all().at("sway.glsl"), module_text) << "texts are readable";
    EXPECT_EQ(read.files.all().at("dot.png").substr(0, 13), "data:;base64,");
    EXPECT_EQ(read.files.all().at("shapes/box.obj"), test::box_obj());
    EXPECT_EQ(read.folder, effect.folder) << "the contents are the same";
    EXPECT_EQ(read.emitters, effect.emitters);
    EXPECT_NO_THROW(compile(read));
    EXPECT_TRUE(places_of_own_files(read).empty()) << "nothing to watch";
}

TEST_F(PackingTest, PackingAgainChangesNothing) {
    const std::string text = packed();
    const Effect read = parse(text, "packed.json");
    EXPECT_EQ(pack(read), read);
    EXPECT_EQ(edited_text(text, pack(read)), text);
    EXPECT_EQ(parse(file_text(read), "again.json"), read);
    const Effect fountain = load("fountain");
    EXPECT_EQ(pack(fountain), fountain) << "what comes with Winnow is not packed";
}

TEST_F(PackingTest, EqualFilesAreOneFolder) {
    const std::string text = packed();
    const Effect one = parse(text, "one.json"), other = parse(text, "other.json");
    EXPECT_EQ(one.folder.path, other.folder.path);
    EXPECT_EQ(one.folder.packed, other.folder.packed);
    const std::string path = one.folder.path;
    EXPECT_TRUE(packed_folder(path));
    folder_.write("dot.png", test::png(1, 1, [](int, int) { return glm::u8vec4(255); }));
    EXPECT_NE(parse(packed(), "changed.json").folder.path, path);
}

TEST_F(PackingTest, AFolderLivesAsLongAsItsEffects) {
    std::string path;
    {
        const Effect effect = parse(packed(), "packed.json");
        path = effect.folder.path;
        EXPECT_NE(packed_file(path + "/dot.png"), nullptr);
        EXPECT_EQ(packed_file(path + "/none.png"), nullptr);
    }
    EXPECT_FALSE(packed_folder(path));
    EXPECT_EQ(packed_file(path + "/dot.png"), nullptr);
}

TEST_F(PackingTest, EditsKeepTheFiles) {
    Settings settings;
    const Effect effect = parse(packed(), "packed.json");
    settings = apply(settings, {"/effect", to_json(effect)});
    EXPECT_EQ(settings.effect, effect);
    settings = apply(settings, {"/effect/emitters/0/rate", 7});
    EXPECT_EQ(settings.effect.files, effect.files);
    EXPECT_EQ(settings.effect.folder.path, effect.folder.path);
    set_folder(settings.effect, folder_.path().string());
    EXPECT_EQ(settings.effect.folder.path, effect.folder.path) << "it needs none";
}

TEST_F(PackingTest, RefusesWhatIsNoFile) {
    const auto refusal = [](const std::string& files) {
        return message_of([&] { parse(R"({"format": 2, "files": )" + files + "}", "e.json"); });
    };
    EXPECT_EQ(refusal("[]"),
              "e.json:1: /files: must be an object of files by their names {...}, not a list of 0");
    EXPECT_EQ(refusal(R"({"a.png": 1})"),
              "e.json:1: /files/a.png: must be a file's text in quotes, or a data URI, not 1");
    EXPECT_EQ(refusal(R"({"a.png": "data:;base64,x"})"),
              "e.json:1: /files/a.png: after data:;base64, must be base64");
    for (const char* path : {"", "/etc/passwd", "../a.png", "a/../../b", "a//b", "./a", "a/", "..", "."})
        EXPECT_NE(refusal(std::string("{\"") + path + "\": \"\"}").find("must be the path of a file below"),
                  std::string::npos)
            << path;
    std::string many;
    for (int i = 0; i < 257; ++i) many += (i > 0 ? ", \"" : "{\"") + std::to_string(i) + "\": \"\"";
    EXPECT_NE(refusal(many + "}").find("0 to 256"), std::string::npos);
    EXPECT_EQ(message_of([] {
                  parse(R"({"format": 2, "files": {"b.png": "x"}, "emitters": [{"modules": [
                      {"module": "mask", "file": "a.png"}]}]})",
                        "e.json");
              }),
              "e.json:2: /emitters/0/modules/0/file: a.png: no such file comes with the effect");
}

TEST(PackedText, IsReadableWhereItCanBe) {
    EXPECT_EQ(packed_text("v 1 2 3\r\n"), "v 1 2 3\r\n");
    EXPECT_EQ(packed_text("\xC3\xBC"), "\xC3\xBC");
    EXPECT_EQ(packed_text("\xFC"), "data:;base64,/A==");
    EXPECT_EQ(packed_text(std::string_view("\0", 1)), "data:;base64,AA==");
    EXPECT_EQ(packed_text("data:;base64,AA=="), "data:;base64,ZGF0YTo7YmFzZTY0LEFBPT0=");
}

/// Data is decoded once, whichever folder it is asked from, and what a folder had is forgotten with it.
TEST_F(PackingTest, WhatIsKnownOfAFolderIsHandedOnAndForgotten) {
    const auto read = [&](const std::string& path) -> std::optional<std::string> {
        return read_file((folder_.path() / path).string(), max_data_bytes);
    };
    std::string first_path;
    std::shared_ptr<const FileData> first;
    Effect effect;
    {
        const auto asked = AskedFolder::make(read);
        const FilesOfFolder files(asked->path());
        const Effect parsed = parse(effect_text, "asked", first_path = asked->path());
        first = read_data(first_path, "dot.png", FileKind::picture);
        effect = parsed;
        effect.files = asked->files();
        set_folder(effect, {});
        know_copies(parsed, effect.folder.path);
        EXPECT_NE(digest_of_data(first_path, "dot.png"), 0u);
    }
    EXPECT_EQ(read_data(effect.folder.path, "dot.png", FileKind::picture), first);
    whole_message_of([&] { digest_of_data(first_path, "dot.png"); });  // it is refused
}

TEST_F(PackingTest, AnAskedFolderAsksOnceForEachFile) {
    std::map<std::string, int> asked;
    const auto folder = AskedFolder::make([&](const std::string& path) -> std::optional<std::string> {
        ++asked[path];
        const fs::path file = folder_.path() / path;
        return fs::exists(file) ? std::optional(read_file(file.string(), 1 << 20)) : std::nullopt;
    });
    const Effect effect = parse(effect_text, "asked.json", folder->path());
    EXPECT_EQ(folder->files(), parse(packed(), "packed.json").files);
    for (const auto& [path, times] : asked) EXPECT_EQ(times, 1) << path;
    EXPECT_TRUE(asked.contains("shapes/box.obj")) << "by the plain path";
    EXPECT_FALSE(asked.contains("built-in/smoke.png"));
}

}  // namespace
}  // namespace winnow::effects
