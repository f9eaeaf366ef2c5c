#include "particles/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "particles/simulation_fixture.h"
#include "support/errors.h"
#include "support/failing_compactor.h"
#include "support/own_module.h"
#include "support/temporary_directory.h"

namespace winnow::particles {
namespace {

using test::FailingCompactor;

TEST_F(SimulationTest, CountsBalanceEveryStep) {
    auto& simulation = make(short_lived(6000), 4096);
    const auto figures = run(simulation, 80);
    ASSERT_EQ(figures.size(), 80u);
    expect_balanced(figures);
    EXPECT_EQ(figures.front().born, 100u);
    EXPECT_GT(figures.back().died, 0u);
    EXPECT_EQ(figures.back().dropped, 0u);
}

TEST_F(SimulationTest, ParticlesDieOfAgeExactlyAtTheirLifetime) {
    auto effect = short_lived(60);  // one per step
    effect.emitters[0].lifetime = {0.1f, 0.1f};
    auto& simulation = make(effect, 100);
    const auto figures = run(simulation, 20);
    for (const StepFigures& f : figures) {
        EXPECT_EQ(f.alive, std::min<std::uint64_t>(f.step, 6)) << "step " << f.step;
        EXPECT_EQ(f.died, f.step > 6 ? 1u : 0u) << "step " << f.step;
        EXPECT_EQ(f.lost, 0u) << "step " << f.step;
    }
}

TEST_F(SimulationTest, LivingStayInOrderOfBirth) {
    auto& simulation = make(short_lived(9000), 8192);
    run(simulation, 60);
    const auto living = simulation.read_living();
    ASSERT_GT(living.size(), 1000u);
    for (std::size_t i = 1; i < living.size(); ++i) {
        const auto a = std::pair(living[i - 1].birth_step, living[i - 1].ordinal);
        ASSERT_LT(a, std::pair(living[i].birth_step, living[i].ordinal)) << "at " << i;
        ASSERT_LT(living[i].age, living[i].lifetime);
    }
}

TEST_F(SimulationTest, SameSeedSameHashesOtherSeedOthers) {
    auto &a = make(short_lived(5000), 4096, 7), &b = make(short_lived(5000), 4096, 7),
         &c = make(short_lived(5000), 4096, 8);
    const auto fa = run(a, 40), fb = run(b, 40), fc = run(c, 40);
    for (std::size_t i = 0; i < fa.size(); ++i) {
        ASSERT_EQ(fa[i].hash, fb[i].hash) << "step " << fa[i].step;
        ASSERT_NE(fa[i].hash, fc[i].hash) << "step " << fa[i].step;
    }
}

TEST_F(SimulationTest, CapacityAboveNeedDoesNotChangeTheState) {
    auto &small = make(short_lived(5000), 3000), &large = make(short_lived(5000), 50000);
    const auto a = run(small, 50), b = run(large, 50);
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a[i].hash, b[i].hash) << "step " << a[i].step;
}

TEST_F(SimulationTest, HashNoticesOrderAndEveryWord) {
    auto& simulation = make(short_lived(5000), 3000);
    const auto figures = run(simulation, 30);
    for (std::size_t i = 1; i < figures.size(); ++i) ASSERT_NE(figures[i].hash, figures[i - 1].hash);
}

TEST_F(SimulationTest, NothingIsHashedUnlessAskedFor) {
    auto& simulation = make(short_lived(5000), 3000);
    run(simulation, 3);
    simulation.set_hashing(false);
    const StepFigures figures = run(simulation, 2).back();
    EXPECT_FALSE(figures.hashed);
    EXPECT_EQ(figures.hash, 0u);
    const auto pool = simulation.living().pool->read_all<shared::Pool>(1).front();
    EXPECT_EQ(pool.hash_low + pool.hash_high, 0u);
}

TEST_F(SimulationTest, FullPoolDropsTheNew) {
    auto& simulation = make(short_lived(60000), 2000);
    const auto figures = run(simulation, 40);
    expect_balanced(figures);
    for (const StepFigures& f : figures) {
        EXPECT_EQ(f.born + f.dropped, 1000u);
        EXPECT_EQ(f.replaced, 0u);
        EXPECT_LE(f.alive, 2000u);
    }
    EXPECT_GT(figures.back().dropped, 0u);
}

TEST_F(SimulationTest, FullPoolReplacesTheOldest) {
    auto effect = short_lived(60000);
    effect.when_full = effects::WhenFull::replace_oldest;
    auto& simulation = make(effect, 2500);
    const auto figures = run(simulation, 40);
    expect_balanced(figures);
    for (const StepFigures& f : figures) {
        EXPECT_EQ(f.born, 1000u);
        EXPECT_EQ(f.dropped, 0u);
    }
    EXPECT_EQ(figures.back().alive, 2500u);
    EXPECT_GT(figures.back().replaced, 0u);
    const auto living = simulation.read_living();
    EXPECT_EQ(living.back().birth_step, 40u);
    for (std::size_t i = 1; i < living.size(); ++i)
        ASSERT_LE(living[i - 1].birth_step, living[i].birth_step) << "at " << i;
}

TEST_F(SimulationTest, MoreBirthsThanCapacityReplaceEverything) {
    auto effect = short_lived(60000);
    effect.when_full = effects::WhenFull::replace_oldest;
    auto& simulation = make(effect, 300);
    const auto figures = run(simulation, 5);
    expect_balanced(figures);
    for (const StepFigures& f : figures) {
        EXPECT_EQ(f.born, 300u);
        EXPECT_EQ(f.dropped, 700u);
        EXPECT_EQ(f.alive, 300u);
    }
}

TEST_F(SimulationTest, WhatIsDroppedIsExactBeyond32Bits) {
    auto effect = short_lived(1e9f);
    effect.steps_per_second = 100;
    effect.emitters[0].bursts = {{.time = 0, .count = 1'000'000'000}};
    effect.emitters.resize(6, effect.emitters[0]);
    for (const auto policy : {effects::WhenFull::drop_new, effects::WhenFull::replace_oldest}) {
        effect.when_full = policy;
        auto& simulation = make(effect, 300);
        const auto figures = run(simulation, 2);
        expect_balanced(figures);
        EXPECT_EQ(figures[0].born + figures[0].dropped, 6'060'000'000u);
        EXPECT_EQ(figures[1].born + figures[1].dropped, 60'000'000u);
        EXPECT_EQ(figures[1].alive, 300u);
    }
}

TEST_F(SimulationTest, RoomThatNobodyAskedForLeavesSomeToOthers) {
    gl::Facts device = facts();
    device.limits.storage_block_bytes = 1000 * shared::COLUMN_BYTES;
    EXPECT_EQ(ample_room(device, {}, std::nullopt).most, 1000u);
    EXPECT_NE(ample_room(device, {}, std::nullopt).limit.find("STORAGE_BLOCK_SIZE"), std::string::npos);
    const Room room = ample_room(device, {}, 100'000);
    constexpr std::uint64_t bytes = 3 * 64 + 2 * 16 + 13 * 4;
    EXPECT_LT(room.most * bytes, 75'001u);
    EXPECT_GT(room.most * bytes, 74'000u);
    EXPECT_NE(room.limit.find("free memory"), std::string::npos) << room.limit;
    device.limits.storage_block_bytes = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(ample_room(device, {}, std::nullopt).most, shared::MAX_CAPACITY);
}

TEST_F(SimulationTest, CapacityOfOneWorks) {
    auto& simulation = make(short_lived(600), 1);
    const auto figures = run(simulation, 50);
    expect_balanced(figures);
    for (const StepFigures& f : figures) EXPECT_EQ(f.alive, 1u);
}

TEST_F(SimulationTest, NothingBornNothingHappens) {
    auto& simulation = make(short_lived(0), 100);
    for (const StepFigures& f : run(simulation, 10)) EXPECT_EQ(f.alive + f.born + f.died + f.dropped, 0u);
}

TEST_F(SimulationTest, BrokenPositionsDieAndHarmNothingElse) {
    auto effect = short_lived(6000);
    effect.emitters.push_back(effect.emitters[0]);
    const test::TemporaryDirectory folder;
    effect = test::with_acceleration(folder, effect, 0, test::downwards_infinity);
    auto& simulation = make(effect, 4096);
    const auto figures = run(simulation, 30);
    expect_balanced(figures);
    for (const Particle& p : simulation.read_living()) {
        ASSERT_TRUE(std::isfinite(p.position[1]));
        ASSERT_TRUE(p.emitter != 0 || p.age == 0);
    }
}

TEST_F(SimulationTest, PlaneHoldsEveryParticle) {
    auto effect = short_lived(3000);
    effect.emitters[0].lifetime = {2, 3};
    test::values_of(effect.emitters[0], "jet")["speed"] = test::random(1, 3);
    auto& simulation = make(effect, 10000);
    run(simulation, 120);
    std::uint32_t bounced = 0;
    for (const Particle& p : simulation.read_living()) {
        ASSERT_GE(p.position[1], effect.plane.height);
        bounced += p.bounces > 0;
    }
    EXPECT_GT(bounced, 100u);
}

TEST_F(SimulationTest, GrowingKeepsTheLivingAndGoesOnAsIfNothingHadHappened) {
    auto &grown = make(short_lived(5000), 3000), &straight = make(short_lived(5000), 9000);
    run(grown, 25);
    const auto before = grown.read_living();
    set_capacity(grown, 9000, *memory_);
    EXPECT_EQ(grown.read_living(), before);
    run(straight, 25);
    const auto a = run(grown, 25), b = run(straight, 25);
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a[i].hash, b[i].hash) << "step " << a[i].step;
}

TEST_F(SimulationTest, AnotherCapacityKeepsTheLivingOfARingThatHasWrapped) {
    auto effect = short_lived(60000);
    effect.when_full = effects::WhenFull::replace_oldest;
    for (const std::uint32_t capacity : {1500u, 4000u}) {
        auto& simulation = make(effect, 2500);
        EXPECT_GT(run(simulation, 30).back().replaced, 0u);
        const auto before = simulation.read_living();
        set_capacity(simulation, capacity, *memory_);
        const auto kept = static_cast<std::ptrdiff_t>(std::min<std::size_t>(before.size(), capacity));
        EXPECT_EQ(simulation.read_living(), std::vector<Particle>(before.end() - kept, before.end()));
    }
}

TEST_F(SimulationTest, ShrinkingBelowTheLivingFollowsThePolicyAndIsCounted) {
    for (const auto policy : {effects::WhenFull::drop_new, effects::WhenFull::replace_oldest}) {
        auto effect = short_lived(6000);
        effect.when_full = policy;
        auto& simulation = make(effect, 4096);
        const auto before = run(simulation, 20).back();
        const auto living = simulation.read_living();
        set_capacity(simulation, 500, *memory_);
        const auto kept = simulation.read_living();
        ASSERT_EQ(kept.size(), 500u);
        EXPECT_EQ(kept.front(),
                  policy == effects::WhenFull::drop_new ? living.front() : living[living.size() - 500]);
        std::uint64_t alive = before.alive;
        for (const StepFigures& after : run(simulation, 5)) {
            EXPECT_EQ(after.alive, alive - after.died + after.born) << "step " << after.step;
            alive = after.alive;
        }
    }
}

TEST_F(SimulationTest, CapacityBeyondTheDeviceIsRefusedAndNothingChanges) {
    auto& simulation = make(short_lived(5000), 3000);
    const auto hash = run(simulation, 10).back().hash;
    EXPECT_THROW(set_capacity(simulation, 0, *memory_), Error);
    EXPECT_THROW(set_capacity(simulation, 4'000'000'000, *memory_), Error);
    EXPECT_EQ(simulation.capacity(), 3000u);
    auto& other = make(short_lived(5000), 3000);
    EXPECT_EQ(run(other, 10).back().hash, hash);
    EXPECT_EQ(run(other, 5).back().hash, run(simulation, 5).back().hash);
}

TEST_F(SimulationTest, WhatIsDrawnIsTheLiving) {
    auto& simulation = make(short_lived(6000), 700);
    for (int step = 0; step < 20; ++step) {
        const auto alive = static_cast<std::uint32_t>(run(simulation, 1).back().alive);
        if (step == 10) set_capacity(simulation, 600, *memory_);
        const auto pool = simulation.living().pool->read_all<shared::Pool>(1).front();
        EXPECT_EQ(pool.alive, std::min(alive, simulation.capacity()));
        EXPECT_EQ(pool.draw_vertices, pool.alive * shared::VERTICES_PER_PARTICLE);
        EXPECT_EQ(pool.draw_instances, 1u);
        EXPECT_EQ(pool.draw_first + pool.draw_base, 0u);
        EXPECT_EQ(pool.step, simulation.steps());
    }
}

TEST_F(SimulationTest, GroupsInSeveralRowsGiveTheSameState) {
    effects::Effect effect = short_lived(60000);
    effect.when_full = effects::WhenFull::replace_oldest;
    auto& in_a_row = make(effect, 9000);
    const test::ShippedShaders folder;
    folder.replace("shared/limits.h", "FOLDED_GROUPS = 32768u", "FOLDED_GROUPS = 3u");
    gl::ShaderLibrary few_a_row(folder.path());
    Simulation folded({facts(), few_a_row, *passes_}, *memory_, effects::compile(effect), 9000, 1,
                      compactor(Backend::glsl), child_scan());
    folded.set_hashing(true);
    std::vector<StepFigures> expected = run(in_a_row, 20), found = run(folded, 20);
    for (Simulation* simulation : {&in_a_row, &folded}) set_capacity(*simulation, 5000, *memory_);
    EXPECT_EQ(found.back().alive, 9000u);
    expected.push_back(run(in_a_row, 1).back());
    found.push_back(run(folded, 1).back());
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(found[i].hash, expected[i].hash) << "step " << i + 1;
        ASSERT_EQ(found[i].bounds, expected[i].bounds) << "step " << i + 1;
    }
}

TEST_F(SimulationTest, TheFirstCapacityThatDoesNotFitIsRefused) {
    gl::Facts small = facts();
    small.limits.storage_block_bytes = 1000 * shared::COLUMN_BYTES + 1;
    const auto make_with = [&](std::uint32_t capacity) {
        return Simulation({small, shaders_, *passes_}, *memory_, effects::compile(short_lived(60)), capacity,
                          1, compactor(Backend::glsl))
            .capacity();
    };
    EXPECT_EQ(make_with(1000), 1000u);
    test::expect_error(ExitStatus::bad_input, "1 to 1000 particles", [&] { make_with(1001); });
}

/// A memory provider that has memory for a number of buffers and then no more.
class ScarceMemory : public gl::MemoryProvider {
  public:
    explicit ScarceMemory(int buffers) : left_(buffers) {}
    std::string_view name() const override { return "scarce"; }
    gl::Buffer allocate(std::uint64_t bytes, std::string_view label) override {
        if (left_-- == 0) bad_input("no memory is left");
        return plain_->allocate(bytes, label);
    }

  private:
    std::unique_ptr<gl::MemoryProvider> plain_ = gl::plain_memory();
    int left_;
};

TEST_F(SimulationTest, MemoryThatRunsOutLeavesAllAsItWas) {
    auto &simulation = make(short_lived(5000), 3000), &untouched = make(short_lived(5000), 3000);
    run(simulation, 10);
    run(untouched, 10);
    effects::Effect edited = short_lived(5000);  // its tables have the same size
    test::values_of(edited.emitters[0], "jet")["speed"] = test::random(1, 2);
    for (int buffers = 0; buffers < 2 * 4 + 1; ++buffers) {  // columns and pools of both sets, and the votes
        ScarceMemory scarce(buffers);
        test::expect_error(ExitStatus::bad_input, "no memory", [&] {
            simulation.change({.capacity = Change::Capacity{5000, &scarce},
                               .effect = effects::compile(edited),
                               .density = 2.0f});
        });
        EXPECT_EQ(simulation.capacity(), 3000u) << buffers;
        EXPECT_EQ(simulation.read_living(), untouched.read_living());
        EXPECT_EQ(run(simulation, 5).back().hash, run(untouched, 5).back().hash);
    }
}

TEST_F(SimulationTest, ACompactorAndItsFallbackReadTheSameVotes) {
    auto& simulation = make(short_lived(60), 100);
    EXPECT_THROW(set_compactor(simulation, compactor(Backend::glsl, Compaction::bits)), std::logic_error);
    EXPECT_EQ(run(simulation, 3).back().alive, 3u);
}

TEST_F(SimulationTest, FailedCompactorIsReplacedAndTheHashesGoOn) {
    auto &broken = make(short_lived(5000), 4096), &sound = make(short_lived(5000), 4096);
    set_compactor(broken, std::make_unique<FailingCompactor>(compactor(Backend::glsl), 20));
    const auto a = run(broken, 50), b = run(sound, 50);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a[i].hash, b[i].hash) << "step " << a[i].step;
        EXPECT_EQ(a[i].fell_back, a[i].step == 21);
    }
    EXPECT_EQ(broken.failure(), FailingCompactor::why);
}

TEST_F(SimulationTest, StepIsRefusedWhileTheLastIsPending) {
    auto& simulation = make(short_lived(5000), 4096);
    set_compactor(simulation, std::make_unique<FailingCompactor>(compactor(Backend::glsl), 1000));
    simulation.step();
    EXPECT_THROW(simulation.step(), std::logic_error);
    EXPECT_EQ(simulation.save().step, 1u);
}

TEST_F(SimulationTest, EveryBackendGivesTheSameState) {
    auto &reference = make(short_lived(5000), 4096), &other = make(short_lived(5000), 4096);
    set_compactor(other, compactor(Backend::cpu));
    const auto a = run(reference, 40), b = run(other, 40);
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a[i].hash, b[i].hash) << "step " << a[i].step;
}

TEST_F(SimulationTest, PoisonedScratchDoesNotMatter) {
    auto &poisoned = make(short_lived(5000), 4096), &clean = make(short_lived(5000), 4096);
    for (int i = 0; i < 20; ++i) {
        run(poisoned, 1);
        poisoned.poison_scratch(0xA5A5A5A5);
    }
    run(clean, 20);
    EXPECT_EQ(run(poisoned, 1).back().hash, run(clean, 1).back().hash);
}

TEST_F(SimulationTest, ScanIsCheckedAgainstTheReference) {
    auto& simulation = make(short_lived(5000), 4096);
    EXPECT_FALSE(simulation.check_step());
    run(simulation, 30);
    const auto check = simulation.check_step();
    ASSERT_TRUE(check);
    EXPECT_EQ(check->step, 30u);
    EXPECT_GT(check->votes, 500u);
    EXPECT_TRUE(check->matches());
    simulation.poison_scratch(7);
    EXPECT_FALSE(simulation.check_step()->matches());
}

TEST_F(SimulationTest, ScanIsNotCheckedWhenItsInputIsGone) {
    auto& simulation = make(short_lived(5000), 4096);
    run(simulation, 3);
    set_capacity(simulation, 5000, *memory_);
    EXPECT_FALSE(simulation.check_step());
    run(simulation, 1);
    EXPECT_TRUE(simulation.check_step()->matches());
    set_compactor(simulation, compactor(Backend::cpu));
    EXPECT_FALSE(simulation.check_step());
}

TEST_F(SimulationTest, ResetStartsAnew) {
    auto& simulation = make(short_lived(5000), 4096);
    const auto first = run(simulation, 20);
    simulation.reset(1);
    const auto second = run(simulation, 20);
    ASSERT_EQ(second.size(), 20u);
    EXPECT_EQ(second.front().step, 1u);
    EXPECT_EQ(first.back().hash, second.back().hash);
}

TEST_F(SimulationTest, ResetForgetsFiguresThatNobodyTook) {
    auto& simulation = make(short_lived(5000), 4096);
    for (int i = 0; i < 5; ++i) {
        simulation.settle();
        simulation.step();
    }
    simulation.settle();
    simulation.reset(1);
    const auto figures = run(simulation, 3);
    ASSERT_EQ(figures.size(), 3u);
    expect_balanced(figures);
    EXPECT_EQ(figures.front().step, 1u);
}

TEST_F(SimulationTest, ManyEmittersAreOneDispatch) {
    effects::Effect effect = short_lived(60);
    effect.emitters.assign(1000, effect.emitters[0]);
    auto& simulation = make(effect, 100000);
    const auto figures = run(simulation, 3);
    EXPECT_EQ(figures.back().born, 1000u);
    std::vector<int> births(1000, 0);
    for (const Particle& p : simulation.read_living()) ++births.at(p.emitter);
    for (const int count : births) ASSERT_EQ(count, 3);
}

}  // namespace
}  // namespace winnow::particles
