#include "settings/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "effects/format/writer.h"
#include "effects/model/check.h"
#include "effects/model/reader.h"
#include "effects/modules/module_files.h"
#include "settings/settings_fields.h"

namespace winnow::effects {
namespace {

using nlohmann::json;
using Tokens = std::span<const std::string>;

constexpr Field whole_settings{.key = "", .sentence = "All settings."};

std::vector<std::string> tokens_of(const std::string& pointer) {
    std::vector<std::string> tokens;
    try {
        for (json::json_pointer rest(pointer); !rest.empty(); rest.pop_back()) tokens.push_back(rest.back());
    } catch (const json::exception&) {
        bad_input("{}: not a JSON pointer; must be like /simulation/backend", excerpt(pointer));
    }
    std::ranges::reverse(tokens);
    return tokens;
}

/// Reads an index below `size`, in decimal without leading zeros, as RFC 6901 (JSON pointers) asks.
std::size_t index_of(const std::string& token, std::size_t size, const Path& path) {
    std::size_t index = size;
    const char* end = token.data() + token.size();
    const auto [rest, error] = std::from_chars(token.data(), end, index);
    if (error == std::errc{} && rest == end && index < size && (token.size() == 1 || token[0] != '0'))
        return index;
    throw Invalid{Path(path, token).pointer(), fmt::format("no such element; must be 0 to {}", size - 1)};
}

/// A member of which a pointer may name a part that only its JSON has.
template <typename Value>
concept EditedAsJson = std::same_as<Value, std::vector<ModuleUse>> || std::same_as<Value, Rate> ||
    std::same_as<Value, BurstCount> || std::same_as<Value, Probability> ||
    std::same_as<Value, NumberInTime> || std::same_as<Value, VectorInTime> || std::same_as<Value, Spline> ||
    std::same_as<Value, Lets> || std::same_as<Value, Files>;

/// The new value of a setting, and what reading it needs.
struct Change {
    const json& value;
    FindParameters find;
};

// The overloads call each other, and argument-dependent lookup does not find them here.
template <Described Struct>
void edit(Struct& value, const Field& field, Tokens rest, const Change& change, const Path& path);
template <Described Struct>
void edit(std::vector<Struct>& list, const Field& field, Tokens rest, const Change& change, const Path& path);
template <EditedAsJson Value>
void edit(Value& value, const Field& field, Tokens rest, const Change& change, const Path& path);

/// Edits a value or, with an index, one number of a vector or range.
template <typename Value>
void edit(Value& value, const Field& field, Tokens rest, const Change& change, const Path& path) {
    if (rest.empty()) return read(change.value, field, value, path, change.find);
    json whole_value = write(value);
    if (!whole_value.is_array() || rest.size() > 1)
        throw Invalid{Path(path, rest.front()).pointer(),
                      "no such setting; the pointer must end before this"};
    whole_value[index_of(rest.front(), whole_value.size(), path)] = change.value;
    read(whole_value, field, value, path, change.find);
}

template <Described Struct>
void edit(Struct& value, const Field& field, Tokens rest, const Change& change, const Path& path) {
    if (rest.empty()) return read(change.value, field, value, path, change.find);
    const Path here(path, rest.front());
    bool found = false;
    describe(value, [&](const Field& member_field, auto& member) {
        if (member_field.key != rest.front()) return;
        found = true;
        edit(member, member_field, rest.subspan(1), change, here);
    });
    if (found) return;
    const auto keys = keys_of<Struct>();
    const std::string hint = did_you_mean(rest.front(), keys);
    throw Invalid{here.pointer(), "no such setting" + (hint.empty() ? "; must be " + join_or(keys) : hint)};
}

/// Edits a list or an element of it. "-" appends an element, as in JSON Patch (RFC 6902).
template <Described Struct>
void edit(std::vector<Struct>& list, const Field& field, Tokens rest, const Change& change,
          const Path& path) {
    if (rest.empty()) return read(change.value, field, list, path, change.find);
    const Path here(path, rest.front());
    if (rest.front() == "-") {
        list.emplace_back();
        return edit(list.back(), field, rest.subspan(1), change, here);
    }
    edit(list[index_of(rest.front(), list.size(), path)], field, rest.subspan(1), change, here);
}

/// Edits a part of the JSON that stands for the value.
template <EditedAsJson Value>
void edit(Value& value, const Field& field, Tokens rest, const Change& change, const Path& path) {
    json whole = write(value);
    json* part = &whole;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const std::string& token = rest[i];
        if (part->is_array() && token == "-")
            part = &part->emplace_back();
        else if (part->is_array())
            part = &(*part)[index_of(token, part->size(), path)];
        else if (part->is_object() && (part->contains(token) || i + 1 == rest.size()))
            part = &(*part)[token];
        else
            throw Invalid{Path(path, token).pointer(), "no such setting"};
    }
    *part = change.value;
    read(whole, field, value, path, change.find);
}

/// True for the digits of an index of any size.
bool is_index(const std::string& token) {
    return !token.empty() && token.find_first_not_of("0123456789") == std::string::npos;
}

enum class Beyond { nothing, defaults };  // the result for an index behind a list's last element
using Found = std::optional<json>;

template <Described Struct>
Found find(const Struct& value, Tokens rest, Beyond beyond);
template <Described Struct>
Found find(const std::vector<Struct>& list, Tokens rest, Beyond beyond);
template <EditedAsJson Value>
Found find(const Value& value, Tokens rest, Beyond beyond);

template <typename Value>
Found find(const Value& value, Tokens rest, Beyond) {
    json whole_value = write(value);
    if (rest.empty()) return whole_value;
    const bool is_element = rest.size() == 1 && whole_value.is_array() && is_index(rest.front());
    const std::size_t index = is_element ? std::strtoul(rest.front().c_str(), nullptr, 10) : 0;
    return is_element && index < whole_value.size() ? Found(whole_value[index]) : std::nullopt;
}

template <Described Struct>
Found find(const Struct& value, Tokens rest, Beyond beyond) {
    if (rest.empty()) return json(write(value));
    Found found;
    describe(value, [&](const Field& field, const auto& member) {
        if (field.key == rest.front()) found = find(member, rest.subspan(1), beyond);
    });
    return found;
}

template <EditedAsJson Value>
Found find(const Value& value, Tokens rest, Beyond) {
    json whole = write(value);
    json* part = &whole;
    for (const std::string& token : rest) {
        if (part->is_array() && is_index(token) && std::strtoul(token.c_str(), nullptr, 10) < part->size())
            part = &(*part)[std::strtoul(token.c_str(), nullptr, 10)];
        else if (part->is_object() && part->contains(token))
            part = &(*part)[token];
        else
            return std::nullopt;
    }
    return *part;
}

template <Described Struct>
Found find(const std::vector<Struct>& list, Tokens rest, Beyond beyond) {
    if (rest.empty()) return json(write(list));
    if (!is_index(rest.front())) return std::nullopt;
    const std::size_t index = std::strtoul(rest.front().c_str(), nullptr, 10);
    if (index < list.size()) return find(list[index], rest.subspan(1), beyond);
    return beyond == Beyond::defaults ? find(Struct{}, rest.subspan(1), beyond) : std::nullopt;
}

/// Calls `work`; turns what it throws as Invalid into an Error.
template <typename Work>
void reporting(const Work& work) {
    try {
        work();
    } catch (const Invalid& invalid) {
        bad_input("{}{}{}", excerpt(invalid.pointer), invalid.pointer.empty() ? "" : ": ", invalid.message);
    }
}

}  // namespace

nlohmann::ordered_json to_json(const Settings& settings) {
    return write(settings);
}

Settings apply(const Settings& settings, const Edit& change) {
    const std::vector<std::string> tokens = tokens_of(change.pointer);
    Settings result = settings;
    reporting([&] {
        const auto packed =
            change.pointer == effect_pointer ? packed_folder_in(change.value, Path()) : nullptr;
        const std::string& folder = packed ? packed->path() : settings.effect.folder.path;
        edit(result, whole_settings, tokens, {change.value, parameters_in(folder)}, Path());
        set_folder(result.effect, folder);
        resolve_colours(result.effect);
        check(whole_settings, result, Path());
        const Path whole, effect(whole, std::string_view(effect_pointer).substr(1));
        if (result.effect != settings.effect)
            result.compiled = compile(result.effect, effect, settings.compiled);
        if (result.compiled) result.effect.properties = result.compiled->effect.properties;
    });
    return result;
}

Compiled compiled_of(const Settings& settings) {
    const bool is_made = settings.compiled && settings.compiled->effect == settings.effect;
    return is_made ? settings.compiled : compile(settings.effect, settings.compiled);
}

std::optional<json> value_at(const Settings& settings, const std::string& pointer) {
    return find(settings, tokens_of(pointer), Beyond::nothing);
}

std::optional<json> value_at(const Effect& effect, const std::string& pointer) {
    const std::vector<std::string> tokens = tokens_of(pointer);
    if (tokens.empty() || tokens.front() != "effect") return std::nullopt;
    return find(effect, Tokens(tokens).subspan(1), Beyond::nothing);
}

std::optional<json> default_at(const std::string& pointer) {
    return find(Settings{}, tokens_of(pointer), Beyond::defaults);
}

}  // namespace winnow::effects
