// Presets are kept from one run to the next; a broken file is told once and left out.
#include "view/stack_presets.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/temporary_directory.h"

namespace winnow::view {
namespace {

using Kind = ui::PresetRequest::Kind;

effects::StackPreset preset(const std::string& name) {
    return {name, {{"heat", "2"}}, {{{"module", "size"}}}};
}

class StackPresetsTest : public ::testing::Test {
  protected:
    std::vector<std::string> names(const StackPresets& presets) const {
        std::vector<std::string> all;
        for (const effects::StackPreset& one : presets.all()) all.push_back(one.name);
        return all;
    }
    std::string last_notice() {
        const auto all = notices_.current(session::Clock::now());
        return all.empty() ? "" : all.back().text;
    }

    const test::TemporaryDirectory folder_;
    Notices notices_;
};

TEST_F(StackPresetsTest, AreSavedOverwrittenRenamedAndDeleted) {
    {
        StackPresets presets(folder_.path(), notices_);
        presets.handle({Kind::save, preset("hot"), {}, {}});
        presets.handle({Kind::save, preset("a cold one"), {}, {}});
        effects::StackPreset other = preset("hot");
        other.lets = {{"heat", "3"}};
        presets.handle({Kind::save, other, {}, {}});
    }
    StackPresets presets(folder_.path(), notices_);
    ASSERT_EQ(names(presets), (std::vector<std::string>{"a cold one", "hot"}));
    EXPECT_EQ(presets.all()[0], preset("a cold one"));
    EXPECT_EQ(presets.all()[1].lets.at("heat"), "3");
    presets.handle({Kind::rename, {}, "hot", "a cold one"});
    EXPECT_EQ(last_notice(), "a cold one is already the name of a preset");
    EXPECT_EQ(presets.all().size(), 2u) << "nothing is lost";
    presets.handle({Kind::rename, {}, "hot", "warm"});
    EXPECT_EQ(names(presets), (std::vector<std::string>{"a cold one", "warm"}));
    presets.handle({Kind::remove, {}, "a cold one", {}});
    EXPECT_EQ(names(presets), (std::vector<std::string>{"warm"}));
}

TEST_F(StackPresetsTest, ABrokenFileIsToldOnceAndTheOthersAreThere) {
    StackPresets presets(folder_.path(), notices_);
    presets.handle({Kind::save, preset("hot"), {}, {}});
    folder_.write("presets/odd.json", R"({"modules": 7})");
    folder_.write("presets/notes.txt", "no preset");
    notices_.dismiss();
    presets.handle({});
    EXPECT_EQ(names(presets), (std::vector<std::string>{"hot"}));
    EXPECT_NE(last_notice().find("odd.json: a preset of a stack has a list"), std::string::npos)
        << last_notice();
    notices_.dismiss();
    presets.handle({});
    EXPECT_EQ(last_notice(), "");
}

TEST_F(StackPresetsTest, WithoutAFolderNothingIsKept) {
    StackPresets presets({}, notices_);
    presets.handle({Kind::save, preset("hot"), {}, {}});
    EXPECT_NE(last_notice().find("no folder for presets"), std::string::npos);
    EXPECT_TRUE(presets.all().empty());
}

}  // namespace
}  // namespace winnow::view
