// A budget that is short, dealt by significance.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "library/effect_fixture.h"
#include "winnow/effect.hpp"

namespace winnow::test {
namespace {

/// An instance has 500 particles after half a second.
constexpr const char* steady = R"({"format": 2, "emitters": [{"rate": 1000, "lifetime": 0.5,
    "modules": [{"module": "ball"}]}]})";

class EffectDealTest : public EffectLibraryTest {
  protected:
    winnow::Stage stage_of(std::uint32_t budget) const {
        winnow::StageOptions options;
        options.loader = load_function;
        options.budget = budget;
        options.deals = true;
        return winnow::Stage(options);
    }
    static winnow::Effect loaded(winnow::Stage& stage, const std::string& text = steady) {
        const winnow::Effect effect = stage.load({"steady", text});
        while (!effect.ready()) std::this_thread::yield();
        return effect;
    }
    static winnow::Instance play(const winnow::Effect& effect, float significance, std::uint32_t seed = 1) {
        winnow::Play asked;
        asked.transform.position = {{1, 0, 0}};
        asked.significance = significance;
        asked.seed = seed;
        return effect.play(asked);
    }
    static void steps(winnow::Stage& stage, int count) {
        for (int i = 0; i < count; ++i) stage.step();
    }
    static WinnowInstanceFigures now(const winnow::Instance& instance) {
        instance.hash();  // waits
        return instance.figures();
    }
};

TEST_F(EffectDealTest, TheMostSignificantGetWhatTheyWish) {
    winnow::Stage stage = stage_of(1250);
    const winnow::Effect effect = loaded(stage);
    const winnow::Instance third = play(effect, 2), first = play(effect, 4, 9), last = play(effect, 1),
                           second = play(effect, 3);
    steps(stage, 60);
    const std::uint32_t granted[] = {500, 500, 250, 0};
    const winnow::Instance* const order[] = {&first, &second, &third, &last};
    for (int i = 0; i < 4; ++i) {
        const WinnowInstanceFigures one = now(*order[i]);
        EXPECT_EQ(one.wished, 500u) << i;
        EXPECT_EQ(one.granted, granted[i]) << i;
        EXPECT_EQ(one.alive, granted[i]) << i;
        EXPECT_EQ(one.dropped, 2 * (500 - granted[i])) << "each birth of the second that was cut " << i;
    }
    EXPECT_EQ(stage.figures().taken, 1250u);
    EXPECT_EQ(stage.figures().wished, 2000u);

    winnow::Stage empty = stage_of(5000);
    const winnow::Instance alone = play(loaded(empty), 0.5f, 9);
    steps(empty, 60);
    EXPECT_EQ(first.hash(), alone.hash()) << "who has room has the same particles, to the bit";
}

TEST_F(EffectDealTest, AnInstanceWithoutRoomMayBeTheOnlyOneOfItsPool) {
    winnow::Stage stage = stage_of(500);
    const winnow::Effect effect = loaded(stage);
    const winnow::Instance first = play(effect, 2);
    winnow::Play dense;
    dense.density = 3;  // other particles than those of the first
    const winnow::Instance other = effect.play(dense);
    steps(stage, 60);
    EXPECT_EQ(now(first).alive, 500u);
    EXPECT_EQ(now(other).granted, 0u);
    EXPECT_EQ(now(other).alive, 0u);
}

TEST_F(EffectDealTest, InstancesThinOutByTheirDistance) {
    winnow::Stage stage = stage_of(1000);
    const winnow::Effect effect = loaded(stage);
    effect.set_detail(10, 30, 0.25f);
    const auto play_far = [&](float x, float scale) {
        winnow::Play asked;
        asked.transform.position = {{x, 0, 0}};
        asked.transform.scale = scale;
        return effect.play(asked);
    };
    const winnow::Instance near = play_far(9, 1), between = play_far(20, 1), far = play_far(100, 1);
    steps(stage, 60);
    EXPECT_EQ(now(near).alive, 500u) << "nobody sees the stage, and the first two have the budget";
    EXPECT_EQ(now(between).alive, 500u);
    EXPECT_EQ(now(far).granted, 0u);
    stage.set_viewers({{{0, 0, 50}}, {{0, 0, 0}}});
    steps(stage, 60);
    const std::uint32_t expected[] = {500, 313, 125};
    const winnow::Instance* const all[] = {&near, &between, &far};
    for (int i = 0; i < 3; ++i) {
        const WinnowInstanceFigures one = now(*all[i]);
        EXPECT_EQ(one.wished, expected[i]) << i;
        EXPECT_EQ(one.granted, expected[i]) << "distance leaves room for others " << i;
        EXPECT_NEAR(one.alive, expected[i], 1) << i;
    }
    EXPECT_EQ(stage.figures().wished, 938u);
    stage.set_viewers({{{99, 0, 0}}});
    steps(stage, 60);
    EXPECT_EQ(now(far).alive, 500u);
    EXPECT_EQ(now(near).alive, 125u);
    near.move({{{1e5f, 0, 0}}, 1e4f, {}});
    steps(stage, 60);
    EXPECT_EQ(now(near).wished, 500u) << "by its scale it is 10 metres away";

    winnow::Stage other = stage_of(5000);
    const winnow::Effect whole = loaded(other);
    whole.set_detail(10, 30, 0.25f);
    other.set_viewers({{{0, 0, 0}}});
    const winnow::Instance seen = play(whole, 1);
    steps(other, 60);
    const std::uint64_t hash = seen.hash();
    winnow::Stage plain = stage_of(5000);
    const winnow::Instance alone = play(loaded(plain), 1);
    steps(plain, 60);
    EXPECT_EQ(hash, alone.hash()) << "who is near has the same particles, to the bit";
}

TEST_F(EffectDealTest, RefusesWhatIsNoDetail) {
    winnow::Stage stage = stage_of(1000);
    const winnow::Effect effect = loaded(stage);
    const auto detail = [&](float near, float far, float share) {
        const WinnowDetail asked{sizeof asked, near, far, share};
        return winnow_set_detail(stage.handle(), effect.handle(), &asked);
    };
    refused(detail(-1, 2, 1), WINNOW_BAD_INPUT, "near_distance must be 0 or more");
    refused(detail(2, 2, 1), WINNOW_BAD_INPUT, "far_distance greater");
    refused(detail(1, std::numeric_limits<float>::infinity(), 1), WINNOW_BAD_INPUT, "far_distance");
    refused(detail(1, 2, 1.5f), WINNOW_BAD_INPUT, "far_share: must be 0 to 1, not 1.5");
    const float places[] = {0, 0, std::numeric_limits<float>::quiet_NaN()};
    refused(winnow_set_viewers(stage.handle(), places, 1), WINNOW_BAD_INPUT, "viewers");
    refused(winnow_set_viewers(stage.handle(), nullptr, 1), WINNOW_BAD_INPUT, "positions");
    refused(winnow_set_viewers(stage.handle(), places, 17), WINNOW_BAD_INPUT,
            "count: must be 0 to 16, not 17");
    refused(winnow_set_detail(stage.handle(), 1, nullptr), WINNOW_BAD_HANDLE, "effect");
    EXPECT_EQ(winnow_set_detail(stage.handle(), effect.handle(), nullptr), WINNOW_OK);
    EXPECT_EQ(winnow_set_viewers(stage.handle(), nullptr, 0), WINNOW_OK);
}

TEST_F(EffectDealTest, ChangesWithSignificanceAndWithTheEndOfOthers) {
    winnow::Stage stage = stage_of(1000);
    const winnow::Effect effect = loaded(stage);
    const winnow::Instance a = play(effect, 1), b = play(effect, 1), c = play(effect, 1);
    steps(stage, 40);
    EXPECT_EQ(now(c).alive, 0u) << "of the same significance, the first";
    c.set_significance(7);
    steps(stage, 1);
    EXPECT_EQ(now(b).granted, 0u);
    EXPECT_GT(now(b).alive, 450u) << "the living live on";
    steps(stage, 40);
    EXPECT_EQ(now(a).alive, 500u);
    EXPECT_EQ(now(b).alive, 0u);
    EXPECT_EQ(now(c).alive, 500u);
    a.kill();
    steps(stage, 40);
    EXPECT_EQ(now(b).alive, 500u);
    EXPECT_EQ(stage.figures().taken, 1000u);
    EXPECT_EQ(stage.figures().wished, 1000u);
}

/// An instance that goes on from a state, and is dealt less before its first step.
TEST_F(EffectDealTest, AStateKeepsItsParticles) {
    winnow::Stage stage = stage_of(600);
    const winnow::Effect effect = loaded(stage);
    const winnow::Instance before = play(effect, 1);
    steps(stage, 40);
    const std::string saved = before.save();
    before.kill();
    steps(stage, 2);
    const winnow::Instance restored = effect.restore(saved), other = play(effect, 9);
    steps(stage, 1);
    EXPECT_EQ(now(restored).granted, 100u);
    EXPECT_GT(now(restored).alive, 480u);
    steps(stage, 60);
    EXPECT_EQ(now(restored).alive, 100u);
    EXPECT_EQ(now(other).alive, 500u);
}

/// Births that vary are cut as exactly, and so are those of bursts.
TEST_F(EffectDealTest, CutsWhatVaries) {
    constexpr const char* varying = R"json({"format": 2, "emitters": [{"rate": "800 + 400 * sin(time)",
        "lifetime": 0.5, "moments": "even", "bursts": [{"time": 0.1, "count": 70, "every": 0.2}],
        "modules": [{"module": "point"}]}]})json";
    winnow::Stage stage = stage_of(1000);
    const winnow::Instance first = play(loaded(stage), 2), second = play(loaded(stage, varying), 1);
    steps(stage, 30);
    const WinnowInstanceFigures one = now(first), other = now(second);
    EXPECT_EQ(one.alive, 500u);
    EXPECT_EQ(other.granted, 500u);
    EXPECT_GT(other.wished, 700u);
    const double births = static_cast<double>(other.dropped) + other.alive;  // none has died yet
    EXPECT_NEAR(other.alive / births, 500.0 / other.wished, 0.01);
}

/// Many effects that are not alike, more than the budget could hold.
TEST_F(EffectDealTest, NeverTakesMoreThanTheBudget) {
    winnow::Stage stage = stage_of(4000);
    std::vector<winnow::Instance> instances;
    const char* const forces[] = {"gravity", "drag", "wind", "vortex"};
    for (const char* force : forces) {
        std::string text = steady;
        text.replace(text.find("\"ball\"}"), 7, std::string("\"ball\"}, {\"module\": \"") + force + "\"}");
        const winnow::Effect effect = loaded(stage, text);
        for (int i = 0; i < 4; ++i) instances.push_back(play(effect, static_cast<float>(i * i)));
    }
    for (int round = 0; round < 5; ++round) {
        steps(stage, 31);
        std::uint32_t alive = 0, granted = 0;
        for (const winnow::Instance& one : instances) {
            const WinnowInstanceFigures figures = now(one);
            alive += figures.alive;
            granted += figures.granted;
            EXPECT_EQ(figures.alive, figures.granted) << round;
        }
        EXPECT_EQ(granted, 4000u);
        EXPECT_EQ(alive, 4000u);
        for (std::size_t i = 0; i < instances.size(); ++i)
            instances[i].set_significance(
                static_cast<float>((i * 7 + static_cast<std::size_t>(round) * 5) % 16));
        steps(stage, 1);
    }
}

TEST_F(EffectDealTest, Refuses) {
    winnow::Stage stage = stage_of(1000);
    const winnow::Instance instance = play(loaded(stage), 1);
    refused(winnow_set_significance(stage.handle(), instance.handle(), -1), WINNOW_BAD_INPUT, "significance");
    refused(
        winnow_set_significance(stage.handle(), instance.handle(), std::numeric_limits<float>::quiet_NaN()),
        WINNOW_BAD_INPUT, "significance");
    refused(winnow_set_significance(stage.handle(), 1, 1), WINNOW_BAD_HANDLE, "instance");
    EXPECT_EQ(winnow_set_significance(stage.handle(), instance.handle(), 0), WINNOW_OK);
    WinnowStageOptions options{};
    options.size = sizeof options;
    options.loader = load_function;
    options.deals = 2;
    WinnowStage none = 0;
    refused(winnow_stage_create(&options, &none), WINNOW_BAD_INPUT, "deals: must be 0 or 1");
    options.deals = 1;
    options.reserved = 1;
    refused(winnow_stage_create(&options, &none), WINNOW_BAD_INPUT, "reserved");
}

}  // namespace
}  // namespace winnow::test
