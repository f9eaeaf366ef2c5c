// Checks what is noted of a particle that is followed against the particles that are read back.
#include "particles/follower.h"

#include <algorithm>
#include <string>
#include <thread>

#include "gl/fence.h"
#include "particles/simulation_fixture.h"

namespace winnow::particles {
namespace {

using FollowerTest = SimulationTest;

const WholeParticle* find(const std::vector<WholeParticle>& all, const Identity& one) {
    const auto found = std::ranges::find_if(all, [&](const WholeParticle& other) {
        return other.particle.birth_step == one.birth_step && other.particle.ordinal == one.ordinal;
    });
    return found == all.end() ? nullptr : &*found;
}

Identity identity_of(const WholeParticle& one) {
    return {one.particle.birth_step, one.particle.ordinal};
}

effects::Effect with_reactions() {
    effects::Effect effect = test::jet_effect();
    effect.emitters[0].rate = 600;
    effect.emitters[0].lifetime = {0.1f, 0.5f};  // 6 to 30 steps
    effect.emitters[0].modules = {effect.emitters[0].modules.front(),
                                  {"gravity", true, {}},
                                  {"drag", true, {}},
                                  {"speed-limit", true, {}},
                                  {"ageing", true, {}}};
    return effect;
}

/// Waits for a driver that builds programs beside the frames. Returns what Follower::prepare() says then.
std::string prepared(Follower& follower) {
    std::string why = follower.prepare();
    for (const gl::Deadline deadline; why.find("compiles") != std::string::npos; why = follower.prepare()) {
        deadline.check();
        std::this_thread::yield();
    }
    return why;
}

/// Follows a particle until it is dead, and expects its states and its steps to be those of the simulation.
void expect_a_true_life(Simulation& simulation, gl::ShaderLibrary& shaders, const Identity& identity) {
    Follower follower(shaders, simulation);
    follower.follow(identity);
    ASSERT_EQ(prepared(follower), "");
    bool lives = true;
    for (int i = 0; lives && i < 40; ++i) {
        const auto before = read_all(simulation);
        simulation.step();
        simulation.settle();
        const auto after = read_all(simulation);
        const WholeParticle* const now = find(after, identity);
        const Follower::Arrived seen = follower.wait();
        lives = now != nullptr;
        ASSERT_EQ(seen.now.lives, lives);
        ASSERT_EQ(seen.now.step, simulation.steps());
        EXPECT_EQ(seen.now.alive, after.size());
        ASSERT_TRUE(seen.last.has_value());
        EXPECT_EQ(seen.last->step, simulation.steps());
        EXPECT_EQ(seen.last->before, *find(before, identity));
        EXPECT_EQ(seen.last->survives, lives);
        EXPECT_EQ(seen.now.older, std::ranges::count_if(after, [&](const WholeParticle& other) {
                      return identity_of(other) < identity;
                  }));
        if (!lives) continue;
        EXPECT_EQ(seen.now.whole, *now);
        EXPECT_EQ(seen.now.index, now - after.data());
        EXPECT_EQ(seen.last->after, *now) << "a step with notes differs from the step";
    }
    EXPECT_FALSE(lives) << "a life without its death proves little";
    const auto past = follower.past();
    ASSERT_GT(past.size(), 3u);
    EXPECT_FALSE(past.back().lives);
    EXPECT_TRUE(past[past.size() - 2].lives);
}

TEST_F(FollowerTest, FollowsALifeFoldedAndNot) {
    for (const Compaction compaction : {Compaction::staged, Compaction::fused}) {
        effects::Effect effect = with_reactions();
        if (compaction == Compaction::fused)
            effect.emitters[0].modules.pop_back();  // CPUs compile it for long
        Simulation& simulation = make(effect, 1000);
        set_compactors(simulation, nullptr, compactor(Backend::glsl, compaction));
        run(simulation, 9);
        const auto living = read_all(simulation);
        const auto left = [](const WholeParticle& one) { return one.particle.lifetime - one.particle.age; };
        expect_a_true_life(simulation, shaders_, identity_of(*std::ranges::max_element(living, {}, left)));
    }
}

TEST_F(FollowerTest, NotesWhatEachModuleAdds) {
    Simulation& simulation = make(with_reactions(), 1000);
    run(simulation, 3);
    Follower follower(shaders_, simulation);
    follower.follow(identity_of(read_all(simulation)[4]));
    ASSERT_EQ(prepared(follower), "");
    run(simulation, 1);
    const NotedStep step = follower.wait().last.value();
    ASSERT_EQ(step.notes.size(), 6u);  // two beginnings, two forces, two reactions
    const StepNote &begin = step.notes[0], &gravity = step.notes[1], &drag = step.notes[2];
    EXPECT_EQ(begin.number, 0u);
    EXPECT_EQ(begin.stage, effects::Stage::force);
    EXPECT_EQ(begin.acceleration, glm::vec3(0));
    EXPECT_LT(gravity.acceleration.y, -9);
    EXPECT_EQ(gravity.drag, 0);
    EXPECT_EQ(drag.acceleration, gravity.acceleration);
    EXPECT_GT(drag.drag, 0);
    EXPECT_EQ(step.notes[3].stage, effects::Stage::react);
    EXPECT_NE(step.notes[3].position, begin.position) << "it has moved";
    EXPECT_EQ(step.notes[5].number, 2u);
}

TEST_F(FollowerTest, NotesABirthInItsStep) {
    Simulation &coming = make(with_reactions(), 1000), &simulation = make(with_reactions(), 1000);
    run(coming, 5);
    const auto known = read_all(coming);
    const WholeParticle one = *std::ranges::find_if(known, [](const WholeParticle& other) {
        return other.particle.birth_step == 5 && other.particle.ordinal == 3;
    });
    Follower follower(shaders_, simulation);
    follower.follow(identity_of(one));
    ASSERT_EQ(prepared(follower), "");
    run(simulation, 4);
    EXPECT_FALSE(follower.wait().last.has_value()) << "it is not born yet";
    run(simulation, 1);
    const NotedStep birth = follower.wait().last.value();
    EXPECT_EQ(birth.step, 5u);
    EXPECT_EQ(birth.after, one) << "a birth with notes differs from the birth";
    ASSERT_EQ(birth.notes.size(), 2u);
    EXPECT_EQ(birth.notes[1].stage, effects::Stage::spawn);
    EXPECT_EQ(birth.notes[0].velocity, glm::vec3(0));
    EXPECT_NE(birth.notes[1].velocity, glm::vec3(0)) << "the jet gives it one";
    run(simulation, 1);
    EXPECT_EQ(follower.wait().last.value().notes.front().stage, effects::Stage::force);
}

TEST_F(FollowerTest, ChangesNoHash) {
    Simulation &watched = make(with_reactions(), 1000), &alone = make(with_reactions(), 1000);
    run(watched, 3), run(alone, 3);
    Follower follower(shaders_, watched);
    follower.follow(identity_of(read_all(watched)[4]));
    ASSERT_EQ(prepared(follower), "");
    for (int i = 0; i < 12; ++i) {
        const auto figures = run(watched, 1);
        follower.submit();
        EXPECT_EQ(figures.back().hash, run(alone, 1).back().hash) << "step " << i + 4;
    }
    follower.stop();
    EXPECT_EQ(run(watched, 1).back().hash, run(alone, 1).back().hash);
}

}  // namespace
}  // namespace winnow::particles
