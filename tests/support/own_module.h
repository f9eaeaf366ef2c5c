// Gives effects a module of their own, in a folder of the test.
#pragma once

#include <fmt/format.h>

#include <string>

#include "effects/modules/module_files.h"
#include "support/temporary_directory.h"

namespace winnow::test {

/// Returns the effect with one module more in an emitter's stack. `body` is the GLSL within the
/// stage's function, force(), react() or spawn().
inline effects::Effect with_own_module(const TemporaryDirectory& folder, const effects::Effect& effect,
                                       std::size_t emitter, const std::string& stage,
                                       const std::string& body) {
    const std::string formals =
        stage == "force"   ? "Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag"
        : stage == "react" ? "inout Particle p, Parameters a, Moment m"
                           : "inout Particle p, Parameters a, Birth b";
    folder.write("own.glsl",
                 fmt::format("/*{{\"name\": \"own\", \"stage\": \"{0}\", \"does\": \"A test's.\"}}*/\n"
                             "void {0}({1}) {{ {2} }}\n",
                             stage, formals, body));
    effects::Effect result = effect;
    result.emitters[emitter].modules.push_back({"own"});
    effects::set_folder(result, folder.path().string());
    return result;
}

/// Returns the effect with an acceleration that is not finite in one emitter; `text` is GLSL.
inline effects::Effect with_acceleration(const TemporaryDirectory& folder, const effects::Effect& effect,
                                         std::size_t emitter, const std::string& text) {
    return with_own_module(folder, effect, emitter, "force", "acceleration += " + text + ";");
}
inline constexpr const char* downwards_infinity = "vec3(0.0, -exp(1000.0), 0.0)";
inline constexpr const char* not_a_number = "vec3(exp(1000.0) - exp(1000.0), 0.0, 0.0)";

}  // namespace winnow::test
