// Where every widget is and what it holds, so that tests and assistive tools can find things: `--ui-map
// FILE`.
#pragma once

#include <nlohmann/json.hpp>

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::ui {

/// Names are stable: "<section>/<what>", e.g. "backend/cuda", "run/pause", "emitter/rate", "display/vsync".
/// Figures are among them ("figures/step"), so that who follows the map sees time go on.
struct Widget {
    std::string name;
    float x = 0, y = 0, w = 0, h = 0;  // window pixels from the top left, of the whole widget
    bool enabled = true;
    bool visible = true;             // false: scrolled out of sight
    std::string state = "idle";      // what the last picture saw: "idle", "hovered", "held" by the mouse, or
                                     // "focused": it has the keyboard
    nlohmann::json value = nullptr;  // what it holds now; null for buttons
    bool operator==(const Widget&) const = default;
};

/// The widgets of one picture, in the order of drawing.
class UiMap {
  public:
    void clear() { widgets_.clear(); }
    void add(Widget widget) { widgets_.push_back(std::move(widget)); }
    /// Registers the ImGui item that was just drawn.
    void add_last_item(std::string_view name, bool enabled, nlohmann::json value = nullptr);

    const std::vector<Widget>& widgets() const { return widgets_; }
    const Widget* find(std::string_view name) const;

    /// {"schema": 1, "widgets": [{"name", "x", "y", "w", "h", "enabled", "visible", "state", "value"}]}
    nlohmann::ordered_json to_json() const;

  private:
    std::vector<Widget> widgets_;
};

/// A file that follows a map: always complete, and written only when something changed.
class UiMapFile {
  public:
    /// Writes an empty map at once.
    explicit UiMapFile(std::string path);
    /// Once the map could not be written it stays as it is, because the window goes on; finish() says why.
    void update(const UiMap& map);
    /// Throws the Error(bad_input) of the first map that could not be written, if there was one.
    void finish() const;

  private:
    void write(const UiMap& map);

    std::string path_;
    std::exception_ptr failure_;
    std::vector<Widget> written_;
};

}  // namespace winnow::ui
