#include "effects/reference.h"

#include <fmt/format.h>

#include "effects/check.h"
#include "effects/settings_fields.h"
#include "effects/writer.h"

namespace winnow::effects {
namespace {

// Each returns the text of the values that a member can have.
std::string kind(const Field& field, float) {
    return range_text(field);
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
    return "`[least, most]`, each " + range_text(field);
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

template <typename Value>
std::string default_text(const Field& field, const Value& value) {
    if (field.required) return "required";
    const auto written = write(value);
    return written.is_object() || (written.is_array() && !written.empty() && written[0].is_object())
               ? ""
               : fmt::format("`{}`", written.dump());
}

/// Returns one table below the object's name.
template <Described Struct>
std::string table(std::string_view name) {
    std::string text =
        fmt::format("**{}**\n\n| key | value | default | |\n| --- | --- | --- | --- |\n", name);
    const Struct defaults{};
    describe(defaults, [&text](const Field& field, const auto& member) {
        text += fmt::format("| `{}` | {} | {} | {} |\n", field.key, kind(field, member),
                            default_text(field, member), field.sentence);
    });
    return text + "\n";
}

}  // namespace

std::string effect_reference_markdown() {
    return table<Effect>("effect") + table<Limits>("limits") + table<Plane>("floor") + table<View>("view") +
           table<Emitter>("emitters") + table<Burst>("bursts") + table<Children>("children");
}

std::string settings_reference_markdown() {
    return table<Settings>("settings") + table<Simulation>("simulation") + table<Display>("display");
}

}  // namespace winnow::effects
