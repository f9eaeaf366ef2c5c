// Checks that an edit compiles once, that it writes no text if numbers alone change, and that what is kept of
// the effect before it is what compiling anew gives.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "effects/format/effect_file.h"
#include "settings/settings.h"
#include "support/own_module.h"

namespace winnow::effects {
namespace {

struct Counted {
    Settings settings;
    std::uint64_t compiled, texts;
};

Counted edited(const Settings& settings, const std::string& pointer, const nlohmann::json& value) {
    const CompileCounts before = compile_counts();
    Settings next = apply(settings, {pointer, value});
    compiled_of(next);
    const CompileCounts after = compile_counts();
    return {next, after.compiled - before.compiled, after.texts_written - before.texts_written};
}

Settings settings_of(const std::string& effect) {
    Settings settings;
    settings.effect = load(effect);
    settings.compiled = compiled_of(settings);
    return settings;
}

void expect_as_anew(const Settings& settings) {
    const StackProgram &kept = settings.compiled->program, anew = program_of(settings.effect);
    EXPECT_EQ(kept.step.path(), anew.step.path());
    EXPECT_EQ(kept.look.path(), anew.look.path());
    EXPECT_EQ(kept.step.heavy, anew.step.heavy);
    EXPECT_EQ(kept.files, anew.files);
    EXPECT_EQ(kept.objects, anew.objects);
    EXPECT_EQ(kept.bounds.diameter, anew.bounds.diameter);
    EXPECT_EQ(kept.shines, anew.shines);
    ASSERT_EQ(kept.stacks.size(), anew.stacks.size());
    for (std::size_t i = 0; i < kept.stacks.size(); ++i) {
        EXPECT_EQ(kept.stacks[i].step, anew.stacks[i].step);
        EXPECT_EQ(kept.stacks[i].look, anew.stacks[i].look);
        EXPECT_EQ(kept.stacks[i].step_rows, anew.stacks[i].step_rows);
        EXPECT_EQ(kept.stacks[i].look_rows, anew.stacks[i].look_rows);
    }
}

/// Returns pointers to the numbers that an effect's modules are given.
std::vector<std::string> numbers_in(const Effect& effect) {
    std::vector<std::string> pointers;
    for (std::size_t e = 0; e < effect.emitters.size(); ++e)
        for (std::size_t m = 0; m < effect.emitters[e].modules.size(); ++m)
            for (const auto& [name, value] : effect.emitters[e].modules[m].values)
                if (const float* const number = constant_number(value); number != nullptr && *number != 0)
                    pointers.push_back("/effect/emitters/" + std::to_string(e) + "/modules/" +
                                       std::to_string(m) + "/" + name);
    return pointers;
}

TEST(CompiledEffect, ANumberCompilesOnceAndWritesNoText) {
    std::size_t edits = 0;
    for (const std::string& name : built_in_names()) {
        Settings settings = settings_of(name);
        const std::vector<std::string> pointers = numbers_in(settings.effect);
        for (const std::string& pointer : pointers) {
            const double value = value_at(settings, pointer)->get<double>();
            const Counted next = edited(settings, pointer, value * 0.999);
            EXPECT_EQ(next.compiled, 1u) << name << pointer;
            EXPECT_EQ(next.texts, 0u) << name << pointer;
            settings = next.settings;
            ++edits;
        }
        expect_as_anew(settings);
    }
    EXPECT_GT(edits, built_in_names().size());
}

TEST(CompiledEffect, OtherKindsOfValuesWriteTheTexts) {
    const std::string radius = "/effect/emitters/0/modules/0/radius";
    const std::vector<std::pair<std::string, nlohmann::json>> edits{
        {"/effect/emitters/0/modules", {{{"module", "ball"}, {"radius", 0.5}}}},
        {radius, {{"random", {0.1, 0.2}}}},
        {radius, "0.5 + time"},
        {radius, "0.5 - time"},
        {"/effect/emitters/0/modules/-", {{"module", "light"}}},
        {"/effect/emitters/0/modules/1/enabled", false},
    };
    Settings settings;
    for (const auto& [pointer, value] : edits) {
        const Counted next = edited(settings, pointer, value);
        EXPECT_EQ(next.compiled, 1u) << pointer;
        EXPECT_EQ(next.texts, 2u) << pointer << value;
        settings = next.settings;
        expect_as_anew(settings);
    }
    EXPECT_EQ(edited(settings, radius, "0.7 - time").texts, 0u) << "the literal is a number";
}

TEST(CompiledEffect, AnObjectOfAnotherKindWritesTheTexts) {
    const std::string objects = "/effect/scenery/objects";
    Settings settings = edited({}, objects, {{{"shape", "box"}}}).settings;
    settings = edited(settings, "/effect/emitters/0/modules", {{{"module", "collide-scenery"}}}).settings;
    const auto expect_texts = [&](const std::string& pointer, const nlohmann::json& value,
                                  std::uint64_t texts) {
        const Counted next = edited(settings, pointer, value);
        EXPECT_EQ(next.texts, texts) << pointer << value;
        settings = next.settings;
        expect_as_anew(settings);
    };
    expect_texts(objects + "/-", {{"shape", "box"}, {"position", {3, 0, 0}}}, 0);
    expect_texts(objects + "/-", {{"shape", "ball"}}, 2);
    expect_texts(objects + "/-", {{"shape", "cylinder"}}, 0);
    expect_texts(objects + "/-", {{"shape", "cone"}}, 2);
    expect_texts(objects + "/-", {{"shape", "cone"}, {"collides", false}}, 0);
    expect_texts(objects + "/4/collides", false, 2);
    expect_texts(objects + "/0/motion", {{"rotation", "vec3(0, time, 0)"}}, 2);
}

TEST(CompiledEffect, AZeroThatTurnsAParameterOffIsInTheText) {
    const std::string radius = "/effect/emitters/0/modules/0/particle_radius";
    Settings settings = edited({}, "/effect/emitters/0/modules", {{{"module", "collide-box"}}}).settings;
    const std::string without = settings.compiled->program.step.path();
    const std::size_t rows = settings.compiled->program.stacks[0].step_rows.size();
    const Counted on = edited(settings, radius, 0.1);
    EXPECT_EQ(on.texts, 2u);
    EXPECT_NE(on.settings.compiled->program.step.path(), without);
    EXPECT_EQ(edited(on.settings, radius, 0.2).texts, 0u) << "it is a number of a row";
    const Counted off = edited(on.settings, radius, 0);
    EXPECT_EQ(off.settings.compiled->program.step.path(), without);
    EXPECT_EQ(off.settings.compiled->program.stacks[0].step_rows.size(), rows);
    expect_as_anew(off.settings);
}

TEST(CompiledEffect, WhatIsNoEditOfTheEffectCompilesNothing) {
    const Settings settings = settings_of("fireworks");
    EXPECT_EQ(edited(settings, "/simulation/paused", true).compiled, 0u);
    EXPECT_EQ(edited(settings, "/display/grid", true).compiled, 0u);
}

TEST(CompiledEffect, AnEffectThatWasSetOtherwiseIsCompiled) {
    Settings settings = settings_of("fountain");
    settings.effect = load("rain");
    settings.compiled = compiled_of(settings);
    EXPECT_EQ(settings.compiled->effect, settings.effect);
    expect_as_anew(settings);
}

// --- facts ------------------------------------------------------------------------------------------------

Compiled with_body(const std::string& stage, const std::string& body) {
    const test::TemporaryDirectory folder;
    return compile(test::with_own_module(folder, Effect{}, 0, stage, body));
}

TEST(CompiledEffect, FactsComeFromTheTreeAndNotFromComments) {
    const std::string acceleration = "acceleration += vec3(0.1)";
    EXPECT_TRUE(
        with_body("force", "acceleration += smooth_noise(p.position, false);")->program.step.heavy.size() ==
        1);
    EXPECT_TRUE(with_body("force", acceleration + "; /* smooth_noise(p.position, false) */")
                    ->program.step.heavy.empty());
    EXPECT_TRUE(with_body("force", "float noise_scale = 1.0; " + acceleration + " * noise_scale;")
                    ->program.step.heavy.empty());
    EXPECT_TRUE(with_body("react", "vec4 s = seen_surface(p.position, 0.1); p.velocity += s.xyz;")
                    ->program.sees_depth);
    EXPECT_FALSE(with_body("react", "p.velocity *= 0.5; /* seen_surface(p.position) */")->program.sees_depth);
}

}  // namespace
}  // namespace winnow::effects
