#include "effects/model/reader.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "effects/model/colour.h"
#include "effects/model/parameter_value.h"

namespace winnow::effects {
namespace {

using nlohmann::json;

std::string shown(const json& value) {
    if (value.is_object()) return "an object";
    if (value.is_array()) return fmt::format("a list of {}", value.size());
    return excerpt(value.dump(-1, ' ', false, json::error_handler_t::replace), 60);
}

/// Reads a list of `count` numbers within the field's range.
template <typename Store>
void read_each(const json& value, const Field& field, std::size_t count, const Path& path,
               const Store& store) {
    if (!value.is_array() || value.size() != count)
        refuse_type(path, fmt::format("a list of {} numbers", count), value);
    for (std::size_t i = 0; i < count; ++i) {
        float number = 0;
        read(value[i], field, number, Path(path, i));
        store(i, number);
    }
}

template <typename Vector>
void read_vector(const json& value, const Field& field, Vector& vector, const Path& path) {
    Vector fresh{};
    read_each(value, field, static_cast<std::size_t>(Vector::length()), path,
              [&fresh](std::size_t i, float number) { fresh[static_cast<int>(i)] = number; });
    vector = fresh;
}

/// Reads "#ff8800" or the name of a colour. Where there is no `alpha`, the text may give none.
glm::vec4 read_colour(const json& value, bool has_alpha, const Path& path) {
    constexpr std::size_t short_with_alpha = 5, long_with_alpha = 9;  // characters
    const auto& text = value.get_ref<const std::string&>();
    const auto colour = css_colour(text);
    if (!colour)
        throw Invalid{path.pointer(),
                      fmt::format("must be a list of numbers, \"#rrggbb\" or the name of a colour, not {}{}",
                                  shown(value), did_you_mean(text, css_colour_names()))};
    const bool gives_alpha =
        text.front() == '#' && (text.size() == short_with_alpha || text.size() == long_with_alpha);
    if (gives_alpha && !has_alpha)
        throw Invalid{path.pointer(),
                      fmt::format("must have no alpha, as \"#rrggbb\", not {}", shown(value))};
    return *colour;
}

}  // namespace

void refuse_type(const Path& path, std::string_view expected, const json& found) {
    throw Invalid{path.pointer(), fmt::format("must be {}, not {}", expected, shown(found))};
}

void refuse_name(const Path& path, std::span<const std::string_view> right, const json& found) {
    const std::string hint =
        found.is_string() ? did_you_mean(found.get_ref<const std::string&>(), right) : "";
    throw Invalid{path.pointer(), fmt::format("must be {}, not {}{}", join_or(right), shown(found), hint)};
}

void refuse_missing(const Field& field, bool is_text, const Path& path) {
    const bool has_range = field.range.least != 0 || field.range.most != 0;
    const std::string right = is_text ? "a string" : has_range ? range_text(field) : "";
    throw Invalid{path.pointer(), "is missing" + (right.empty() ? "" : "; must be " + right)};
}

void refuse_unknown_keys(const json& object, std::span<const std::string_view> keys, const Path& path) {
    for (const auto& item : object.items()) {
        if (std::find(keys.begin(), keys.end(), item.key()) != keys.end()) continue;
        const std::string hint = did_you_mean(item.key(), keys);
        if (const auto meant = nearest(item.key(), keys)) Path(path, *meant).doubt();
        const Path here(path, item.key());
        here.attempt([&] {
            throw Invalid{here.pointer(),
                          hint.empty() ? "unknown key; must be " + join_or(keys) : "unknown key" + hint};
        });
    }
}

void read(const json& value, const Field& field, float& number, const Path& path) {
    if (!value.is_number()) refuse_type(path, range_text(field), value);
    check(field, value.get<double>(), path);
    number = static_cast<float>(value.get<double>());
}

void read(const json& value, const Field&, Rate& rate, const Path& path) {
    rate = read_value(value, rate_parameter(), path);
}

void read(const json& value, const Field&, BurstCount& count, const Path& path) {
    count = read_value(value, count_parameter(), path);
}

void read(const json& value, const Field&, Probability& probability, const Path& path) {
    probability = read_value(value, probability_parameter(), path);
}

void read(const json& value, const Field& field, NumberInTime& number, const Path& path) {
    number = read_value(value, parameter_of(field, number), path);
}

void read(const json& value, const Field& field, VectorInTime& vector, const Path& path) {
    vector = read_value(value, parameter_of(field, vector), path);
}

void read(const json& value, const Field& field, PropertyValue& property, const Path& path) {
    PropertyValue fresh;
    if (value.is_string() && !value.get_ref<const std::string&>().empty())
        fresh = PropertyValue(value.get<std::string>());
    else if (value.is_number())
        read(value, field, fresh.number, path);
    else
        refuse_type(path, range_text(field) + ", or an expression of other properties, such as \"2 * size\"",
                    value);
    property = std::move(fresh);
}

namespace {

/// Reads an object of texts by their names. One whose text is refused is there too, so that others may name
/// it.
std::map<std::string, std::string, std::less<>> read_texts(const json& value, const Field& field,
                                                           std::string_view of, std::string_view expected,
                                                           const Path& path) {
    if (!value.is_object())
        refuse_type(path, fmt::format("an object of {} by their names {{...}}", of), value);
    check_count(field, value.size(), path);
    std::map<std::string, std::string, std::less<>> texts;
    for (const auto& item : value.items()) {
        const Path here(path, item.key());
        std::string& text = texts[item.key()];
        here.attempt([&] {
            if (!item.value().is_string()) refuse_type(here, std::string(expected), item.value());
            text = item.value().get<std::string>();
        });
    }
    return texts;
}

}  // namespace

void read(const json& value, const Field& field, Lets& lets, const Path& path) {
    lets = read_texts(value, field, "expressions", "an expression in quotes, such as \"length(position)\"",
                      path);
}

void read(const json& value, const Field& field, Files& files, const Path& path) {
    files = Files(read_texts(value, field, "files", "a file's text in quotes, or a data URI", path));
}

void read(const json& value, const Field& field, std::uint32_t& number, const Path& path) {
    const std::string expected = "a whole number, " + range_text(field);
    if (!value.is_number()) refuse_type(path, expected, value);
    const double found = value.get<double>();
    if (found != std::floor(found)) refuse_type(path, expected, value);
    check(field, found, path);
    number = static_cast<std::uint32_t>(found);
}

void read(const json& value, const Field&, ModuleUse& use, const Path& path, const FindParameters& find) {
    constexpr std::string_view name = "module", enabled = "enabled", space = "space";
    if (!value.is_object()) refuse_type(path, "an object {...}", value);
    const auto found = value.find(std::string(name));
    if (found == value.end()) throw Invalid{path.pointer(), "has no module; it must be a module's name"};
    if (!found->is_string()) refuse_type(Path(path, name), "a module's name", *found);
    ModuleUse fresh{found->get<std::string>()};
    const auto parameters = [&] {
        try {
            return find(fresh.module);
        } catch (const Error& error) {
            throw Invalid{Path(path, name).pointer(), error.what()};
        }
    }();
    for (const auto& item : value.items()) {
        const Path here(path, item.key());
        here.attempt([&] {
            if (item.key() == enabled)
                read(item.value(), Field{}, fresh.enabled, here);
            else if (item.key() == space)
                read(item.value(), Field{}, fresh.space, here);
            else if (item.key() != name)
                fresh.values.emplace(
                    item.key(),
                    read_value(item.value(), parameter_named(item.key(), fresh.module, parameters, path),
                               here));
        });
    }
    use = std::move(fresh);
}

void read(const json& value, const Field&, Effect& effect, const Path& path, const FindParameters& find) {
    constexpr std::string_view format = "format";
    const auto found = value.is_object() ? value.find(format) : value.end();
    if (found != value.end() && *found == 1)  // said first: its keys are unknown now
        throw Invalid{Path(path, format).pointer(),
                      fmt::format("must be {}, not 1, which only earlier versions read", format_version)};
    read_object(value, effect, path, find);
}

void read(const json& value, const Field&, bool& flag, const Path& path) {
    if (!value.is_boolean()) refuse_type(path, "true or false", value);
    flag = value.get<bool>();
}

void read(const json& value, const Field& field, std::string& text, const Path& path) {
    if (!value.is_string()) refuse_type(path, "a string", value);
    check(field, value.get_ref<const std::string&>(), path);
    text = value.get<std::string>();
}

void read(const json& value, const Field& field, glm::vec3& vector, const Path& path) {
    if (field.is_colour && value.is_string())
        vector = glm::vec3(read_colour(value, false, path));
    else
        read_vector(value, field, vector, path);
}

void read(const json& value, const Field& field, glm::vec4& vector, const Path& path) {
    if (value.is_string())
        vector = read_colour(value, true, path);
    else
        read_vector(value, field, vector, path);
}

void read(const json& value, const Field& field, Range& range, const Path& path) {
    Range fresh;
    const auto store = [&fresh](std::size_t i, float n) { (i == 0 ? fresh.least : fresh.most) = n; };
    if (field.drawn && value.is_number()) {
        read(value, field, fresh.least, path);
        fresh.most = fresh.least;
    } else if (field.drawn && value.is_object()) {
        constexpr std::string_view random = "random";
        refuse_unknown_keys(value, std::span(&random, 1), path);
        if (value.empty()) throw Invalid{path.pointer(), "must have random"};
        read_each(value.front(), field, 2, Path(path, random), store);
    } else {
        read_each(value, field, 2, path, store);
    }
    range = fresh;
}

}  // namespace winnow::effects
