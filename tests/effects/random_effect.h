// Makes effects with a random value in every member.
#pragma once

#include <fmt/format.h>
#include <algorithm>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "effects/model/fields.h"

namespace winnow::effects {

/// Fills every member with a random value of its range, by the table of fields.
class Randomize {
  public:
    explicit Randomize(std::uint32_t seed) : engine_(seed) {}

    void operator()(const Field& field, float& value) {
        value = between(field.key == "age" ? Interval{1, 2e6} : field.range);  // limited as for lifetimes
    }
    void operator()(const Field& field, std::uint32_t& value) {
        value = static_cast<std::uint32_t>(between(field.range));
    }
    void operator()(const Field&, bool& value) { value = (engine_() & 1) != 0; }
    void operator()(const Field& field, std::string& value) {
        if (field.key == "file") return;  // no files
        value = field.key == "when" ? "travelled > 1 && age < " + std::to_string(engine_() % 100)
                                    : std::to_string(engine_()) + "\n\"\\/\xC3\xA9\x01";
    }
    void operator()(const Field& field, glm::vec3& v) { v = {between(field.range), between(field.range), 1}; }
    void operator()(const Field& field, glm::vec4& v) {
        v = {between(field.range), between(field.range), between(field.range), between(share)};
    }
    void operator()(const Field& field, Rate& rate) {
        rate = between(field.range);
        if ((engine_() & 1) == 0) return;
        rate = Value(Formula("abs(sin(time)) * " + std::to_string(engine_() % 1000)));
    }
    void operator()(const Field& field, Probability& probability) {
        probability = between(field.range);
        if ((engine_() & 1) != 0) probability = Value(Curve{{{0, between(field.range)}, {2, 1}}, {}});
    }
    void operator()(const Field& field, NumberInTime& number) {
        number = between(field.range);
        if ((engine_() & 1) != 0) number = Value(Curve{{{0, between(field.range)}, {2, 1}}, {}});
    }
    void operator()(const Field& field, VectorInTime& vector) {
        (*this)(field, std::get<glm::vec3>(std::get<Constant>(vector.value).value));
        if ((engine_() & 1) != 0)
            vector = Value(Formula("vec3(sin(time), 0, " + std::to_string(engine_() % 9) + ")"));
    }
    void operator()(const Field& field, Spline& spline) {
        spline.points.resize(engine_() % 2 * 2);
        for (glm::vec3& point : spline.points) (*this)(field, point);
        spline.is_closed = !spline.points.empty() && (engine_() & 1) != 0;
    }
    void operator()(const Field& field, PropertyValue& value) { value = between(field.range); }
    void operator()(const Field&, Lets& lets) {
        // Lets of an effect and of its emitters differ in their names.
        lets = {{fmt::format("a{}", engine_()), fmt::format("random * {}", engine_() % 100)}};
    }
    void operator()(const Field&, Files& files) {
        if ((engine_() & 1) != 0) files = Files({{"notes.txt", fmt::format("as {} \u00FCber", engine_())}});
    }
    void operator()(const Field& field, BurstCount& count) {
        const auto most = static_cast<std::uint32_t>(between(field.range));
        count = most;
        if ((engine_() & 1) != 0) count = Value(Random(Constant(most / 2), Constant(most)));
    }
    void operator()(const Field& field, Range& range) {
        // Lifetimes are limited to values that every number of steps per second allows.
        const Interval interval = field.key == "lifetime" ? Interval{1, 2e6} : field.range;
        float a = between(interval), b = between(interval);
        if (field.key == "count") a = std::floor(a), b = std::floor(b);
        range = {std::min(a, b), std::max(a, b)};
    }
    template <Enumeration Value>
    void operator()(const Field&, Value& value) {
        value = names<Value>[engine_() % names<Value>.size()].value;
    }
    void operator()(const Field&, Solid& value) { value = names<Solid>[engine_() % 4].value; }  // no files
    void operator()(const Field&, std::vector<ModuleUse>& stack) {
        stack = {{"jet", true, {{"spread", between({0, 180})}, {"speed", between({0, 100})}}},
                 {"gravity", true, {{"acceleration", glm::vec3(between({-9, 9}), between({-9, 9}), 0)}}},
                 {"size", (engine_() & 1) != 0, {{"diameter", between({0, 1})}}}};
    }
    void operator()(const Field& field, std::vector<FurtherLook>& looks) {
        looks.resize(engine_() % 3);
        for (FurtherLook& look : looks) {
            (*this)(field, look.blend);
            look.order = between({-10, 10});
            look.modules = {{"size", (engine_() & 1) != 0, {{"diameter", between({0, 1})}}}};
        }
    }
    template <Described Struct>
    void operator()(const Field&, Struct& value) {
        describe(value, *this);
    }
    template <Described Struct>
    void operator()(const Field& field, std::vector<Struct>& list) {
        list.resize(std::min(1 + engine_() % 5, static_cast<decltype(engine_())>(field.range.most)));
        for (Struct& element : list) describe(element, *this);
    }

  private:
    float between(const Interval& interval) {
        return std::uniform_real_distribution<float>(static_cast<float>(interval.least),
                                                     static_cast<float>(interval.most))(engine_);
    }
    std::mt19937 engine_;
};

/// Returns a valid effect that depends on the seed only.
inline Effect random_effect(std::uint32_t seed) {
    Effect effect;
    describe(effect, Randomize(seed));
    for (Emitter& emitter : effect.emitters) {
        for (Children& children : emitter.children) children.emitter = effect.emitters.back().name;
        constexpr float long_time = 1e5f;  // so few bursts overlap that none is refused
        emitter.duration = std::max(emitter.duration, long_time);
        for (Burst& burst : emitter.bursts) burst.every = std::max(burst.every, long_time);
    }
    std::ranges::sort(effect.scenery.gradient, {}, &SkyStop::at);
    View& view = effect.view;
    if (view.near > view.far) std::swap(view.near, view.far);
    std::ranges::sort(view.exposures, {}, &ExposureKey::time);
    std::ranges::sort(view.path, {}, &Waypoint::time);
    if (view.path.size() < min_waypoints) view.path.clear();
    constexpr float far_from_objects = 9e5f;
    for (Waypoint& point : view.path) point.position.z = far_from_objects;
    for (std::size_t i = 0; i < effect.properties.size(); ++i) {
        effect.properties[i].name = "property_" + std::to_string(i);
        effect.properties[i].value = effect.properties[i].range.least;
    }
    return effect;
}

}  // namespace winnow::effects
