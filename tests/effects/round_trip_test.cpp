// An effect survives being written and read, and what is written keeps its order.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "effects/expect_error.h"
#include "effects/fields.h"
#include "effects/json.h"

namespace winnow::effects {
namespace {

/// Fills every member with a random value of its range, through the table.
class Randomize {
  public:
    explicit Randomize(std::uint32_t seed) : engine_(seed) {}

    void operator()(const Field& field, float& value) {
        value = between(field.key == "age" ? Interval{1, 2e6} : field.range);  // as of lifetimes
    }
    void operator()(const Field& field, std::uint32_t& value) {
        value = static_cast<std::uint32_t>(between(field.range));
    }
    void operator()(const Field&, bool& value) { value = (engine_() & 1) != 0; }
    void operator()(const Field&, std::string& value) {
        value = std::to_string(engine_()) + "\n\"\\/\xC3\xA9\x01";
    }
    void operator()(const Field& field, glm::vec3& v) { v = {between(field.range), between(field.range), 1}; }
    void operator()(const Field& field, glm::vec4& v) {
        v = {between(field.range), between(field.range), between(field.range), between(share)};
    }
    void operator()(const Field& field, Range& range) {
        // Of lifetimes, those that every number of steps a second allows.
        const Interval interval = field.key == "lifetime" ? Interval{1, 2e6} : field.range;
        float a = between(interval), b = between(interval);
        if (field.key == "count") a = std::floor(a), b = std::floor(b);
        range = {std::min(a, b), std::max(a, b)};
    }
    template <Enumeration Value>
    void operator()(const Field&, Value& value) {
        value = names<Value>[engine_() % names<Value>.size()].value;
    }
    template <Described Struct>
    void operator()(const Field&, Struct& value) {
        describe(value, *this);
    }
    template <Described Struct>
    void operator()(const Field&, std::vector<Struct>& list) {
        list.resize(1 + engine_() % 5);
        for (Struct& element : list) describe(element, *this);
    }

  private:
    float between(const Interval& interval) {
        return std::uniform_real_distribution<float>(static_cast<float>(interval.least),
                                                     static_cast<float>(interval.most))(engine_);
    }
    std::mt19937 engine_;
};

/// Children belong to an emitter that there is.
void give_parents(Effect& effect) {
    for (Emitter& emitter : effect.emitters)
        for (Children& children : emitter.children) children.emitter = effect.emitters.back().name;
}

TEST(RoundTrip, IsExactForRandomEffects) {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        Effect effect;
        describe(effect, Randomize(seed));
        give_parents(effect);
        ASSERT_NE(effect, Effect{});
        const std::string text = to_json(effect).dump();
        ASSERT_EQ(parse(text, "text"), effect) << text;
        ASSERT_EQ(to_json(parse(text, "text")).dump(), text);
    }
}

TEST(RoundTrip, IsExactForTheDefaultAndTheBuiltIn) {
    EXPECT_EQ(parse(to_json(Effect{}).dump(2), "text"), Effect{});
    for (const std::string& name : built_in_names()) {
        const Effect effect = load(name);
        EXPECT_EQ(parse(to_json(effect).dump(), "text"), effect);
    }
}

TEST(ToJson, KeepsTheTablesOrderAndShortNumbers) {
    const std::string text = to_json(Effect{}).dump();
    EXPECT_EQ(text.substr(0, 32), R"({"format":1,"name":"untitled","d)");
    EXPECT_LT(text.find("\"rate\""), text.find("\"shape\""));
    EXPECT_LT(text.find("\"size_begin\":0.02,"), text.find("\"size_end\":0.02,"));
}

TEST(Validate, AcceptsTheDefault) {
    EXPECT_NO_THROW(validate(Effect{}, "default"));
}

TEST(Validate, RefusesWhatJsonCannotSay) {
    Effect effect;
    effect.emitters[0].rate = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(message_of([&] { validate(effect, "panel"); }),
              "panel: /emitters/0/rate: must be 0 to 1e+09 births per second, not nan");
    effect.emitters[0].rate = std::numeric_limits<float>::infinity();
    EXPECT_EQ(message_of([&] { validate(effect, "panel"); }),
              "panel: /emitters/0/rate: must be 0 to 1e+09 births per second, not inf");
    effect = Effect{};
    effect.emitters.emplace_back();
    effect.emitters[1].gravity.z = -std::numeric_limits<float>::infinity();
    EXPECT_EQ(message_of([&] { validate(effect, "panel"); }),
              "panel: /emitters/1/gravity/2: must be -100000 to 100000 m/s2, not -inf");
    effect = Effect{};
    effect.emitters[0].shape = static_cast<Shape>(7);
    EXPECT_EQ(message_of([&] { validate(effect, "panel"); }),
              "panel: /emitters/0/shape: must be point, sphere or disc");
    effect = Effect{};
    effect.emitters.clear();
    EXPECT_EQ(message_of([&] { validate(effect, "panel"); }),
              "panel: /emitters: must have 1 to 10000 elements, not 0");
}

}  // namespace
}  // namespace winnow::effects
