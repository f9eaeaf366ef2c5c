#include "ui/format.h"

#include <fmt/format.h>

namespace winnow::ui {

std::string grouped(std::uint64_t value) {
    std::string text = std::to_string(value);
    for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3)
        text.insert(static_cast<std::size_t>(at), 1, ',');
    return text;
}

std::string milliseconds_text(double value) {
    const int decimals = value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0;
    return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace winnow::ui
