// Calls the interface of Winnow::effect at random: with handles that are gone or of another kind, with
// numbers that nobody would pass, in any order. Each call succeeds or is refused in one sentence, and an
// instance that none of them names goes on as if it were alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <glad/gl.h>

#include "library/library_fixture.h"
#include "winnow/effect.h"

namespace winnow::test {
namespace {

constexpr int calls = 100'000;
constexpr int dear_every = 250;  // calls; one of them steps, draws or loads

constexpr std::array texts{
    R"({"format": 2, "emitters": [{"rate": 60, "lifetime": 0.2}]})",
    R"({"format": 2, "properties": [{"name": "size", "value": 1, "range": [0, 2]}], "emitters": [{"rate": "60 * size", "lifetime": 0.1, "events": {"born": true, "died": true}}]})",
    R"({"format": 2, "emitters": [{"rate": -1}]})",
    R"({"format": 2, "emitters": [{"modules": [{"module": "no-such-module"}]}]})",
    R"({"format": 2, )",
    ""};

class Caller {
  public:
    explicit Caller(WinnowStage stage) : stage_(stage) {}

    /// Makes a call that needs no work on the GPU. Returns its result.
    WinnowResult call_cheaply() {
        const WinnowStage stage = a_stage();
        const WinnowInstance instance = any(instances_);
        switch (pick(15)) {
            case 0:
                return play();
            case 1: {
                std::int32_t exists = 0;
                return winnow_exists(stage, instance, pick(9) == 0 ? nullptr : &exists);
            }
            case 2: {
                const WinnowTransform transform = a_transform();
                return winnow_move(stage, instance, pick(9) == 0 ? nullptr : &transform);
            }
            case 3:
                return winnow_set_speed(stage, instance, number());
            case 4:
                return winnow_pause(stage, instance, static_cast<std::int32_t>(pick(3)) - 1);
            case 5:
                return winnow_set_layer(stage, instance, word());
            case 6:
                return winnow_kill(stage, instance);
            case 7: {
                WinnowInstanceFigures figures{};
                figures.size = a_size(sizeof figures);
                return winnow_instance_figures(stage, instance, pick(9) == 0 ? nullptr : &figures);
            }
            case 8: {
                WinnowStageFigures figures{};
                figures.size = a_size(sizeof figures);
                return winnow_stage_figures(stage, pick(9) == 0 ? nullptr : &figures);
            }
            case 9: {
                std::int32_t ready = 0;
                return winnow_effect_ready(stage, any(effects_), pick(9) == 0 ? nullptr : &ready);
            }
            case 10:
                return winnow_effect_unload(stage, pick(20) == 0 ? any(effects_) : word());
            default:
                return change();
        }
    }

    /// Changes what an instance is, or what the stage leaves. Returns the result.
    WinnowResult change() {
        const WinnowStage stage = a_stage();
        const WinnowInstance instance = any(instances_);
        switch (pick(9)) {
            case 8: {
                WinnowDetail detail{};
                detail.size = a_size(sizeof detail);
                detail.near_distance = number();
                detail.far_distance = number();
                detail.far_share = number();
                return winnow_set_detail(stage, any(effects_), pick(9) == 0 ? nullptr : &detail);
            }
            case 7: {
                const float places[] = {number(), number(), number(), number(), number(), number()};
                const std::uint32_t count = pick(20) == 0 ? word() : pick(3);
                return winnow_set_viewers(stage, pick(9) == 0 ? nullptr : places,
                                          count > 16 ? 17 : std::min(count, 2u));
            }
            case 6:
                return winnow_set_significance(stage, instance, number());
            case 5: {
                WinnowEvents events{};
                events.size = a_size(sizeof events);
                return winnow_take_events(stage, pick(9) == 0 ? nullptr : &events);
            }
            case 0:
                return winnow_set_property(stage, instance,
                                           pick(9) == 0   ? nullptr
                                           : pick(2) == 0 ? "size"
                                                          : "\n\xFF",
                                           number());
            case 1: {
                WinnowProperty property = 0;
                return winnow_find_property(stage, any(effects_), pick(9) == 0 ? nullptr : "size",
                                            pick(9) == 0 ? nullptr : &property);
            }
            case 2:
                return winnow_set_found_property(stage, instance, pick(3), number());
            case 3: {
                WinnowState state{};
                state.size = a_size(sizeof state);
                state.program = word();
                return winnow_declare_state(stage, pick(9) == 0 ? nullptr : &state);
            }
            default: {
                WinnowTrigger trigger{};
                trigger.size = a_size(sizeof trigger);
                trigger.count = pick(2) == 0 ? word() : pick(4);
                trigger.emitter = pick(9) == 0 ? nullptr : pick(2) == 0 ? "emitter" : "\xC3";
                for (float& one : trigger.position) one = number();
                for (float& one : trigger.direction) one = number();
                return winnow_trigger(stage, instance, pick(9) == 0 ? nullptr : &trigger, nullptr);
            }
        }
    }

    /// Makes a call that works on the GPU, or builds programs.
    WinnowResult call_dearly() {
        switch (pick(8)) {
            case 7: {
                WinnowCudaParticles particles{};
                particles.size = a_size(sizeof particles);
                return winnow_instance_read_cuda(a_stage(), any(instances_),
                                                 pick(9) == 0 ? nullptr : &particles);
            }
            case 0:
                return load();
            case 1: {
                const WinnowEffectSource source = a_source();
                return winnow_effect_reload(a_stage(), any(effects_), &source);
            }
            case 2:
                return winnow_stop(a_stage(), any(instances_));
            case 3: {
                std::uint64_t hash = 0;
                return winnow_instance_hash(a_stage(), any(instances_), pick(9) == 0 ? nullptr : &hash);
            }
            case 4: {
                std::array<WinnowParticle, 8> particles{};
                std::uint64_t count = 0;
                return winnow_instance_read(
                    a_stage(), any(instances_), pick(9) == 0 ? nullptr : particles.data(),
                    pick(2) == 0 ? 0 : particles.size(), pick(9) == 0 ? nullptr : &count);
            }
            case 5: {
                const WinnowPicture picture = a_picture();
                return winnow_draw(a_stage(), pick(9) == 0 ? nullptr : &picture);
            }
            default:
                return winnow_advance(a_stage(), pick(2) == 0 ? number() : 0.01 * pick(10));
        }
    }

    WinnowResult load() {
        const WinnowEffectSource source = a_source();
        WinnowEffect effect = 0;
        const WinnowResult result = winnow_effect_load(a_stage(), &source, &effect);
        if (result == WINNOW_OK) effects_.push_back(effect);
        return result;
    }

  private:
    std::uint32_t pick(std::uint32_t below) { return random_() % below; }
    std::uint32_t word() {
        constexpr std::array odd{0u, 1u, 31u, 32u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu};
        return pick(2) == 0 ? odd[pick(odd.size())] : random_();
    }
    float number() {
        using Limits = std::numeric_limits<float>;
        constexpr std::array odd{0.0f,
                                 -0.0f,
                                 1.0f,
                                 -1.0f,
                                 0.5f,
                                 2.0f,
                                 1e-30f,
                                 1e30f,
                                 Limits::max(),
                                 Limits::lowest(),
                                 Limits::infinity(),
                                 -Limits::infinity(),
                                 Limits::quiet_NaN(),
                                 Limits::denorm_min()};
        return odd[pick(odd.size())];
    }
    /// Never more than the struct has: a longer one belongs to a later version.
    std::uint32_t a_size(std::size_t right) {
        return pick(5) == 0 ? word() % right : static_cast<std::uint32_t>(right);
    }
    WinnowStage a_stage() { return pick(50) == 0 ? word() : stage_; }
    /// Returns one of these handles, one of another kind, or none.
    std::uint64_t any(const std::vector<std::uint64_t>& handles) {
        if (pick(10) == 0) return word();
        if (pick(10) == 0) return stage_;
        return handles.empty() ? 0 : handles[pick(static_cast<std::uint32_t>(handles.size()))];
    }
    WinnowTransform a_transform() {
        WinnowTransform transform{};
        for (float& one : transform.position) one = number();
        transform.scale = number();
        for (float& one : transform.rotation) one = pick(2) == 0 ? 0 : number();
        return transform;
    }
    static std::int32_t read_nothing(void* user, const char*, const void** bytes, std::uint64_t* length) {
        *bytes = nullptr;
        *length = 5;
        return user == nullptr ? 1 : 0;
    }
    WinnowEffectSource a_source() {
        WinnowEffectSource source{};
        source.size = a_size(sizeof source);
        source.reserved = pick(20) == 0;
        source.text = texts[pick(texts.size())];
        source.length = pick(20) == 0 ? std::strlen(source.text) / 2 : 0;
        source.name = pick(5) == 0 ? nullptr : pick(5) == 0 ? "two\nlines\xC3" : "random";
        source.folder = pick(10) == 0 ? "/no/such/folder" : nullptr;
        if (pick(5) == 0) source.read = &read_nothing;
        return source;
    }
    WinnowPicture a_picture() {
        WinnowPicture picture{};
        picture.size = a_size(sizeof picture);
        picture.framebuffer = word();
        picture.width = static_cast<std::int32_t>(word());
        picture.height = static_cast<std::int32_t>(word());
        picture.x = static_cast<std::int32_t>(word());
        picture.depth_texture = word();
        for (int i = 0; i < 16; ++i) {
            picture.view[i] = pick(3) == 0 ? number() : i % 5 == 0;
            picture.projection[i] = pick(3) == 0 ? number() : i % 5 == 0;
        }
        picture.encoded = word();
        return picture;
    }
    WinnowResult play() {
        if (instances_.size() == most_instances) {
            winnow_kill(stage_, instances_.front());
            instances_.erase(instances_.begin());
        }
        WinnowPlay play{};
        play.size = a_size(sizeof play);
        play.seed = word();
        if (pick(2) == 0) play.transform = a_transform();
        play.density = pick(2) == 0 ? 0 : number();
        play.speed = pick(2) == 0 ? 0 : number();
        play.layer = pick(2) == 0 ? 0 : word();
        WinnowInstance instance = 0;
        const WinnowResult result = winnow_play(a_stage(), any(effects_), pick(9) == 0 ? nullptr : &play,
                                                pick(20) == 0 ? nullptr : &instance);
        if (result == WINNOW_OK) instances_.push_back(instance);
        return result;
    }

    static constexpr std::size_t most_instances = 12;

    const WinnowStage stage_;
    std::vector<std::uint64_t> effects_, instances_;
    std::mt19937 random_{20261130};
};

TEST(EffectCalls, AtRandomAreDoneOrRefusedInOneSentence) {
    gl::Context& context = headless_context();
    ASSERT_EQ(context.facts().major, 4);
    WinnowStageOptions options{};
    options.size = sizeof options;
    options.loader = load_function;
    WinnowStage stage = 0;
    ASSERT_EQ(winnow_stage_create(&options, &stage), WINNOW_OK) << winnow_message();
    WinnowEffectSource source{};
    source.size = sizeof source;
    source.text = texts[0];
    WinnowEffect effect = 0;
    ASSERT_EQ(winnow_effect_load(stage, &source, &effect), WINNOW_OK) << winnow_message();
    WinnowInstance witness = 0, alone = 0;
    ASSERT_EQ(winnow_play(stage, effect, nullptr, &witness), WINNOW_OK);
    for (std::int32_t is_ready = 0; is_ready == 0;)
        ASSERT_EQ(winnow_effect_ready(stage, effect, &is_ready), WINNOW_OK);
    Caller caller(stage);
    int done = 0, refused = 0, steps = 0;
    for (int i = 0; i < calls; ++i) {
        const bool is_dear = i % dear_every == 0;
        const WinnowResult result = is_dear ? caller.call_dearly() : caller.call_cheaply();
        const std::string why = winnow_message();
        ASSERT_EQ(why.empty(), result == WINNOW_OK) << why;
        ASSERT_EQ(why.find('\n'), std::string::npos) << why;
        ++(result == WINNOW_OK ? done : refused);
        if (!is_dear) continue;
        ASSERT_EQ(winnow_pause(stage, witness, 0), WINNOW_OK) << "call " << i;
        ASSERT_EQ(winnow_step(stage), WINNOW_OK) << winnow_message();
        ++steps;
    }
    EXPECT_GT(done, calls / 10);
    EXPECT_GT(refused, calls / 10);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    WinnowInstanceFigures figures{};
    figures.size = sizeof figures;
    ASSERT_EQ(winnow_instance_figures(stage, witness, &figures), WINNOW_OK);
    std::uint64_t expected = 0, hash = 0;
    ASSERT_EQ(winnow_instance_hash(stage, witness, &hash), WINNOW_OK);
    ASSERT_EQ(winnow_play(stage, effect, nullptr, &alone), WINNOW_OK);
    ASSERT_EQ(winnow_pause(stage, witness, 1), WINNOW_OK);
    for (std::uint64_t i = 0; i < figures.step; ++i) ASSERT_EQ(winnow_step(stage), WINNOW_OK);
    ASSERT_EQ(winnow_instance_hash(stage, alone, &expected), WINNOW_OK);
    EXPECT_GE(figures.step, static_cast<std::uint64_t>(steps));
    EXPECT_EQ(hash, expected);
    EXPECT_EQ(winnow_stage_destroy(stage), WINNOW_OK);
}

}  // namespace
}  // namespace winnow::test
