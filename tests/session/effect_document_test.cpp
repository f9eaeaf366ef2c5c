// Checks what counts as unsaved, what a changed file does to the document, and that every edit can be undone
// and redone.
#include "session/effect_document.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <random>
#include <thread>

#include "effects/format/effect_file.h"
#include "effects/format/file_text.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::session {
namespace {

using FileNews = EffectDocument::FileNews;

/// FileKind settings and the document that follows their edits.
class DocumentTest : public ::testing::Test {
  protected:
    void SetUp() override {
        settings_.effect.emitters.resize(2);
        document_.open("x.json", true, settings_.effect, settings_.effect);
    }

    void edit(const std::string& pointer, const nlohmann::json& value, Gesture gesture = std::nullopt) {
        const effects::Settings before = settings_;
        settings_ = effects::apply(before, {pointer, value});
        document_.changed(before, settings_, {pointer, value}, gesture);
    }

    void make(const std::vector<effects::Edit>& edits) {
        for (const effects::Edit& one : edits) settings_ = effects::apply(settings_, one);
    }
    bool undo() {
        const auto way = document_.history().undo();
        if (!way) return false;
        make(way->edits);
        document_.went_back(settings_);
        return true;
    }
    bool redo() {
        const auto way = document_.history().redo();
        if (!way) return false;
        make(way->edits);
        document_.went_forth(settings_);
        return true;
    }

    effects::Settings settings_;
    EffectDocument document_;
};

TEST_F(DocumentTest, WhatIsEditedIsUnsavedUntilItIsAsItWas) {
    EXPECT_FALSE(document_.unsaved());
    edit("/effect/emitters/1/rate", 0.5);
    EXPECT_TRUE(document_.unsaved());
    edit("/effect/emitters/1/rate", 1000);
    EXPECT_FALSE(document_.unsaved());
    edit("/simulation/density", 2);
    EXPECT_FALSE(document_.unsaved()) << "no effect file holds it";
}

TEST_F(DocumentTest, ADragThatGivesAValueForTheFirstTimeIsOneEntry) {
    const effects::Settings before = settings_;
    const std::string modules = "/effect/emitters/1/modules";
    edit(modules + "/-", {{"module", "vortex"}});
    const effects::Settings added = settings_;
    constexpr Gesture gesture = 7;
    for (const int spin : {3, 4, 5}) edit(modules + "/0/spin", spin, gesture);
    const effects::Settings dragged = settings_;
    EXPECT_EQ(document_.history().size(), 2u);
    EXPECT_EQ(document_.history().undo()->edits.front().pointer, modules + "/0") << "not the whole effect";
    EXPECT_TRUE(undo());
    EXPECT_EQ(settings_, added);
    EXPECT_TRUE(redo());
    EXPECT_EQ(settings_, dragged);
    EXPECT_TRUE(undo() && undo());
    EXPECT_EQ(settings_, before);
}

TEST_F(DocumentTest, ADragOfPointsIsOneEntry) {
    const std::string value = "/effect/emitters/1/transform/position", points = value + "/gradient";
    edit(value, {{"gradient", {{0, {0, 0, 0}}, {1, {0, 1, 0}}}}});
    const effects::Settings before = settings_;
    constexpr Gesture of_one = 7, of_several = 8;
    for (const float x : {0.9f, 0.8f, 0.7f}) edit(points + "/1", {x, {0, x, 0}}, of_one);
    EXPECT_EQ(document_.history().size(), 2u);
    for (const float x : {0.9f, 0.8f}) edit(points, {{0, {x, 0, 0}}, {x, {0, x, 0}}}, of_several);
    EXPECT_EQ(document_.history().size(), 3u);
    EXPECT_TRUE(undo() && undo());
    EXPECT_EQ(settings_, before);
}

TEST_F(DocumentTest, SavingMakesAnotherFileItsOwn) {
    edit("/effect/emitters/1/rate", 0.5);
    document_.saved_as("dir/y.json", settings_.effect);
    EXPECT_FALSE(document_.unsaved());
    EXPECT_EQ(document_.short_name(), "y.json");
    EXPECT_TRUE(undo());
    EXPECT_TRUE(document_.unsaved()) << "undoing after a save is a change";
}

TEST_F(DocumentTest, AFileThatChangesIsReadAgainOnlyIfNothingWouldBeLost) {
    effects::Effect theirs = settings_.effect;
    EXPECT_EQ(document_.file_changed(theirs, settings_.effect), FileNews::nothing) << "Winnow saved it";
    theirs.plane.height = 1;
    EXPECT_EQ(document_.file_changed(theirs, settings_.effect), FileNews::read_again);
    edit("/effect/emitters/1/rate", 0.5);
    EXPECT_EQ(document_.file_changed(theirs, settings_.effect), FileNews::conflict);
    ASSERT_TRUE(document_.conflict());
    EXPECT_EQ(*document_.conflict(), theirs);
    EXPECT_EQ(document_.file_changed(document_.saved(), settings_.effect), FileNews::nothing);
    EXPECT_FALSE(document_.conflict()) << "the file is unchanged";
}

TEST_F(DocumentTest, AFileThatCannotRunHereIsInConflict) {
    effects::Effect theirs = settings_.effect;
    theirs.plane.height = 1;
    ASSERT_EQ(document_.file_changed(theirs, settings_.effect), FileNews::read_again);
    document_.file_refused(theirs);
    ASSERT_TRUE(document_.conflict());
    EXPECT_EQ(*document_.conflict(), theirs);
    EXPECT_TRUE(document_.unsaved()) << "no file holds what runs";
}

TEST_F(DocumentTest, WhatAReplayChangesIsUnsavedInAFileOnly) {
    effects::Effect replayed = settings_.effect;
    replayed.plane.height = 1;
    document_.replayed(replayed);
    EXPECT_TRUE(document_.unsaved());
    document_.open("", false, settings_.effect, settings_.effect);
    document_.replayed(replayed);
    EXPECT_FALSE(document_.unsaved()) << "the recording holds it";
    settings_.effect = replayed;
    edit("/effect/emitters/1/rate", 0.5);
    replayed = settings_.effect;
    replayed.plane.height = 2;
    document_.replayed(replayed);
    EXPECT_TRUE(document_.unsaved()) << "no recording holds an edit between replayed ones";
}

TEST_F(DocumentTest, MineIsKeptAndStaysUnsaved) {
    edit("/effect/emitters/1/rate", 0.5);
    effects::Effect theirs = document_.saved();
    theirs.plane.height = 1;
    document_.file_changed(theirs, settings_.effect);
    document_.file_holds(theirs, settings_.effect);
    EXPECT_FALSE(document_.conflict());
    EXPECT_TRUE(document_.unsaved());
    EXPECT_EQ(document_.saved(), theirs) << "a reset takes the file's present content";
}

TEST_F(DocumentTest, AFileThatIsGoneLeavesAllUnsaved) {
    document_.set_missing(true);
    EXPECT_TRUE(document_.unsaved());
    document_.saved_as("x.json", settings_.effect);
    EXPECT_FALSE(document_.unsaved());
}

TEST_F(DocumentTest, PrewarmingThatWasAskedForIsNoEditAndIsNotSaved) {
    effects::Effect running = settings_.effect;
    running.prewarm = 5;
    document_.open("x.json", true, settings_.effect, running);
    EXPECT_FALSE(document_.unsaved());
    EXPECT_EQ(document_.to_save(running), settings_.effect);
    running.prewarm = 7;
    EXPECT_EQ(document_.to_save(running).prewarm, 7);
}

TEST_F(DocumentTest, ADragIsOneEntry) {
    for (const double rate : {0.1, 0.2, 0.3}) edit("/effect/emitters/1/rate", rate, 1);
    EXPECT_EQ(document_.history().size(), 1u);
    edit("/effect/emitters/1/rate", 0.4, 2);
    edit("/effect/emitters/0/rate", 0.4, 2);
    EXPECT_EQ(document_.history().size(), 3u);
    EXPECT_TRUE(undo() && undo());
    EXPECT_EQ(settings_.effect.emitters[1].rate, 0.3f);
    EXPECT_TRUE(undo());
    EXPECT_FALSE(document_.unsaved());
    edit("/effect/blend", "alpha", 3);
    edit("/effect/blend", "additive", 3);
    EXPECT_EQ(document_.history().size(), 2u) << "each choice is an entry";
}

TEST_F(DocumentTest, WhatAnEditBringsAlongIsUndoneWithIt) {
    const effects::Settings begin = settings_;
    effects::Settings after = begin;
    after.simulation.capacity = 1000;
    after.simulation.density = 0.5f;
    document_.changed(begin, after, {"/simulation/capacity", 1000});
    settings_ = after;
    EXPECT_EQ(document_.history().size(), 1u);
    EXPECT_TRUE(undo());
    EXPECT_EQ(settings_, begin);
    EXPECT_TRUE(redo());
    EXPECT_EQ(settings_, after);
}

TEST_F(DocumentTest, PausingTheWindowAndTheBackendAreNotUndone) {
    edit("/simulation/paused", true);
    edit("/display/panel", false);
    edit("/display/ui_scale", 2);
    edit("/simulation/backend", "cpu");
    edit("/simulation/block", "blelloch");
    edit("/simulation/compaction", "bits");
    EXPECT_EQ(document_.history().size(), 0u);
    edit("/simulation/density", 2);
    EXPECT_EQ(document_.history().size(), 1u);
}

TEST_F(DocumentTest, AnEntryThatGrewCountsWithItsNewLength) {
    edit("/effect/emitters/1/rate", 0.5, 1);
    edit("/effect/emitters/1/rate", 123.25, 1);
    ASSERT_EQ(document_.history().size(), 1u);
    EXPECT_EQ(document_.history().bytes(), std::string("1000.0"
                                                       "123.25")
                                               .size());
    edit("/effect/emitters/1/rate", 7, 2);
    EXPECT_EQ(document_.history().bytes(), std::string("1000.0"
                                                       "123.25"
                                                       "123.25"
                                                       "7.0")
                                               .size());
}

TEST_F(DocumentTest, AWholeAndAnAppendedEmitterAreUndone) {
    const effects::Settings begin = settings_;
    edit("/effect/emitters/-", {{"rate", 7}});
    edit("/effect", {{"format", 2}});
    EXPECT_TRUE(undo());
    EXPECT_EQ(settings_.effect.emitters.size(), 3u);
    EXPECT_TRUE(undo());
    EXPECT_EQ(settings_, begin);
    EXPECT_FALSE(undo());
}

TEST_F(DocumentTest, ANewEditForgetsWhatWasUndone) {
    edit("/effect/emitters/1/rate", 0.1);
    edit("/effect/emitters/1/rate", 0.2);
    EXPECT_TRUE(undo());
    edit("/effect/emitters/1/position/0", 3);
    EXPECT_FALSE(redo());
    EXPECT_EQ(document_.history().size(), 2u);
    document_.open("y.json", true, settings_.effect, settings_.effect);
    EXPECT_FALSE(undo()) << "another effect has its own history";
}

TEST_F(DocumentTest, ALongWayGoesBackAndForth) {
    const effects::Settings begin = settings_;
    std::mt19937 engine(5);
    const std::vector<std::string> numbers{"/effect/emitters/0/rate", "/effect/emitters/1/rate",
                                           "/effect/floor/height",    "/effect/emitters/0/position/1",
                                           "/simulation/density",     "/simulation/seed",
                                           "/simulation/capacity",    "/simulation/time_scale"};
    for (int i = 0; i < 100; ++i)
        edit(numbers[engine() % numbers.size()], engine() % 3 + 1, Gesture(engine() % 4));
    const effects::Settings end = settings_;
    while (undo()) {
    }
    EXPECT_EQ(settings_, begin);
    EXPECT_FALSE(document_.unsaved());
    while (redo()) {
    }
    EXPECT_EQ(settings_, end);
}

TEST_F(DocumentTest, TheHistoryIsBounded) {
    for (std::uint32_t i = 0; i < EditHistory::max_entries + 50; ++i) edit("/simulation/seed", i + 2);
    EXPECT_EQ(document_.history().size(), EditHistory::max_entries);
    EXPECT_TRUE(undo());
    EXPECT_EQ(settings_.simulation.seed, EditHistory::max_entries + 50);
    effects::Settings large = settings_;
    effects::Emitter with_bursts;
    with_bursts.bursts.resize(10);
    large.effect.emitters.resize(10000, with_bursts);
    const effects::Settings small = settings_;
    constexpr std::size_t changes = 6;
    for (std::size_t i = 0; i < changes; ++i) document_.changed(small, large, {});
    EXPECT_LT(document_.history().size(), changes) << "whole effects of 10,000 emitters take much memory";
    EXPECT_TRUE(document_.history().undo());
}

/// Looking at what has the file's name now never waits, as opening a pipe without a writer would.
TEST(FilesElsewhere, AreCopiedOrNamedWhereTheyLie) {
    const test::TemporaryDirectory folder;
    folder.write("mine/meshes/box.obj", test::box_obj());
    const auto path = folder.write("mine/effect.json", R"({"format": 2, "name": "meshes/box.obj",
 "emitters": [{"modules": [{"module": "mesh-surface", "mesh": "meshes/box.obj"}]}]})");
    const effects::Effect effect = effects::load(path.string());
    const std::string above = path.parent_path().parent_path().string(), other = above + "/other";
    std::filesystem::create_directory(other);
    EXPECT_TRUE(files_elsewhere(effect, path.parent_path().string()).missing.empty());
    EXPECT_EQ(files_elsewhere(effect, other).missing, std::vector<std::string>{"meshes/box.obj"});
    EXPECT_FALSE(files_elsewhere(effect, other).can_stay) << "it lies below no folder of the effect";
    ASSERT_TRUE(files_elsewhere(effect, above).can_stay);
    const effects::Effect named = naming_from(effect, above);
    EXPECT_EQ(effects::value_at(named, "/effect/emitters/0/modules/0/mesh"), "mine/meshes/box.obj");
    EXPECT_EQ(named.name, effect.name);
    effects::save(named, above + "/up.json");
    EXPECT_EQ(effects::load(above + "/up.json"), named);
    EXPECT_EQ(carry_files(effect, other, [](const std::string&) {}), 1u);
    EXPECT_TRUE(files_elsewhere(effect, other).missing.empty());
}

TEST(EffectFile, NoticesThatSomethingElseHasItsName) {
    const test::TemporaryDirectory folder;
    const std::string text = R"({"format": 2, "emitters": [{"name": "a"}]})";
    const std::string path = folder.write("x.json", text);
    EffectFile file(path);
    const auto is_missing_soon = [&] {
        const auto end = Clock::now() + std::chrono::seconds(10);
        for (; !file.missing() && Clock::now() < end;
             std::this_thread::sleep_for(std::chrono::milliseconds(10)))
            EXPECT_FALSE(file.poll());
        return file.missing();
    };
    const std::function<void()> others[] = {
        [&] { std::filesystem::create_directory(path); },
        [&] { ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0); },
        [&] { std::filesystem::create_symlink(path, path); },
    };
    for (const auto& make : others) {
        std::filesystem::remove(path);
        make();
        EXPECT_TRUE(is_missing_soon());
        EXPECT_TRUE(file.is_replaced());
        std::filesystem::remove(path);
        EXPECT_FALSE(file.is_replaced()) << "it is only gone";
        folder.write("x.json", text);
        EXPECT_TRUE(file.poll());
        EXPECT_FALSE(file.missing());
    }
}

TEST(EffectFile, KeepsThePropertiesThatWereAskedFor) {
    const test::TemporaryDirectory folder;
    const auto text = [](const char* property) {
        return std::string(R"({"format": 2, "properties": [{"name": ")") + property +
               R"(", "value": 1, "range": [0, 4]}], "emitters": [{"name": "a"}]})";
    };
    const std::string path = folder.write("x.json", text("spin"));
    EffectFile file(path, {{"spin", 3}});
    EXPECT_FALSE(file.poll());
    folder.write("x.json", text("spin") + "\n");
    EXPECT_EQ(file.poll().value().properties[0].value, 3);
    folder.write("x.json", text("swirl"));
    EXPECT_EQ(file.poll().value().properties[0].value, 1);
    EXPECT_EQ(file.error(), "");
}

}  // namespace
}  // namespace winnow::session
