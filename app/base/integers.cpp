#include "base/integers.h"

#include <charconv>
#include <limits>

#include "base/error.h"

namespace winnow {
namespace {

std::int32_t parse_integer(std::string_view name, std::string_view text) {
    std::int32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size())
        bad_input("{}: '{}' is not a whole number", name, text);
    if (error != std::errc{})
        bad_input("{}: {} is out of range; from {} to {} is possible", name, text,
                  std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max());
    return value;
}

}  // namespace

std::vector<std::int32_t> parse_integers(std::string_view name, std::string_view text, std::size_t most) {
    std::vector<std::int32_t> values;
    for (bool more = true; more;) {
        const std::size_t comma = text.find(',');
        values.push_back(parse_integer(name, text.substr(0, comma)));
        more = comma != std::string_view::npos;
        text.remove_prefix(more ? comma + 1 : text.size());
    }
    if (values.size() > most)
        bad_input("{}: {} values are too many; at most {} are possible", name, values.size(), most);
    return values;
}

}  // namespace winnow
