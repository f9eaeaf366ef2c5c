// A field of an effect's file: its key, unit, range and sentence; and the ranges that many fields share.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

namespace winnow::effects {

struct Interval {
    double least = 0, most = 0;
};

struct Field {
    std::string_view key;
    std::string_view unit = "";  // empty: a plain number, or none
    Interval range = {};         // of each number, of a string's length in bytes, or of a list's length
    Interval usual = {};         // range of a slider
    bool logarithmic = false;    // the slider's scale
    bool required = false;       // a file must have the key
    std::string_view sentence;   // for tooltips and the documentation
    bool drawn = false;      // of a Range: values are drawn from it, so a file may have one number instead
    bool is_colour = false;  // of a vec3: linear red, green and blue
};

/// Returns the key with spaces: "when full".
inline std::string label(const Field& field) {
    std::string text(field.key);
    for (char& c : text)
        if (c == '_') c = ' ';
    return text;
}

inline constexpr bool logarithmic = true;

// Rows of the tables: number() for numbers and vectors, sized() for strings and lists, plain() for the rest.
constexpr Field number(std::string_view key, std::string_view unit, Interval range, Interval usual,
                       std::string_view sentence, bool is_logarithmic = false) {
    return {key, unit, range, usual, is_logarithmic, false, sentence};
}
constexpr Field sized(std::string_view key, Interval range, std::string_view sentence) {
    return {key, "", range, {}, false, false, sentence};
}
constexpr Field plain(std::string_view key, std::string_view sentence) {
    return {key, "", {}, {}, false, false, sentence};
}
constexpr Field required(Field field) {
    field.required = true;
    return field;
}
constexpr Field drawn(Field field) {
    field.drawn = true;
    return field;
}
constexpr Field coloured(Field field) {
    field.is_colour = true;
    return field;
}
template <typename Given, typename Struct>
concept MaybeConst = std::same_as<std::remove_const_t<Given>, Struct>;

/// True if there is a describe() for the type.
template <typename Value>
inline constexpr bool is_described = false;

template <typename Value>
concept Described = is_described<Value>;
template <typename Value>
concept Enumeration = std::is_enum_v<Value>;

inline constexpr Interval share{0, 1};
inline constexpr Interval metres_anywhere{-1e6, 1e6};
inline constexpr Interval metres_near{-5, 5};
inline constexpr Interval any_property{-1e6, 1e6};
inline constexpr Interval light{0, 10000};   // the largest half float of the frame is 65,504
inline constexpr double longest_time = 1e6;  // seconds: eleven days

}  // namespace winnow::effects
