// Instances that are saved and go on elsewhere.
#include <dlfcn.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/checksum.h"
#include "library/effect_fixture.h"
#include "winnow/effect.hpp"

namespace winnow::test {
namespace {

/// Bursts, even moments, children, an attribute, particles that stay with their emitter, and a property.
constexpr const char* lively = R"json({"format": 2, "name": "lively",
    "properties": [{"name": "wind", "value": 1, "range": [-10, 10]}],
    "emitters": [
      {"name": "shell", "rate": 33, "moments": "even", "lifetime": [0.3, 0.9],
       "bursts": [{"time": 0.1, "count": 7, "every": 0.15}],
       "children": [{"emitter": "spark", "count": [2, 5], "on": "death"}],
       "modules": [{"module": "ball", "radius": 0.5}, {"module": "attribute", "name": "heat", "value": "random"},
                   {"module": "jet", "speed": 2}, {"module": "gravity", "acceleration": "vec3(wind, -3, heat)"}]},
      {"name": "spark", "rate": 0, "lifetime": [0.2, 0.8], "modules": [{"module": "jet", "speed": 1, "spread": 180}]},
      {"name": "glow", "rate": 50, "lifetime": 1, "space": "local", "transform": {"position": "vec3(0, time, 0)"},
       "modules": [{"module": "ball", "radius": 0.2}]}]})json";

class EffectStateTest : public EffectLibraryTest {
  protected:
    winnow::Effect loaded(const char* text = lively) { return {stage_, load(text)}; }
    /// Expects that the bytes are refused, with these words.
    void refuses(const std::string& saved, const std::string& words) {
        WinnowInstance instance = 0;
        refused(winnow_instance_restore(stage_, effect_.handle(), saved.data(), saved.size(), &instance),
                WINNOW_BAD_INPUT, words);
        EXPECT_EQ(instance, 0u);
    }

    winnow::Effect effect_;
};

TEST_F(EffectStateTest, GoesOnToTheBit) {
    effect_ = loaded();
    winnow::Stage elsewhere({load_function});
    const winnow::Effect there = elsewhere.load({"lively", lively});
    for (const bool is_placed : {false, true}) {
        SCOPED_TRACE(is_placed ? "placed" : "in its own world");
        winnow::Play play;
        play.seed = 5;
        play.speed = 2;
        play.layer = 3;
        if (is_placed) play.transform = {{{1, 2, 3}}, 0.5f, {{0, 0.6f, 0, 0.8f}}};
        const winnow::Instance other = effect_.play();
        steps(3);
        const winnow::Instance instance = effect_.play(play);
        instance.set_property("wind", 4);
        steps(40);
        const std::string saved = instance.save();
        EXPECT_GT(instance.read().size(), 50u);
        steps(20);
        const std::uint64_t end = instance.hash();

        const winnow::Instance goes_on = effect_.restore(saved);
        EXPECT_EQ(goes_on.save(), saved) << "before it goes on";
        steps(8);
        const winnow::Instance again = effect_.restore(goes_on.save());
        steps(12);
        EXPECT_EQ(goes_on.hash(), end);
        EXPECT_EQ(again.hash(), end) << "saved on the way";
        EXPECT_EQ(goes_on.figures().step, 60u);

        const winnow::Instance in_another = there.restore(saved);
        while (!there.ready()) std::this_thread::yield();
        for (int i = 0; i < 20; ++i) elsewhere.step();
        EXPECT_EQ(in_another.hash(), end) << "on another stage";
        EXPECT_EQ(in_another.read().size(), goes_on.read().size());
        for (const winnow::Instance& one : {other, instance, goes_on, again, in_another}) one.kill();
    }
}

TEST_F(EffectStateTest, ParticlesCanBeReadInCuda) {
    effect_ = loaded();
    effect_.play();  // another one, whose particles lie between
    const winnow::Instance instance = effect_.play();
    WinnowCudaParticles none{};
    none.size = sizeof none;
    if (winnow_instance_read_cuda(stage_, instance.handle(), &none) != WINNOW_OK) {
        EXPECT_NE(std::string_view(winnow_message()).find("cuda"), std::string_view::npos)
            << winnow_message();
        GTEST_SKIP() << winnow_message();
    }
    EXPECT_EQ(none.count, 0u) << "before the first step";
    EXPECT_EQ(none.positions, nullptr);
    steps(20);
    const WinnowCudaParticles read = instance.read_for_cuda();
    const std::vector<WinnowParticle> particles = instance.read();
    ASSERT_EQ(read.count, particles.size());
    ASSERT_GT(read.count, 10u);
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
    ASSERT_NE(driver, nullptr);
    const auto copy =
        reinterpret_cast<int (*)(void*, const void*, std::size_t)>(dlsym(driver, "cuMemcpyDtoH_v2"));
    using Column = std::vector<std::array<std::uint32_t, 4>>;
    const auto column = [&](const void* address) {
        Column words(read.count);
        EXPECT_EQ(copy(words.data(), address, sizeof(words[0]) * words.size()), 0);
        return words;
    };
    const Column positions = column(read.positions), velocities = column(read.velocities),
                 identities = column(read.identities);
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const WinnowParticle& one = particles[i];
        EXPECT_EQ(std::memcmp(positions[i].data(), one.position, sizeof positions[i]), 0);
        EXPECT_EQ(std::memcmp(velocities[i].data(), one.velocity, sizeof velocities[i]), 0);
        EXPECT_EQ(identities[i][0], one.birth_step);
        EXPECT_EQ(identities[i][1], one.ordinal);
        EXPECT_EQ(identities[i][2] & 0x3FFF, one.emitter);
        EXPECT_EQ(identities[i][3], one.bounces);
    }
}

TEST_F(EffectStateTest, KeepsItsPaceItsLayerAndItsEnd) {
    effect_ = loaded();
    const winnow::Instance paused = effect_.play(), stopped = effect_.play(), fresh = effect_.play();
    EXPECT_EQ(effect_.restore(fresh.save()).save(), fresh.save()) << "before the first step";
    steps(30);
    paused.pause();
    stopped.stop();
    const winnow::Instance waits = effect_.restore(paused.save()), ends = effect_.restore(stopped.save());
    const std::uint64_t then = paused.hash();
    steps(5);
    EXPECT_EQ(waits.hash(), then);
    EXPECT_EQ(waits.figures().step, 30u);
    EXPECT_TRUE(ends.exists());
    for (int i = 0; i < 200 && ends.exists(); ++i) {
        steps(1);
        glFinish();
    }
    EXPECT_FALSE(ends.exists()) << "with its last particle";
    EXPECT_TRUE(waits.exists());
    waits.pause(false);
    paused.pause(false);
    steps(10);
    EXPECT_EQ(waits.hash(), paused.hash());
}

TEST_F(EffectStateTest, AnEffectThatWasEditedGoesOn) {
    effect_ = loaded();
    const winnow::Instance instance = effect_.play();
    steps(30);
    const std::string saved = instance.save();
    const std::size_t alive = instance.read().size();
    std::string text = lively;
    text.replace(text.find("\"rate\": 33"), 10, "\"rate\": 66");
    const winnow::Instance edited = loaded(text.c_str()).restore(saved);
    steps(1);
    EXPECT_GE(edited.read().size() + 10, alive) << "the living live on";
    steps(20);
    EXPECT_GT(edited.read().size(), instance.read().size()) << "by the new rate";
}

TEST_F(EffectStateTest, RefusesWhatIsNoStateOfIt) {
    effect_ = loaded();
    const winnow::Instance instance = effect_.play();
    steps(20);
    const std::string saved = instance.save();
    refuses("", "state: this is no saved state");
    refuses(saved.substr(0, saved.size() / 2), "state: the state is cut short");
    refuses(saved + "x", "follow the state's");
    for (std::size_t i = 0; i < saved.size(); i += 97) {
        std::string damaged = saved;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
        refuses(damaged, "state");
    }
    const auto with = [&](std::string_view part, const std::string& other) {
        std::string changed = saved;
        const std::size_t at = changed.rfind(part);  // behind the effect
        EXPECT_NE(at, std::string::npos) << part;
        changed.replace(at, part.size(), other);
        const std::uint64_t sum = fnv1a64(std::string_view(changed).substr(0, changed.size() - sizeof sum));
        std::memcpy(changed.data() + changed.size() - sizeof sum, &sum, sizeof sum);
        return changed;
    };
    refuses(with("\"speed\":1.0", "\"speed\":9e9"), "speed: must be 0 to 16");
    refuses(with("\"layer\":0", "\"layer\":\\"), "state");
    effect_ = loaded(cloud);
    refuses(saved, "state: the saved instance has other emitters than the effect cloud");
    std::string text = lively;
    for (std::size_t at = 0; (at = text.find("heat", at)) != std::string::npos;) text.replace(at, 4, "cold");
    effect_ = loaded(text.c_str());
    refuses(saved, "state: particles of emitter shell have other attributes");
    const std::size_t alive = instance.read().size();
    winnow::StageOptions small{load_function};
    small.budget = static_cast<std::uint32_t>(alive) - 1;
    winnow::Stage narrow(small);
    try {
        narrow.load({"lively", lively}).restore(saved);
        ADD_FAILURE() << "particles would be lost";
    } catch (const winnow::EffectError& error) {
        EXPECT_EQ(error.what(), "budget: the state has " + std::to_string(alive) +
                                    " particles, and there is room for " + std::to_string(alive - 1));
    }
    WinnowInstance none = 0;
    refused(winnow_instance_restore(stage_, effect_.handle(), nullptr, 5, &none), WINNOW_BAD_INPUT, "bytes");
    refused(winnow_instance_restore(stage_, 0, saved.data(), saved.size(), &none), WINNOW_BAD_HANDLE,
            "no effect");
    const void* bytes = nullptr;
    refused(winnow_instance_save(stage_, instance.handle(), &bytes, nullptr), WINNOW_BAD_INPUT, "length");
    refused(winnow_instance_save(stage_, effect_.handle(), &bytes, nullptr), WINNOW_BAD_HANDLE,
            "no instance");
}

}  // namespace
}  // namespace winnow::test
