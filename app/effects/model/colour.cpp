#include "effects/model/colour.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>

namespace winnow::effects {
namespace {

struct NamedColour {
    std::string_view name;
    std::uint32_t rgb = 0;  // 0xrrggbb, sRGB
};

/// CSS Color Module Level 4, 6.1, sorted by name.
constexpr std::array named_colours{
    NamedColour{"aliceblue", 0xf0f8ff},
    NamedColour{"antiquewhite", 0xfaebd7},
    NamedColour{"aqua", 0x00ffff},
    NamedColour{"aquamarine", 0x7fffd4},
    NamedColour{"azure", 0xf0ffff},
    NamedColour{"beige", 0xf5f5dc},
    NamedColour{"bisque", 0xffe4c4},
    NamedColour{"black", 0x000000},
    NamedColour{"blanchedalmond", 0xffebcd},
    NamedColour{"blue", 0x0000ff},
    NamedColour{"blueviolet", 0x8a2be2},
    NamedColour{"brown", 0xa52a2a},
    NamedColour{"burlywood", 0xdeb887},
    NamedColour{"cadetblue", 0x5f9ea0},
    NamedColour{"chartreuse", 0x7fff00},
    NamedColour{"chocolate", 0xd2691e},
    NamedColour{"coral", 0xff7f50},
    NamedColour{"cornflowerblue", 0x6495ed},
    NamedColour{"cornsilk", 0xfff8dc},
    NamedColour{"crimson", 0xdc143c},
    NamedColour{"cyan", 0x00ffff},
    NamedColour{"darkblue", 0x00008b},
    NamedColour{"darkcyan", 0x008b8b},
    NamedColour{"darkgoldenrod", 0xb8860b},
    NamedColour{"darkgray", 0xa9a9a9},
    NamedColour{"darkgreen", 0x006400},
    NamedColour{"darkgrey", 0xa9a9a9},
    NamedColour{"darkkhaki", 0xbdb76b},
    NamedColour{"darkmagenta", 0x8b008b},
    NamedColour{"darkolivegreen", 0x556b2f},
    NamedColour{"darkorange", 0xff8c00},
    NamedColour{"darkorchid", 0x9932cc},
    NamedColour{"darkred", 0x8b0000},
    NamedColour{"darksalmon", 0xe9967a},
    NamedColour{"darkseagreen", 0x8fbc8f},
    NamedColour{"darkslateblue", 0x483d8b},
    NamedColour{"darkslategray", 0x2f4f4f},
    NamedColour{"darkslategrey", 0x2f4f4f},
    NamedColour{"darkturquoise", 0x00ced1},
    NamedColour{"darkviolet", 0x9400d3},
    NamedColour{"deeppink", 0xff1493},
    NamedColour{"deepskyblue", 0x00bfff},
    NamedColour{"dimgray", 0x696969},
    NamedColour{"dimgrey", 0x696969},
    NamedColour{"dodgerblue", 0x1e90ff},
    NamedColour{"firebrick", 0xb22222},
    NamedColour{"floralwhite", 0xfffaf0},
    NamedColour{"forestgreen", 0x228b22},
    NamedColour{"fuchsia", 0xff00ff},
    NamedColour{"gainsboro", 0xdcdcdc},
    NamedColour{"ghostwhite", 0xf8f8ff},
    NamedColour{"gold", 0xffd700},
    NamedColour{"goldenrod", 0xdaa520},
    NamedColour{"gray", 0x808080},
    NamedColour{"green", 0x008000},
    NamedColour{"greenyellow", 0xadff2f},
    NamedColour{"grey", 0x808080},
    NamedColour{"honeydew", 0xf0fff0},
    NamedColour{"hotpink", 0xff69b4},
    NamedColour{"indianred", 0xcd5c5c},
    NamedColour{"indigo", 0x4b0082},
    NamedColour{"ivory", 0xfffff0},
    NamedColour{"khaki", 0xf0e68c},
    NamedColour{"lavender", 0xe6e6fa},
    NamedColour{"lavenderblush", 0xfff0f5},
    NamedColour{"lawngreen", 0x7cfc00},
    NamedColour{"lemonchiffon", 0xfffacd},
    NamedColour{"lightblue", 0xadd8e6},
    NamedColour{"lightcoral", 0xf08080},
    NamedColour{"lightcyan", 0xe0ffff},
    NamedColour{"lightgoldenrodyellow", 0xfafad2},
    NamedColour{"lightgray", 0xd3d3d3},
    NamedColour{"lightgreen", 0x90ee90},
    NamedColour{"lightgrey", 0xd3d3d3},
    NamedColour{"lightpink", 0xffb6c1},
    NamedColour{"lightsalmon", 0xffa07a},
    NamedColour{"lightseagreen", 0x20b2aa},
    NamedColour{"lightskyblue", 0x87cefa},
    NamedColour{"lightslategray", 0x778899},
    NamedColour{"lightslategrey", 0x778899},
    NamedColour{"lightsteelblue", 0xb0c4de},
    NamedColour{"lightyellow", 0xffffe0},
    NamedColour{"lime", 0x00ff00},
    NamedColour{"limegreen", 0x32cd32},
    NamedColour{"linen", 0xfaf0e6},
    NamedColour{"magenta", 0xff00ff},
    NamedColour{"maroon", 0x800000},
    NamedColour{"mediumaquamarine", 0x66cdaa},
    NamedColour{"mediumblue", 0x0000cd},
    NamedColour{"mediumorchid", 0xba55d3},
    NamedColour{"mediumpurple", 0x9370db},
    NamedColour{"mediumseagreen", 0x3cb371},
    NamedColour{"mediumslateblue", 0x7b68ee},
    NamedColour{"mediumspringgreen", 0x00fa9a},
    NamedColour{"mediumturquoise", 0x48d1cc},
    NamedColour{"mediumvioletred", 0xc71585},
    NamedColour{"midnightblue", 0x191970},
    NamedColour{"mintcream", 0xf5fffa},
    NamedColour{"mistyrose", 0xffe4e1},
    NamedColour{"moccasin", 0xffe4b5},
    NamedColour{"navajowhite", 0xffdead},
    NamedColour{"navy", 0x000080},
    NamedColour{"oldlace", 0xfdf5e6},
    NamedColour{"olive", 0x808000},
    NamedColour{"olivedrab", 0x6b8e23},
    NamedColour{"orange", 0xffa500},
    NamedColour{"orangered", 0xff4500},
    NamedColour{"orchid", 0xda70d6},
    NamedColour{"palegoldenrod", 0xeee8aa},
    NamedColour{"palegreen", 0x98fb98},
    NamedColour{"paleturquoise", 0xafeeee},
    NamedColour{"palevioletred", 0xdb7093},
    NamedColour{"papayawhip", 0xffefd5},
    NamedColour{"peachpuff", 0xffdab9},
    NamedColour{"peru", 0xcd853f},
    NamedColour{"pink", 0xffc0cb},
    NamedColour{"plum", 0xdda0dd},
    NamedColour{"powderblue", 0xb0e0e6},
    NamedColour{"purple", 0x800080},
    NamedColour{"rebeccapurple", 0x663399},
    NamedColour{"red", 0xff0000},
    NamedColour{"rosybrown", 0xbc8f8f},
    NamedColour{"royalblue", 0x4169e1},
    NamedColour{"saddlebrown", 0x8b4513},
    NamedColour{"salmon", 0xfa8072},
    NamedColour{"sandybrown", 0xf4a460},
    NamedColour{"seagreen", 0x2e8b57},
    NamedColour{"seashell", 0xfff5ee},
    NamedColour{"sienna", 0xa0522d},
    NamedColour{"silver", 0xc0c0c0},
    NamedColour{"skyblue", 0x87ceeb},
    NamedColour{"slateblue", 0x6a5acd},
    NamedColour{"slategray", 0x708090},
    NamedColour{"slategrey", 0x708090},
    NamedColour{"snow", 0xfffafa},
    NamedColour{"springgreen", 0x00ff7f},
    NamedColour{"steelblue", 0x4682b4},
    NamedColour{"tan", 0xd2b48c},
    NamedColour{"teal", 0x008080},
    NamedColour{"thistle", 0xd8bfd8},
    NamedColour{"tomato", 0xff6347},
    NamedColour{"turquoise", 0x40e0d0},
    NamedColour{"violet", 0xee82ee},
    NamedColour{"wheat", 0xf5deb3},
    NamedColour{"white", 0xffffff},
    NamedColour{"whitesmoke", 0xf5f5f5},
    NamedColour{"yellow", 0xffff00},
    NamedColour{"yellowgreen", 0x9acd32},
};
static_assert(std::ranges::is_sorted(named_colours, {}, &NamedColour::name) && named_colours.size() == 148);

/// Returns the eight digits rrggbbaa of hexadecimal ones; fewer if these are none of CSS's forms.
std::string full_digits(std::string_view digits) {
    std::string full;
    if (digits.size() == 3 || digits.size() == 4)
        for (const char digit : digits) full.append(2, digit);
    else if (digits.size() == 6 || digits.size() == 8)
        full = digits;
    if (full.size() == 6) full += "ff";
    return full;
}

glm::vec4 linear_colour(std::uint32_t rgba) {
    const auto byte = [rgba](int shift) { return static_cast<std::uint8_t>(rgba >> shift); };
    return {linear(byte(24)), linear(byte(16)), linear(byte(8)), static_cast<float>(byte(0)) / 255};
}

}  // namespace

float linear(std::uint8_t value) {
    static const std::array<float, 256> values = [] {
        std::array<float, 256> all{};
        for (std::size_t i = 0; i < all.size(); ++i) {
            const float x = static_cast<float>(i) / 255;
            all[i] = x <= 0.04045f ? x / 12.92f : std::pow((x + 0.055f) / 1.055f, 2.4f);
        }
        return all;
    }();
    return values[value];
}

std::optional<glm::vec4> css_colour(std::string_view text) {
    if (text.starts_with('#')) {
        const std::string digits = full_digits(text.substr(1));
        const char* const end = digits.data() + digits.size();
        std::uint32_t rgba = 0;
        const auto read = std::from_chars(digits.data(), end, rgba, 16);
        if (digits.empty() || read.ec != std::errc() || read.ptr != end) return std::nullopt;
        return linear_colour(rgba);
    }
    const auto found = std::ranges::lower_bound(named_colours, text, {}, &NamedColour::name);
    if (found == named_colours.end() || found->name != text) return std::nullopt;
    constexpr std::uint32_t opaque = 0xff;
    return linear_colour(found->rgb << 8 | opaque);
}

std::vector<std::string_view> css_colour_names() {
    std::vector<std::string_view> names;
    for (const NamedColour& colour : named_colours) names.push_back(colour.name);
    return names;
}

}  // namespace winnow::effects
