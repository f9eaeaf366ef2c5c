// Runs effects of format 2: stacks of many kinds, attributes, people's own modules and the pointer.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "effects/modules/module_files.h"
#include "particles/simulation_fixture.h"
#include "support/family.h"
#include "support/temporary_directory.h"

namespace winnow::particles {
namespace {

/// Lengthens lives near the ground and counts the steps in which it did.
constexpr const char* warmth_module = R"(/*{"name": "warmth", "stage": "react",
"does": "Particles below a height warm up, and live longer for it.",
"parameters": {"height": {"type": "number", "unit": "m", "default": 1, "does": "The height."}},
"attributes": {"warm_steps": {"type": "whole", "default": 0, "does": "Steps below the height."},
               "warmth": {"type": "vector", "default": [1, 2, 3], "does": "Grows with each of them."}}}*/
void react(inout Particle p, Parameters a, Moment m) {
    if (p.position.y < a.height) {
        p.warm_steps += 1u;
        p.warmth *= 1.01;
        p.age = max(0.0, p.age - 0.5 * m.seconds * float(p.warm_steps % 2u));
    }
}
)";

class StackTest : public SimulationTest {
  protected:
    static effects::Effect parsed(const std::string& emitters, const std::string& folder = {}) {
        return effects::parse(
            "{\"format\": 2, \"floor\": {\"enabled\": false}, \"emitters\": [" + emitters + "]}", "test",
            folder);
    }
    static std::string emitter(const std::string& name, const std::string& modules,
                               const std::string& more = "") {
        return "{\"name\": \"" + name + "\", \"rate\": 2000, \"lifetime\": [0.2, 0.6]" + more +
               ", \"modules\": [" + modules + "]}";
    }
    static effects::Effect warm(const test::TemporaryDirectory& folder) {
        folder.write("warmth.glsl", warmth_module);
        return parsed(
            emitter("warm", R"({"module": "jet"}, {"module": "gravity", "acceleration": "warmth * -3"},
                                         {"module": "warmth", "height": {"random": [0.1, 1]}})") +
                "," + emitter("plain", R"({"module": "ball"}, {"module": "vortex"})"),
            folder.path().string());
    }
    static std::vector<Particle> of_slot(Simulation& simulation, std::uint32_t slot) {
        std::vector<Particle> all = simulation.read_living();
        std::erase_if(all, [&](const Particle& p) { return p.emitter != slot; });
        return all;
    }
    /// Returns the mean distance from a place.
    static double distance(const std::vector<Particle>& particles, glm::vec3 place) {
        double sum = 0;
        for (const Particle& p : particles)
            sum += glm::length(glm::vec3(p.position[0], p.position[1], p.position[2]) - place);
        return sum / static_cast<double>(particles.size());
    }
};

TEST_F(StackTest, GivesTheSameFoldedUnfoldedAndByTheTextbook) {
    const test::TemporaryDirectory folder;
    const effects::Effect effect = warm(folder);
    auto& textbook = make(effect, 4096);
    auto& folded = make(effect, 4096);
    auto& unfolded = make(effect, 4096);
    for (Simulation* one : {&folded, &unfolded})
        set_compactors(*one, compactor(Backend::glsl, Compaction::fused),
                       compactor(Backend::glsl, Compaction::fused));
    set_folding(unfolded, false);
    const auto expected = hashes(run(textbook, 60));
    EXPECT_EQ(hashes(run(folded, 60)), expected);
    EXPECT_EQ(hashes(run(unfolded, 60)), expected);
}

TEST_F(StackTest, ContinuesFromASavedState) {
    const test::TemporaryDirectory folder;
    const effects::Effect effect = warm(folder);
    auto& whole = make(effect, 4096);
    run(whole, 30);
    const State state = whole.save();
    EXPECT_EQ(state.columns.size(), shared::MAX_PARTICLE_COLUMNS);
    const auto expected = hashes(run(whole, 30));
    auto& resumed = make(effect, 4096);
    resumed.restore(state);
    EXPECT_EQ(hashes(run(resumed, 30)), expected);
}

TEST_F(StackTest, AttributesStayWithTheLivingWhenOthersComeAndGo) {
    const test::TemporaryDirectory folder;
    effects::Effect effect = warm(folder);
    auto& simulation = make(effect, 4096);
    run(simulation, 30);
    const State before = simulation.save();
    effects::Effect aged = effect;
    aged.emitters[0].modules.insert(aged.emitters[0].modules.begin(), {"ageing", true, {{"rate", 0}}});
    effects::set_folder(aged, folder.path().string());
    set_effect(simulation, aged);  // takes five words
    EXPECT_EQ(simulation.save().columns.size(), shared::MAX_PARTICLE_COLUMNS + 1);
    effects::Effect none = effect;
    none.emitters[0].modules = {{"jet"}};
    set_effect(simulation, none);
    EXPECT_EQ(simulation.save().columns.size(), shared::PARTICLE_COLUMNS);
    set_effect(simulation, effect);
    const State after = simulation.save();
    ASSERT_EQ(after.columns.size(), shared::MAX_PARTICLE_COLUMNS);
    ASSERT_EQ(after.alive(), before.alive());
    const auto word = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    for (std::uint32_t i = 0; i < after.alive(); ++i) {
        if (after.columns[identity_column][i].z != 0) continue;
        EXPECT_EQ(after.columns[attribute_column][i].x, 0u);  // begins at its default
        EXPECT_EQ(after.columns[attribute_column][i].w, word(3));
    }
    effects::Effect moved = effect;
    std::swap(moved.emitters[0], moved.emitters[1]);
    set_effect(simulation, moved);
    const State swapped = simulation.save();
    for (std::uint32_t i = 0; i < after.alive(); ++i)
        EXPECT_EQ(swapped.columns[attribute_column][i].y, after.columns[attribute_column][i].y);
}

TEST_F(StackTest, ModulesSetTheLifetime) {
    auto& simulation =
        make(parsed(emitter("a", R"({"module": "lifespan", "time": 0.1})") + "," +
                    emitter("b", R"({"module": "lifespan", "time": "random < 0.5 ? 0.05 : 1e6"})")),
             4096);
    run(simulation, 60);
    for (const Particle& p : of_slot(simulation, 0)) EXPECT_EQ(p.lifetime, 6u);
    bool brief = false, endless = false;
    for (const Particle& p : of_slot(simulation, 1)) {
        EXPECT_TRUE(p.lifetime == 3 || p.lifetime > 59'999'000) << p.lifetime;
        brief = brief || p.lifetime == 3;
        endless = endless || p.lifetime > 3;
    }
    EXPECT_TRUE(brief && endless);
}

TEST_F(StackTest, AChangedValueCompilesNothing) {
    effects::Effect effect = parsed(emitter("a", R"({"module": "jet"}, {"module": "vortex", "spin": 3})"));
    const effects::StackProgram before = effects::program_of(effect);
    effect.emitters[0].modules[1].values["spin"] = 7.5;
    const effects::StackProgram other_value = effects::program_of(effect);
    EXPECT_EQ(before.step.path(), other_value.step.path());
    EXPECT_EQ(before.look.path(), other_value.look.path());
    EXPECT_NE(before.stacks[0].step_rows, other_value.stacks[0].step_rows);
    effect.emitters[0].modules[1].values["spin"] = effects::Formula("life * 7.5");
    EXPECT_NE(before.step.path(), effects::program_of(effect).step.path());
    effect.emitters[0].modules[1].values["spin"] = 3;
    effect.emitters[0].modules.push_back({"size"});
    EXPECT_EQ(before.step.path(), effects::program_of(effect).step.path());
    EXPECT_NE(before.look.path(), effects::program_of(effect).look.path());
}

TEST_F(StackTest, EqualStacksShareACode) {
    std::string all;
    for (int i = 0; i < 100; ++i)
        all += (i > 0 ? "," : "") +
               emitter("e" + std::to_string(i),
                       R"({"module": "gravity", "acceleration": [0, )" + std::to_string(i) + ", 0]}");
    EXPECT_EQ(effects::program_of(parsed(all)).step.codes, 1u);
}

TEST_F(StackTest, AnErrorOfTheDriverNamesThePlaceInTheModule) {
    const test::TemporaryDirectory folder;
    folder.write(
        "odd.glsl",
        "/*{\"name\": \"odd\", \"stage\": \"force\", \"does\": \"Nothing.\"}*/\n"
        "void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {\n"
        "    acceleration += p.nothing;\n}\n");
    try {
        parsed(emitter("a", R"({"module": "odd"})"), folder.path().string());
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("odd.glsl:3"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("/emitters/0/modules/0/module"), std::string::npos)
            << error.what();
    }
}

TEST_F(StackTest, AModuleOutsideTheFolderIsNotFound) {
    const test::TemporaryDirectory folder;
    folder.write("../outside.glsl", warmth_module);
    for (const char* name : {"../outside", "/etc/passwd", "", "warmth"})
        EXPECT_THROW(
            parsed(emitter("a", "{\"module\": \"" + std::string(name) + "\"}"), folder.path().string()),
            Error);
    std::filesystem::remove(folder.path() / "../outside.glsl");
    folder.write("gravity.glsl", warmth_module);
    EXPECT_THROW(parsed(emitter("a", R"({"module": "gravity"})"), folder.path().string()), Error);
}

TEST_F(StackTest, ADirectionThatIsNoNumberIsUp) {
    for (const char* direction : {"vec3(0 / 0)", "vec3(1 / 0)", "position / 0", "vec3(0)"}) {
        const std::string module =
            fmt::format(R"({{"module": "jet", "spread": 0, "speed": 2, "direction": "{}"}})", direction);
        auto& simulation = make(parsed(emitter("a", module)), 4096);
        EXPECT_EQ(run(simulation, 20).back().lost, 0u) << direction;
        const auto particles = simulation.read_living();
        ASSERT_FALSE(particles.empty());
        for (const Particle& p : particles) ASSERT_NEAR(p.velocity[1], 2, 1e-4f) << direction;
    }
}

TEST_F(StackTest, ThePointerAttractsSweepsAndPaints) {
    const glm::vec3 place(0.5f, 1, 0);
    const effects::Effect effect =
        parsed(emitter("still", R"({"module": "ball"}, {"module": "pointer-attractor", "strength": 40})") +
               "," + emitter("swept", R"({"module": "ball"}, {"module": "pointer-wake", "reach": 5})") + "," +
               emitter("paint", R"({"module": "pointer-brush", "radius": 0.2})"));
    auto& left_alone = make(effect, 8192);
    auto& pressed = make(effect, 8192);
    run(left_alone, 20);
    for (int step = 0; step < 20; ++step) {
        pressed.settle();
        pressed.set_pointer({place + glm::vec3(0.01f * static_cast<float>(step), 0, 0), 1});
        pressed.step();
    }
    EXPECT_LT(distance(of_slot(pressed, 0), place), 0.9 * distance(of_slot(left_alone, 0), place));
    double moved = 0, unmoved = 0;
    for (const Particle& p : of_slot(pressed, 1)) moved += p.velocity[0];
    for (const Particle& p : of_slot(left_alone, 1)) unmoved += std::abs(p.velocity[0]);
    EXPECT_GT(moved / static_cast<double>(of_slot(pressed, 1).size()), 0.05);
    EXPECT_EQ(unmoved, 0);
    const std::vector<Particle> painted = of_slot(pressed, 2);
    EXPECT_GT(painted.size(), 100u);
    EXPECT_LT(distance(painted, place), 0.5);
    for (const Particle& p : of_slot(left_alone, 2)) EXPECT_EQ(p.lifetime, 0u);
}

}  // namespace
}  // namespace winnow::particles
