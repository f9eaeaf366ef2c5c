#include "effects/format/file_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/message.h"
#include "base/output_file.h"
#include "base/text.h"
#include "effects/format/effect_file.h"
#include "effects/format/source_edit.h"
#include "effects/format/writer.h"
#include "effects/model/strict_json.h"

namespace winnow::effects {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t line_width = 128, indentation = 2;
constexpr double fixed_from = 1e-4, fixed_below = 1e9;  // other numbers have an exponent

/// Leaves out the members of described structs that are defaults. They are compared as text, which tells -0
/// from 0.
class Brief {
  public:
    template <typename Value>
    Json operator()(const Field&, const Value& value) const {
        return write(value);
    }

    /// One number stands for two that are equal.
    Json operator()(const Field& field, const Range& range) const {
        const bool is_one = write(range.least).dump() == write(range.most).dump();
        return is_one && field.drawn ? write(range.least) : write(range);
    }

    template <Described Struct>
    Json operator()(const Field&, const Struct& value) const {
        static const std::vector<std::string> defaults = defaults_of<Struct>();
        auto left_out = defaults.begin();
        Json object = Json::object();
        describe(value, [&](const Field& field, const auto& member) {
            const bool is_default = write(member).dump() == *left_out++;
            if (field.required || !is_default) object[std::string(field.key)] = (*this)(field, member);
        });
        return object;
    }

    template <Described Struct>
    Json operator()(const Field& field, const std::vector<Struct>& list) const {
        Json array = Json::array();
        for (const Struct& element : list) array.push_back((*this)(field, element));
        return array;
    }

  private:
    template <Described Struct>
    static std::vector<std::string> defaults_of() {
        std::vector<std::string> texts;
        const Struct any{};
        describe(any, [&](const Field&, const auto& member) { texts.push_back(write(member).dump()); });
        return texts;
    }
};

/// Returns 7000, 0.02 or 1e+09. A decimal keeps the sign of zero: JSON readers take "-0" for a whole number.
std::string decimal_text(double value) {
    const double size = std::abs(value);
    if (size == 0) return std::signbit(value) ? "-0.0" : "0";
    char text[64];
    const auto format =
        size >= fixed_from && size < fixed_below ? std::chars_format::fixed : std::chars_format::scientific;
    return {text, std::to_chars(text, text + sizeof text, value, format).ptr};
}

std::string scalar_text(const Json& value) {
    return value.is_number_float() ? decimal_text(value.get<double>()) : value.dump();
}

std::string key_text(const std::string& key) {
    return Json(key).dump() + ": ";
}

std::string one_line(const Json& value) {
    if (!value.is_structured()) return scalar_text(value);
    std::string text;
    for (const auto& item : value.items())
        text += (text.empty() ? "" : ", ") + (value.is_object() ? key_text(item.key()) : "") +
                one_line(item.value());
    return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

/// True for what a module's parameter can be beside a number, a list and a word.
bool is_varying(const Json& value) {
    return value.contains("random") || value.contains("curve") || value.contains("gradient");
}

/// True if the value gets several lines: a list of objects is easier to read with a line for each.
bool holds_objects(const Json& value) {
    return std::any_of(value.begin(), value.end(), [](const Json& part) {
        return (part.is_object() && !is_varying(part)) || (part.is_structured() && holds_objects(part));
    });
}

/// `before` is the column at which the value begins.
std::string lines(const Json& value, std::size_t indent, std::size_t before) {
    if (!value.is_structured() || !holds_objects(value)) {
        std::string line = one_line(value);
        if (!value.is_structured() || (before + line.size() < line_width && indent > 0)) return line;
    }
    const std::size_t inner = indent + indentation;
    std::string text;
    for (const auto& item : value.items()) {
        const std::string key = value.is_object() ? key_text(item.key()) : "";
        text += (text.empty() ? "\n" : ",\n") + std::string(inner, ' ') + key +
                lines(item.value(), inner, inner + key.size());
    }
    text += "\n" + std::string(indent, ' ');
    return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

/// True if the text is read as this effect.
bool says(const std::string& text, const Effect& effect) {
    return parse(text, "the effect", effect.folder.path) == effect;
}

}  // namespace

std::string file_text(const Effect& effect) {
    validate(effect, "the effect");
    std::string text = lines(Brief()({}, effect), 0, 0) + "\n";
    if (text.size() > max_file_bytes)
        bad_input("the effect is too large for a file: {}; must be at most {}", bytes_text(text.size()),
                  bytes_text(max_file_bytes));
    if (!says(text, effect)) bad_input("the effect cannot be written so that it reads back");
    return text;
}

std::string edited_text(const std::string& source, const Effect& effect) {
    try {
        const Effect before = parse(source, "the source", effect.folder.path);
        std::string text = edited_source(source, Brief()({}, before), Brief()({}, effect), lines);
        if (text.size() <= max_file_bytes && says(text, effect)) return text;
    } catch (const Error&) {  // the source is no effect, or the new one none
    }
    return file_text(effect);
}

std::string value_text(const nlohmann::json& value) {
    return one_line(value);
}

void save(const Effect& effect, const std::string& path, const std::string& source) {
    const std::string text = edited_text(source, effect);
    if (!beyond_json(source).comments.empty() && beyond_json(text).comments.empty())
        say(fmt::format("{}: is written anew, without the comments that it had", path));
    write_file(path, text);
}

}  // namespace winnow::effects
