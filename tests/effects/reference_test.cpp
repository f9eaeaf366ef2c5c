// Checks that the documentation lists every key of effect files with its default.
#include <gtest/gtest.h>

#include <string>

#include "effects/format/effect_file.h"
#include "effects/reference.h"
#include "settings/settings.h"

namespace winnow::effects {
namespace {

void expect_all_keys(const nlohmann::ordered_json& json, const std::string& text) {
    if (json.is_array() && !json.empty()) expect_all_keys(json[0], text);
    if (!json.is_object()) return;
    for (const auto& item : json.items()) {
        EXPECT_NE(text.find("| `" + item.key() + "` |"), std::string::npos) << item.key();
        expect_all_keys(item.value(), text);
    }
}

TEST(Reference, NamesEveryKey) {
    expect_all_keys(to_json(Effect{}), effect_reference_markdown());
    const auto settings = to_json(Settings{});
    expect_all_keys(settings.at("simulation"), settings_reference_markdown());
    expect_all_keys(settings.at("display"), settings_reference_markdown());
}

TEST(Reference, SaysUnitRangeDefaultAndSentence) {
    const std::string text = effect_reference_markdown();
    for (const char* row :
         {"| `format` | whole, 2 | required | The version of the file format; required. |",
          "| `rate` | 0 to 1e+09 births per second, or an expression or a curve of `time` | `1000.0` | Rate "
          "of "
          "births. |",
          "| `position` | `[x, y, z]`, each -1e+06 to 1e+06 m | `[0.0,0.0,0.0]` | ",
          "| `floor` | object, see *floor* |  | A horizontal plane that particles bounce on. |",
          "| `emitters` | list of 1 to 10000 objects, see *emitters* |  | The sources of particles. |",
          "| `blend` | `additive`: light adds up: fire, sparks, glow; `alpha`: near particles cover far "
          "ones: smoke, dust | "
          "`\"additive\"` | How a particle blends with what lies behind it. |"})
        EXPECT_NE(text.find(row), std::string::npos) << row << "\nin\n" << text;
}

}  // namespace
}  // namespace winnow::effects
