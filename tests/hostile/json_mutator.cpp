#include "hostile/json_mutator.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace winnow::test {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t long_text = 100'000;   // bytes
constexpr std::size_t many_elements = 2000;  // beyond the limit of every list
constexpr int deep[] = {1, 63, 64, 65};      // levels; 64 is the most that a reader takes
constexpr int bottomless = 100'000;          // levels, for a parser that recurses

/// Marks text that no JSON value can hold until the document is written. `raw`, before an index into
/// raw_texts, is a string; `double_of` precedes a key that already exists.
constexpr std::string_view raw = "@raw@", double_of = "@double@";

const std::vector<std::string>& raw_texts() {
    static const std::vector<std::string> texts{
        "NaN",
        "-Infinity",
        "1e999",
        "-1e999",
        "1e-999",
        "-0",
        "0x10",
        "01",
        "+1",
        "1.",
        "'x'",
        "tru",
        "",
        "//",
        R"("\uD800")",
        R"("\u0000")",
        "\"\xFF\"",
        "\"\n\"",
        "\"",
        "18446744073709551616",
        "[1,]",
        "[1,,]",
        "1 // 2",
        "1 /* 2 */",
        "/*",
        "{\"a\":}",
        "{\"a\" 1}",
        "1 2",
        "9e9999999",
        "[[[[[[[[",
        std::string(bottomless, '['),
        std::string(bottomless, '[') + std::string(bottomless, ']'),
        std::string(long_text, '9'),
    };
    return texts;
}

const std::vector<std::string>& strange_strings() {
    static const std::vector<std::string> strings{
        "",
        " ",
        "x",
        "auto",
        "\n",
        std::string("a\0b", 3),
        "\x1B[31mred\x1B[0m",  // terminal colours
        "\r\x08\x7F",
        "\u202Eesrever\u2066",  // right to left
        "\uFEFF\u200B",         // nothing visible
        "e\u0301\U0001F300",    // a combining mark, a character beyond 16 bits
        "\u0441ount",           // a Cyrillic letter that looks Latin
        "../../../etc/passwd",
        "%s%n{}{0}",
        "</script><script>",
        std::string(long_text, 'a'),
    };
    return strings;
}

Json strange_number(Chance& chance) {
    static const std::vector<Json> numbers{0,
                                           1,
                                           -1,
                                           2,
                                           0.5,
                                           -0.0,
                                           1e-45,
                                           1e-320,
                                           1e38,
                                           3.5e38,
                                           -1e308,
                                           1e308,
                                           255,
                                           256,
                                           65536,
                                           134'217'727,
                                           2'147'483'648,
                                           4'294'967'295,
                                           4'294'967'296,
                                           std::numeric_limits<std::int64_t>::min(),
                                           std::numeric_limits<std::int64_t>::max(),
                                           std::numeric_limits<std::uint64_t>::max()};
    return chance.pick(numbers);
}

Json strange_value(Chance& chance) {
    switch (chance.below(8)) {
        case 0:
            return nullptr;
        case 1:
            return chance.one_in(2);
        case 2:
            return chance.one_in(2) ? Json::array() : Json::object();
        case 3:
            return chance.pick(strange_strings());
        case 4:
        case 5:
            return std::string(raw) + std::to_string(chance.below(raw_texts().size()));
        default:
            return strange_number(chance);
    }
}

/// Collects every value of the document, beginning with the document itself.
void collect(Json& value, std::vector<Json*>& all) {
    all.push_back(&value);
    if (value.is_structured())
        for (Json& child : value) collect(child, all);
}

Json& any_value(Json& document, Chance& chance) {
    std::vector<Json*> all;
    collect(document, all);
    return *chance.pick(all);
}

void change_number(Json& number, Chance& chance) {
    const double value = number.get<double>();
    const Json changed[] = {
        -value, value + 1, value - 1, value * 1e6, value / 1e6, value + 0.5, strange_number(chance)};
    const Json& next = chance.pick(changed);
    number = next;
    const double whole = number.get<double>();
    if (next.is_number_float() && whole >= 0 && whole < 1e9 &&
        whole == static_cast<double>(static_cast<std::uint32_t>(whole)))
        number = static_cast<std::uint32_t>(whole);  // whole numbers stay whole
}

std::string strange_key(const std::string& key, Chance& chance) {
    std::string other = chance.one_in(2) ? key : chance.pick(strange_strings());
    if (!other.empty()) other[chance.below(other.size())] ^= 0x20;
    return other;
}

void change_object(Json& object, Chance& chance) {
    const std::size_t at = chance.below(object.size());
    const auto chosen = std::next(object.begin(), static_cast<std::ptrdiff_t>(at));
    if (object.empty()) {
        object["unknown"] = strange_value(chance);
        return;
    }
    const std::string key = chosen.key();
    const Json value = chosen.value();
    switch (chance.below(4)) {
        case 0:
            object.erase(key);
            break;
        case 1:
            object[std::string(double_of) + key] = chance.one_in(2) ? value : strange_value(chance);
            break;
        case 2:
            object.erase(key);
            object[strange_key(key, chance)] = value;
            break;
        default:
            object[strange_key(key, chance)] = strange_value(chance);
    }
}

void change_array(Json& array, Chance& chance) {
    const auto at = [&] { return array.begin() + static_cast<std::ptrdiff_t>(chance.below(array.size())); };
    if (array.empty() || chance.one_in(4)) return array.push_back(strange_value(chance));
    const Json value = *at();
    switch (chance.below(4)) {
        case 0:
            array.erase(at());
            break;
        case 1:
            array.insert(at(), chance.one_in(8) ? many_elements : 1, value);
            break;
        case 2:
            std::swap(*at(), *at());
            break;
        default:
            array.clear();
    }
}

void nest(Json& value, Chance& chance) {
    const int levels = chance.pick(deep);
    const bool in_arrays = chance.one_in(2);
    for (int i = 0; i < levels; ++i) {
        Json outer = in_arrays ? Json::array({std::move(value)}) : Json{{"a", std::move(value)}};
        value = std::move(outer);
    }
}

void mutate(Json& document, Chance& chance) {
    Json& value = any_value(document, chance);
    switch (chance.below(16)) {
        case 0:
            return nest(value, chance);
        case 1:
            value = Json(any_value(document, chance));  // something valid, elsewhere
            return;
        case 2:
        case 3:
            value = strange_value(chance);
            return;
        default:
            break;
    }
    if (value.is_object()) return change_object(value, chance);
    if (value.is_array()) return change_array(value, chance);
    if (value.is_number()) return change_number(value, chance);
    value = strange_value(chance);
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string written(const Json& document) {
    std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
    replace_all(text, std::string(double_of), "");
    for (std::size_t i = raw_texts().size(); i-- > 0;)  // the longer numbers first
        replace_all(text, '"' + std::string(raw) + std::to_string(i) + '"', raw_texts()[i]);
    return text;
}

}  // namespace

std::string mutate_json(const std::string& json, Chance& chance) {
    Json document = Json::parse(json);
    for (std::size_t times = 1 + chance.below(3); times > 0; --times) mutate(document, chance);
    std::string text = written(document);
    return chance.one_in(8) ? mutate_bytes(std::move(text), chance) : text;
}

std::string mutate_bytes(std::string bytes, Chance& chance) {
    constexpr std::size_t most = 40;  // bytes of a piece
    const std::size_t at = chance.below(bytes.size());
    const std::size_t count = chance.below(std::min(bytes.size() - at, most));
    switch (chance.below(5)) {
        case 0:
            return bytes.erase(at, count);
        case 1:
            return bytes.insert(at, chance.pick(raw_texts()));
        case 2:
            return bytes.insert(at, bytes.substr(chance.below(bytes.size()), count));
        case 3:
            if (!bytes.empty()) bytes[at] = static_cast<char>(chance.below(256));
            return bytes;
        default:
            return bytes.substr(0, at);
    }
}

}  // namespace winnow::test
