// The arrangement of the panel and the window, which is kept from one run to the next and is no setting: undo
// leaves it alone.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/named.h"
#include "gl/window_place.h"

namespace winnow::ui {

enum class Tab { effect, compute, profile };
inline constexpr std::array tabs{
    Named<Tab>{Tab::effect, "effect", "what is simulated (Ctrl+1)"},
    Named<Tab>{Tab::compute, "compute", "how it is computed and drawn (Ctrl+2)"},
    Named<Tab>{Tab::profile, "profile", "what it costs (Ctrl+3)"},
};

struct Layout {
    static constexpr float usual_width = 342, min_width = 260, max_width = 1200;  // natural pixels

    Tab tab = Tab::effect;
    float panel_width = usual_width;
    bool axes = true;                                // their cross is shown in the scene
    std::map<std::string, bool, std::less<>> folds;  // true: open; only sections that the person has changed
    std::optional<gl::WindowPlace> window;           // empty: none is remembered

    bool operator==(const Layout&) const = default;
};

}  // namespace winnow::ui
