// Checks the settings and paths that are kept from one run to the next.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/temporary_directory.h"
#include "ui/config.h"

namespace winnow::test {
namespace {

namespace fs = std::filesystem;

class ConfigTest : public ::testing::Test {
  protected:
    void SetUp() override { ::setenv("XDG_CONFIG_HOME", home_.c_str(), 1); }
    void TearDown() override { ::unsetenv("XDG_CONFIG_HOME"); }
    void save(const std::string& text) { std::ofstream(home_ / "display.json") << text; }

    const TemporaryDirectory directory_;
    const fs::path home_ = directory_.path();
};

TEST_F(ConfigTest, DirectoryIsMadeInTheXdgPlace) {
    EXPECT_EQ(ui::config_directory(), home_ / "winnow");
    EXPECT_TRUE(fs::is_directory(home_ / "winnow"));
}

TEST_F(ConfigTest, DirectoryThatCannotBeMadeIsNone) {
    std::ofstream(home_ / "file") << "not a directory";
    ::setenv("XDG_CONFIG_HOME", (home_ / "file").c_str(), 1);
    EXPECT_TRUE(ui::config_directory().empty());
    ui::save_display({}, effects::DisplaySettings{});
    EXPECT_EQ(ui::load_display({}), effects::DisplaySettings{});
}

TEST_F(ConfigTest, RelativePlaceIsIgnored) {
    ::setenv("XDG_CONFIG_HOME", "relative", 1);
    ::setenv("HOME", home_.c_str(), 1);
    EXPECT_EQ(ui::config_directory(), home_ / ".config" / "winnow");
}

TEST_F(ConfigTest, DisplayComesBackWithItsHelpClosed) {
    const effects::DisplaySettings display{.vsync = false,
                                           .frame_cap = 144,
                                           .panel = false,
                                           .help = true,
                                           .bloom = false,
                                           .grading = false,
                                           .resolution = 0.5f,
                                           .dynamic_resolution = false,
                                           .ui_scale = 1.5f};
    ui::save_display(home_, display);
    effects::DisplaySettings expected = display;
    expected.help = false;
    EXPECT_EQ(ui::load_display(home_), expected);
}

TEST_F(ConfigTest, TheTourIsNotOfferedAgainAndTheLabIsClosed) {
    effects::DisplaySettings display;
    display.lab = true;
    display.tour = false;
    ui::save_display(home_, display);
    display.lab = false;
    EXPECT_EQ(ui::load_display(home_), display);
}

TEST_F(ConfigTest, WhatIsNotValidKeepsItsDefault) {
    save(R"({"vsync": false, "ui_scale": 99, "unknown": 1, "picture_cap": "many"})");
    effects::DisplaySettings expected;
    expected.vsync = false;
    EXPECT_EQ(ui::load_display(home_), expected);
}

TEST_F(ConfigTest, TheLayoutComesBack) {
    EXPECT_EQ(ui::load_layout(home_), ui::Layout{});
    ui::Layout layout{
        ui::Tab::profile, 500, false, {{"scan", false}, {"floor", true}}, gl::WindowPlace{-20, 30, 800, 600}};
    ui::save_layout(home_, layout);
    EXPECT_EQ(ui::load_layout(home_), layout);
    layout.folds["emitter/bursts/0"] = true;
    ui::save_layout(home_, layout);
    EXPECT_EQ(ui::load_layout(home_).folds.size(), 2u) << "a burst is of one effect";
    for (const char* text :
         {"[]", R"({"tab": "none", "panel_width": "wide", "sections": [1], "window": [1, 2, 3]})",
          R"({"tab": 3, "sections": {"scan": 1}, "window": [0, 0, 0, 9]})"}) {
        std::ofstream(home_ / "layout.json") << text;
        EXPECT_EQ(ui::load_layout(home_), ui::Layout{}) << text;
    }
    std::ofstream(home_ / "layout.json") << R"({"panel_width": 1e9})";
    EXPECT_EQ(ui::load_layout(home_).panel_width, ui::Layout::max_width);
}

TEST(WindowPlace, IsWithinReachIfItsTitleIsOnAScreen) {
    const gl::WindowPlace screens[] = {{0, 0, 1920, 1080}, {1920, 200, 1280, 1024}};
    EXPECT_TRUE(gl::is_within_reach({100, 100, 1280, 720}, screens));
    EXPECT_TRUE(gl::is_within_reach({2000, 300, 4000, 3000}, screens)) << "larger than the screen";
    EXPECT_FALSE(gl::is_within_reach({5000, 100, 1280, 720}, screens)) << "that screen is gone";
    EXPECT_FALSE(gl::is_within_reach({100, -40, 1280, 720}, screens)) << "its title is above";
    EXPECT_FALSE(gl::is_within_reach({-1270, 100, 1280, 720}, screens)) << "hardly any of it can be seen";
    EXPECT_FALSE(gl::is_within_reach({0, 0, 100, 100}, {}));
}

TEST_F(ConfigTest, JunkIsIgnored) {
    for (const char* text : {"", "{", "[1, 2]", "\x80\xFF"}) {
        save(text);
        EXPECT_EQ(ui::load_display(home_), effects::DisplaySettings{}) << text;
    }
    fs::remove(home_ / "display.json");
    fs::create_directory(home_ / "display.json");
    EXPECT_EQ(ui::load_display(home_), effects::DisplaySettings{});
    ui::save_display(home_, {});
}

TEST_F(ConfigTest, DeepNestingIsIgnored) {
    save(std::string(1 << 20, '['));
    EXPECT_EQ(ui::load_display(home_), effects::DisplaySettings{});
}

TEST_F(ConfigTest, EffectsThatWereOpenedAreRememberedTheNewestFirst) {
    EXPECT_TRUE(ui::load_recent(home_).empty());
    for (int i = 0; i < 9; ++i) ui::add_recent(home_, "/x/" + std::to_string(i) + ".json");
    const auto recent = ui::add_recent(home_, "/x/7.json");
    EXPECT_EQ(recent, (std::vector<std::string>{"/x/7.json", "/x/8.json", "/x/6.json", "/x/5.json",
                                                "/x/4.json", "/x/3.json"}));
    EXPECT_EQ(ui::load_recent(home_), recent);
    for (const char* text : {"{", "{}", "7", "[1, null]"}) {
        std::ofstream(home_ / "recent.json") << text;
        EXPECT_TRUE(ui::load_recent(home_).empty()) << text;
    }
    EXPECT_EQ(ui::add_recent({}, "/a.json").size(), 1u) << "there is no folder to save it in";
}

}  // namespace
}  // namespace winnow::test
