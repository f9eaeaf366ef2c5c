// Checks that heavy codes are peeled off folded steps where there are light ones beside them, and that this
// changes no bit of the state.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "particles/simulation_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::particles {
namespace {

/// A heavy module with an attribute of its own.
constexpr const char* restless_module = R"(/*{"name": "restless", "stage": "react",
"does": "Particles remember how restless the air around them was.",
"parameters": {"scale": {"type": "number", "default": 2, "does": "Eddies per metre."}},
"attributes": {"unrest": {"type": "vector", "default": [0, 0, 0], "does": "The sum."}}}*/
void react(inout Particle p, Parameters a, Moment m) {
    p.unrest += smooth_noise(p.position * a.scale, true);
    p.velocity += p.unrest * 0.01;
}
)";

class PeelTest : public SimulationTest {
  protected:
    static constexpr const char* eddies =
        R"({"module": "jet"}, {"module": "eddies", "strength": 5, "octaves": 3})";
    static constexpr const char* gusts = R"({"module": "ball"}, {"module": "gusts", "strength": 9})";
    static constexpr const char* gravity = R"({"module": "jet"}, {"module": "gravity"})";
    static constexpr const char* vortex = R"({"module": "ball"}, {"module": "vortex"})";

    static std::string emitter(const std::string& name, const std::string& modules,
                               const std::string& more = "") {
        return "{\"name\": \"" + name + "\", \"rate\": 6000, \"lifetime\": [0.2, 0.6]" + more +
               ", \"modules\": [" + modules + "]}";
    }
    static effects::Effect parsed(const std::vector<std::string>& emitters, const std::string& folder = {}) {
        std::string list;
        for (const std::string& one : emitters) list += (list.empty() ? "" : ", ") + one;
        return effects::parse("{\"format\": 2, \"emitters\": [" + list + "]}", "test", folder);
    }
    /// Returns an effect with one heavy emitter and one light one.
    static effects::Effect mixed() { return parsed({emitter("light", gravity), emitter("heavy", eddies)}); }

    Simulation& folded(const effects::Effect& effect, std::uint32_t capacity,
                       Compaction compaction = Compaction::fused) {
        Simulation& simulation = make(effect, capacity);
        set_compactors(simulation, compactor(Backend::glsl, compaction),
                       compactor(Backend::glsl, compaction));
        set_peeling(simulation, true);
        return simulation;
    }

    static void expect_same(const std::vector<StepFigures>& a, const std::vector<StepFigures>& b) {
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
            ASSERT_EQ(a[i].hash, b[i].hash) << "step " << a[i].step;
            ASSERT_EQ(a[i].alive, b[i].alive) << "step " << a[i].step;
            ASSERT_EQ(a[i].born, b[i].born) << "step " << a[i].step;
            ASSERT_EQ(a[i].dropped, b[i].dropped) << "step " << a[i].step;
            ASSERT_EQ(a[i].lost, b[i].lost) << "step " << a[i].step;
            ASSERT_EQ(a[i].bounds, b[i].bounds) << "step " << a[i].step;
        }
    }

    /// Expects that the effect is peeled, with the same states as in the folded pass alone and as not folded.
    void expect_peeled_alike(const effects::Effect& effect, std::uint32_t capacity, int steps) {
        Simulation &peeled = folded(effect, capacity), &whole = folded(effect, capacity);
        set_peeling(whole, false);
        EXPECT_TRUE(peeled.peels());
        EXPECT_FALSE(whole.peels());
        const auto figures = run(peeled, steps);
        expect_same(figures, run(whole, steps));
        expect_same(figures, run(make(effect, capacity), steps));
        EXPECT_GT(figures.back().alive, capacity / 20);
        EXPECT_TRUE(peeled.check_step()->matches());
    }
};

TEST_F(PeelTest, GivesTheSameState) {
    expect_peeled_alike(mixed(), 1 << 13, 40);
}

TEST_F(PeelTest, GivesTheSameStateWithSeveralHeavyAndLightCodes) {
    const std::vector<std::string> four{emitter("a", eddies), emitter("b", vortex), emitter("c", gusts),
                                        emitter("d", gravity)};
    expect_peeled_alike(parsed(four), 1 << 14, 40);
}

TEST_F(PeelTest, ParametersWithNoiseAreHeavy) {
    const std::string noisy =
        R"({"module": "jet"}, {"module": "gravity", "acceleration": "position * noise(position) * 4"})";
    expect_peeled_alike(parsed({emitter("light", gravity), emitter("heavy", noisy)}), 1 << 13, 30);
}

TEST_F(PeelTest, GivesTheSameWhenTheOldestAreReplaced) {
    auto effect = mixed();
    effect.when_full = effects::WhenFull::replace_oldest;
    expect_peeled_alike(effect, 900, 40);
}

/// Such a link needs the state before the step, which is not kept of peeled particles.
TEST_F(PeelTest, EffectsWithALinkThatLooksBackAreNotPeeled) {
    for (const std::string link : {R"("on": "condition", "when": "position.y > 0.3")",
                                   R"("on": "distance", "distance": 0.25)", R"("on": "collision")"}) {
        const std::string links = R"(, "children": [{"emitter": "heavy", "count": 1, )" + link + "}]";
        const auto effect = parsed({emitter("light", gravity, links), emitter("heavy", eddies)});
        const effects::StackProgram program = effects::program_of(effect);
        EXPECT_TRUE(program.looks_back && program.step.mixes()) << link;
        if (link.find("distance") != link.npos) {  // one is enough: simulations know nothing else of links
            EXPECT_FALSE(folded(effect, 1 << 10).peels());
        }
    }
}

/// Both kinds have children of both. A folded pass with all of it needs as many blocks of storage as a stage
/// may have.
TEST_F(PeelTest, GivesTheSameAttributesAndChildren) {
    const test::TemporaryDirectory folder;
    folder.write("restless.glsl", restless_module);
    const std::string restless = std::string(R"({"module": "restless"}, )") + gravity;
    const std::string links = R"(, "children": [{"emitter": "heavy", "on": "death", "count": 2},
                                                {"emitter": "light", "on": "age", "age": 0.1, "count": 1}])";
    expect_peeled_alike(
        parsed({emitter("light", gravity, links), emitter("heavy", restless, links)}, folder.path().string()),
        1 << 14, 40);
}

/// Tiles of the pass are 4,096 particles.
TEST_F(PeelTest, GivesTheSameStateInManyTiles) {
    auto effect = mixed();
    for (effects::Emitter& one : effect.emitters) {
        one.bursts = {{.time = 0, .count = 7000}};
        one.lifetime = {0.05f, 1};
    }
    expect_peeled_alike(effect, 1 << 15, 10);
}

TEST_F(PeelTest, ListsTheLivingAnewInManyTiles) {
    auto effect = mixed();
    for (effects::Emitter& one : effect.emitters) one.bursts = {{.time = 0, .count = 7000}};
    Simulation &peeled = folded(effect, 1 << 15), &whole = folded(effect, 1 << 15);
    for (const bool peeling : {true, false, true}) {
        set_peeling(peeled, peeling);
        peeled.poison_scratch(~0u);
        set_peeling(whole, false);
        EXPECT_EQ(peeled.peels(), peeling);
        expect_same(run(peeled, 5), run(whole, 5));
    }
}

TEST_F(PeelTest, NeedsNoneOrOnlyHeavyParticlesAlive) {
    for (const std::size_t silent : {0u, 1u}) {
        SCOPED_TRACE(silent);
        auto effect = mixed();
        effect.emitters[silent].rate = 0;
        expect_peeled_alike(effect, 1 << 12, 20);
    }
}

TEST_F(PeelTest, WorksForNoneAndForOne) {
    auto effect = mixed();
    for (effects::Emitter& one : effect.emitters) one.rate = 0;
    Simulation& none = folded(effect, 100);
    EXPECT_TRUE(none.peels());
    EXPECT_EQ(run(none, 3).back().alive, 0u);
    Simulation &one = folded(mixed(), 1), &whole = folded(mixed(), 1);
    set_peeling(whole, false);
    expect_same(run(one, 20), run(whole, 20));
}

TEST_F(PeelTest, GoesOnFromASavedStateAndInAnotherCapacity) {
    Simulation &peeled = folded(mixed(), 1 << 12), &whole = make(mixed(), 1 << 12);
    run(peeled, 15);
    run(whole, 15);
    Simulation& resumed = folded(mixed(), 1 << 12);
    resumed.restore(peeled.save());
    expect_same(run(resumed, 10), run(whole, 10));
    for (const std::uint32_t capacity : {1u << 14, 1u << 11}) {
        set_capacity(resumed, capacity, *memory_);
        set_capacity(whole, capacity, *memory_);
        EXPECT_TRUE(resumed.peels());
        expect_same(run(resumed, 10), run(whole, 10));
    }
}

/// An emitter that is gone leaves a row of zeros, whose code is the first.
TEST_F(PeelTest, EndsParticlesOfEmittersThatAreGone) {
    const effects::Effect before = parsed({emitter("heavy", eddies), emitter("light", gravity)});
    effects::Effect after = before;
    after.emitters.push_back(after.emitters[0]);
    after.emitters.erase(after.emitters.begin());
    after.emitters.back().name = "another";
    Simulation &peeled = folded(before, 1 << 12), &whole = make(before, 1 << 12);
    for (Simulation* one : {&peeled, &whole}) {
        run(*one, 10);
        set_effect(*one, after);
    }
    expect_same(run(peeled, 10), run(whole, 10));
}

TEST_F(PeelTest, DoesNotDependOnScratch) {
    Simulation &peeled = folded(mixed(), 1 << 12), &whole = make(mixed(), 1 << 12);
    for (int i = 0; i < 10; ++i) {
        peeled.poison_scratch(0x7FC00000);
        ASSERT_EQ(run(peeled, 1).back().hash, run(whole, 1).back().hash);
    }
}

/// The step advances its heavy particles where they lie; whoever looks at its input sees all of it advanced.
TEST_F(PeelTest, ShowsTheInputOfItsLastStepAdvanced) {
    Simulation &peeled = folded(mixed(), 1 << 12), &whole = make(mixed(), 1 << 12);
    run(peeled, 10);
    run(whole, 10);
    const auto step = peeled.last_step(), expected = whole.last_step();
    ASSERT_TRUE(step && expected);
    EXPECT_TRUE(step->is_advanced);
    const auto words = [](const ColumnSet& set, std::size_t column) {
        return set.columns[column].read_all<std::uint32_t>(4 * std::size_t{set.read_pool().alive});
    };
    ASSERT_GT(words(expected->before, 0).size(), 400u);
    for (std::size_t c = 0; c < shared::PARTICLE_COLUMNS; ++c)
        EXPECT_EQ(words(step->before, c), words(expected->before, c)) << "column " << c;
    EXPECT_TRUE(peeled.check_step()->matches());
}

TEST_F(PeelTest, WorksWithoutOrder) {
    Simulation& peeled = folded(mixed(), 1 << 12, Compaction::atomic);
    EXPECT_TRUE(peeled.peels());
    const auto figures = run(peeled, 20), ordered = run(make(mixed(), 1 << 12), 20);
    for (std::size_t i = 0; i < figures.size(); ++i) {
        EXPECT_EQ(figures[i].alive, ordered[i].alive);
        EXPECT_EQ(figures[i].bounds, ordered[i].bounds);
    }
    EXPECT_TRUE(peeled.check_step(false)->matches());
}

// --- where nothing is peeled ------------------------------------------------------------------------------

TEST_F(PeelTest, NothingIsPeeledOfOneKindAloneNorFromStepsThatAreNotFolded) {
    const std::uint32_t capacity = 1000;
    const std::uint64_t two_sets = capacity * 2 * particle_bytes;
    for (const std::vector<std::string>& kind :
         {std::vector{emitter("a", gravity), emitter("b", vortex)},
          std::vector{emitter("a", eddies), emitter("b", gusts)},
          std::vector{emitter("a", gravity), emitter("b", R"({"module": "jet"}, {"module": "noisy"})")}}) {
        Simulation& simulation = folded(parsed(kind), capacity);
        EXPECT_FALSE(simulation.peels());
        EXPECT_EQ(simulation.memory_bytes(), two_sets);
    }
    Simulation& unfolded = folded(mixed(), capacity);
    EXPECT_EQ(unfolded.memory_bytes(), two_sets + capacity * sizeof(std::uint32_t));
    set_folding(unfolded, false);
    EXPECT_FALSE(unfolded.peels());
    EXPECT_FALSE(make(mixed(), capacity).peels());
}

TEST_F(PeelTest, OnlyLargePoolsWithFewHeavyParticlesArePeeledUnlessItIsAskedFor) {
    const std::uint32_t worth_it = 1u << 21;
    const std::string many = R"({"name": "many", "rate": 60000, "lifetime": 1, "modules": [)";
    const auto effect = parsed({many + gravity + "]}", emitter("heavy", eddies)});
    const auto peels = [&](const effects::Effect& one, std::uint32_t capacity) {
        Simulation& simulation = make(one, capacity);
        set_compactors(simulation, compactor(Backend::glsl, Compaction::fused),
                       compactor(Backend::glsl, Compaction::fused));
        return simulation.peels();
    };
    EXPECT_TRUE(peels(effect, worth_it));
    EXPECT_FALSE(peels(effect, worth_it - 1));
    EXPECT_FALSE(peels(mixed(), worth_it));
}

TEST_F(PeelTest, EditsBeginAndEndIt) {
    Simulation &edited = folded(parsed({emitter("light", gravity)}), 1 << 12),
               &whole = make(parsed({emitter("light", gravity)}), 1 << 12);
    for (const bool is_mixed : {true, false, true}) {
        for (Simulation* one : {&edited, &whole})
            set_effect(*one, is_mixed ? mixed() : parsed({emitter("light", gravity)}));
        EXPECT_EQ(edited.peels(), is_mixed);
        expect_same(run(edited, 8), run(whole, 8));
    }
}

TEST_F(PeelTest, IsAPassOfItsOwnWithATime) {
    const auto time = [&] {
        passes_->wait();
        for (const auto& row : passes_->rows())
            if (row.name == "peel") return row.milliseconds.has_value();
        return false;
    };
    Simulation& peeled = folded(mixed(), 1 << 12);
    run(peeled, 2);
    EXPECT_TRUE(time());
    set_peeling(peeled, false);
    run(peeled, 2);
    EXPECT_FALSE(time());
}

}  // namespace
}  // namespace winnow::particles
