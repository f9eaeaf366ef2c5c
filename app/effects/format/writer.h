// Writes members of described structs as JSON values, in the table's order.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "effects/format/effect_file.h"
#include "effects/model/fields.h"
#include "effects/model/parameter.h"

namespace winnow::effects {

inline nlohmann::ordered_json write(float value) {
    return shortest(value);
}
inline nlohmann::ordered_json write(std::uint32_t value) {
    return value;
}
inline nlohmann::ordered_json write(bool value) {
    return value;
}
inline nlohmann::ordered_json write(const std::string& value) {
    return value;
}
inline nlohmann::ordered_json write(const Range& value) {
    return {shortest(value.least), shortest(value.most)};
}

/// Writes what an effect gives to a parameter.
nlohmann::ordered_json write(const Value& value);
inline nlohmann::ordered_json write(const Rate& rate) {
    return write(rate.value);
}
inline nlohmann::ordered_json write(const BurstCount& count) {
    return write(count.value);
}
inline nlohmann::ordered_json write(const Probability& probability) {
    return write(probability.value);
}
inline nlohmann::ordered_json write(const NumberInTime& number) {
    return write(number.value);
}
inline nlohmann::ordered_json write(const VectorInTime& vector) {
    return write(vector.value);
}

inline nlohmann::ordered_json write(const PropertyValue& value) {
    return value.is_computed() ? nlohmann::ordered_json(value.expression) : write(value.number);
}
inline nlohmann::ordered_json write(const Lets& lets) {
    auto object = nlohmann::ordered_json::object();
    for (const auto& [name, text] : lets) object[name] = text;
    return object;
}

inline nlohmann::ordered_json write(const Files& files) {
    return files.all();
}

/// Writes the values in the order of the module's parameters.
nlohmann::ordered_json write(const ModuleUse& value);

template <int N>
nlohmann::ordered_json write(const glm::vec<N, float>& value) {
    auto list = nlohmann::ordered_json::array();
    for (int i = 0; i < N; ++i) list.push_back(shortest(value[i]));
    return list;
}

/// Writes the list of points; an object only if it is closed.
nlohmann::ordered_json write(const Spline& value);

template <Enumeration Value>
nlohmann::ordered_json write(Value value) {
    return name_of(names<Value>, value);
}

template <Described Struct>
nlohmann::ordered_json write(const Struct& value) {
    auto object = nlohmann::ordered_json::object();
    describe(value, [&object](const Field& field, const auto& member) {
        object[std::string(field.key)] = write(member);
    });
    return object;
}

template <typename Struct>
nlohmann::ordered_json write(const std::vector<Struct>& list) {
    auto array = nlohmann::ordered_json::array();
    for (const Struct& element : list) array.push_back(write(element));
    return array;
}

}  // namespace winnow::effects
