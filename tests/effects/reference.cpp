#include "effects/reference.h"

#include <fmt/format.h>

#include <algorithm>

#include "effects/format/file_text.h"
#include "effects/format/writer.h"
#include "effects/model/check.h"
#include "effects/model/reader.h"
#include "effects/modules/module.h"
#include "settings/settings_fields.h"

namespace winnow::effects {
namespace {

// Each returns the text of the values that a member can have.
std::string kind(const Field& field, float) {
    return range_text(field);
}
std::string kind(const Field& field, const Rate&) {
    return range_text(field) + ", or an expression or a curve of `time`";
}
std::string kind(const Field& field, const Probability&) {
    return range_text(field) + ", or an expression or a curve of `time`";
}
std::string kind(const Field& field, const NumberInTime&) {
    return range_text(field) + ", or an expression or a curve of `time`";
}
std::string kind(const Field& field, const VectorInTime&) {
    return "`[x, y, z]`, each " + range_text(field) + ", or an expression or a gradient of `time`";
}
std::string kind(const Field& field, const Spline&) {
    return "a spline of `[x, y, z]`, each " + range_text(field);
}
std::string kind(const Field& field, const BurstCount&) {
    return "whole, " + range_text(field) + ", or `{\"random\": [least, most]}`, or an expression";
}
std::string kind(const Field& field, const PropertyValue&) {
    return range_text(field) + ", or an expression of other properties";
}
std::string kind(const Field& field, const Lets&) {
    return fmt::format("object of {} expressions by their names", range_text(field));
}
std::string kind(const Field& field, const Files&) {
    return fmt::format("object of {} texts by their paths", range_text(field));
}
std::string kind(const Field& field, std::uint32_t) {
    return "whole, " + range_text(field);
}
std::string kind(const Field&, bool) {
    return "`true` or `false`";
}
std::string kind(const Field& field, const std::string&) {
    return fmt::format("string, at most {} bytes", number_text(field.range.most));
}
std::string kind(const Field& field, const Range&) {
    return (field.drawn ? "a number, or `[least, most]`, each " : "`[least, most]`, each ") +
           range_text(field);
}
std::string kind(const Field& field, const glm::vec3&) {
    return "`[x, y, z]`, each " + range_text(field);
}
std::string kind(const Field& field, const glm::vec4&) {
    return fmt::format("`[r, g, b, a]`, each {}", range_text(field));
}
template <Enumeration Value>
std::string kind(const Field&, Value) {
    std::string text;
    for (const auto& row : names<Value>)
        text += fmt::format("{}`{}`: {}", text.empty() ? "" : "; ", row.name, row.summary);
    return text;
}
template <Described Struct>
std::string kind(const Field& field, const Struct&) {
    return fmt::format("object, see *{}*", field.key);
}
template <Described Struct>
std::string kind(const Field& field, const std::vector<Struct>&) {
    return fmt::format("list of {} objects, see *{}*", range_text(field), field.key);
}

std::string kind(const Field&, const std::vector<ModuleUse>&) {
    return "list of objects, see *modules*";
}

template <typename Value>
std::string default_text(const Field& field, const Value& value) {
    if (field.required) return "required";
    const auto written = write(value);
    return written.is_object() || (written.is_array() && !written.empty() && written[0].is_object())
               ? ""
               : fmt::format("`{}`", written.dump());
}

std::string head_of(std::string_view title, std::string_view first) {
    return fmt::format("{}\n\n| {} | value | default | |\n| --- | --- | --- | --- |\n", title, first);
}

/// Returns one table below the object's name, without these keys.
template <Described Struct>
std::string table(std::string_view name, const std::vector<std::string_view>& left_out = {}) {
    std::string text = head_of(fmt::format("**{}**", name), "key");
    const Struct defaults{};
    describe(defaults, [&](const Field& field, const auto& member) {
        if (std::ranges::find(left_out, field.key) != left_out.end()) return;
        text += fmt::format("| `{}` | {} | {} | {} |\n", field.key, kind(field, member),
                            default_text(field, member), field.sentence);
    });
    return text + "\n";
}

/// Returns the text of the values that effects can give as a constant.
std::string kind(const Parameter& parameter) {
    const Field field = number("", parameter.unit, parameter.range, parameter.usual, "");
    switch (parameter.type) {
        case Type::boolean:
            return kind(field, true);
        case Type::integer:
            return kind(field, std::uint32_t{});
        case Type::number:
            return kind(field, 0.0f);
        case Type::vector:
            return kind(field, glm::vec3());
        case Type::colour:
            return kind(field, glm::vec4());
        case Type::direction:
            return "`[x, y, z]`, any length but zero";
        case Type::choice:
            break;
        case Type::file:
            return fmt::format(
                "a path: {}",
                std::ranges::find(file_kinds, parameter.file_kind, &Named<FileKind>::value)->summary);
        case Type::attribute:
            return fmt::format("the name of an attribute of type {}",
                               winnow::name_of(types, parameter.attribute));
        case Type::spline:
            return fmt::format("list of {} to {} points; or `{{\"points\": [...], \"closed\": true}}`",
                               min_spline_points, max_spline_points);
    }
    std::string text;
    for (const Choice& choice : parameter.choices)
        text += fmt::format("{}`{}`: {}", text.empty() ? "" : "; ", choice.name, choice.sentence);
    return text;
}

std::string text_of(const Module& module) {
    const std::string title = fmt::format("**{}**: {}", module.name, module.sentence);
    if (module.parameters.empty()) return title + "\n\n";
    std::string text = head_of(title, "parameter");
    for (const Parameter& parameter : module.parameters)
        text += fmt::format("| `{}` | {} | `{}` | {} |\n", parameter.name, kind(parameter),
                            value_text(write(Value(parameter.value))), parameter.sentence);
    return text + "\n";
}

}  // namespace

std::string effect_reference_markdown() {
    return table<Effect>("effect") + table<ChildLimits>("limits") + table<Plane>("floor") +
           table<Scenery>("scenery") + table<SceneObject>("objects") + table<ObjectSurface>("surface") +
           table<Lamp>("lamps") + table<SkyStop>("sky_gradient") + table<SkyPicture>("sky_picture") +
           table<GroundPicture>("ground_picture") + table<Water>("water") + table<Clouds>("clouds") +
           table<Fog>("fog") + table<View>("view") + table<Grading>("grading") +
           table<ExposureKey>("exposures") + table<Waypoint>("path") + table<Property>("properties") +
           table<Emitter>("emitters") + table<Transform>("transform") + table<Motion>("motion") +
           table<Burst>("bursts") + table<Children>("children") + table<ReportedEvents>("events") +
           table<FurtherLook>("looks");
}

std::string module_reference_markdown() {
    std::string text;
    for (const auto& stage : stages) {
        text += fmt::format("### {}\n\nThese run {}.\n\n", stage.name, stage.summary);
        for (const std::string& name : built_in_modules())
            if (const Module module = built_in_module(name); module.stage == stage.value)
                text += text_of(module);
    }
    return text;
}

std::string settings_reference_markdown() {
    return table<Settings>("settings") + table<SimulationSettings>("simulation") +
           table<DisplaySettings>("display");
}

}  // namespace winnow::effects
