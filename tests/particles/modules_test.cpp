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
    const auto seen = [](const std::vector<ModuleUse>& uses) {
        return run_modules(uses, {}, {at({})})[0].look;
    };
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
                 EXPECT_EQ(seen({{"softness", {{"distance", constant(0.4f)}}}}).softness, 0.4f);
             }},
            {"rotation",
             [=] {
                 const ModuleUse turned{"rotation", {{"angle", constant(90.0f)}, {"spin", constant(-45.0f)}}};
                 ModuleParticle old = at({});
                 EXPECT_NEAR(run_modules({turned}, {}, {old})[0].look.angle, std::numbers::pi / 2, 1e-5);
                 old.age = 2;
                 EXPECT_NEAR(run_modules({turned}, {}, {old})[0].look.angle, 0, 1e-5);
             }},
            {"slenderness",
             [=] {
                 EXPECT_EQ(seen({{"slenderness", {{"width", constant(0.25f)}}}}).width, 0.25f);
             }},
            {"shading", [=] {
                 EXPECT_EQ(seen({{"shading", {{"share", constant(0.7f)}}}}).shading, 0.7f);
             }}};
}

/// Modules that know the camera, or bend what it sees.
std::vector<ModuleCase> camera_cases() {
    const auto seen = [](const std::vector<ModuleUse>& uses) {
        return run_modules(uses, {}, {at({})})[0].look;
    };
    return {{"proportions",
             [=] {
                 const ModuleUse twice{"proportions", {{"along", constant(2.0f)}, {"width", constant(0.5f)}}};
                 EXPECT_EQ(seen({twice}).sides, glm::vec2(2, 0.5f));
             }},
            {"facing",
             [=] {
                 const auto facing = [](std::uint32_t to, glm::vec3 velocity) {
                     const ModuleUse use{"facing",
                                         {{"to", constant(to)}, {"direction", constant(glm::vec3(0, 0, 1))}}};
                     const ModuleLook look = run_modules({use}, {}, {at({}, velocity)})[0].look;
                     return std::pair(look.facing, look.facing_axis);
                 };
                 const std::uint32_t camera = 0, motion = 1, axis = 2, ground = 3, normal = 4;
                 EXPECT_EQ(facing(camera, {3, 0, 0}).first, 0u);
                 EXPECT_EQ(facing(motion, {3, 0, 0}), std::pair(ModuleLook::about_axis, glm::vec3(1, 0, 0)));
                 EXPECT_EQ(facing(motion, {0, 0, 0}).first, 0u) << "at rest";
                 EXPECT_EQ(facing(axis, {3, 0, 0}), std::pair(ModuleLook::about_axis, glm::vec3(0, 0, 1)));
                 EXPECT_EQ(facing(ground, {3, 0, 0}), std::pair(ModuleLook::across, glm::vec3(0, 1, 0)));
                 EXPECT_EQ(facing(normal, {3, 0, 0}), std::pair(ModuleLook::across, glm::vec3(0, 0, 1)));
             }},
            {"fade-near",  // the camera is 2 m away
             [=] {
                 const auto visible = [=](float near, float far) {
                     return seen({{"fade-near", {{"near", constant(near)}, {"far", constant(far)}}}}).visible;
                 };
                 EXPECT_FLOAT_EQ(visible(1, 3), 0.5f);
                 EXPECT_FLOAT_EQ(visible(0.5f, 1.5f), 1);
                 EXPECT_FLOAT_EQ(visible(2.5f, 3), 0);
                 EXPECT_FLOAT_EQ(visible(2.5f, 1), 0) << "ends in the wrong order";
             }},
            {"distort",
             [=] {
                 EXPECT_EQ(seen({{"distort", {{"strength", constant(0.3f)}}}}).distortion, 0.3f);
             }},
            {"size-limit",  // a metre is 50 pixels
             [=] {
                 const auto diameter = [=](float own, float least, float most) {
                     return seen({{"size", {{"diameter", constant(own)}}},
                                  {"size-limit", {{"least", constant(least)}, {"most", constant(most)}}}})
                         .diameter;
                 };
                 EXPECT_FLOAT_EQ(diameter(0.02f, 10, 100), 0.2f);
                 EXPECT_FLOAT_EQ(diameter(4, 10, 100), 2);
                 EXPECT_FLOAT_EQ(diameter(0.5f, 10, 100), 0.5f);
                 EXPECT_FLOAT_EQ(diameter(0.5f, 100, 10), 0.2f) << "the most counts";
             }}};
}

/// Modules that make particles something else than sprites.
std::vector<ModuleCase> shape_cases() {
    const auto seen = [](const std::vector<ModuleUse>& uses) {
        return run_modules(uses, {}, {at({})})[0].look;
    };
    return {{"sphere",
             [=] {
                 const ModuleLook look = seen({{"sphere", {{"glow", constant(3.0f)}}}});
                 EXPECT_EQ(look.solid_kind, ModuleLook::sphere);
                 EXPECT_EQ(look.solid_glow, 3);
             }},
            {"mesh",
             [=] {
                 const ModuleUse turned{"mesh",
                                        {{"axis", constant(glm::vec3(0, 0, 4))},
                                         {"angle", constant(90.0f)},
                                         {"spin", constant(-45.0f)},
                                         {"glow", constant(5.0f)}}};
                 ModuleParticle old = at({});
                 const ModuleLook young = run_modules({turned}, {}, {old})[0].look;
                 EXPECT_EQ(young.solid_kind, ModuleLook::mesh);
                 EXPECT_EQ(young.solid_axis, glm::vec3(0, 0, 1));
                 EXPECT_EQ(young.solid_glow, 5);
                 EXPECT_NEAR(young.solid_angle, std::numbers::pi / 2, 1e-5);
                 old.age = 2;
                 EXPECT_NEAR(run_modules({turned}, {}, {old})[0].look.solid_angle, 0, 1e-5);
                 EXPECT_EQ(young.roughness, 1) << "matte";
                 const ModuleLook shiny = seen({{"mesh", {{"roughness", constant(0.25f)}}}});
                 EXPECT_EQ(shiny.roughness, 0.25f);
             }},
            {"mesh-colour",
             [=] {
                 const ModuleLook look = seen({{"mesh-colour",
                                                {{"colour", constant(glm::vec4(1, 2, 3, 1))},
                                                 {"axis", constant(glm::vec3(0, 0, 2))},
                                                 {"from", constant(-0.5f)},
                                                 {"to", constant(0.25f)}}}});
                 EXPECT_EQ(look.other_colour, glm::vec4(1, 2, 3, 1));
                 EXPECT_EQ(look.blend_axis, glm::vec3(0, 0, 1));
                 EXPECT_EQ(look.blend_ends, glm::vec2(-0.5f, 0.25f));
             }},
            {"light",
             [=] {
                 const ModuleLook look =
                     seen({{"light", {{"strength", constant(3.0f)}, {"radius", constant(0.5f)}}}});
                 EXPECT_EQ(look.light, 3);
                 EXPECT_EQ(look.reach, 0.5f);
             }},
            {"ribbon", [=] {
                 EXPECT_EQ(seen({{"ribbon", {{"edge", constant(0.25f)}}}}).edge, 0.25f);
             }}};
}

namespace {

std::vector<ModuleCase> all_cases() {
    std::vector<ModuleCase> all;
    for (const auto& part : {place_cases(), velocity_cases(), force_cases(), react_cases(), look_cases(),
                             camera_cases(), shape_cases(), file_cases(), attribute_cases()})
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
    std::string files;
    for (const std::string& name : effects::built_in_modules()) {
        const effects::StackProgram program = stack_program_of({{name}});
        const bool looks = effects::built_in_module(name).stage == effects::Stage::look;
        const ModuleShader shader = looks ? look_shader() : step_shader();
        const effects::ProgramText& stacks = looks ? program.look : program.step;
        const auto read = [&](const std::string& path) {
            const auto written = std::ranges::find(stacks.files, path, &effects::TextFile::path);
            if (written != stacks.files.end()) return written->text;
            return path == shader.path ? shader.text : library.read(path);
        };
        const auto text = gl::expand(shader.path, {{"STACKS", gl::define_path(stacks.path())}}, read).text;
        files += " '" + folder.write(name + ".comp", text).string() + '\'';
    }
    const std::string log = (folder.path() / "log").string();
    EXPECT_EQ(std::system(("glslangValidator" + files + " > '" + log + "' 2>&1").c_str()), 0)
        << test::text_of(log);
}

}  // namespace
}  // namespace winnow::particles
