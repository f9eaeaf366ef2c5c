// The map of widgets: place and value of each, so that tests and assistive tools can find them (`--ui-map
// FILE`).
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace winnow::ui {

/// Names are stable: "<section>/<what>", e.g. "backend/cuda", "run/pause", "emitter/rate", "display/vsync".
/// Figures are among them ("figures/step"), so that a reader of the map sees time advance.
struct Widget {
    std::string name;
    float x = 0, y = 0, w = 0, h = 0;  // window pixels from the top left, of the whole widget
    bool enabled = true;
    bool visible = true;             // false: scrolled out of sight
    std::string state = "idle";      // in the last frame: "idle", "hovered", "held" by the mouse, or
                                     // "focused" if it has the keyboard
    nlohmann::json value = nullptr;  // the current value; null for buttons
    unsigned id = 0;                 // ImGui's; 0: unknown. It is not in the file
    bool operator==(const Widget&) const = default;
};

/// The widgets of one frame, in the order of drawing.
class UiMap {
  public:
    /// Forgets the widgets. Their memory is used for those of the next frame.
    void clear() { count_ = 0; }
    void add(Widget widget) { next() = std::move(widget); }
    /// Registers the ImGui item that was just drawn.
    void add_last_item(std::string_view name, bool enabled, nlohmann::json value = nullptr);

    std::span<const Widget> widgets() const { return std::span(widgets_).first(count_); }
    const Widget* find(std::string_view name) const;

    /// {"schema": 1, "widgets": [{"name", "x", "y", "w", "h", "enabled", "visible", "state", "value"}]}
    nlohmann::ordered_json to_json() const;

  private:
    Widget& next();

    std::vector<Widget> widgets_;  // the first count_ count
    std::size_t count_ = 0;
};

/// Keeps a file equal to a map. The file is always complete, and is written only when something changed.
class UiMapFile {
  public:
    /// Writes an empty map at once.
    explicit UiMapFile(std::string path);
    /// Never throws, because the window must go on: after the first failure it writes nothing more, and
    /// finish() throws the error.
    void update(const UiMap& map);
    /// Throws the Error(bad_input) of the first map that could not be written, if there is one.
    void finish() const;

  private:
    void write(const UiMap& map);

    std::string path_;
    std::exception_ptr failure_;
    std::vector<Widget> written_;
};

}  // namespace winnow::ui
