#include "ui/ui_map.h"

#include <imgui_internal.h>  // GetItemID

#include <algorithm>

#include "base/error.h"
#include "base/output_file.h"

namespace winnow::ui {
namespace {

constexpr int schema = 1;

nlohmann::ordered_json to_json(const Widget& widget) {
    return {{"name", widget.name},
            {"x", widget.x},
            {"y", widget.y},
            {"w", widget.w},
            {"h", widget.h},
            {"enabled", widget.enabled},
            {"visible", widget.visible},
            {"state", widget.state},
            {"value", widget.value}};
}

const char* state_of_last_item() {
    if (ImGui::IsItemActive()) return ImGui::IsMouseDown(ImGuiMouseButton_Left) ? "held" : "focused";
    return ImGui::IsItemHovered() ? "hovered" : "idle";
}

}  // namespace

void UiMap::add_last_item(std::string_view name, bool enabled, nlohmann::json value) {
    const ImVec2 least = ImGui::GetItemRectMin();
    const ImVec2 most = ImGui::GetItemRectMax();
    add({std::string(name), least.x, least.y, most.x - least.x, most.y - least.y, enabled,
         ImGui::IsItemVisible(), state_of_last_item(), std::move(value), ImGui::GetItemID()});
}

const Widget* UiMap::find(std::string_view name) const {
    const auto found =
        std::find_if(widgets_.begin(), widgets_.end(), [&](const Widget& w) { return w.name == name; });
    return found == widgets_.end() ? nullptr : &*found;
}

nlohmann::ordered_json UiMap::to_json() const {
    auto list = nlohmann::ordered_json::array();
    for (const Widget& widget : widgets_) list.push_back(ui::to_json(widget));
    return {{"schema", schema}, {"widgets", std::move(list)}};
}

UiMapFile::UiMapFile(std::string path) : path_(std::move(path)) {
    write({});
}

void UiMapFile::update(const UiMap& map) {
    if (failure_ || map.widgets() == written_) return;
    write(map);
    written_ = map.widgets();
}

void UiMapFile::write(const UiMap& map) {
    try {
        OutputFile file(path_);
        file.write(map.to_json().dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
        file.commit_unsynchronised();
    } catch (const Error&) {
        failure_ = std::current_exception();
    }
}

void UiMapFile::finish() const {
    if (failure_) std::rethrow_exception(failure_);
}

}  // namespace winnow::ui
