// Checks the default capacity for an effect, and the properties that are set at the start.
#include <gtest/gtest.h>

#include <algorithm>

#include "session/start.h"
#include "shaders/shared.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace winnow::session {
namespace {

constexpr std::uint32_t least = 1u << 16, usual = 1u << 24, most = (1u << 27) - 1;

effects::Effect burst(std::uint32_t count) {
    effects::Effect effect;
    effect.emitters[0].rate = 0;
    effect.emitters[0].bursts = {{0, count, 0, 0}};
    return effect;
}

TEST(CapacityFor, HoldsBurstsAndTheirChildren) {
    EXPECT_EQ(capacity_for(burst(100), 1), least);
    EXPECT_EQ(capacity_for(burst(least + 1), 1), 2 * least);
    EXPECT_EQ(capacity_for(burst(least + 1), 2), 4 * least);
    EXPECT_EQ(capacity_for(burst(100'000), 1000), most);
    EXPECT_EQ(capacity_for(burst(100'000), 9000), most);
    effects::Effect effect = burst(100);
    effect.emitters[0].children.emplace_back();
    effect.emitters[0].children[0].emitter = effect.emitters[0].name;
    EXPECT_EQ(capacity_for(effect, 1), least);  // one child follows each particle
    effect.emitters[0].children[0].count = {2, 2};
    EXPECT_EQ(capacity_for(effect, 1), usual);  // the number of particles grows without bound
}

TEST(LoadEffect, SetsProperties) {
    const test::TemporaryDirectory folder;
    const std::string path = folder.write("x.json", R"({"format": 2, "name": "X", "properties": [
        {"name": "spin", "value": 1, "range": [0, 4]}, {"name": "glow", "value": 1}]})");
    const auto set = [&](std::vector<PropertyChoice> properties) {
        SimulationChoice choice;
        choice.properties = std::move(properties);
        return load_effect(path, choice).properties;
    };
    EXPECT_EQ(set({})[0].value, 1);
    const auto changed = set({{"glow", 0.5f}, {"spin", 2}, {"spin", 3}});
    EXPECT_EQ(changed[0].value, 3);
    EXPECT_EQ(changed[1].value, 0.5f);
    test::expect_error(ExitStatus::bad_input, "(did you mean spin?)", [&] { set({{"spine", 1}}); });
    test::expect_error(ExitStatus::bad_input, "it has spin or glow", [&] { set({{"colour", 1}}); });
    test::expect_error(ExitStatus::bad_input, "--set spin: must be 0 to 4, not 5", [&] {
        set({{"spin", 5}});
    });
}

TEST(LoadEffect, ComputesWhatDependsOnAProperty) {
    const test::TemporaryDirectory folder;
    const std::string path = folder.write("x.json", R"({"format": 2, "properties": [
        {"name": "spin", "value": 1, "range": [0, 4]}, {"name": "twice", "value": "2 * spin"}]})");
    const auto set = [&](const std::string& name, float value) {
        SimulationChoice choice;
        choice.properties = {{name, value}};
        return load_effect(path, choice).properties[1].value.number;
    };
    EXPECT_EQ(set("spin", 3), 6);
    test::expect_error(ExitStatus::bad_input,
                       "--set twice: it is computed, as 2 * spin; set what this depends on",
                       [&] { set("twice", 1); });
}

/// A device on which 1,000 particles fit.
gl::Facts small_device() {
    gl::Facts facts;
    facts.software = true;
    facts.limits.storage_block_bytes = 1000 * shared::COLUMN_BYTES;
    return facts;
}

TEST(DefaultCapacity, IsWhatFitsAndThatIsSaidOnce) {
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(default_capacity(1000, small_device()), 1000u);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(default_capacity(1001, small_device()), 1000u);
    const std::string said = ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
    EXPECT_NE(said.find("the capacity is 1000 particles, not 1001"), std::string::npos) << said;
}

TEST(DefaultCapacity, IsOnlyHeldWhereNobodySaysWhatItIs) {
    const auto held = [](const StartChoice& options) {
        effects::Settings settings;
        settings.simulation.capacity = 5000;
        choose_default_capacity(options, small_device(), settings);
        return settings.simulation.capacity;
    };
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(held({}), 1000u);
    StartChoice asked, resumed, replayed;
    asked.capacity = 5000;
    resumed.load_state = "x";
    replayed.replay = "x";
    for (const StartChoice& options : {asked, resumed, replayed}) EXPECT_EQ(held(options), 5000u);
    ::testing::internal::GetCapturedStderr();
}

}  // namespace
}  // namespace winnow::session
