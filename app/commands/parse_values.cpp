#include "commands/parse_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace winnow::commands {
namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

struct Suffix {
    std::string_view text;
    std::uint64_t factor;
};
constexpr std::array suffixes{
    Suffix{"", 1},
    Suffix{"k", 1'000},
    Suffix{"M", 1'000'000},
    Suffix{"G", 1'000'000'000},
    Suffix{"Ki", std::uint64_t{1} << 10},
    Suffix{"Mi", std::uint64_t{1} << 20},
    Suffix{"Gi", std::uint64_t{1} << 30},
};

/// A number, or the reason why the text is not one; `overflow` for a whole number beyond 64 bits.
struct Whole {
    std::optional<std::uint64_t> value;
    bool overflow = false;
};

Whole power_of_two(std::string_view exponent_text) {
    unsigned exponent = 0;
    const auto [end, error] =
        std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
    if (error == std::errc::invalid_argument || end != exponent_text.data() + exponent_text.size()) return {};
    if (error != std::errc{} || exponent > 63) return {std::nullopt, true};
    return {std::uint64_t{1} << exponent};
}

Whole whole_number(std::string_view text) {
    if (text.starts_with("2^")) return power_of_two(text.substr(2));
    std::uint64_t digits = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), digits);
    if (error == std::errc::invalid_argument) return {};
    const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    for (const Suffix& suffix : suffixes) {
        if (rest != suffix.text) continue;
        if (error == std::errc::result_out_of_range || digits > largest / suffix.factor)
            return {std::nullopt, true};
        return {digits * suffix.factor};
    }
    return {};
}

/// Returns the results of `parse` for each part between commas.
template <typename Parse>
auto parse_list(std::string_view text, const Parse& parse) {
    std::vector<decltype(parse(text))> values;
    for (;;) {
        const std::size_t comma = text.find(',');
        values.push_back(parse(text.substr(0, comma)));
        if (comma == std::string_view::npos) return values;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace

std::uint64_t parse_count(std::string_view option, std::string_view text, std::uint64_t least,
                          std::uint64_t most) {
    const Whole number = whole_number(text);
    if (!number.overflow && !number.value)
        bad_input("{}: '{}' is not a whole number from {} to {} (such as 65536, 64k, 16M or 2^20)", option,
                  text, least, most);
    if (number.overflow || *number.value < least || *number.value > most)
        bad_input("{}: {} is out of range; from {} to {} is possible", option, text, least, most);
    return *number.value;
}

std::pair<std::uint32_t, std::uint32_t> parse_range(std::string_view option, std::string_view text,
                                                    std::uint32_t most) {
    const auto number = [&](std::string_view part) {
        return static_cast<std::uint32_t>(parse_count(option, part, 1, most));
    };
    const std::size_t dash = text.find('-');
    if (dash == 0 || dash + 1 == text.size())
        bad_input("{} {}: must be FIRST-LAST or one frame, such as 1-120", option, shortened(text));
    const std::uint32_t first = number(text.substr(0, dash));
    const std::uint32_t last = dash == std::string_view::npos ? first : number(text.substr(dash + 1));
    if (last < first) bad_input("{} {}: the range ends before it begins", option, text);
    return {first, last};
}

float parse_positive(std::string_view option, std::string_view text, float most) {
    float value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size())
        bad_input("{}: '{}' is not a number above 0 and at most {}", option, text, most);
    if (error != std::errc{} || !(value > 0 && value <= most))  // a NaN too
        bad_input("{}: {} is out of range; above 0 and at most {} is possible", option, text, most);
    return value;
}

float parse_between(std::string_view option, std::string_view text, float least, float most) {
    float value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size())
        bad_input("{}: '{}' is not a number from {} to {}", option, text, least, most);
    if (error != std::errc{} || !(value >= least && value <= most))  // a NaN too
        bad_input("{}: {} is out of range; from {} to {} is possible", option, text, least, most);
    return value;
}

FrameSize parse_frame_size(std::string_view option, std::string_view text, std::uint32_t most) {
    const std::size_t cross = text.find('x');
    if (cross == std::string_view::npos)
        bad_input("{}: '{}' is not WIDTHxHEIGHT in pixels, such as 1280x720", option, text);
    FrameSize size;
    size.width = static_cast<std::uint32_t>(parse_count(option, text.substr(0, cross), 1, most));
    size.height = static_cast<std::uint32_t>(parse_count(option, text.substr(cross + 1), 1, most));
    return size;
}

std::vector<std::uint64_t> parse_counts(std::string_view option, std::string_view text, std::uint64_t least,
                                        std::uint64_t most) {
    return parse_list(text, [&](std::string_view one) { return parse_count(option, one, least, most); });
}

std::vector<float> parse_series(std::string_view option, std::string_view text, float least, float most,
                                std::uint32_t at_most) {
    const auto number = [&](std::string_view one) { return parse_between(option, one, least, most); };
    const std::size_t dots = text.find(".."), colon = text.find(':');
    std::vector<float> values;
    if (dots == std::string_view::npos && colon == std::string_view::npos) {
        values = parse_list(text, number);
    } else if (dots == std::string_view::npos || colon == std::string_view::npos || colon < dots) {
        bad_input("{} {}: must be FIRST..LAST:N, such as 0.1..1:5", option, shortened(text));
    } else {
        const double first = number(text.substr(0, dots)),
                     last = number(text.substr(dots + 2, colon - dots - 2));
        const auto count = parse_count(option, text.substr(colon + 1), 2, at_most);
        for (std::uint64_t i = 0; i < count; ++i)
            values.push_back(static_cast<float>(
                std::lerp(first, last, static_cast<double>(i) / static_cast<double>(count - 1))));
    }
    for (std::size_t i = 1; i < values.size(); ++i)
        if (values[i] <= values[i - 1])
            bad_input("{}: values must rise, but {} comes after {}", option, values[i], values[i - 1]);
    if (values.size() > at_most)
        bad_input("{}: there are {} values; at most {} are possible", option, values.size(), at_most);
    return values;
}

std::vector<std::uint32_t> parse_ranges(std::string_view option, std::string_view text,
                                        std::uint32_t at_most) {
    const auto number = [&](std::string_view one) {
        return parse_count(option, one, 0, std::numeric_limits<std::uint32_t>::max());
    };
    std::vector<std::uint32_t> values;
    parse_list(text, [&](std::string_view part) {
        const std::size_t dash = part.find('-', 1);  // the first character may be the sign of a wrong number
        const std::uint64_t first = number(part.substr(0, dash));
        const std::uint64_t last = dash == part.npos ? first : number(part.substr(dash + 1));
        if (last < first) bad_input("{}: {} is reversed: {} comes after {}", option, part, last, first);
        if (values.size() + (last - first) >= at_most)
            bad_input("{} {}: these are more than the {} that are possible", option, shortened(text),
                      at_most);
        for (std::uint64_t value = first; value <= last; ++value)
            values.push_back(static_cast<std::uint32_t>(value));
        return part;
    });
    return values;
}

std::vector<float> parse_positives(std::string_view option, std::string_view text, float most) {
    return parse_list(text, [&](std::string_view one) { return parse_positive(option, one, most); });
}

std::vector<std::string> parse_names(const std::string& text) {
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        names.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return names;
}

}  // namespace winnow::commands
