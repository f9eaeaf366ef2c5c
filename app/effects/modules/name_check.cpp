#include "effects/modules/name_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "base/text.h"
#include "effects/modules/glsl_tokens.h"

namespace winnow::effects {
namespace {

// Words that an effect's file and expressions already use, and the members of GLSL's Particle.
constexpr std::string_view taken_by_effects[] = {"module", "enabled",  "space", "random",
                                                 "curve",  "gradient", "by"};
constexpr std::string_view taken_by_expressions[] = {"age",    "camera", "events",    "life",    "lifetime",
                                                     "parent", "pi",     "position",  "random",  "seconds",
                                                     "speed",  "time",   "travelled", "velocity"};

void check_glsl(std::string_view name, const Path& path) {
    // Some compilers take `.length` for GLSL's only method.
    if (glsl::is_reserved(name) || name.starts_with("gl_") || name == "length")
        refuse_at(path, fmt::format("{} is a word of GLSL", name));
}

void check_free(std::string_view name, std::span<const std::string_view> taken, const Path& path) {
    if (std::ranges::find(taken, name) != taken.end())
        refuse_at(path, fmt::format("{} has a meaning of its own in effects", name));
}

}  // namespace

void check_word(std::string_view word, char joint, const Path& path) {
    const auto is_fine = [&](std::size_t i) {
        const char c = word[i];
        if (c == joint) return i + 1 < word.size() && word[i + 1] != joint;
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    };
    bool fine = !word.empty() && word.size() <= longest_name && word[0] >= 'a' && word[0] <= 'z';
    for (std::size_t i = 0; fine && i < word.size(); ++i) fine = is_fine(i);
    if (fine) return;
    refuse_at(path, fmt::format("a name must be 1 to {} of a-z, 0-9 and single {} within, and begin with a "
                                "letter, not \"{}\"",
                                longest_name, joint, excerpt(word)));
}

void check_parameter_name(std::string_view name, bool is_in_glsl, const Path& path) {
    check_word(name, '_', path);
    if (is_in_glsl) check_glsl(name, path);
    check_free(name, taken_by_effects, path);
}

void check_value_name(std::string_view name, const Path& path) {
    check_word(name, '_', path);
    check_glsl(name, path);
    check_free(name, taken_by_expressions, path);
}

}  // namespace winnow::effects
