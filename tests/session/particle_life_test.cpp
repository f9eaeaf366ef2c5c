// Checks what is told of a particle's life: its birth and its death wherever the run is, why it died, what
// its modules added, its parent and its children, and the tables that are made of particles.
#include "session/particle_life.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <sstream>

#include "effects/compile/compiled_effect.h"
#include "gl/fence.h"
#include "session/life_words.h"
#include "session/particle_table.h"
#include "support/family.h"
#include "support/gl_fixture.h"
#include "support/modules.h"
#include "support/temporary_directory.h"

namespace winnow::session {
namespace {

using particles::NotedStep;
using particles::StepNote;
using particles::WholeParticle;

/// A jet whose particles die below the ground, where none comes.
effects::Effect falling_effect() {
    effects::Effect effect = test::jet_effect();
    effect.emitters[0].rate = 600;
    effect.emitters[0].lifetime = {0.3f, 0.6f};
    effect.emitters[0].modules.push_back(
        {"kill", true, {{"centre", effects::Constant(glm::vec3(0, -1, 0))}}});
    return effect;
}

StepNote note(effects::Stage stage, std::uint32_t number) {
    StepNote one;
    one.stage = stage;
    one.number = number;
    one.lifetime = 0.5f;
    return one;
}

/// A step in which nothing happens: the beginning, gravity, the beginning of the reactions, kill.
NotedStep quiet_step() {
    NotedStep step;
    step.step = 40;
    step.before.particle.lifetime = step.after.particle.lifetime = 30;
    step.before.particle.age = 9;
    step.after.particle.age = 10;
    step.notes = {note(effects::Stage::force, 0), note(effects::Stage::force, 1),
                  note(effects::Stage::react, 0), note(effects::Stage::react, 1)};
    return step;
}

TEST(WhyDied, NamesWhatEndedTheLife) {
    const auto compiled = effects::compile(falling_effect());
    NotedStep aged = quiet_step();
    aged.after.particle.age = 30;
    EXPECT_EQ(why_died(aged, *compiled, 0), "its lifetime has ended: 30 of 30 steps, 0.50 s");
    NotedStep killed = quiet_step();
    killed.after.particle.lifetime = 0;
    killed.notes[3].killed = true;
    EXPECT_EQ(why_died(killed, *compiled, 0), "killed by kill, module 3");
    killed.notes[3].killed = false;
    EXPECT_EQ(why_died(killed, *compiled, 0), "a surface on its way killed it");
    NotedStep lost = quiet_step();
    lost.after.particle.position[1] = std::numeric_limits<float>::infinity();
    lost.notes[1].acceleration.x = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(
        why_died(lost, *compiled, 0),
        "it was lost: its position or its velocity is no finite number, first behind gravity, module 2");
    NotedStep shortened = quiet_step();
    shortened.after.particle.lifetime = 5;
    shortened.notes[3].lifetime = 0.1f;
    EXPECT_EQ(why_died(shortened, *compiled, 0), "its lifetime was shortened by kill, module 3");
    NotedStep replaced = quiet_step();
    replaced.survives = true;
    EXPECT_NE(why_died(replaced, *compiled, 0).find("births needed its place"), std::string::npos);
    EXPECT_EQ(why_died(aged, *compiled, std::nullopt), "its emitter was taken out of the effect");
}

TEST(PartsOf, TellsForcesMotionAndReactions) {
    const auto compiled = effects::compile(falling_effect());
    NotedStep step = quiet_step();
    step.notes[1].acceleration = {0, -9.5f, 0};
    step.notes[2].velocity = step.notes[3].velocity = {0, -0.25f, 0};
    step.notes[2].position = {0, -0.5f, 0};
    step.notes[3].position = {0, 1, 0};
    step.notes[3].killed = true;
    step.after.particle.position[1] = 1;
    step.after.particle.velocity[1] = -0.25f;
    const auto parts = parts_of(step, *compiled, 0);
    ASSERT_EQ(parts.size(), 3u);
    EXPECT_EQ(parts[0].name, "gravity, module 2");
    EXPECT_EQ(parts[0].added, "acceleration (0, -9.5, 0) m/s\xC2\xB2");
    EXPECT_EQ(parts[1].stage, "motion");
    EXPECT_EQ(parts[1].added, "position + (0, -0.5, 0) m\nvelocity + (0, -0.25, 0) m/s");
    EXPECT_EQ(parts[2].added, "kills it\nposition + (0, 1.5, 0) m");
    step.notes[3] = step.notes[2];
    step.notes[3].number = 1;
    step.after.particle.position[1] = -0.25f;
    const auto swept = parts_of(step, *compiled, 0);
    ASSERT_EQ(swept.size(), 4u);
    EXPECT_FALSE(swept[2].acts);
    EXPECT_EQ(swept[3].name, "surfaces on its way");
}

TEST(PartsOf, TellsWhatABirthIsMadeOf) {
    effects::Effect effect = falling_effect();
    effect.emitters[0].modules.insert(effect.emitters[0].modules.begin(), {"ball"});
    const auto compiled = effects::compile(effect);
    NotedStep birth = quiet_step();
    birth.notes = {note(effects::Stage::spawn, 0), note(effects::Stage::spawn, 1),
                   note(effects::Stage::spawn, 2)};
    birth.notes[0].position = {0, 1, 0};
    birth.notes[1].position = birth.notes[2].position = {0.5f, 1, 0};
    birth.notes[2].velocity = {0, 3, 0};
    birth.after.particle.position[0] = 0.5f;
    birth.after.particle.position[1] = 1.25f;
    birth.after.particle.velocity[1] = 3;
    const auto parts = parts_of(birth, *compiled, 0);
    ASSERT_EQ(parts.size(), 4u);
    EXPECT_EQ(parts[0].added, "at (0, 1, 0) m\nvelocity (0, 0, 0) m/s\nlifetime 0.5 s");
    EXPECT_EQ(parts[1].name, "ball, module 1");
    EXPECT_EQ(parts[1].added, "position + (0.5, 0, 0) m");
    EXPECT_EQ(parts[2].name, "jet, module 2");
    EXPECT_EQ(parts[2].added, "velocity + (0, 3, 0) m/s");
    EXPECT_EQ(parts[3].added, "position + (0, 0.25, 0) m");
}

class ParticleLifeTest : public test::GlTest {
  protected:
    /// A paused run in a window without a picture.
    struct Window {
        explicit Window(const effects::Effect& effect)
            : session(test::headless_context(), std::filesystem::path(), settings_of(effect)) {}

        static effects::Settings settings_of(const effects::Effect& effect) {
            effects::Settings settings;
            settings.effect = effect;
            settings.simulation.capacity = 2000;
            settings.simulation.paused = true;
            return settings;
        }
        /// Lets frames pass until nothing is sought and the notes are there.
        LifeFacts rest() {
            for (const gl::Deadline deadline;; deadline.check()) {
                playback.advance(0.1);
                life.look();
                const LifeFacts facts = life.facts();
                const bool is_told = !facts.is_known || !facts.parts.empty();
                if (!playback.timeline().is_travelling() && facts.travelling.empty() && is_told) return facts;
            }
        }
        void go(std::uint64_t step) {
            ASSERT_TRUE(playback.seek(step));
            while (playback.timeline().is_travelling()) playback.advance(0.1);
        }
        WholeParticle read(std::size_t place) { return particles::read_all(session.simulation()).at(place); }

        Session session;
        Playback playback{session, ""};
        ParticleLife life{session, playback};
    };

    static const LifeFact* find(const std::vector<LifeFact>& facts, const std::string& id) {
        const auto found = std::ranges::find(facts, id, &LifeFact::id);
        return found == facts.end() ? nullptr : &*found;
    }
};

TEST_F(ParticleLifeTest, GoesToBirthAndDeathWhereverTheRunIs) {
    Window window(falling_effect());
    window.go(200);  // with checkpoints that a way to the death may jump to
    window.go(30);
    const particles::Particle one = window.read(60).particle;
    window.life.follow(one.birth_step, one.ordinal);
    LifeFacts facts = window.rest();
    EXPECT_TRUE(facts.lives);
    EXPECT_TRUE(facts.parts_match);
    EXPECT_EQ(facts.parts_step, 30u);
    EXPECT_EQ(find(facts.compaction, "vote")->value, "1: it survives");
    EXPECT_EQ(find(facts.compaction, "place")->value.substr(0, 8), "place 60");

    ASSERT_TRUE(window.life.go_to_death());
    facts = window.rest();
    ASSERT_TRUE(facts.death.has_value());
    EXPECT_EQ(window.session.simulation().steps(), *facts.death);
    EXPECT_FALSE(facts.lives);
    EXPECT_EQ(facts.step, *facts.death - 1) << "the last state is kept";
    EXPECT_EQ(facts.parts_step, *facts.death);
    EXPECT_EQ(find(facts.compaction, "vote")->value, "0: it dies");
    EXPECT_NE(facts.fate.find("its lifetime has ended"), std::string::npos) << facts.fate;
    EXPECT_EQ(*facts.death, one.birth_step + one.lifetime) << "no module has ended it";
    window.go(*facts.death - 1);
    const auto before = particles::read_all(window.session.simulation());
    EXPECT_EQ(std::ranges::count_if(before,
                                    [&](const WholeParticle& other) {
                                        return other.particle.birth_step == one.birth_step &&
                                               other.particle.ordinal == one.ordinal;
                                    }),
              1);

    ASSERT_TRUE(window.life.go_to_birth());
    facts = window.rest();
    EXPECT_EQ(window.session.simulation().steps(), one.birth_step);
    EXPECT_TRUE(facts.lives);
    EXPECT_EQ(find(facts.facts, "age")->value.substr(0, 2), "0 ");
    EXPECT_EQ(facts.parts_step, one.birth_step);
    ASSERT_EQ(facts.parts.size(), 3u) << "where it begins, its one module that acts at birth, and its way";
    EXPECT_EQ(facts.parts[0].stage, "birth");
    EXPECT_EQ(facts.parts[1].name, "jet, module 1");
    EXPECT_EQ(facts.parts[1].stage, "spawn");
    EXPECT_NE(facts.parts[1].added.find("velocity + "), std::string::npos) << facts.parts[1].added;
    EXPECT_EQ(facts.parts[2].stage, "motion");
    EXPECT_TRUE(facts.parts_match);
    EXPECT_EQ(find(facts.compaction, "vote"), nullptr) << "a newborn has not voted";
}

TEST_F(ParticleLifeTest, ADeathByAModuleIsFound) {
    effects::Effect effect = falling_effect();
    effect.emitters[0].lifetime = {4, 5};
    effect.emitters[0].modules[2].values = {{"centre", effects::Constant(glm::vec3(0, 0.5f, 0))},
                                            {"direction", effects::Constant(glm::vec3(0, 1, 0))}};
    Window window(effect);
    window.go(5);
    const particles::Particle one = window.read(9).particle;
    window.life.follow(one.birth_step, one.ordinal);
    window.rest();
    ASSERT_TRUE(window.life.go_to_death());
    const LifeFacts facts = window.rest();
    ASSERT_TRUE(facts.death.has_value());
    EXPECT_LT(*facts.death, one.birth_step + one.lifetime);
    EXPECT_NE(facts.fate.find("killed by kill, module 3"), std::string::npos) << facts.fate;
    EXPECT_LT(facts.place[1], 0.5f) << "the last state is that before it was above";
    EXPECT_GE(facts.path.size(), 3u);
}

TEST_F(ParticleLifeTest, AnEditBeginsAnotherLife) {
    Window window(falling_effect());
    window.go(30);
    const particles::Particle one = window.read(60).particle;
    window.life.follow(one.birth_step, one.ordinal);
    window.rest();
    ASSERT_TRUE(window.life.go_to_death());
    const std::uint64_t death = window.rest().death.value();
    window.playback.apply({"/effect/emitters/0/modules/2/centre/1", 0.2f});
    window.life.look();
    EXPECT_EQ(window.life.facts().death, std::nullopt) << "what was known belongs to another run";
    window.go(death - 1);
    EXPECT_FALSE(window.rest().path.empty());
}

TEST_F(ParticleLifeTest, KnowsParentsAndChildren) {
    Window window(test::family(600));
    window.go(40);
    const auto all = particles::read_all(window.session.simulation());
    const auto is_child = [](const WholeParticle& one) { return one.particle.emitter == 1; };
    const auto child = std::ranges::find_if(all, is_child);
    ASSERT_NE(child, all.end());
    window.life.follow(child->particle.birth_step, child->particle.ordinal);
    window.rest();
    ASSERT_TRUE(window.life.go_to_birth());
    LifeFacts facts = window.rest();
    ASSERT_TRUE(facts.parent.has_value());
    EXPECT_EQ(facts.parts.front().stage, "birth");
    EXPECT_EQ(facts.parts_step, child->particle.birth_step);
    EXPECT_TRUE(facts.parts_match) << "its birth was computed otherwise than the run's";
    window.life.follow(facts.parent->birth_step, facts.parent->ordinal);
    facts = window.rest();
    EXPECT_TRUE(std::ranges::any_of(facts.children, [&](const LifeRelative& one) {
        return one.birth_step == child->particle.birth_step && one.ordinal == child->particle.ordinal;
    })) << "a parent does not know its child";
    EXPECT_EQ(facts.emitter, "a");
}

TEST(AttributeFacts, HaveTheUnitAndTheSentenceOfTheDeclaration) {
    const effects::Attribute heat{"heat", effects::Type::number, {0.0f}, "Its warmth.", "K"},
        spin{"spin", effects::Type::vector, {glm::vec3(0)}, "How it turns."};
    const std::vector<std::uint32_t> words{std::bit_cast<std::uint32_t>(1.5f), 0, 0, 0};
    const std::vector<LifeFact> facts = attribute_facts(std::vector{heat, spin}, words);
    ASSERT_EQ(facts.size(), 2u);
    EXPECT_EQ(facts[0].value, "1.5 K");
    EXPECT_EQ(facts[0].tip, "Its warmth.");
    EXPECT_EQ(facts[1].value, "(0, 0, 0)");
    const std::string csv = life_csv({}, std::vector{heat, spin});
    EXPECT_NE(csv.find("bounces,heat (K),spin x,spin y,spin z\n"), std::string::npos) << csv;
}

TEST_F(ParticleLifeTest, ATableHasTheUnitsOfAttributes) {
    effects::Effect effect = falling_effect();
    effect.emitters[0].modules.push_back({"ageing", true, {}});
    Window window(effect);
    window.go(3);
    const ParticleTable table(window.session, particles::read_all(window.session.simulation()));
    const auto owed = std::ranges::find(table.columns(), "owed_age", &ParticleTable::Column::name);
    ASSERT_NE(owed, table.columns().end());
    EXPECT_EQ(owed->unit, "s");
    EXPECT_EQ(owed->tip, "Age that is less than a step and waits to be added.");
}

TEST_F(ParticleLifeTest, TablesAreSortedAndWritten) {
    Window window(falling_effect());
    window.go(30);
    ParticleTable table(window.session, particles::read_all(window.session.simulation()));
    const auto column = [&](const std::string& name) {
        return static_cast<std::size_t>(
            std::ranges::find(table.columns(), name, &ParticleTable::Column::name) - table.columns().begin());
    };
    const std::size_t height = column("y"), born = column("born");
    table.sort_by(height, true);
    table.wait();
    for (std::size_t row = 1; row < table.rows(); ++row)
        ASSERT_GE(std::stof(table.cell(row - 1, height)), std::stof(table.cell(row, height)));
    const particles::Particle highest = table.at(0).particle;
    EXPECT_EQ(table.cell(0, born), std::to_string(highest.birth_step));
    EXPECT_EQ(std::stof(table.cell(0, height)), highest.position[1]) << "a cell does not hold the float";

    const test::TemporaryDirectory folder;
    const std::string path = (folder.path() / "all.csv").string();
    table.write_csv(path);
    std::istringstream lines(test::text_of(path));
    std::string head, first;
    std::getline(lines, head);
    std::getline(lines, first);
    EXPECT_EQ(head.substr(0, 52), "born (step),ordinal,emitter,age (steps),lifetime (st");
    EXPECT_EQ(first.substr(0, first.find(',')), std::to_string(highest.birth_step));
    EXPECT_EQ(std::ranges::count(test::text_of(path), '\n'), static_cast<std::ptrdiff_t>(table.rows() + 1));
}

}  // namespace
}  // namespace winnow::session
