// The place of a window on the screens.
#pragma once

#include <algorithm>
#include <span>

namespace winnow::gl {

/// In screen coordinates, without the frame that a window manager adds.
struct WindowPlace {
    int x = 0, y = 0, width = 0, height = 0;
    bool operator==(const WindowPlace&) const = default;
};

/// True if a person can see the window and take hold of its title on one of the screens.
inline bool is_within_reach(const WindowPlace& window, std::span<const WindowPlace> screens) {
    constexpr int min_seen = 64;
    return std::ranges::any_of(screens, [&](const WindowPlace& screen) {
        const int width =
            std::min(window.x + window.width, screen.x + screen.width) - std::max(window.x, screen.x);
        return width >= std::min(min_seen, window.width) && window.y >= screen.y &&
               window.y + min_seen <= screen.y + screen.height;
    });
}

}  // namespace winnow::gl
