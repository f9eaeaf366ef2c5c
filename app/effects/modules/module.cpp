#include "effects/modules/module.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "base/embedded.h"
#include "base/error.h"
#include "base/text.h"
#include "effects/model/check.h"
#include "effects/model/document.h"
#include "effects/model/parameter_value.h"
#include "effects/model/reader.h"
#include "effects/model/strict_json.h"
#include "effects/modules/name_check.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_modules;

namespace winnow::effects {
namespace {

using nlohmann::json;

constexpr std::string_view module_extension = ".glsl";
constexpr std::size_t longest_sentence = 500, max_declared = 64, max_choices = 16;
constexpr Interval any_whole{0, std::numeric_limits<std::uint32_t>::max()};

const json& member(const json& object, std::string_view key, const Path& path, std::string_view expected) {
    const auto found = object.find(std::string(key));
    if (found == object.end()) refuse_at(path, fmt::format("has no {}; it must be {}", key, expected));
    return *found;
}

const json* optional_member(const json& object, std::string_view key) {
    const auto found = object.find(std::string(key));
    return found == object.end() ? nullptr : &*found;
}

std::string sentence_of(const json& value, const Path& path) {
    if (!value.is_string()) refuse_type(path, "a sentence", value);
    const auto& text = value.get_ref<const std::string&>();
    if (text.empty() || text.size() > longest_sentence)
        refuse_at(path, fmt::format("must be a sentence of at most {} bytes, not {}", longest_sentence,
                                    text.size()));
    return text;
}

std::string sentence_in(const json& object, const Path& path) {
    return sentence_of(member(object, "does", path, "a sentence"), Path(path, "does"));
}

template <Enumeration Named>
Named name_in(const json& object, std::string_view key, const Path& path) {
    Named value{};
    read(member(object, key, path, join_or(names_of<Named>())), Field{}, value, Path(path, key));
    return value;
}

/// Reads the name of a type; `boolean` and `integer` stand for `truth` and `whole` too.
Type type_in(const json& object, std::string_view key, const Path& path) {
    const json& name = member(object, key, path, join_or(names_of<Type>()));
    if (name == "boolean") return Type::boolean;
    if (name == "integer") return Type::integer;
    return name_in<Type>(object, key, path);
}

bool has_range(Type type) {
    return is_stored(type) || type == Type::spline;
}

Interval interval_in(const json& object, std::string_view key, Interval within, Interval otherwise,
                     bool is_whole, const Path& path) {
    const json* value = optional_member(object, key);
    if (value == nullptr) return otherwise;
    const Path here(path, key);
    if (!value->is_array() || value->size() != 2) refuse_type(here, "a list of two numbers", *value);
    double ends[2] = {};
    for (std::size_t i = 0; i < 2; ++i) {
        const json& end = (*value)[i];
        const Field field = sized(key, within, "");
        if (!end.is_number()) refuse_type(Path(here, i), range_text(field), end);
        ends[i] = end.get<double>();
        check(field, ends[i], Path(here, i));
        if (is_whole && ends[i] != std::floor(ends[i])) refuse_type(Path(here, i), "a whole number", end);
    }
    if (ends[0] >= ends[1]) refuse_at(here, "the first number must be less than the second");
    return {ends[0], ends[1]};
}

template <typename Member>
Member read_as(const json& value, const Field& field, const Path& path) {
    Member result{};
    read(value, field, result, path);
    check(field, result, path);
    return result;
}

/// Returns the value of a parameter or attribute that does not name a default: 0 if that is in the range.
Constant natural_value(Type type, Interval range, const std::vector<Choice>& choices = {}) {
    const auto zero = static_cast<float>(std::clamp(0.0, range.least, range.most));
    switch (type) {
        case Type::boolean:
            return {false};
        case Type::integer:
            return {static_cast<std::uint32_t>(std::clamp(0.0, range.least, range.most))};
        case Type::vector:
            return {glm::vec3(zero)};
        case Type::direction:
            return {glm::vec3(0, 1, 0)};
        case Type::colour:
            return {glm::vec4(1)};
        case Type::choice:
            return Constant(choices.front().name);
        case Type::file:
        case Type::attribute:
            return Constant(std::string());
        case Type::spline:
            return Spline{{glm::vec3(0), glm::vec3(0, 1, 0)}};
        case Type::number:
            break;
    }
    return {zero};
}

Constant value_in(const json& object, const Parameter& parameter, const Path& path) {
    const json* value = optional_member(object, "default");
    if (value == nullptr) return natural_value(parameter.type, parameter.range, parameter.choices);
    const Path here(path, "default");
    return read_constant(*value, parameter, here);
}

/// Returns the object's keys in the order of the text; `ordered` is the same object.
std::vector<std::string> keys_in_order(const nlohmann::ordered_json& ordered) {
    std::vector<std::string> keys;
    for (const auto& item : ordered.items()) keys.push_back(item.key());
    return keys;
}

void check_object(const json& value, const Path& path, std::size_t most) {
    if (!value.is_object()) refuse_type(path, "an object {...}", value);
    if (value.size() > most)
        refuse_at(path, fmt::format("must have at most {} members, not {}", most, value.size()));
}

std::vector<Choice> choices_in(const json& object, const nlohmann::ordered_json& ordered, const Path& path) {
    constexpr std::string_view key = "choices";
    const json& value = member(object, key, path, "an object of names and sentences");
    const Path here(path, key);
    check_object(value, here, max_choices);
    if (value.size() < 2) refuse_at(here, "must have at least two names");
    std::vector<Choice> choices;
    for (const std::string& name : keys_in_order(ordered.at(std::string(key)))) {
        const Path place(here, name);
        check_word(name, '-', place);
        choices.push_back({name, sentence_of(value.at(name), place)});
    }
    return choices;
}

std::optional<PinnedUse> pinned_in(const json& object, const Path& path) {
    const json* value = optional_member(object, "use");
    if (value == nullptr) return std::nullopt;
    const Path here(path, "use");
    if (!value->is_array() || value->size() != 2)
        refuse_type(here, "a list of a use and its component", *value);
    return PinnedUse{
        read_as<std::uint32_t>((*value)[0], sized("use", any_whole, ""), Path(here, std::size_t{0})),
        read_as<std::uint32_t>((*value)[1], sized("use", {0, 3}, ""), Path(here, std::size_t{1}))};
}

Type stored_type_in(const json& object, std::string_view key, const Path& path) {
    const auto type = type_in(object, key, path);
    if (!is_stored(type)) refuse_at(Path(path, key), "an attribute must be number, whole, vector or colour");
    return type;
}

std::vector<std::string_view> keys_for(Type type) {
    const bool is_named = type == Type::file || type == Type::attribute;  // by the effect alone
    std::vector<std::string_view> keys{"type", "does", is_named ? "holds" : "default"};
    if (type == Type::choice) keys.push_back("choices");
    if (has_range(type)) keys.insert(keys.end(), {"unit", "range", "usual"});
    if (has_range(type) && type != Type::spline) keys.insert(keys.end(), {"logarithmic", "use", "constant"});
    if (type == Type::number) keys.push_back("off_at_zero");
    return keys;
}

std::string unit_in(const json& object, const Path& path) {
    const json* const unit = optional_member(object, "unit");
    if (unit == nullptr) return {};
    return read_as<std::string>(*unit, sized("unit", {0, longest_name}, ""), Path(path, "unit"));
}

Parameter read_parameter(const std::string& name, const json& object, const nlohmann::ordered_json& ordered,
                         const Path& path) {
    if (!object.is_object()) refuse_type(path, "an object {...}", object);
    Parameter parameter{.name = name, .type = type_in(object, "type", path)};
    check_parameter_name(name, parameter.type != Type::attribute, path);
    refuse_unknown_keys(object, keys_for(parameter.type), path);
    parameter.sentence = sentence_in(object, path);
    parameter.unit = unit_in(object, path);
    if (parameter.type == Type::choice) parameter.choices = choices_in(object, ordered, path);
    if (parameter.type == Type::file) parameter.file_kind = name_in<FileKind>(object, "holds", path);
    if (parameter.type == Type::attribute) parameter.attribute = stored_type_in(object, "holds", path);
    if (has_range(parameter.type)) {
        const bool is_whole = parameter.type == Type::integer;
        const Interval widest = is_whole ? any_whole : Interval{-1e9, 1e9};
        const Interval otherwise = is_whole ? any_whole : parameter.type == Type::colour ? light : any_number;
        parameter.range = interval_in(object, "range", widest, otherwise, is_whole, path);
        parameter.usual = interval_in(object, "usual", parameter.range, parameter.range, is_whole, path);
        if (const json* flag = optional_member(object, "logarithmic"))
            parameter.is_logarithmic = read_as<bool>(*flag, {}, Path(path, "logarithmic"));
        if (parameter.is_logarithmic && parameter.usual.least < 0)
            refuse_at(Path(path, "logarithmic"), "needs a usual range of numbers that are not negative");
        parameter.pinned = pinned_in(object, path);
        if (const json* flag = optional_member(object, "constant"))
            parameter.is_fixed = read_as<bool>(*flag, {}, Path(path, "constant"));
        if (const json* flag = optional_member(object, "off_at_zero"))
            parameter.is_off_at_zero = read_as<bool>(*flag, {}, Path(path, "off_at_zero"));
    }
    parameter.value = value_in(object, parameter, path);
    return parameter;
}

Attribute read_attribute(const std::string& name, const json& object, const Path& path) {
    check_value_name(name, path);
    if (!object.is_object()) refuse_type(path, "an object {...}", object);
    refuse_unknown_keys(object, std::vector<std::string_view>{"type", "default", "does", "unit"}, path);
    Parameter like{.name = name, .type = stored_type_in(object, "type", path)};
    like.range = like.type == Type::integer ? any_whole : like.type == Type::colour ? light : any_number;
    return {name, like.type, value_in(object, like, path), sentence_in(object, path), unit_in(object, path)};
}

/// Calls read(name, object, the same object in order, path) for each member of head[key], if there is one.
template <typename Read>
void for_each_declared(const json& head, const nlohmann::ordered_json& ordered, std::string_view key,
                       const Read& read_one) {
    const json* declared = optional_member(head, key);
    if (declared == nullptr) return;
    const Path top, path(top, key);
    check_object(*declared, path, max_declared);
    const auto& in_order = ordered.at(std::string(key));
    for (const std::string& name : keys_in_order(in_order))
        read_one(name, declared->at(name), in_order.at(name), Path(path, name));
}

void check_words(const Module& module) {
    std::uint32_t words = 0;
    for (const Attribute& attribute : module.attributes) words += words_of(attribute.type);
    if (words > max_attribute_words)
        throw Invalid{"/attributes", fmt::format("must take at most {} words of 32 bits in all, not {}",
                                                 max_attribute_words, words)};
}

/// Returns the module without its body.
Module read_head(const json& head, const nlohmann::ordered_json& ordered) {
    const Path top;
    if (!head.is_object()) refuse_type(top, "an object {...}", head);
    refuse_unknown_keys(
        head, std::vector<std::string_view>{"name", "stage", "does", "parameters", "attributes"}, top);
    Module module;
    module.name = read_as<std::string>(member(head, "name", top, "the file's name"),
                                       sized("name", {0, max_module_bytes}, ""), Path(top, "name"));
    check_word(module.name, '-', Path(top, "name"));
    module.stage = name_in<Stage>(head, "stage", top);
    module.sentence = sentence_in(head, top);
    for_each_declared(head, ordered, "parameters",
                      [&](const auto& name, const json& object, const auto& in_order, const Path& path) {
                          module.parameters.push_back(read_parameter(name, object, in_order, path));
                      });
    for_each_declared(head, ordered, "attributes",
                      [&](const auto& name, const json& object, const auto&, const Path& path) {
                          module.attributes.push_back(read_attribute(name, object, path));
                      });
    check_words(module);
    return module;
}

/// Returns the name that the path of a module's file demands; empty if it is no such path.
std::string_view name_from(std::string_view origin) {
    if (!origin.ends_with(module_extension)) return {};
    origin.remove_suffix(module_extension.size());
    return origin.substr(origin.find_last_of('/') + 1);  // npos + 1 is 0
}

const EmbeddedFile& file_of(std::string_view name) {
    std::vector<std::string_view> all;
    for (const EmbeddedFile& file : winnow_embedded_modules) {
        all.push_back(name_from(file.path));
        if (all.back() == name) return file;
    }
    std::ranges::sort(all);
    bad_input("{}: no such module{}; must be {}", excerpt(name), did_you_mean(name, all), join_or(all));
}

}  // namespace

Module read_module(std::string_view text, const std::string& origin) {
    constexpr std::string_view opening = "/*", closing = "*/";
    if (text.size() > max_module_bytes)
        refuse(
            origin, {},
            {"", fmt::format("too large; must be at most {} bytes, not {}", max_module_bytes, text.size())});
    const std::size_t end = text.find(closing);
    if (!text.starts_with(opening) || end == std::string_view::npos || end < opening.size())
        refuse(origin, {1, 1}, {"", "must begin with the module's head, /*{...}*/"});
    // Spaces in place of the comment's opening keep the lines and columns of the file.
    std::string head(opening.size(), ' ');
    head += text.substr(opening.size(), end - opening.size());
    const json document = parse_document(head, origin);
    try {
        Module module = read_head(document, nlohmann::ordered_json::parse(blanked(head)));
        if (const auto wanted = name_from(origin); !wanted.empty() && wanted != module.name)
            throw Invalid{"/name", fmt::format("must be the file's name, {}", excerpt(wanted))};
        module.body = text.substr(end + closing.size());
        module.origin = origin;
        const std::string_view in_line = std::string_view(head).substr(head.rfind('\n') + 1);
        module.begin = {1 + static_cast<int>(std::ranges::count(head, '\n')),
                        1 + characters_in(in_line) + static_cast<int>(closing.size())};
        return module;
    } catch (const Invalid& invalid) {
        refuse(origin, place_of(head, invalid.pointer), invalid);
    }
}

Constant natural_value(Type type) {
    return natural_value(type, any_number);
}

const std::vector<std::string>& built_in_modules() {
    static const std::vector<std::string> sorted = [] {
        std::vector<std::string> all;
        for (const EmbeddedFile& file : winnow_embedded_modules) all.emplace_back(name_from(file.path));
        std::ranges::sort(all);
        return all;
    }();
    return sorted;
}

std::string_view built_in_module_text(std::string_view name) {
    return file_of(name).contents();
}

std::shared_ptr<const Module> shared_built_in_module(std::string_view name) {
    static std::map<std::string_view, std::shared_ptr<const Module>> known;
    const EmbeddedFile& file = file_of(name);
    std::shared_ptr<const Module>& module = known[file.path];
    if (!module)
        module =
            std::make_shared<const Module>(read_module(file.contents(), "modules/" + std::string(file.path)));
    return module;
}

const Module& built_in_module(std::string_view name) {
    return *shared_built_in_module(name);
}

std::string glsl_name(std::string_view name) {
    std::string result(name);
    std::ranges::replace(result, '-', '_');
    return result;
}

std::string choice_name(const Parameter& parameter, const Choice& choice) {
    return parameter.name + '_' + glsl_name(choice.name);
}

}  // namespace winnow::effects
