// Texts of made-up modules.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace winnow::effects {

/// Returns the text of a module file called "made-up" of the stage `force`, whose head ends in line 1 and
/// whose body follows it there. It has the parameters count (whole, 1 to 8), many (whole, 0 to 100000), hit
/// (a choice of bounce and pass-through) and reach (number), and the attribute heat.
inline std::string made_up(std::string_view body) {
    constexpr std::string_view head =
        R"(/*{"name": "made-up", "stage": "force", "does": "Nothing.", "parameters": {)"
        R"("count": {"type": "whole", "default": 2, "range": [1, 8], "does": "A."},)"
        R"("many": {"type": "whole", "range": [0, 100000], "does": "B."},)"
        R"("hit": {"type": "choice", "choices": {"bounce": "C.", "pass-through": "D."}, "does": "E."},)"
        R"("reach": {"type": "number", "does": "F."}},)"
        R"("attributes": {"heat": {"type": "number", "does": "G."}}}*/)";
    return std::string(head) + std::string(body);
}

/// Returns the same with statements within the stage's function; the first is in line 3.
inline std::string made_up_force(std::string_view statements) {
    return made_up(
        fmt::format("\nvoid force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout "
                    "float drag) {{\n{}\n}}\n",
                    statements));
}

/// Returns the same with functions or constants before the stage's function; the first is in line 2.
inline std::string made_up_body(std::string_view functions, std::string_view statements = "") {
    return made_up("\n" + std::string(functions) + made_up_force(statements).substr(made_up("").size()));
}

}  // namespace winnow::effects
