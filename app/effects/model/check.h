// The validation of effects and settings: each value against its row of the table, then the rules between
// values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "effects/model/document.h"
#include "effects/model/fields.h"

namespace winnow::effects {

/// Returns the field's range and unit: "0 to 1e+09 births per second".
std::string range_text(const Field& field);
/// Returns the number with six digits or, if they are not exact, with the fewest that read back as the same
/// number.
std::string number_text(double value);

template <Enumeration Value>
std::vector<std::string_view> names_of() {
    std::vector<std::string_view> words;
    words.reserve(names<Value>.size());
    for (const auto& row : names<Value>) words.push_back(row.name);
    return words;
}

/// Each throws Invalid unless the value is within the field's range; NaN and infinity are never within it.
void check(const Field& field, double value, const Path& path);
void check(const Field& field, float value, const Path& path);
void check(const Field& field, const Rate& value, const Path& path);
void check(const Field& field, const BurstCount& value, const Path& path);
void check(const Field& field, const Probability& value, const Path& path);
void check(const Field& field, const NumberInTime& value, const Path& path);
void check(const Field& field, const VectorInTime& value, const Path& path);
void check(const Field& field, const Spline& value, const Path& path);
void check(const Field& field, const PropertyValue& value, const Path& path);
void check(const Field& field, const Lets& value, const Path& path);
void check(const Field& field, const Files& value, const Path& path);
void check(const Field& field, std::uint32_t value, const Path& path);
void check(const Field& field, const std::string& value, const Path& path);
void check(const Field& field, const glm::vec3& value, const Path& path);
void check(const Field& field, const glm::vec4& value, const Path& path);  // a colour: its alpha is a share
void check(const Field& field, const Range& value, const Path& path);      // least <= most
void check_count(const Field& field, std::size_t count, const Path& path);
inline void check(const Field&, bool, const Path&) {}
inline void check(const Field&, const ModuleUse&, const Path&) {}  // compile() does it

/// True if no fault was collected that hides the name of one of the list's elements. `count` is the number of
/// those that were read.
bool are_names_sound(std::size_t count, const Path& path);

// Rules that the table of fields cannot state. Each throws Invalid if the value breaks them.
template <Described Struct>
void check_rules(const Struct&, const Path&) {}
void check_rules(const Children& children, const Path& path);
void check_rules(const View& view, const Path& path);
void check_rules(const Effect& effect, const Path& path);

template <Enumeration Value>
void check(const Field&, Value value, const Path& path) {
    for (const auto& row : names<Value>)
        if (row.value == value) return;
    throw Invalid{path.pointer(), "must be " + join_or(names_of<Value>())};
}

template <Described Struct>
void check(const Field&, const Struct& value, const Path& path) {
    describe(value, [&path](const Field& field, const auto& member) {
        const Path here(path, field.key);
        here.attempt([&] { check(field, member, here); });
    });
    path.attempt([&] { check_rules(value, path); });
}

template <typename Struct>
void check(const Field& field, const std::vector<Struct>& list, const Path& path) {
    check_count(field, list.size(), path);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Path here(path, i);
        here.attempt([&] { check(field, list[i], here); });
    }
}

}  // namespace winnow::effects
