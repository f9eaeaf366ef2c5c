// Reads members of described structs from JSON values.
#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "effects/model/check.h"
#include "effects/model/document.h"
#include "effects/model/fields.h"
#include "effects/model/parameter.h"

namespace winnow::effects {

/// Throws Invalid, "must be a list, not an object"; `expected` follows "must be".
[[noreturn]] void refuse_type(const Path& path, std::string_view expected, const nlohmann::json& found);

/// Each throws Invalid if the value has another type than the member, or a number is out of its range.
/// check() checks the rules between values.
void read(const nlohmann::json& json, const Field& field, float& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, std::uint32_t& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, bool& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, std::string& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, glm::vec3& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, glm::vec4& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, Range& value, const Path& path);

void read(const nlohmann::json& json, const Field& field, Rate& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, BurstCount& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, Probability& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, NumberInTime& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, VectorInTime& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, Spline& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, PropertyValue& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, Lets& value, const Path& path);
void read(const nlohmann::json& json, const Field& field, Files& value, const Path& path);

[[noreturn]] void refuse_name(const Path& path, std::span<const std::string_view> right,
                              const nlohmann::json& found);

template <Enumeration Value>
void read(const nlohmann::json& json, const Field&, Value& value, const Path& path) {
    const auto found =
        json.is_string() ? find_name(names<Value>, json.get_ref<const std::string&>()) : std::nullopt;
    if (!found) refuse_name(path, names_of<Value>(), json);
    value = *found;
}

template <Described Struct>
std::vector<std::string_view> keys_of() {
    std::vector<std::string_view> keys;
    const Struct any{};
    describe(any, [&keys](const Field& field, const auto&) { keys.push_back(field.key); });
    return keys;
}

/// Throws Invalid at the first of the object's keys that is not among `keys`, or collects each of them.
void refuse_unknown_keys(const nlohmann::json& object, std::span<const std::string_view> keys,
                         const Path& path);

[[noreturn]] void refuse_missing(const Field& field, bool is_text, const Path& path);

/// Returns the parameters of the module with this name. Throws Error(bad_input), one line, if there is none.
using FindParameters = std::function<std::span<const Parameter>(const std::string& module)>;

/// Each reads what may have modules in it, whose values have the types that `find` says.
void read(const nlohmann::json& json, const Field& field, ModuleUse& value, const Path& path,
          const FindParameters& find);
void read(const nlohmann::json& json, const Field& field, Effect& value, const Path& path,
          const FindParameters& find);

template <typename Value>
void read(const nlohmann::json& json, const Field& field, Value& value, const Path& path,
          const FindParameters&) {
    read(json, field, value, path);
}

/// A member that the object does not mention gets its default.
template <Described Struct>
void read_object(const nlohmann::json& json, Struct& value, const Path& path, const FindParameters& find) {
    if (!json.is_object()) refuse_type(path, "an object {...}", json);
    Struct fresh{};
    describe(fresh, [&](const Field& field, auto& member) {
        const auto found = json.find(std::string(field.key));
        const Path here(path, field.key);
        here.attempt([&] {
            if (found != json.end())
                read(*found, field, member, here, find);
            else if (field.required)
                refuse_missing(field, std::is_same_v<decltype(member), std::string&>, here);
        });
    });
    refuse_unknown_keys(json, keys_of<Struct>(), path);
    value = std::move(fresh);
}

template <Described Struct>
void read(const nlohmann::json& json, const Field&, Struct& value, const Path& path,
          const FindParameters& find) {
    read_object(json, value, path, find);
}

template <typename Element>
void read(const nlohmann::json& json, const Field& field, std::vector<Element>& list, const Path& path,
          const FindParameters& find) {
    if (!json.is_array()) refuse_type(path, "a list [...]", json);
    check_count(field, json.size(), path);
    std::vector<Element> fresh(json.size());
    for (std::size_t i = 0; i < fresh.size(); ++i) {
        const Path here(path, i);
        here.attempt([&] { read(json[i], field, fresh[i], here, find); });
    }
    list = std::move(fresh);
}

}  // namespace winnow::effects
