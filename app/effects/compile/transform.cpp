#include "effects/compile/transform.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "effects/compile/lets.h"
#include "effects/compile/rate.h"
#include "effects/compile/stack_text.h"
#include "effects/data/spline.h"
#include "effects/expression/deterministic_math.h"
#include "effects/model/check.h"
#include "effects/model/parameter.h"

namespace winnow::effects {
namespace {

/// The moments at which a motion is looked at before it is used.
constexpr double probed_seconds[] = {0, 1.0 / 60, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60};

bool is_finite(const glm::vec4& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

bool is_scale(float scale) {
    return scale >= static_cast<float>(scales.least) && scale <= static_cast<float>(scales.most);
}

/// Throws Invalid if the value is not right at one of the moments.
template <typename IsRight>
void probe(const StackValue& value, std::string_view right, std::span<const Property> properties,
           const Path& path, const IsRight& is_right) {
    if (!value.expression) return;  // it is a constant, or reads a let with a fault
    for (const double time : probed_seconds)
        if (!is_right(value_at(value, time, false, properties)))
            throw Invalid{path.pointer(), fmt::format("must be {}; at {:.4g} s it is not", right, time)};
}

/// The names that expressions of motions know.
struct Known {
    std::span<const Property> properties;
    const ParsedLets& lets;
};

/// Reads a value and looks at it at some moments.
template <typename Member, typename IsRight>
StackValue read_member(const Field& field, const Member& member, const Known& known, std::string_view right,
                       const IsRight& is_right, const Path& path) {
    StackValue value =
        read_in_time(member.value, parameter_of(field, member), known.properties, known.lets, path);
    probe(value, right, known.properties, path, is_right);
    return value;
}

MotionValues read_motion(const Motion& motion, const Known& known, const Path& path) {
    MotionValues values;
    describe(motion, [&](const Field& field, const auto& member) {
        const Path here(path, field.key);
        StackValue& value = field.key == "position"   ? values.position
                            : field.key == "rotation" ? values.rotation
                                                      : values.along;
        if constexpr (!std::is_same_v<decltype(member), const Spline&>)
            here.attempt_if_sound(
                [&] { value = read_member(field, member, known, "finite", is_finite, here); });
    });
    if (!motion.path.points.empty()) values.path = spline_table(motion.path);
    values.is_closed = motion.path.is_closed;
    values.scale.value = Constant(1.0f);
    return values;
}

MotionValues read_transform(const Transform& transform, const Known& known, const Path& path) {
    MotionValues values = read_motion(transform, known, path);
    const Path scale(path, scale_field.key);
    scale.attempt_if_sound([&] {
        values.scale = read_member(
            scale_field, transform.scale, known, range_text(scale_field),
            [](const glm::vec4& v) { return is_scale(v.x); }, scale);
    });
    return values;
}

/// Returns the place at a share of the path's length.
glm::dvec3 place_on(const MotionValues& motion, double share) {
    const std::size_t segments =
        motion.path.size() - 4;  // a head, and a place before and one behind those of the curve
    const double inside = motion.is_closed ? share - std::floor(share) : std::clamp(share, 0.0, 1.0);
    const double at = inside * static_cast<double>(segments);
    const auto first = std::min(static_cast<std::size_t>(at), segments - 1);
    const glm::dvec3 begin(motion.path[2 + first]), end(motion.path[3 + first]);
    return glm::mix(begin, end, at - static_cast<double>(first));
}

glm::dquat turn_about(int axis, double degrees) {
    const double half = glm::radians(degrees) / 2;
    glm::dvec3 vector(0);
    vector[axis] = deterministic::sin(half);
    return {deterministic::cos(half), vector.x, vector.y, vector.z};
}

/// Returns the object at rest at a pose.
SceneObject placed(const SceneObject& object, const Pose& pose) {
    const glm::dvec3 axis(pose.turn.x, pose.turn.y, pose.turn.z);
    const double sine = glm::length(axis);
    SceneObject result = object;
    result.motion = {};
    result.position = glm::vec3(pose.position);
    result.axis = sine > 0 ? glm::vec3(axis / sine) : glm::vec3(0, 1, 0);
    result.angle = static_cast<float>(glm::degrees(2 * deterministic::atan2(sine, pose.turn.w)));
    return result;
}

bool is_local(const Stack& stack, const StackModule& module, std::span<const ModuleUse> list, Space usual) {
    return stack.has_space && space_of(list[module.place].space, usual) == Space::local;
}

}  // namespace

bool Motions::any_emitter() const {
    return effect.has_value() ||
           std::ranges::any_of(emitters, [](const auto& one) { return one.has_value(); });
}

bool Motions::any_object() const {
    return std::ranges::any_of(objects, [](const auto& one) { return one.has_value(); });
}

Motions read_motions(const Effect& effect, std::span<const Stack> stacks, const Path& path) {
    const Path emitters(path, "emitters"), scenery(path, "scenery"), objects(scenery, "objects");
    ParsedLets common = stacks.empty() ? ParsedLets() : stacks.front().lets;
    std::erase_if(common.all, [&](const auto& one) { return !effect.lets.contains(one->name); });
    const Known known{effect.properties, common};
    Motions motions;
    if (effect.transform != Transform())
        motions.effect = read_transform(effect.transform, known, Path(path, "transform"));
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const Path emitter(emitters, i);
        auto& values = motions.emitters.emplace_back();
        if (effect.emitters[i].transform != Transform())
            values = read_transform(effect.emitters[i].transform, {effect.properties, stacks[i].lets},
                                    Path(emitter, "transform"));
    }
    for (std::size_t i = 0; i < effect.scenery.objects.size(); ++i) {
        const Path object(objects, i);
        auto& values = motions.objects.emplace_back();
        if (effect.scenery.objects[i].motion != Motion())
            values = read_motion(effect.scenery.objects[i].motion, known, Path(object, "motion"));
    }
    return motions;
}

Pose pose_at(const MotionValues& motion, double time, bool is_long, std::span<const Property> properties) {
    const auto vector_at = [&](const StackValue& value) {
        const glm::vec4 vector = value_at(value, time, is_long, properties);
        return is_finite(vector) ? glm::dvec3(vector) : glm::dvec3(0);
    };
    Pose pose;
    pose.position = vector_at(motion.position);
    if (!motion.path.empty()) pose.position += place_on(motion, vector_at(motion.along).x);
    const glm::dvec3 degrees = vector_at(motion.rotation);
    pose.turn = turn_about(2, degrees.z) * turn_about(1, degrees.y) * turn_about(0, degrees.x);
    if (const float scale = value_at(motion.scale, time, is_long, properties).x; is_scale(scale))
        pose.scale = scale;
    return pose;
}

Pose pose_of_emitter(const Motions& motions, std::size_t emitter, double time, bool is_long,
                     std::span<const Property> properties) {
    const auto pose_of = [&](const std::optional<MotionValues>& motion) {
        return motion ? pose_at(*motion, time, is_long, properties) : Pose();
    };
    return pose_of(motions.effect) * pose_of(motions.emitters[emitter]);
}

Pose pose_of_object(const Effect& effect, const Motions& motions, std::size_t object, double time,
                    bool is_long) {
    const SceneObject& stands = effect.scenery.objects[object];
    const glm::dvec3 axis(stands.axis);
    const double half = glm::radians(double{stands.angle}) / 2;
    const glm::dvec3 sine = axis * (deterministic::sin(half) / glm::length(axis));
    const Pose moved = pose_at(*motions.objects[object], time, is_long, effect.properties);
    return {glm::dvec3(stands.position) + moved.position,
            moved.turn * glm::dquat(deterministic::cos(half), sine.x, sine.y, sine.z)};
}

void note_spaces(Stack& stack, const Emitter& emitter, const Effect& effect) {
    stack.has_space = has_transform(emitter, effect);
    stack.meets_moving = stack.objects.moving;
    for (StackModule& module : stack.modules) {
        const Space usual = module.module->stage == Stage::spawn ? Space::local : emitter.space;
        module.is_local = is_local(stack, module, emitter.modules, usual);
        if (module.is_local && only_collides(module.module)) stack.meets_moving = true;
    }
    for (std::size_t k = 0; k < stack.looks.size(); ++k) {
        Stack& look = stack.looks[k];
        look.has_space = stack.has_space;
        for (StackModule& module : look.modules)
            module.is_local = is_local(look, module, emitter.looks[k].modules, emitter.space);
    }
}

SpacePlaces space_places(const Effect& effect) {
    SpacePlaces places;
    for (std::uint32_t i = 0; i < effect.emitters.size(); ++i)
        if (has_transform(effect.emitters[i], effect)) places.emitters.push_back(i);
    for (std::uint32_t i = 0; i < effect.scenery.objects.size(); ++i) {
        const SceneObject& object = effect.scenery.objects[i];
        if (object.collides && object.motion != Motion()) places.objects.push_back(i);
    }
    return places;
}

Scenery scenery_at(const Effect& effect, const Motions& motions, double time, bool is_long) {
    Scenery scenery = effect.scenery;
    for (std::size_t i = 0; i < scenery.objects.size(); ++i)
        if (motions.objects[i])
            scenery.objects[i] =
                placed(scenery.objects[i], pose_of_object(effect, motions, i, time, is_long));
    return scenery;
}

}  // namespace winnow::effects
