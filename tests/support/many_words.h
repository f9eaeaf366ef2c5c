// Effects whose particles have as many words of attributes as a test wants.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "effects/format/effect_file.h"
#include "effects/model/effect.h"

namespace winnow::test {

/// How attributes of with_words() are used, in turn: a step changes it, a step reads it, only looks read it.
constexpr std::uint32_t word_uses = 3;

/// Returns an effect of short-lived particles with the numbers a0, a1, ... Each begins at its own number;
/// those that a step changes grow by 1 in each step. `with_children`: they have children that read the first
/// one and the last, by their way and by a condition, so that links look back.
inline effects::Effect with_words(std::uint32_t words, bool with_children = false) {
    std::string modules, read = "0", drawn = "0";
    for (std::uint32_t k = 0; k < words; ++k) {
        modules += fmt::format(R"j(, {{"module": "attribute", "name": "a{0}", "value": {0}}})j", k);
        if (k % word_uses != 0) (k % word_uses == 1 ? read : drawn) += fmt::format(" + a{}", k);
    }
    for (std::uint32_t k = 0; k < words; k += word_uses)
        modules += fmt::format(R"j(, {{"module": "set", "attribute": "a{0}", "value": "a{0} + 1"}})j", k);
    modules +=
        fmt::format(R"j(, {{"module": "gravity", "acceleration": "vec3(0, 0 - ({0}) / {1}, ({0}) / {1})"}},
{{"module": "size", "diameter": "0.05 + 0.0001 * ({2})"}})j",
                    read, words, drawn);
    std::string children, child;
    if (with_children) {
        children = R"j(, "children": [{"emitter": "child", "on": "distance", "distance": 0.2},
{"emitter": "child", "on": "condition", "when": "a1 + a0 > 5"}])j";
        child = fmt::format(R"j(, {{"name": "child", "rate": 0, "lifetime": 0.1,
"modules": [{{"module": "radial", "speed": "parent.a0 + parent.a{}"}}]}})j",
                            words - 1);
    }
    return effects::parse(fmt::format(R"j({{"format": 2, "floor": {{"enabled": false}}, "emitters": [
{{"name": "many", "rate": 6000, "lifetime": [0.1, 0.5], "modules": [{{"module": "jet", "speed": 3}}{}]{}}}{}]}})j",
                                      modules, children, child),
                          "many words");
}

/// Returns modules that store 28 words and a look that reads them all, but changes nothing by them.
inline std::string words_before_others() {
    std::string modules, sum = "0";
    for (int i = 0; i < 7; ++i) {
        modules += fmt::format(
            R"j({{"module": "attribute-colour", "name": "other{}", "value": "vec4(1, 2, 3, 4)"}}, )j", i);
        sum += fmt::format(" + other{}.a", i);
    }
    return modules + fmt::format(R"j({{"module": "opacity", "opacity": "1 + 0 * ({})"}}, )j", sum);
}

}  // namespace winnow::test
