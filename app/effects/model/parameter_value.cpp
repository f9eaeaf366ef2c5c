#include "effects/model/parameter_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "effects/model/check.h"
#include "effects/model/reader.h"

namespace winnow::effects {
namespace {

using nlohmann::json;

constexpr std::string_view random_key = "random", curve_key = "curve", gradient_key = "gradient",
                           by_key = "by", smooth_key = "smooth";
constexpr std::string_view points_key = "points", closed_key = "closed";  // of splines

// --- the forms that a parameter takes ---------------------------------------------------------------------

void require_random(const Parameter& parameter, const Path& path) {
    if (parameter.is_of_emitter || parameter.type == Type::boolean || is_constant(parameter))
        refuse_at(Path(path, random_key), fmt::format("{} cannot be random", parameter.name));
}

void require_curve(const Parameter& parameter, const Path& path) {
    if (parameter.type != Type::number)
        refuse_at(Path(path, curve_key),
                  fmt::format("{} is {}; a curve is for numbers{}", parameter.name,
                              winnow::name_of(types, parameter.type),
                              is_graded(parameter.type) ? ", a gradient for this" : ""));
}

void require_gradient(const Parameter& parameter, const Path& path) {
    if (!is_graded(parameter.type))
        refuse_at(Path(path, gradient_key),
                  fmt::format("{} is {}; a gradient is for colours, vectors and directions", parameter.name,
                              winnow::name_of(types, parameter.type)));
}

// --- constants --------------------------------------------------------------------------------------------

Field field_of(const Parameter& parameter) {
    return number("", parameter.unit, parameter.range, parameter.usual, "");
}

template <typename Given>
Given read_as(const json& value, const Field& field, const Path& path) {
    Given result{};
    read(value, field, result, path);
    return result;
}

Spline spline_in(const json& value, const Field& field, const Path& path) {
    Spline spline;
    const json* list = &value;
    const Path below(path, points_key);
    if (value.is_object()) {
        refuse_unknown_keys(value, std::array{points_key, closed_key}, path);
        const auto points = value.find(std::string(points_key));
        if (points == value.end()) refuse_at(path, "has no points; it must be a list of points");
        list = &*points;
        if (const auto closed = value.find(std::string(closed_key)); closed != value.end())
            spline.is_closed = read_as<bool>(*closed, {}, Path(path, closed_key));
    }
    const Path& here = value.is_object() ? below : path;
    if (!list->is_array() || list->size() < min_spline_points || list->size() > max_spline_points)
        refuse_type(here, fmt::format("a list of {} to {} points", min_spline_points, max_spline_points),
                    *list);
    for (std::size_t i = 0; i < list->size(); ++i)
        spline.points.push_back(read_as<glm::vec3>((*list)[i], field, Path(here, i)));
    return spline;
}

std::vector<std::string_view> names_of(const std::vector<Choice>& choices) {
    std::vector<std::string_view> words;
    for (const Choice& choice : choices) words.push_back(choice.name);
    return words;
}

/// Calls check(value) if the constant has the type `Given`; else refuses it.
template <typename Given, typename Check>
void check_as(const Constant& constant, const Parameter& parameter, const Path& path,
              const Check& check_value) {
    const auto* const given = std::get_if<Given>(&constant.value);
    if (given == nullptr)
        refuse_at(path, fmt::format("must be {}",
                                    std::ranges::find(types, parameter.type, &Named<Type>::value)->summary));
    check_value(*given);
}

void check_spline(const Spline& spline, const Field& field, const Path& path) {
    if (spline.points.size() < min_spline_points || spline.points.size() > max_spline_points)
        refuse_at(path, fmt::format("must be a list of {} to {} points, not a list of {}", min_spline_points,
                                    max_spline_points, spline.points.size()));
    for (std::size_t i = 0; i < spline.points.size(); ++i) check(field, spline.points[i], Path(path, i));
}

void check_constant(const Parameter& parameter, const Constant& constant, const Path& path) {
    const Field field = field_of(parameter);
    const auto within = [&](const auto& value) { check(field, value, path); };
    switch (parameter.type) {
        case Type::boolean:
            return check_as<bool>(constant, parameter, path, [](bool) {});
        case Type::integer:
            return check_as<std::uint32_t>(constant, parameter, path, within);
        case Type::number:
            return check_as<float>(constant, parameter, path, within);
        case Type::vector:
            return check_as<glm::vec3>(constant, parameter, path, within);
        case Type::colour:
            return check_as<glm::vec4>(constant, parameter, path, within);
        case Type::direction:
            return check_as<glm::vec3>(constant, parameter, path, [&](const glm::vec3& direction) {
                check(sized("", any_number, ""), direction, path);
                if (glm::length(direction) < shortest_direction)
                    refuse_at(path, "a direction must not be zero");
            });
        case Type::choice:
            return check_as<std::string>(constant, parameter, path, [&](const std::string& name) {
                const auto names = names_of(parameter.choices);
                if (std::ranges::find(names, name) == names.end()) refuse_name(path, names, name);
            });
        case Type::file:
            return check_as<std::string>(constant, parameter, path, [&](const std::string& file) {
                check(sized("", {0, longest_path}, ""), file, path);
            });
        case Type::attribute:  // its name is checked where the attribute is looked up
            return check_as<std::string>(constant, parameter, path, [](const std::string&) {});
        case Type::spline:
            return check_as<Spline>(constant, parameter, path,
                                    [&](const Spline& spline) { check_spline(spline, field, path); });
    }
}

// --- values that vary -------------------------------------------------------------------------------------

const json& list_in(const json& value, std::string_view key, std::size_t least, std::size_t most,
                    const Path& path) {
    const json& list = value.at(std::string(key));
    if (!list.is_array() || list.size() < least || list.size() > most)
        refuse_type(Path(path, key),
                    fmt::format("a list of {}{}{}", least, least == most ? "" : " to ",
                                least == most ? "" : std::to_string(most)),
                    list);
    return list;
}

std::optional<std::string> by_in(const json& value, const Path& path) {
    const auto found = value.find(by_key);
    if (found == value.end()) return std::nullopt;
    if (!found->is_string()) refuse_type(Path(path, by_key), "an expression in quotes", *found);
    return found->get<std::string>();
}

Random random_in(const json& value, const Parameter& parameter, const Path& path) {
    const json& ends = list_in(value, random_key, 2, 2, path);
    require_random(parameter, path);
    const Path here(path, random_key);
    return {read_constant(ends[0], parameter, Path(here, std::size_t{0})),
            read_constant(ends[1], parameter, Path(here, std::size_t{1}))};
}

void require_ascending(float before, float place, const Path& path) {
    if (place <= before) refuse_at(path, "must be more than the place before");
}

/// Calls store(place, constant, point, path) for each point of a curve or a gradient: a list of its place,
/// its value, and up to `extra` numbers more.
template <typename Store>
void read_points(const json& value, std::string_view key, std::size_t extra, const Parameter& parameter,
                 const Path& path, const Store& store) {
    const json& list = list_in(value, key, 1, max_curve_points, path);
    const Path points(path, key);
    float before = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Path point(points, i);
        if (!list[i].is_array() || list[i].size() < 2 || list[i].size() > 2 + extra)
            refuse_type(point,
                        extra == 0 ? "a list of a place and a value"
                                   : "a list of a place, a value and perhaps one slope or two",
                        list[i]);
        const auto x =
            read_as<float>(list[i][0], sized("place", any_number, ""), Path(point, std::size_t{0}));
        if (i > 0) require_ascending(before, x, Path(point, std::size_t{0}));
        before = x;
        store(x, read_constant(list[i][1], parameter, Path(point, std::size_t{1})), list[i], point);
    }
}

bool smooth_in(const json& value, const Path& path) {
    return value.contains(smooth_key) &&
           read_as<bool>(value[smooth_key], number("", "", {}, {}, ""), Path(path, smooth_key));
}

/// Returns the slopes that a point of a curve states behind its place and its value: one, or two for a
/// corner.
std::optional<Slopes> slopes_in(const json& point, const Path& path) {
    if (point.size() == 2) return std::nullopt;
    const auto slope = [&](std::size_t at) {
        return read_as<float>(point[at], sized("slope", any_slope, ""), Path(path, at));
    };
    Slopes slopes{slope(2)};
    if (point.size() > 3) slopes.after = slope(3);
    return slopes;
}

Curve curve_in(const json& value, const Parameter& parameter, const Path& path) {
    require_curve(parameter, path);
    Curve curve{{}, by_in(value, path), smooth_in(value, path)};
    read_points(value, curve_key, 2, parameter, path,
                [&](float x, const Constant& y, const json& point, const Path& here) {
                    curve.points.emplace_back(x, std::get<float>(y.value));
                    curve.slopes.push_back(slopes_in(point, here));
                });
    if (std::ranges::none_of(curve.slopes, [](const auto& slopes) { return slopes.has_value(); }))
        curve.slopes.clear();
    return curve;
}

Gradient gradient_in(const json& value, const Parameter& parameter, const Path& path) {
    require_gradient(parameter, path);
    Gradient gradient{{}, by_in(value, path), parameter.type != Type::colour, smooth_in(value, path)};
    read_points(value, gradient_key, 0, parameter, path, [&](float x, const Constant& stop, auto&&...) {
        const auto* const colour = std::get_if<glm::vec4>(&stop.value);
        gradient.stops.emplace_back(
            x, colour != nullptr ? *colour : glm::vec4(std::get<glm::vec3>(stop.value), 0));
    });
    return gradient;
}

/// Reads an object with one of the keys and perhaps `by`.
Value object_in(const json& value, const Parameter& parameter, const Path& path) {
    refuse_unknown_keys(value, std::array{random_key, curve_key, gradient_key, by_key, smooth_key}, path);
    const auto has = [&](std::string_view key) { return value.contains(key); };
    if (int{has(random_key)} + int{has(curve_key)} + int{has(gradient_key)} != 1)
        refuse_at(path, "must have one of random, curve and gradient");
    if (has(curve_key)) return curve_in(value, parameter, path);
    if (has(gradient_key)) return gradient_in(value, parameter, path);
    if (has(smooth_key)) refuse_at(Path(path, smooth_key), "only a curve or a gradient can be smooth");
    if (has(by_key)) refuse_at(Path(path, by_key), "a random value depends on nothing");
    return random_in(value, parameter, path);
}

/// Checks the points of a curve or the stops of a gradient. `place_of` and `value_of` return their parts.
template <typename Point, typename PlaceOf, typename ValueOf>
void check_points(const std::vector<Point>& points, std::string_view key, const Parameter& parameter,
                  const Path& path, const PlaceOf& place_of, const ValueOf& value_of) {
    const Path list(path, key);
    if (points.empty() || points.size() > max_curve_points)
        refuse_at(list, fmt::format("must be a list of 1 to {}, not a list of {}", max_curve_points,
                                    points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Path point(list, i), place(point, std::size_t{0});
        check(sized("place", any_number, ""), place_of(points[i]), place);
        if (i > 0) require_ascending(place_of(points[i - 1]), place_of(points[i]), place);
        check_constant(parameter, value_of(points[i]), Path(point, std::size_t{1}));
    }
}

/// Checks a value of each form against the parameter.
struct ValueCheck {
    const Parameter& parameter;
    const Path& path;

    void operator()(const Constant& constant) const { check_constant(parameter, constant, path); }
    void operator()(const Random& random) const {
        require_random(parameter, path);
        const Path ends(path, random_key);
        check_constant(parameter, random.least, Path(ends, std::size_t{0}));
        check_constant(parameter, random.most, Path(ends, std::size_t{1}));
    }
    void operator()(const Curve& curve) const {
        require_curve(parameter, path);
        check_points(
            curve.points, curve_key, parameter, path, [](const glm::vec2& point) { return point.x; },
            [](const glm::vec2& point) { return Constant(point.y); });
        const Path list(path, curve_key);
        for (std::size_t i = 0; i < curve.slopes.size(); ++i)
            if (curve.slopes[i]) {
                const Path point(list, i);
                check(sized("slope", any_slope, ""), curve.slopes[i]->before, Path(point, std::size_t{2}));
                check(sized("slope", any_slope, ""), curve.slopes[i]->after.value_or(0),
                      Path(point, std::size_t{3}));
            }
    }
    void operator()(const Gradient& gradient) const {
        require_gradient(parameter, path);
        check_points(
            gradient.stops, gradient_key, parameter, path, [](const auto& stop) { return stop.first; },
            [&](const auto& stop) {
                return gradient.is_of_vectors ? Constant(glm::vec3(stop.second)) : Constant(stop.second);
            });
    }
    void operator()(const Formula&) const {
        if (is_constant(parameter))
            refuse_at(path, fmt::format("{} cannot be an expression", parameter.name));
    }
};

}  // namespace

namespace {

Parameter parameter_like(const Field& field, Type type, const Constant& value, bool is_of_emitter) {
    return {.name = std::string(field.key),
            .type = type,
            .unit = std::string(field.unit),
            .value = value,
            .range = field.range,
            .usual = field.usual,
            .is_logarithmic = field.logarithmic,
            .is_of_emitter = is_of_emitter,
            .sentence = std::string(field.sentence)};
}

}  // namespace

const Parameter& rate_parameter() {
    constexpr float usual_rate = 1000;
    static const Parameter parameter = parameter_like(rate_field, Type::number, usual_rate, true);
    return parameter;
}

/// Each burst draws its count.
const Parameter& count_parameter() {
    static const Parameter parameter = [] {
        Parameter count =
            parameter_like(count_field, Type::integer, std::get<Constant>(BurstCount().value), false);
        count.is_of_burst = true;
        return count;
    }();
    return parameter;
}

const Parameter& probability_parameter() {
    static const Parameter parameter =
        parameter_like(probability_field, Type::number, std::get<Constant>(Probability().value), true);
    return parameter;
}

Parameter parameter_of(const Field& field, const NumberInTime&) {
    return parameter_like(field, Type::number, Constant(0.0f), true);
}

Parameter parameter_of(const Field& field, const VectorInTime&) {
    return parameter_like(field, Type::vector, Constant(glm::vec3(0)), true);
}

void read(const json& value, const Field& field, Spline& spline, const Path& path) {
    spline = value.is_array() && value.empty() ? Spline() : spline_in(value, field, path);
}

void check(const Field& field, const Spline& spline, const Path& path) {
    if (spline != Spline()) check_spline(spline, field, path);
}

Constant read_constant(const json& value, const Parameter& parameter, const Path& path) {
    const Field field = field_of(parameter);
    Constant constant = [&]() -> Constant {
        switch (parameter.type) {
            case Type::boolean:
                return read_as<bool>(value, field, path);
            case Type::integer:
                return read_as<std::uint32_t>(value, field, path);
            case Type::number:
                return read_as<float>(value, field, path);
            case Type::vector:
                return read_as<glm::vec3>(value, field, path);
            case Type::direction:
                return read_as<glm::vec3>(value, sized("", any_number, ""), path);
            case Type::colour:
                return read_as<glm::vec4>(value, field, path);
            case Type::choice:
                if (!value.is_string()) refuse_name(path, names_of(parameter.choices), value);
                return Constant(value.get<std::string>());
            case Type::file:
            case Type::attribute:
                return Constant(read_as<std::string>(value, sized("", {0, longest_path}, ""), path));
            case Type::spline:
                break;
        }
        return spline_in(value, field, path);
    }();
    check_constant(parameter, constant, path);
    return constant;
}

Value read_value(const json& value, const Parameter& parameter, const Path& path) {
    Value result = [&]() -> Value {
        const bool may_vary = parameter.type != Type::spline && parameter.type != Type::attribute;
        if (value.is_object() && may_vary && !parameter.is_fixed) return object_in(value, parameter, path);
        const bool is_hexadecimal = parameter.type == Type::colour && value.is_string() &&
                                    value.get_ref<const std::string&>().starts_with('#');
        if (value.is_string() && !is_hexadecimal && !is_constant(parameter))
            return Formula(value.get<std::string>());
        return read_constant(value, parameter, path);
    }();
    check(parameter, result, path);
    return result;
}

void check(const Parameter& parameter, const Value& value, const Path& path) {
    std::visit(ValueCheck{parameter, path}, value);
}

const Parameter& parameter_named(std::string_view name, std::string_view module,
                                 std::span<const Parameter> parameters, const Path& path) {
    const auto found = std::ranges::find(parameters, name, &Parameter::name);
    if (found != parameters.end()) return *found;
    std::vector<std::string_view> names;
    for (const Parameter& parameter : parameters) names.emplace_back(parameter.name);
    const std::string hint = did_you_mean(name, names);
    refuse_at(Path(path, name), fmt::format("{} has no such parameter{}", module,
                                            !hint.empty()   ? hint
                                            : names.empty() ? std::string("; it has none")
                                                            : "; must be " + join_or(names)));
}

}  // namespace winnow::effects
