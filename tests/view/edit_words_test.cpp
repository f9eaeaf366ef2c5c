// Checks that the message about a refused edit names places as the panel does.
#include "view/edit_words.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "effects/format/effect_file.h"

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

TEST(EditWords, OtherMessagesStay) {
    for (const char* message :
         {"capacity: too large", "/: odd", "/effect/emitters/9/rate: gone", "/no colon", ""})
        EXPECT_EQ(words(message), message);
}

}  // namespace
}  // namespace winnow::view
