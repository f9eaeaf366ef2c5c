// Runs each built-in module on the GPU and checks that it does what its sentence says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include "gl/shader_source.h"
#include "particles/module_cases.h"
#include "support/shader_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::particles {

std::vector<ModuleCase> look_cases() {
    const auto seen = [](const std::vector<ModuleUse>& uses) { return run_modules(uses, {}, {at({})})[0]; };
    const ModuleUse orange{"colour", {{"colour", constant(glm::vec4(2, 0.5f, 0.1f, 0.8f))}}};
    return {{"colour", [=] { EXPECT_EQ(seen({orange}).colour, glm::vec4(2, 0.5f, 0.1f, 0.8f)); }},
            {"opacity",
             [=] {
                 const ModuleUse half{"opacity", {{"opacity", constant(0.5f)}}};
                 EXPECT_EQ(seen({orange, half}).colour, glm::vec4(2, 0.5f, 0.1f, 0.4f));
             }},
            {"size",
             [=] {
                 EXPECT_EQ(seen({{"size", {{"diameter", constant(0.3f)}}}}).diameter, 0.3f);
             }},
            {"streak",
             [=] {
                 EXPECT_EQ(seen({{"streak", {{"time", constant(0.05f)}}}}).streak, 0.05f);
             }},
            {"softness",
             [=] {
                 EXPECT_EQ(seen({{"softness", {{"distance", constant(0.4f)}}}}).shading, 0.4f);
             }},
            {"rotation",
             [=] {
                 const ModuleUse turned{"rotation", {{"angle", constant(90.0f)}, {"spin", constant(-45.0f)}}};
                 ModuleParticle old = at({});
                 EXPECT_NEAR(run_modules({turned}, {}, {old})[0].shading, std::numbers::pi / 2, 1e-5);
                 old.age = 2;
                 EXPECT_NEAR(run_modules({turned}, {}, {old})[0].shading, 0, 1e-5);
             }},
            {"slenderness",
             [=] {
                 EXPECT_EQ(seen({{"slenderness", {{"width", constant(0.25f)}}}}).shading, -0.75f);
             }},
            {"shading", [=] {
                 EXPECT_EQ(seen({{"shading", {{"share", constant(0.7f)}}}}).shading, 0.7f);
             }}};
}

/// Modules that make particles something else than sprites.
std::vector<ModuleCase> shape_cases() {
    const auto seen = [](const std::vector<ModuleUse>& uses) { return run_modules(uses, {}, {at({})})[0]; };
    return {{"sphere",
             [=] {
                 EXPECT_EQ(seen({{"sphere", {{"glow", constant(3.0f)}}}}).shading, 1 + 3.0f);
             }},
            {"mesh",
             [=] {
                 const ModuleUse turned{"mesh",
                                        {{"axis", constant(glm::vec3(0, 0, 4))},
                                         {"angle", constant(90.0f)},
                                         {"spin", constant(-45.0f)},
                                         {"glow", constant(5.0f)}}};
                 const float rest = 2 + 1 + 5;  // its kind, its axis and its glow
                 ModuleParticle old = at({});
                 EXPECT_NEAR(run_modules({turned}, {}, {old})[0].shading, rest + std::numbers::pi / 2, 1e-5);
                 old.age = 2;
                 EXPECT_NEAR(run_modules({turned}, {}, {old})[0].shading, rest, 1e-5);
             }},
            {"light",
             [=] {
                 EXPECT_EQ(
                     seen({{"light", {{"strength", constant(3.0f)}, {"radius", constant(0.5f)}}}}).shading,
                     3.5f);
             }},
            {"ribbon", [=] {
                 EXPECT_EQ(seen({{"ribbon", {{"edge", constant(0.25f)}}}}).shading, -0.75f);
             }}};
}

namespace {

std::vector<ModuleCase> all_cases() {
    std::vector<ModuleCase> all;
    for (const auto& part : {place_cases(), velocity_cases(), force_cases(), react_cases(), look_cases(),
                             shape_cases(), file_cases(), attribute_cases()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

class ModulesTest : public test::ShaderTest, public ::testing::WithParamInterface<ModuleCase> {};

TEST_P(ModulesTest, DoesWhatItSays) {
    GetParam().check();
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, ModulesTest, ::testing::ValuesIn(all_cases()),
                         [](const auto& one) { return effects::glsl_name(one.param.module); });

TEST(Modules, AreAllTried) {
    std::vector<std::string> tried;
    for (const ModuleCase& one : all_cases()) tried.push_back(one.module);
    std::ranges::sort(tried);
    EXPECT_EQ(tried, effects::built_in_modules());
}

/// A stricter compiler than the driver's here.
TEST(Modules, AreAcceptedByTheReferenceCompiler) {
    if (std::system("glslangValidator --version > /dev/null 2>&1") != 0)
        GTEST_SKIP() << "glslangValidator is absent (Debian: glslang-tools)";
    const gl::ShaderLibrary library;
    const test::TemporaryDirectory folder;
    for (const std::string& name : effects::built_in_modules()) {
        const std::string program = module_program({{name}});
        const auto text = gl::expand("modules.comp", {}, [&](const std::string& file) {
                              return file == "modules.comp" ? program : library.read(file);
                          }).text;
        const std::string file = folder.write(name + ".comp", text).string();
        EXPECT_EQ(std::system(("glslangValidator '" + file + "' > '" + file + ".log' 2>&1").c_str()), 0)
            << test::text_of(file + ".log");
    }
}

}  // namespace
}  // namespace winnow::particles
