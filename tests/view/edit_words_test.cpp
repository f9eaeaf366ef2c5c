// Checks that the message about a refused edit names places as the panel does.
#include "view/edit_words.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "view/differences.h"

namespace winnow::view {
namespace {

constexpr const char* text =
    R"({"format": 2, "name": "Words", "emitters": [{"name": "smoke"}, {"name": "jets",
 "modules": [{"module": "attribute", "name": "heat", "value": 1}, {"module": "disc"},
  {"module": "jet", "speed": "heat"}, {"module": "size", "diameter": {"curve": [[0, 1], [1, 2]]}}]}]})";

std::string refusal_of(const effects::Edit& edit) {
    effects::Settings settings;
    settings.effect = effects::parse(text, "words");
    try {
        effects::apply(settings, edit);
    } catch (const Error& error) {
        return in_words(error.what(), settings, std::span(&edit, 1));
    }
    return "it was accepted";
}

std::string words(const std::string& message) {
    effects::Settings settings;
    settings.effect = effects::parse(text, "words");
    return in_words(message, settings, {});
}

TEST(EditWords, AModuleIsNamedThatOthersCountDifferentlyAfterTheEdit) {
    const nlohmann::json fewer = {{{"module", "disc"}}, {{"module", "jet"}, {"speed", "heat"}}};
    EXPECT_TRUE(refusal_of({"/effect/emitters/1/modules", fewer}).starts_with("jets, jet, speed: "))
        << refusal_of({"/effect/emitters/1/modules", fewer});
}

TEST(EditWords, ModulesOfOneKindAreNumbered) {
    const nlohmann::json two = {{{"module", "jet"}}, {{"module", "jet"}, {"speed", "heat"}}};
    EXPECT_TRUE(refusal_of({"/effect/emitters/0/modules", two}).starts_with("smoke, jet 2, speed: "));
}

TEST(EditWords, APartThatIsNotWrittenHasItsKey) {
    EXPECT_TRUE(
        refusal_of({"/effect/emitters/1/modules/1/radius", "nonsense"}).starts_with("jets, disc, radius: "));
    EXPECT_EQ(words("/effect/emitters/1/modules/1/radius: no"), "jets, disc, radius: no");
    EXPECT_EQ(words("/effect/emitters/1/modules/3/diameter/curve/1/0: no"),
              "jets, size, diameter, curve 2, number 1: no");
    EXPECT_TRUE(refusal_of({"/simulation/time_scale", 99}).starts_with("time scale: "));
}

effects::Settings settings_of(const char* effect) {
    effects::Settings settings;
    settings.effect = effects::parse(effect, "words");
    return settings;
}

TEST(EditWords, AChangeIsToldWithItsValue) {
    const effects::Settings settings = settings_of(text);
    const auto told = [&](const char* pointer, const nlohmann::json& value) {
        return change_words(settings, {pointer, value});
    };
    EXPECT_EQ(told("/effect/emitters/1/rate", 900), "jets: rate 900");
    EXPECT_EQ(told("/effect/emitters/1/emits", false), "jets: emits off");
    EXPECT_EQ(told("/effect/emitters/1/position/1", 0.5), "jets: position 0, 0.5, 0");
    EXPECT_EQ(told("/effect/emitters/1/modules/2/speed", {{"random", {0.5, 0.9}}}),
              "jets, jet: speed random 0.5, 0.9");
    EXPECT_EQ(told("/effect/emitters/1/modules/3/diameter", {{"curve", {{0, 1}, {1, 3}}}}),
              "jets, size: diameter a curve");
    EXPECT_EQ(told("/effect/emitters/1/modules/-", {{"module", "gravity"}}), "jets: add gravity");
    EXPECT_EQ(told("/simulation/density", 2), "density 2");
    EXPECT_EQ(told("/effect/description", std::string(100, 'a')), "description");
    nlohmann::json modules = *effects::value_at(settings, "/effect/emitters/1/modules");
    std::swap(modules[1], modules[2]);
    EXPECT_EQ(told("/effect/emitters/1/modules", modules), "jets: other order of modules");
    modules.erase(0);
    EXPECT_EQ(told("/effect/emitters/1/modules", modules), "jets: modules") << "two changes at once";
    std::swap(modules[0], modules[1]);
    EXPECT_EQ(told("/effect/emitters/1/modules", modules), "jets: remove attribute");
}

/// Returns what differs, and checks that taking all of it makes both the same.
std::vector<std::string> differing(effects::Settings mine, const effects::Effect& theirs) {
    std::vector<std::string> words;
    for (const ui::Difference& one : differences(mine.effect, theirs, "in the file"))
        words.push_back(one.words);
    for (int i = 0; i < 9 && mine.effect != theirs; ++i)
        mine = effects::apply(mine, differences(mine.effect, theirs, "in the file").front().take);
    EXPECT_EQ(mine.effect, theirs);
    return words;
}

using Words = std::vector<std::string>;

TEST(Differences, AreToldByNameAndTakenOneByOne) {
    const effects::Settings settings = settings_of(text);
    EXPECT_TRUE(differing(settings, settings.effect).empty());
    effects::Settings mine = effects::apply(settings, {"/effect/emitters/1/rate", 900});
    mine = effects::apply(mine, {"/effect/emitters/1/modules/3/diameter", 2});
    EXPECT_EQ(differing(mine, settings.effect),
              (Words{"jets, size: diameter 2, in the file a curve", "jets: rate 900, in the file 1000"}));
    mine = effects::apply(settings, {"/effect/emitters/0/modules/-", {{"module", "size"}}});
    EXPECT_EQ(differing(mine, settings.effect), Words{"smoke: size is not in the file"});
    EXPECT_EQ(differing(settings, mine.effect), Words{"smoke: size is only in the file"});
}

TEST(Differences, OfAListAreItsElementsNotTheirPlaces) {
    const effects::Settings settings = settings_of(text);
    nlohmann::json modules = *effects::value_at(settings, "/effect/emitters/1/modules");
    modules.erase(1);
    effects::Settings mine = effects::apply(settings, {"/effect/emitters/1/modules", modules});
    EXPECT_EQ(differing(mine, settings.effect), Words{"jets: disc is only in the file"});
    modules = *effects::value_at(settings, "/effect/emitters/1/modules");
    std::swap(modules[1], modules[3]);
    mine = effects::apply(settings, {"/effect/emitters/1/modules", modules});
    EXPECT_EQ(differing(mine, settings.effect), Words{"jets: other order of modules in the file"});
    mine = effects::apply(settings, {"/effect/emitters/0/name", "mist"});
    EXPECT_EQ(differing(mine, settings.effect), Words{"mist: name mist, in the file smoke"});
    nlohmann::json emitters = *effects::value_at(settings, "/effect/emitters");
    emitters.erase(0);
    mine = effects::apply(settings, {"/effect/emitters", emitters});
    EXPECT_EQ(differing(mine, settings.effect), Words{"smoke is only in the file"});
}

TEST(EditWords, OtherMessagesStay) {
    for (const char* message :
         {"capacity: too large", "/: odd", "/effect/emitters/9/rate: gone", "/no colon", ""})
        EXPECT_EQ(words(message), message);
}

}  // namespace
}  // namespace winnow::view
