// Checks the file with the positions of the widgets.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.h"
#include "support/errors.h"
#include "support/temporary_directory.h"
#include "ui/ui_map.h"

namespace winnow::test {
namespace {

namespace fs = std::filesystem;

nlohmann::json read(const fs::path& path) {
    return nlohmann::json::parse(std::ifstream(path));
}

class UiMapTest : public ::testing::Test {
  protected:
    const TemporaryDirectory directory_;
    const fs::path folder_ = directory_.path();
    const fs::path path_ = folder_ / "map.json";
};

TEST_F(UiMapTest, HoldsWhatWasRegistered) {
    ui::UiMap map;
    map.add({"backend/cuda", 10, 20, 60, 22, false, true, "idle", true});
    ui::UiMapFile file(path_.string());
    EXPECT_EQ(read(path_)["widgets"].size(), 0u);
    file.update(map);
    const auto json = read(path_);
    EXPECT_EQ(json["schema"], 1);
    const nlohmann::json expected = {
        {"name", "backend/cuda"}, {"x", 10},         {"y", 20},         {"w", 60},      {"h", 22},
        {"enabled", false},       {"visible", true}, {"state", "idle"}, {"value", true}};
    ASSERT_EQ(json["widgets"].size(), 1u);
    EXPECT_EQ(json["widgets"][0], expected);
}

TEST_F(UiMapTest, IsWrittenOnlyWhenSomethingChanged) {
    ui::UiMap map;
    map.add({.name = "run/pause"});
    ui::UiMapFile file(path_.string());
    file.update(map);
    fs::remove(path_);
    file.update(map);
    EXPECT_FALSE(fs::exists(path_));
    map.clear();
    map.add({.name = "run/pause", .state = "hovered"});
    file.update(map);
    EXPECT_EQ(read(path_)["widgets"][0]["state"], "hovered");
}

TEST_F(UiMapTest, OneThatCannotBeWrittenIsSaidAtTheEnd) {
    ui::UiMap map;
    map.add({.name = "run/pause"});
    ui::UiMapFile full("/dev/full");
    full.update(map);
    expect_error(ExitStatus::bad_input, "/dev/full: No space left on device", [&] { full.finish(); });
    ui::UiMapFile file(path_.string());
    file.update(map);
    file.finish();
}

TEST_F(UiMapTest, LeavesNothingElseBehind) {
    ui::UiMapFile file(path_.string());
    ui::UiMap map;
    for (int i = 0; i < 3; ++i) {
        map.add({.name = std::to_string(i)});
        file.update(map);
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

// A map that cannot be written stops no other output: finish() reports the error.
TEST_F(UiMapTest, PathThatCannotBeWrittenIsBadInputAtTheEnd) {
    ui::UiMapFile file((folder_ / "missing" / "map.json").string());
    try {
        file.finish();
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), ExitStatus::bad_input);
    }
}

TEST_F(UiMapTest, FindsByName) {
    ui::UiMap map;
    map.add({.name = "a"});
    map.add({.name = "b", .x = 5});
    ASSERT_NE(map.find("b"), nullptr);
    EXPECT_EQ(map.find("b")->x, 5);
    EXPECT_EQ(map.find("c"), nullptr);
    map.clear();
    map.add({.name = "c"});
    EXPECT_EQ(map.find("b"), nullptr) << "of the frame before";
    EXPECT_EQ(map.widgets().size(), 1u);
}

}  // namespace
}  // namespace winnow::test
