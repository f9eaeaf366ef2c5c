// Modules that are written at random: what the check of modules passes, compilers of GLSL accept. WINNOW_SEED
// writes others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "effects/modules/module_text.h"
#include "gl/shader_source.h"
#include "particles/random_module.h"
#include "support/shader_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::particles {
namespace {

using effects::Module;

constexpr int wanted = 1000;  // modules that are passed
constexpr int max_tried = 4 * wanted;
constexpr std::size_t together = 20;  // in one program

/// Names of modules whose prefixes could meet other names; others have a number.
constexpr std::string_view odd_names[] = {"e-v-e-n-t", "h-i-t", "t-w-o",     "x",   "look",
                                          "noise",     "stack", "c-o-d-e-s", "a-1", "a1",
                                          "quotient",  "r-o-w", "particle",  "g-l", "gl"};

std::string module_file(std::string_view name, const std::string& body) {
    return fmt::format(
        R"(/*{{"name": "{}", "stage": "force", "does": "Nothing.", "parameters": {{)"
        R"("count": {{"type": "whole", "default": 2, "range": [1, 8], "does": "A."}},)"
        R"("hit": {{"type": "choice", "choices": {{"bounce": "C.", "pass-through": "D."}}, "does": "E."}},)"
        R"("reach": {{"type": "number", "does": "F."}}}}}}*/{})",
        name, body);
}

/// The buffers and uniforms of the shader.
constexpr const char* frame = R"(
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Result { vec4 stored[]; };
#include "effects/row_buffer.glsl"
uniform uint count, steps;
uniform float seconds;
uniform vec3 given;
)";

/// Returns a compute shader that runs the modules.
std::string program_of(const std::vector<Module>& modules) {
    std::string bodies, calls;
    for (const Module& module : modules) {
        const std::string prefix = effects::prefix_of(module);
        bodies += effects::parameters_text(module, prefix) + effects::body_text(module, prefix).text;
        calls += fmt::format(
            "    {0}force(p, {0}Parameters(count, steps, seconds), moment, acceleration, drag);\n", prefix);
    }
    return "#include \"effects/engine.glsl\"\n#include \"effects/files.glsl\"\n#include "
           "\"effects/stages.glsl\"\n"
           "struct Particle {\n    vec3 position;\n    vec3 velocity;\n    float age, lifetime, life;\n    "
           "uint events;\n"
           "};\nconst uint EVENT_BOUNCED = 1u, EVENT_KILLED = 2u, EVENT_SIGNALLED = 4u;\n#include "
           "\"effects/particle_functions.glsl\"\n" +
           std::string(frame) + "#include \"effects/spline.glsl\"\n" + bodies +
           "void main() {\n    Particle p = Particle(vec3(0.0), vec3(0.0), 0.0, 1.0, 0.0, 0u);\n"
           "    Moment moment = Moment(0.0, seconds, Pointer(given, 0.0, given), Objects(0u), View(given, "
           "given, given, given, 1.0));\n"
           "    vec3 acceleration = given;\n    float drag = 0.0;\n" +
           calls + "    stored[0] = vec4(acceleration, drag);\n}\n";
}

class ModuleGrammarTest : public test::ShaderTest {
  protected:
    /// Returns modules that the check passes.
    std::vector<Module> passed(std::size_t count) {
        std::vector<Module> modules;
        while (modules.size() < count && tried_ < max_tried) {
            const std::size_t k = modules.size();
            const std::string name =
                k < std::size(odd_names) ? std::string(odd_names[k]) : fmt::format("m{}", k);
            ++tried_;
            try {
                Module module = effects::read_module(module_file(name, random_.body()), name + ".glsl");
                effects::body_text(module, effects::prefix_of(module));
                modules.push_back(std::move(module));
            } catch (const Error&) {
                continue;  // refused
            }
        }
        return modules;
    }

    /// Returns the driver's words if it refuses the modules; empty if it does not.
    std::string refusal(const std::vector<Module>& modules) {
        const std::string path = fmt::format("grammar-{}.comp", programs_++);
        shaders_.provide(path, program_of(modules), "");
        try {
            shaders_.load_compute(path);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    static std::uint64_t seed_of_run() {
        const char* const given = std::getenv("WINNOW_SEED");
        return given == nullptr ? 20261126 : std::strtoull(given, nullptr, 10);
    }
    const std::uint64_t seed_ = seed_of_run();
    test::Chance chance_{seed_};
    RandomModule random_{chance_};
    int tried_ = 0, programs_ = 0;
};

TEST_F(ModuleGrammarTest, WhatIsPassedIsAcceptedByTheDriver) {
    for (int done = 0; done < wanted; done += static_cast<int>(together)) {
        const std::vector<Module> modules = passed(together);
        if (refusal(modules).empty()) continue;
        for (const Module& module : modules)
            if (const std::string said = refusal({module}); !said.empty())
                ADD_FAILURE() << "seed " << seed_ << ": " << module.name << ": " << said << module.body;
    }
    EXPECT_LT(tried_, max_tried) << "so few are passed that the grammar says little";
}

/// A stricter compiler than the driver's here.
TEST_F(ModuleGrammarTest, WhatIsPassedIsAcceptedByTheReferenceCompiler) {
    if (std::system("glslangValidator --version > /dev/null 2>&1") != 0)
        GTEST_SKIP() << "glslangValidator is absent (Debian: glslang-tools)";
    const test::TemporaryDirectory folder;
    std::string files;
    for (int done = 0; done < wanted; done += static_cast<int>(together)) {
        const std::string program = program_of(passed(together));
        const auto text = gl::expand("modules.comp", {}, [&](const std::string& file) {
                              return file == "modules.comp" ? program : shaders_.read(file);
                          }).text;
        files += fmt::format(" '{}'", folder.write(fmt::format("modules{}.comp", done), text).string());
    }
    const std::string log = (folder.path() / "log").string();
    EXPECT_EQ(std::system(fmt::format("glslangValidator{} > '{}' 2>&1", files, log).c_str()), 0)
        << "seed " << seed_ << ": " << test::text_of(log);
}

}  // namespace
}  // namespace winnow::particles
