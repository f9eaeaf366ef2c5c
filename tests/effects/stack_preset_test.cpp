// Modules that are kept as a preset work on another emitter, with the local values that they read.
#include "effects/format/stack_preset.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "effects/compile/compiled_effect.h"
#include "effects/format/effect_file.h"
#include "settings/settings.h"

namespace winnow::effects {
namespace {

Effect kept_effect() {
    return parse(
        R"x({"format": 2, "properties": [{"name": "spin", "value": 0.5}], "let": {"wave": "sin(spin)"},
 "emitters": [{"let": {"heat": "1 + wave", "x": "0"}, "modules": [
   {"module": "size", "diameter": {"curve": [[0, 0.1], [1, 0]], "by": "heat"}},
   {"module": "gravity", "enabled": false},
   {"module": "opacity", "opacity": "vec3(1, 2, 3).x"}]}]})x",
        "source.json");
}

Effect other_effect(const std::string& lets) {
    return parse(R"({"format": 2, "emitters": [{}, {"name": "b", "let": )" + lets +
                     R"(, "modules": [{"module": "drag"}], "looks": [{}]}]})",
                 "target.json");
}

Effect with_preset_added(const Effect& effect, const StackPlace& place, const StackPreset& preset) {
    Settings settings;
    settings.effect = effect;
    return apply(settings,
                 {"/effect/emitters/" + std::to_string(place.emitter), with_preset(effect, place, preset)})
        .effect;
}

TEST(StackPreset, BringsWhatItsModulesReadAndNothingElse) {
    const StackPreset preset = preset_of(kept_effect(), {0, {}}, std::vector<std::size_t>{0, 1}, "hot");
    EXPECT_EQ(preset.lets, (Lets{{"heat", "1 + wave"}, {"wave", "sin(spin)"}, {"spin", "0.5"}}));
    const Effect after = with_preset_added(other_effect("{}"), {1, {}}, preset);
    ASSERT_EQ(after.emitters[1].modules.size(), 3u);
    EXPECT_EQ(after.emitters[1].modules[0].module, "drag") << "what is there comes first";
    EXPECT_EQ(after.emitters[1].modules[1], kept_effect().emitters[0].modules[0]);
    EXPECT_FALSE(after.emitters[1].modules[2].enabled);
    EXPECT_EQ(after.emitters[1].lets, preset.lets);
    EXPECT_EQ(after.emitters[0], other_effect("{}").emitters[0]);
    EXPECT_NO_THROW(compile(after));
}

TEST(StackPreset, APartOfANameIsNoLocalValue) {
    Effect effect = kept_effect();
    const StackPreset preset = preset_of(effect, {0, {}}, std::vector<std::size_t>{2}, "faint");
    EXPECT_TRUE(preset.lets.empty()) << ".x is not x";
}

TEST(StackPreset, ReadsTheValuesThatAreThere) {
    const StackPreset preset = preset_of(kept_effect(), {0, {}}, std::vector<std::size_t>{0}, "hot");
    const Effect after = with_preset_added(other_effect(R"({"heat": "7"})"), {1, {}}, preset);
    EXPECT_EQ(after.emitters[1].lets.at("heat"), "7");
}

TEST(StackPreset, IsAddedToAFurtherLook) {
    const StackPreset preset = preset_of(kept_effect(), {0, {}}, std::vector<std::size_t>{0}, "hot");
    const Effect after = with_preset_added(other_effect("{}"), {1, 0}, preset);
    EXPECT_EQ(after.emitters[1].modules.size(), 1u);
    ASSERT_EQ(after.emitters[1].looks[0].modules.size(), 1u);
    EXPECT_EQ(preset_of(after, {1, 0}, std::vector<std::size_t>{0}, "hot"), preset);
}

TEST(StackPreset, ItsFileHoldsAllOfIt) {
    const StackPreset preset = preset_of(kept_effect(), {0, {}}, std::vector<std::size_t>{0, 1, 2}, "hot");
    const StackPreset read = parse_preset(text_of(preset), "hot.json", "hot");
    EXPECT_EQ(read.name, "hot");
    EXPECT_EQ(read.lets, preset.lets);
    EXPECT_EQ(nlohmann::json(read.modules), nlohmann::json(preset.modules)) << "but for the order of keys";
}

TEST(StackPreset, AFileThatIsNoneIsRefusedInOneLine) {
    const auto why = [](const std::string& text) {
        try {
            parse_preset(text, "hot.json", "hot");
            return std::string();
        } catch (const Error& error) {
            return std::string(error.what());
        }
    };
    for (const std::string text :
         {"", "[]", "{", R"({"modules": []})", R"({"modules": [7]})", R"({"modules": [{"module": 1}]})",
          R"({"modules": [{"module": "size"}], "let": {"a": 1}})",
          R"({"modules": [{"module": "size"}], "colour": 1})"}) {
        EXPECT_TRUE(why(text).starts_with("hot.json:")) << text;
        EXPECT_EQ(why(text).find('\n'), std::string::npos);
    }
}

TEST(StackPreset, ItsNameIsThatOfAFile) {
    EXPECT_EQ(preset_name_fault("Fire, hot (2)"), "");
    for (const std::string name : {"", ".hidden", "a/b", "a\nb"})
        EXPECT_NE(preset_name_fault(name), "") << name;
    EXPECT_NE(preset_name_fault(std::string(81, 'x')), "");
}

}  // namespace
}  // namespace winnow::effects
