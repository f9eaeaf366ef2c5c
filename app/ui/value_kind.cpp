#include "ui/value_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "effects/expression/expression.h"
#include "effects/format/effect_file.h"
#include "effects/format/writer.h"
#include "effects/model/check.h"

namespace winnow::ui {
namespace {

using effects::Type;
using nlohmann::json;

constexpr const char* by_key = "by";

/// Applies `join` to two numbers, or to those of two vectors.
template <typename Join>
json joined(const json& a, const json& b, const Join& join) {
    const auto one = [&](const json& x, const json& y) -> json {
        return effects::shortest(join(x.get<float>(), y.get<float>()));
    };
    if (!a.is_array()) return one(a, b);
    json result = json::array();
    for (std::size_t i = 0; i < a.size(); ++i) result.push_back(one(a[i], b[i]));
    return result;
}

json in_type(const json& value, Type type) {
    if (type != Type::integer) return value;
    return static_cast<std::uint32_t>(std::lround(std::max(value.get<double>(), 0.0)));
}

/// Returns what an expression without names is; the default if it has some.
json computed(const std::string& text, const effects::Parameter& parameter) {
    json usual = json(effects::write(effects::Value(parameter.value)));
    try {
        const auto value = effects::parse_expression(text, {}, {}).evaluate();
        if (!value) return usual;
        if (parameter.type == Type::boolean) return value->x != 0;
        if (!effects::is_graded(parameter.type)) return in_type(effects::shortest(value->x), parameter.type);
        for (std::size_t i = 0; i < usual.size(); ++i)
            usual[i] = effects::shortest((*value)[static_cast<int>(i)]);
        return usual;
    } catch (const effects::Invalid&) {
        return usual;
    }
}

/// A value that goes from one to another while an expression goes from 0 to 1.
struct Course {
    json first, last;
    std::string by;  // empty: both are equal
};

/// Returns an expression that is 0 at the first point and 1 at the last.
std::string share_of(const std::string& by, float first, float last) {
    if (first == 0 && last == 1 && by == effects::usual_by) return by;
    return fmt::format("clamp(({} - {}) / {}, 0, 1)", by, first, last - first);
}

Course course_of(const json& value, const effects::Parameter& parameter) {
    const ValueKind kind = kind_of(value, parameter);
    if (kind == ValueKind::constant) return {value, value, {}};
    if (kind == ValueKind::expression) {
        const json constant = computed(value, parameter);
        return {constant, constant, {}};
    }
    const json& list = value.at(list_key(kind));
    if (kind == ValueKind::random) return {list[0], list[1], "random"};
    const json &first = list.front(), &last = list.back();
    if (list.size() == 1) return {first[1], first[1], {}};
    return {first[1], last[1], share_of(by_of(value, parameter), first[0], last[0])};
}

std::string text_of(const json& constant) {
    if (constant.is_boolean()) return constant.get<bool>() ? "1 > 0" : "1 < 0";
    if (!constant.is_array()) return effects::number_text(constant.get<double>());
    std::string text;
    for (const json& number : constant)
        text += (text.empty() ? "" : ", ") + effects::number_text(number.get<double>());
    return fmt::format("vec{}({})", constant.size(), text);
}

std::string expression_of(const Course& course) {
    if (course.first == course.last) return text_of(course.first);
    return fmt::format("mix({}, {}, {})", text_of(course.first), text_of(course.last), course.by);
}

/// Returns two points. They keep what they depended on.
json points_of(const json& value, const Course& course, ValueKind to) {
    json result{{list_key(to), {{0, course.first}, {1, course.last}}}};
    if (value.is_object() && value.contains(by_key)) result[by_key] = value[by_key];
    return result;
}

}  // namespace

ValueKind kind_of(const json& value, const effects::Parameter& parameter) {
    for (const ValueKind kind : {ValueKind::random, ValueKind::curve, ValueKind::gradient})
        if (value.is_object() && value.contains(list_key(kind))) return kind;
    return value.is_string() && !effects::is_constant(parameter) ? ValueKind::expression
                                                                 : ValueKind::constant;
}

bool can_be(ValueKind kind, const effects::Parameter& parameter) {
    const Type type = parameter.type;
    switch (kind) {
        case ValueKind::constant:
            return true;
        case ValueKind::random:
            return !parameter.is_of_emitter && !parameter.is_fixed &&
                   (type == Type::integer || type == Type::number || effects::is_graded(type));
        case ValueKind::curve:
            return type == Type::number && !parameter.is_fixed;
        case ValueKind::gradient:
            return effects::is_graded(type) && !parameter.is_fixed;
        case ValueKind::expression:
            return !effects::is_constant(parameter);
    }
    return false;
}

std::string list_key(ValueKind kind) {
    return std::string(winnow::name_of(value_kinds, kind));
}

std::string by_of(const json& value, const effects::Parameter& parameter) {
    return value.value(by_key, std::string(usual_by_of(parameter)));
}

json between(const json& from, const json& to, float share) {
    return joined(from, to, [&](float a, float b) { return a + (b - a) * share; });
}

json converted(const json& value, const effects::Parameter& parameter, ValueKind to) {
    constexpr float middle = 0.5f;
    const ValueKind from = kind_of(value, parameter);
    if (from == to) return value;
    const Course course = course_of(value, parameter);
    switch (to) {
        case ValueKind::constant:
            return from != ValueKind::random
                       ? course.first
                       : in_type(between(course.first, course.last, middle), parameter.type);
        case ValueKind::random: {
            const auto& [first, last, by] = course;
            const json least = joined(first, last, [](float a, float b) { return std::min(a, b); });
            const json most = joined(first, last, [](float a, float b) { return std::max(a, b); });
            return {{list_key(to), {in_type(least, parameter.type), in_type(most, parameter.type)}}};
        }
        case ValueKind::curve:
        case ValueKind::gradient:
            return points_of(value, course, to);
        case ValueKind::expression:
            if (parameter.is_of_burst && from == ValueKind::random) return text_of(course.last);
            return expression_of(course);
    }
    return value;
}

}  // namespace winnow::ui
