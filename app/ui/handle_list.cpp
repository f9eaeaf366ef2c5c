#include "ui/handle_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "effects/modules/module_files.h"

namespace winnow::ui {
namespace {

using effects::Constant;
using effects::Type;
using Kind = Handle::Kind;

constexpr std::string_view objects_pointer = "/effect/scenery/objects";
constexpr double finest = 0.001;  // metres, or of a direction's length

/// Collects handles of one owner, whose pointers begin with the same text.
class HandleCollector {
  public:
    explicit HandleCollector(std::vector<Handle>& handles) : handles_(handles) {}

    void add(Kind kind, const std::string& pointer, std::string what, const glm::vec3& value,
             const glm::vec3& anchor, const effects::Pose& space, std::size_t point = 0,
             const effects::Spline& spline = {}, const effects::ShapeBounds& shape = {}) {
        if (handles_.size() == max_handles) return;
        constexpr std::string_view root = "/effect/";
        std::string name = fmt::format("handle/{}", std::string_view(pointer).substr(root.size()));
        if (!spline.points.empty()) name += fmt::format("/{}", point);
        handles_.push_back(
            {kind, std::move(name), std::move(what), pointer, value, anchor, space, point, spline, shape});
    }

  private:
    std::vector<Handle>& handles_;
};

/// Returns the constant that a module uses for a parameter; null if the effect gives it a value that varies.
const Constant* constant_of(const effects::ModuleUse& use, const effects::Parameter& parameter) {
    const auto given = use.values.find(parameter.name);
    return given == use.values.end() ? &parameter.value : std::get_if<Constant>(&given->second);
}

/// Returns the constant vector of a parameter; nullptr if it has none of that name, or it varies.
const glm::vec3* vector_of(const effects::ModuleUse& use, const effects::Module& module,
                           std::string_view name) {
    for (const effects::Parameter& parameter : module.parameters)
        if (parameter.name == name)
            if (const Constant* constant = constant_of(use, parameter))
                return std::get_if<glm::vec3>(&constant->value);
    return nullptr;
}

struct ModulePlace {
    std::string pointer, what;
    glm::vec3 origin{0};  // that its places are relative to
    effects::Pose space;
};

void add_spline(HandleCollector& handles, const ModulePlace& at, const std::string& pointer,
                const std::string& what, const effects::Spline& spline) {
    for (std::size_t i = 0; i < spline.points.size(); ++i)
        handles.add(Kind::place, pointer, fmt::format("{}, point {}", what, i + 1), spline.points[i],
                    at.origin, at.space, i, spline);
}

void add_module(HandleCollector& handles, const ModulePlace& at, const effects::ModuleUse& use,
                const effects::Module& module) {
    const glm::vec3* const centre = vector_of(use, module, "centre");
    const glm::vec3* const point = vector_of(use, module, "point");
    const glm::vec3 middle = at.origin + (centre != nullptr  ? *centre
                                          : point != nullptr ? *point
                                                             : glm::vec3(0));
    for (const effects::Parameter& parameter : module.parameters) {
        const Constant* const constant = constant_of(use, parameter);
        if (constant == nullptr) continue;
        const std::string pointer = fmt::format("{}/{}", at.pointer, parameter.name);
        const std::string what = fmt::format("{}: {}", at.what, parameter.name);
        const auto* const vector = std::get_if<glm::vec3>(&constant->value);
        const auto* const number = std::get_if<float>(&constant->value);
        if (const auto* spline = std::get_if<effects::Spline>(&constant->value))
            add_spline(handles, at, pointer, what, *spline);
        else if (vector != nullptr && parameter.type == Type::direction)
            handles.add(Kind::direction, pointer, what, *vector, middle, at.space);
        else if (vector != nullptr && parameter.unit == "m" && parameter.name == "size")
            handles.add(Kind::edges, pointer, what, *vector, middle, at.space);
        else if (vector != nullptr && parameter.unit == "m")
            handles.add(Kind::place, pointer, what, *vector, at.origin, at.space);
        else if (number != nullptr && parameter.unit == "m" && parameter.name == "radius" &&
                 centre != nullptr)
            handles.add(Kind::radius, pointer, what, glm::vec3(*number), middle, at.space);
    }
}

void add_emitter(HandleCollector& handles, const effects::Settings& settings, std::size_t index,
                 double time) {
    const effects::Effect& effect = settings.effect;
    const effects::Emitter& emitter = effect.emitters[index];
    const std::string pointer = fmt::format("/effect/emitters/{}", index);
    const effects::Pose local =
        has_transform(emitter, effect)
            ? pose_of_emitter(settings.compiled->motions, index, time, false, effect.properties)
            : effects::Pose();
    handles.add(Kind::place, pointer + "/position", emitter.name, emitter.position, {}, local);
    const effects::ModuleFinder find = effects::finder_in(effect.folder.path);
    for (std::size_t i = 0; i < emitter.modules.size(); ++i) {
        const effects::ModuleUse& use = emitter.modules[i];
        if (!use.enabled) continue;
        try {
            const auto module = find(use.module);
            const bool spawns = module->stage == effects::Stage::spawn;
            const effects::Space usual = spawns ? effects::Space::local : emitter.space;
            const bool is_local = effects::space_of(use.space, usual) == effects::Space::local;
            add_module(
                handles,
                {fmt::format("{}/modules/{}", pointer, i), fmt::format("{}, {}", emitter.name, use.module),
                 spawns ? emitter.position : glm::vec3(0), is_local ? local : effects::Pose()},
                use, *module);
        } catch (const Error&) {  // its file is broken, which the panel says
        }
    }
}

/// The edges of an object have its own axes. Those of a mesh are factors on the box around it.
void add_object(HandleCollector& handles, const effects::SceneObject& object,
                const effects::ShapeBounds& shape, std::size_t index) {
    const std::string pointer = fmt::format("{}/{}", objects_pointer, index);
    handles.add(Kind::place, pointer + "/position", object.name, object.position, {}, {});
    const glm::dquat turn =
        glm::angleAxis(glm::radians(double{object.angle}), glm::normalize(glm::dvec3(object.axis)));
    handles.add(Kind::edges, pointer + "/size", object.name + ": size", object.size, {},
                {object.position, turn, 1}, 0, {}, shape);
}

double rounded(float value) {
    return std::round(double{value} / finest) * finest;
}

nlohmann::json written(const glm::vec3& value) {
    nlohmann::json list = nlohmann::json::array();
    for (int i = 0; i < 3; ++i) list.push_back(effects::shortest(static_cast<float>(rounded(value[i]))));
    return list;
}

}  // namespace

std::vector<Handle> handles_of(const effects::Settings& settings, std::size_t emitter, double time) {
    std::vector<Handle> handles;
    HandleCollector collector(handles);
    const effects::Effect& effect = settings.effect;
    if (emitter < effect.emitters.size()) add_emitter(collector, settings, emitter, time);
    const effects::Scenery& scenery = effect.scenery;
    for (std::size_t i = 0; i < scenery.objects.size(); ++i)
        add_object(collector, scenery.objects[i], settings.compiled->object_bounds[i], i);
    for (std::size_t i = 0; i < scenery.lamps.size(); ++i)
        collector.add(Kind::direction, fmt::format("/effect/scenery/lamps/{}/direction", i),
                      fmt::format("lamp {}", i + 1), scenery.lamps[i].direction, effect.view.target, {});
    collector.add(Kind::place, "/effect/view/target", "camera: target", effect.view.target, {}, {});
    for (std::size_t i = 0; i < effect.view.path.size(); ++i)
        for (const bool is_eye : {true, false}) {
            const effects::Waypoint& point = effect.view.path[i];
            collector.add(Kind::place,
                          fmt::format("/effect/view/path/{}/{}", i, is_eye ? "position" : "target"),
                          fmt::format("camera, point {}{}", i + 1, is_eye ? "" : ": target"),
                          is_eye ? point.position : point.target, {}, {});
        }
    return handles;
}

std::string_view object_of(const Handle& handle) {
    constexpr std::string_view prefix = "handle/scenery/objects/";
    const std::string_view name = handle.name;
    return name.starts_with(prefix) ? name.substr(0, name.find('/', prefix.size())) : std::string_view();
}

effects::Edit edit_of(const Handle& handle, const glm::vec3& value) {
    if (handle.kind == Handle::Kind::radius)
        return {handle.pointer, effects::shortest(static_cast<float>(rounded(value.x)))};
    if (handle.spline.points.empty()) return {handle.pointer, written(value)};
    nlohmann::json points = nlohmann::json::array();
    for (std::size_t i = 0; i < handle.spline.points.size(); ++i)
        points.push_back(written(i == handle.point ? value : handle.spline.points[i]));
    if (!handle.spline.is_closed) return {handle.pointer, std::move(points)};
    return {handle.pointer, {{"points", std::move(points)}, {"closed", true}}};
}

}  // namespace winnow::ui
