// Checks that a simulation continues from a checkpoint as the saved one would, to the bit, whatever has
// changed since then, and that a checkpoint that does not fit is an answer.
#include "particles/checkpoint.h"

#include <glad/gl.h>

#include <array>
#include <stdexcept>
#include <utility>

#include "effects/format/effect_file.h"
#include "particles/simulation_fixture.h"
#include "support/family.h"
#include "support/gl_answers.h"
#include "support/gl_calls.h"
#include "support/many_words.h"

namespace winnow::particles {
namespace {

constexpr int before = 12, after = 6;  // steps around a checkpoint
constexpr std::uint32_t room = 4096;

class CheckpointTest : public SimulationTest {
  protected:
    static std::vector<std::uint64_t> run_on(Simulation& simulation, int steps = after) {
        return hashes(run(simulation, steps));
    }

    static std::shared_ptr<const Checkpoint> taken(Simulation& simulation) {
        simulation.settle();
        auto checkpoint = simulation.checkpoint();
        EXPECT_TRUE(checkpoint);
        return checkpoint;
    }

    /// Returns a simulation that is past its checkpoint, the checkpoint, and the hashes of the steps that
    /// follow it.
    struct Past {
        Simulation& simulation;
        std::shared_ptr<const Checkpoint> checkpoint;
        std::vector<std::uint64_t> hashes;
    };
    Past past(const effects::Effect& effect, std::uint32_t capacity = room) {
        Simulation& simulation = make(effect, capacity);
        run(simulation, before);
        auto checkpoint = taken(simulation);
        auto hashes = run_on(simulation);
        EXPECT_NE(hashes.front(), hashes.back());
        return {simulation, std::move(checkpoint), std::move(hashes)};
    }
};

/// Children, attributes of several planes, emitters that move, bursts, ribbons and meshes.
TEST_F(CheckpointTest, EveryKindOfEffectContinues) {
    for (const char* name : {"fireworks", "waterfall", "spellblade", "logo", "ink"}) {
        Simulation& simulation = make(effects::load(name), room);
        simulation.change({.density = 0.1f});
        EXPECT_GT(run(simulation, 75).back().alive, 50u) << name;
        auto early = taken(simulation);
        const auto onwards = run_on(simulation);
        const auto late = taken(simulation);
        simulation.restore(*early);
        EXPECT_EQ(simulation.steps(), early->step);
        EXPECT_EQ(run_on(simulation), onwards) << name << ": back";
        early.reset();
        simulation.restore(*late);
        const auto later = run_on(simulation);
        simulation.restore(*late);
        EXPECT_EQ(run_on(simulation), later) << name << ": forth";
    }
}

TEST_F(CheckpointTest, ItIsAsSmallAsTheLivingAre) {
    auto [simulation, checkpoint, expected] = past(test::with_words(9), 50000);
    const std::uint32_t alive = run(simulation, 1).front().alive;
    EXPECT_GE(checkpoint->room, 1000u);
    EXPECT_LT(checkpoint->room, 2 * alive);
    constexpr std::uint64_t words = 3 * 4 + 9;
    EXPECT_EQ(checkpoint->bytes(), checkpoint->room * words * sizeof(std::uint32_t) + sizeof(shared::Pool));
    std::uint64_t bytes = checkpoint->particles.pool.bytes();
    for (const gl::Buffer& column : checkpoint->particles.columns) bytes += column.bytes();
    EXPECT_EQ(checkpoint->bytes(), bytes);
    EXPECT_EQ(simulation.checkpoint_bytes(), taken(simulation)->bytes());
}

TEST_F(CheckpointTest, ItOutlivesChangesOfHowStepsAreMade) {
    auto [simulation, checkpoint, expected] = past(test::family(3000));
    for (const Compaction compaction : {Compaction::bits, Compaction::fused}) {
        set_compactors(simulation, compactor(Backend::glsl, compaction),
                       compactor(Backend::glsl, compaction));
        simulation.restore(*checkpoint);
        EXPECT_EQ(run_on(simulation), expected) << name_of(compactions, compaction);
    }
    set_compactors(simulation, compactor(Backend::cpu), compactor(Backend::glsl));
    simulation.restore(*checkpoint);
    EXPECT_EQ(run_on(simulation), expected) << "cpu";
}

TEST_F(CheckpointTest, ItOutlivesChangesOfCapacity) {
    auto [simulation, checkpoint, expected] = past(short_lived(6000), 3000);
    for (const std::uint32_t capacity : {9000u, 500u, 3000u}) {
        set_capacity(simulation, capacity, *memory_);
        simulation.restore(*checkpoint);
        const bool fits = capacity > 500;
        const auto figures = run(simulation, after);
        EXPECT_EQ(hashes(figures) == expected, fits) << capacity;
        EXPECT_EQ(figures.front().died >= 600, !fits) << "those that do not fit are counted";
    }
}

/// The pool is full and a ring that does not begin at the front.
TEST_F(CheckpointTest, ItUnwindsTheRing) {
    auto effect = short_lived(60000);
    effect.when_full = effects::WhenFull::replace_oldest;
    Simulation& simulation = make(effect, 2500);
    run(simulation, before);
    const auto checkpoint = taken(simulation);
    EXPECT_EQ(checkpoint->room, 2500u);
    const auto box = [&] {
        const auto pool = simulation.living().pool->read_all<shared::Pool>(1).front();
        return std::array{pool.low_x, pool.low_y, pool.low_z, pool.high_x, pool.high_y, pool.high_z};
    };
    const auto box_then = box();
    const auto straight = run(simulation, after);
    simulation.restore(*checkpoint);
    EXPECT_EQ(box(), box_then);
    const auto again = run(simulation, after);
    EXPECT_EQ(hashes(again), hashes(straight));
    for (std::size_t i = 0; i < again.size(); ++i) EXPECT_EQ(again[i].bounds, straight[i].bounds) << i;
}

TEST_F(CheckpointTest, ItHasItsEffectItsDensityAndItsSeed) {
    auto [simulation, checkpoint, expected] = past(test::with_words(9));
    set_effect(simulation, short_lived(900));
    simulation.change({.density = 3});
    simulation.reset(99);
    run(simulation, 3);
    const auto other = taken(simulation);
    const auto others = run_on(simulation);
    simulation.restore(*checkpoint);
    EXPECT_EQ(run_on(simulation), expected);
    simulation.restore(*other);
    EXPECT_EQ(run_on(simulation), others);
}

/// A slot that is free is taken by the next new emitter, and one that was just left is not.
TEST_F(CheckpointTest, ItKnowsWhichSlotsAreFree) {
    effects::Effect one = short_lived(900), two = one;
    one.emitters[0].name = "a";
    two.emitters = {one.emitters[0], one.emitters[0], one.emitters[0]};
    two.emitters[1].name = "b";
    two.emitters[2].name = "c";
    Simulation& simulation = make(two, room);
    run(simulation, 3);
    set_effect(simulation, one);
    run(simulation, 3);
    two.emitters[1].name = "d";
    const auto checkpoint = taken(simulation);
    set_effect(simulation, two);
    const auto expected = run_on(simulation);
    simulation.restore(*checkpoint);
    set_effect(simulation, two);
    EXPECT_EQ(run_on(simulation), expected);
}

/// An effect can have left its slots and come back to others.
TEST_F(CheckpointTest, ItsTablesAreThoseOfItsSlots) {
    effects::Effect second = short_lived(900), both = second;
    second.emitters[0].name = "b";
    test::values_of(second.emitters[0], "jet")["speed"] = 9;
    both.emitters.push_back(second.emitters[0]);
    Simulation& simulation = make(both, room);
    run(simulation, 3);
    const auto checkpoint = taken(simulation);
    const auto expected = run_on(simulation);
    set_effect(simulation, second);
    set_effect(simulation, both);
    simulation.change({.checkpoint = checkpoint.get()});
    EXPECT_EQ(run_on(simulation), expected);
    set_effect(simulation, second);
    EXPECT_THROW(simulation.change({.checkpoint = checkpoint.get()}), std::logic_error);
    simulation.step();
    simulation.restore(*checkpoint);
    EXPECT_EQ(run_on(simulation), expected);
}

TEST_F(CheckpointTest, ThePointerStaysPressedOnItsWay) {
    effects::Effect effect = short_lived(900);
    test::values_of(effect.emitters[0], "pointer-wake");
    Simulation& simulation = make(effect, room);
    simulation.set_pointer({glm::vec3(0.1f, 1, 0), 1});
    run(simulation, before);
    const auto checkpoint = taken(simulation);
    simulation.set_pointer({glm::vec3(0.3f, 1.2f, 0), 1});
    const auto expected = run_on(simulation);
    simulation.set_pointer({});
    simulation.restore(*checkpoint);
    EXPECT_TRUE(simulation.pointer().is_pressed());
    simulation.set_pointer({glm::vec3(0.3f, 1.2f, 0), 1});
    EXPECT_EQ(run_on(simulation), expected) << "its velocity is the way since the last step";
}

TEST_F(CheckpointTest, NothingWaitsForTheGpu) {
    Simulation& simulation = make(short_lived(6000), room);
    test::GlCalls calls;  // it must see when the timers' queries are issued
    run(simulation, 3);
    taken(simulation);  // builds the program
    calls.reset();
    simulation.step();  // its figures are on their way
    auto checkpoint = simulation.checkpoint();
    EXPECT_EQ(calls.made(test::CallKind::waits), "");
    EXPECT_EQ(calls.outside_groups(), "");
    simulation.restore(*checkpoint);
    EXPECT_EQ(calls.made(test::CallKind::waits), "");
    checkpoint.reset();
}

int allocations_left = 0;
PFNGLNAMEDBUFFERSTORAGEPROC true_storage = nullptr;
void GLAD_API_PTR refuse_storage(GLuint name, GLsizeiptr bytes, const void* data, GLbitfield flags) {
    if (allocations_left-- > 0) true_storage(name, bytes, data, flags);
}

TEST_F(CheckpointTest, WithoutMemoryThereIsNone) {
    auto [simulation, checkpoint, expected] = past(short_lived(6000));
    const auto here = taken(simulation);
    const auto onwards = run_on(simulation);
    simulation.restore(*here);
    true_storage = glad_glNamedBufferStorage;
    {
        const test::GlAnswer<PFNGLNAMEDBUFFERSTORAGEPROC> answer(glad_glNamedBufferStorage, refuse_storage);
        for (int some = 0; some < 4; ++some) {
            allocations_left = some;
            EXPECT_FALSE(simulation.checkpoint()) << some;
        }
    }
    EXPECT_EQ(run_on(simulation), onwards) << "the run goes on";
}

TEST_F(CheckpointTest, ADroppedOneLeavesItsColumns) {
    Simulation& simulation = make(short_lived(6000), room);
    run(simulation, 5 * before);  // as many die as are born
    auto dropped = simulation.checkpoint();
    ASSERT_TRUE(dropped);
    run(simulation, after);
    std::unique_ptr<Checkpoint> checkpoint;
    true_storage = glad_glNamedBufferStorage;
    {
        const test::GlAnswer<PFNGLNAMEDBUFFERSTORAGEPROC> answer(glad_glNamedBufferStorage, refuse_storage);
        allocations_left = 0;
        checkpoint = simulation.checkpoint(std::move(dropped));
    }
    ASSERT_TRUE(checkpoint) << "it was allocated anew";
    const auto expected = run_on(simulation);
    simulation.restore(*checkpoint);
    EXPECT_EQ(run_on(simulation), expected);
}

TEST_F(CheckpointTest, AStateWithoutParticlesIsOne) {
    Simulation& simulation = make(short_lived(6000), room);
    const auto checkpoint = taken(simulation);
    EXPECT_EQ(checkpoint->room, 0u);
    const auto expected = run_on(simulation);
    simulation.restore(*checkpoint);
    EXPECT_EQ(run_on(simulation), expected);
}

}  // namespace
}  // namespace winnow::particles
