#include "view/edit_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "effects/format/file_text.h"

namespace winnow::view {
namespace {

using nlohmann::json;

/// Returns the settings that the edits ask for, right or wrong.
json asked_for(const effects::Settings& before, std::span<const effects::Edit> edits) {
    json settings = effects::to_json(before);
    for (const effects::Edit& edit : edits)
        if (!edit.pointer.empty()) settings[json::json_pointer(edit.pointer)] = edit.value;
    return settings;
}

/// Returns the member or element of that name; null: there is none.
const json& member_of(const json& whole, const std::string& token) {
    static const json absent;
    if (whole.is_object() && whole.contains(token)) return whole[token];
    if (whole.is_array() && std::stoul(token) < whole.size()) return whole[std::stoul(token)];
    return absent;
}

/// Lists are known by their elements, and the parts of the settings by what is in them.
std::string words_of(const json& settings, const json::json_pointer& pointer) {
    std::vector<std::string> words, tokens;
    for (json::json_pointer rest = pointer; !rest.empty(); rest.pop_back()) tokens.push_back(rest.back());
    std::reverse(tokens.begin(), tokens.end());
    const json* part = &settings;
    std::string list = "number";
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const json& inner = member_of(*part, tokens[i]);
        const bool is_element = part->is_array();
        if (is_element)
            words.push_back(element_words(*part, std::stoul(tokens[i]), std::exchange(list, "number")));
        else if (inner.is_array() && i + 1 < tokens.size())
            list = tokens[i];
        else if (i > 0)
            words.push_back(tokens[i]);
        part = &inner;
    }
    for (std::string& word : words) std::replace(word.begin(), word.end(), '_', ' ');
    return fmt::format("{}", fmt::join(words, ", "));
}

bool is_index(const std::string& token) {
    return !token.empty() && token.find_first_not_of("0123456789") == std::string::npos;
}

/// True of a position, a colour or the ends of a range, which are told as one.
bool is_of_few_numbers(const json& value) {
    constexpr std::size_t most = 4;
    return value.is_array() && !value.empty() && value.size() <= most &&
           std::ranges::all_of(value, [](const json& part) { return part.is_number(); });
}

/// Returns what happens to a list of modules, emitters, bursts and so on: "add jet", "remove jet",
/// "other order of modules"; its own name if it is none of these. `key`: what the list is called.
std::string list_words(const json& before, const json& after, const std::string& key) {
    const auto names_of = [&](const json& list) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < list.size(); ++i) names.push_back(element_words(list, i, key));
        return names;
    };
    std::vector<std::string> old = names_of(before), now = names_of(after);
    for (const auto& [more, fewer, verb] : {std::tuple(now, old, "add"), std::tuple(old, now, "remove")})
        if (more.size() == fewer.size() + 1) {
            const auto [at, rest] = std::ranges::mismatch(more, fewer);
            const bool is_one = std::equal(at + 1, more.end(), rest, fewer.end());
            return is_one ? fmt::format("{} {}", verb, *at) : key;
        }
    if (old == now) return key;
    std::ranges::sort(old);
    std::ranges::sort(now);
    return old == now ? "other order of " + key : key;
}

bool are_lists(const json& a, const json& b) {
    const auto holds_objects = [](const json& list) { return !list.empty() && list.front().is_object(); };
    return a.is_array() && b.is_array() && (holds_objects(a) || holds_objects(b));
}

}  // namespace

/// Looks at the names alone, because the whole of a large effect takes long to write.
std::vector<std::string> steps_to(const effects::Settings& settings, const std::string& pointer) {
    std::vector<std::string> words;
    std::size_t begin = pointer.find('/', 1);  // behind the part of the settings
    std::string above = pointer.substr(0, begin);
    while (begin != std::string::npos) {
        const std::size_t end = pointer.find('/', begin + 1);
        const std::string token = pointer.substr(begin + 1, end - begin - 1);
        above += '/' + token;
        begin = end;
        std::optional<json> name;
        if (is_index(token))
            for (const char* key : {"/module", "/name"})
                if (!name) name = effects::value_at(settings, above + key);
        if (name && name->is_string() && !words.empty()) {
            words.back() = name->get<std::string>();
        } else if (is_index(token) && !words.empty()) {
            words.back() += ' ' + std::to_string(std::stoul(token) + 1);
        } else if (token != "-") {
            words.push_back(token);
        }
    }
    for (std::string& word : words) std::replace(word.begin(), word.end(), '_', ' ');
    return words;
}

std::string element_words(const json& list, std::size_t index, const std::string& key) {
    const json& element = list.at(index);
    const auto text = [](const json& of, const char* member) {
        return of.is_object() && of.contains(member) && of[member].is_string() ? of[member].get<std::string>()
                                                                               : std::string();
    };
    std::string module = text(element, "module");
    if (module.empty()) {
        const std::string name = text(element, "name");
        return name.empty() ? fmt::format("{} {}", key, index + 1) : name;
    }
    const auto same = [&](const json& other) { return text(other, "module") == module; };
    if (std::count_if(list.begin(), list.end(), same) == 1) return module;
    const auto here = list.begin() + static_cast<std::ptrdiff_t>(index) + 1;
    return fmt::format("{} {}", module, std::count_if(list.begin(), here, same));
}

std::string value_words(const json& value) {
    constexpr std::size_t longest = 48;
    std::string words;
    if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
    if (value.is_string()) {
        words = value.get<std::string>();
    } else if (value.is_number()) {
        words = effects::value_text(value);
    } else if (is_of_few_numbers(value)) {
        words = effects::value_text(value);
        words = words.substr(1, words.size() - 2);
    } else if (value.is_object() && value.size() == 1) {
        const auto only = value.begin();
        const std::string inner = only.key() == "random" ? value_words(*only) : "";
        words = inner.empty() ? "a " + only.key() : only.key() + ' ' + inner;
    }
    return words.size() <= longest ? words : "";
}

std::string change_words(const effects::Settings& before, const effects::Edit& edit) {
    std::string pointer = edit.pointer;
    json value = edit.value;
    if (const std::size_t last = pointer.rfind('/') + 1; is_index(pointer.substr(last))) {
        auto whole = effects::value_at(before, pointer.substr(0, last - 1));
        const std::size_t index = std::stoul(pointer.substr(last));
        if (whole && is_of_few_numbers(*whole) && index < whole->size()) {
            (*whole)[index] = std::exchange(value, {});
            value = std::move(*whole);
            pointer.resize(last - 1);
        }
    }
    std::vector<std::string> words = steps_to(before, pointer);
    if (words.empty()) return pointer.substr(std::min<std::size_t>(1, pointer.size()));
    std::string what = words.back();
    words.pop_back();
    const auto old = effects::value_at(before, pointer);
    if (pointer.ends_with("/-"))
        what = fmt::format("add {}", element_words(json::array({value}), 0, what));
    else if (old && are_lists(*old, value))
        what = list_words(*old, value, what);
    else if (const std::string shown = value_words(value); !shown.empty())
        what += ' ' + shown;
    return words.empty() ? what : fmt::format("{}: {}", fmt::join(words, ", "), what);
}

std::string in_words(const std::string& message, const effects::Settings& before,
                     std::span<const effects::Edit> edits) {
    const std::size_t end = message.find(": ");
    if (!message.starts_with("/") || end == std::string::npos) return message;
    try {
        const std::string words =
            words_of(asked_for(before, edits), json::json_pointer(message.substr(0, end)));
        return words.empty() ? message : words + message.substr(end);
    } catch (const std::exception&) {  // it is no pointer, or names what is not there: it is shown as it is
        return message;
    }
}

}  // namespace winnow::view
