#include "effects/format_1.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>

#include "effects/check.h"
#include "effects/module.h"
#include "effects/reader.h"
#include "effects/writer.h"

namespace winnow::effects {
namespace {

using nlohmann::json;

/// Returns the keys that one struct has and another has not.
template <Described Struct, Described Other>
std::vector<std::string_view> keys_beyond() {
    std::vector<std::string_view> keys = keys_of<Struct>();
    const auto others = keys_of<Other>();
    std::erase_if(keys, [&](std::string_view key) { return std::ranges::find(others, key) != others.end(); });
    return keys;
}

void refuse_keys(const json& object, std::span<const std::string_view> keys, const char* message,
                 const Path& path) {
    for (const std::string_view key : keys)
        if (object.contains(std::string(key))) throw Invalid{Path(path, key).pointer(), message};
}

/// Refuses keys even where their values are defaults.
void refuse_keys(const json& effect, std::span<const std::string_view> of_effect,
                 std::span<const std::string_view> of_emitter, const char* message, const Path& path) {
    refuse_keys(effect, of_effect, message, path);
    const Path emitters(path, "emitters");
    const auto list = effect.is_object() ? effect.find("emitters") : effect.end();
    if (list == effect.end() || !list->is_array()) return;
    for (std::size_t i = 0; i < list->size(); ++i)
        refuse_keys((*list)[i], of_emitter, message, Path(emitters, i));
}

template <typename T>
Constant constant(const T& value) {
    return {value};
}

Value random_between(const Range& range) {
    if (range.least == range.most) return constant(range.least);
    return Random{constant(range.least), constant(range.most)};
}

/// A value that goes from one to the other over a particle's life.
Value over_life(float begin, float end) {
    if (begin == end) return constant(begin);
    return Curve{{{0, begin}, {1, end}}};
}
Value over_life(const glm::vec4& begin, const glm::vec4& end) {
    if (begin == end) return constant(begin);
    return Gradient{{{0.0f, begin}, {1.0f, end}}};
}

/// Adds a built-in module, without the values that are its defaults.
void add(std::vector<ModuleUse>& stack, const char* name,
         std::initializer_list<std::pair<const char*, Value>> values) {
    ModuleUse use{name};
    for (const auto& [key, value] : values) {
        const auto& parameters = built_in_module(name).parameters;
        const Parameter& parameter = *std::ranges::find(parameters, key, &Parameter::name);
        if (json given = write(value); given.dump() != default_of(parameter).dump())
            use.values[key] = std::move(given);
    }
    stack.push_back(std::move(use));
}

void add_birth(std::vector<ModuleUse>& stack, const EmitterOfFormat1& e) {
    if (e.shape != Shape::point)
        add(stack, e.shape == Shape::disc ? "disc" : "ball", {{"radius", constant(e.radius)}});
    add(stack, "jet",
        {{"direction", constant(e.direction)},
         {"spread", constant(e.spread)},
         {"speed", random_between(e.speed)}});
}

/// The order is that in which the forces are added up.
void add_forces(std::vector<ModuleUse>& stack, const EmitterOfFormat1& e) {
    add(stack, "gravity", {{"acceleration", constant(e.gravity)}});
    if (e.turbulence > 0)
        add(stack, e.turbulence_kind == Turbulence::eddies ? "eddies" : "gusts",
            {{"strength", constant(e.turbulence)},
             {"scale", constant(e.turbulence_scale)},
             {"octaves", constant(e.turbulence_octaves)},
             {"roughness", constant(e.turbulence_roughness)},
             {"motion", constant(e.turbulence_motion)}});
    if (e.drag != 0) add(stack, "drag", {{"rate", constant(e.drag)}});
}

void add_look(std::vector<ModuleUse>& stack, const EmitterOfFormat1& e) {
    add(stack, "colour", {{"colour", over_life(e.color_begin, e.color_end)}});
    add(stack, "size", {{"diameter", over_life(e.size_begin, e.size_end)}});
    if (e.stretch != 0) add(stack, "streak", {{"time", constant(e.stretch)}});
    if (e.shading != 0) add(stack, "shading", {{"share", constant(e.shading)}});
}

}  // namespace

bool is_of_format_1(const json& effect) {
    const auto format = effect.is_object() ? effect.find("format") : effect.end();
    return format != effect.end() && format->is_number() && format->get<double>() == 1;
}

EffectOfFormat1 read_format_1(const json& effect, const Path& path) {
    static const auto of_effect = keys_beyond<Effect, EffectOfFormat1>(),
                      of_emitter = keys_beyond<Emitter, EmitterOfFormat1>();
    refuse_keys(effect, of_effect, of_emitter, "needs \"format\": 2", path);
    EffectOfFormat1 result;
    read(effect, Field{}, result, path);
    check(Field{}, result, path);
    return result;
}

void refuse_format_1(const json& effect, const Path& path) {
    static const auto of_effect = keys_beyond<EffectOfFormat1, Effect>(),
                      of_emitter = keys_beyond<EmitterOfFormat1, Emitter>();
    refuse_keys(effect, of_effect, of_emitter,
                "is of format 1; format 2 says it by modules (`winnow effect upgrade FILE --output NEW` "
                "rewrites a file)",
                path);
}

void check_rules(const EmitterOfFormat1& emitter, const Path& path) {
    const auto& d = emitter.direction;
    if (std::hypot(double{d.x}, double{d.y}, double{d.z}) < shortest_direction)
        throw Invalid{Path(path, "direction").pointer(), "must not be zero; [0, 1, 0] is up"};
}

Effect upgraded(const EffectOfFormat1& effect) {
    Effect result = effect.common;
    result.format = format_version;
    result.emitters.clear();
    for (const EmitterOfFormat1& older : effect.emitters) {
        Emitter& emitter = result.emitters.emplace_back(older.common);
        emitter.rate = older.rate;
        add_birth(emitter.modules, older);
        add_forces(emitter.modules, older);
        add_look(emitter.modules, older);
    }
    return result;
}

}  // namespace winnow::effects
