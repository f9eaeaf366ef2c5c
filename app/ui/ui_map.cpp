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
    Widget& widget = next();
    widget.name = name;
    widget.x = least.x;
    widget.y = least.y;
    widget.w = most.x - least.x;
    widget.h = most.y - least.y;
    widget.enabled = enabled;
    widget.visible = ImGui::IsItemVisible();
    widget.state = state_of_last_item();
    widget.value = std::move(value);
    widget.id = ImGui::GetItemID();
}

Widget& UiMap::next() {
    if (count_ == widgets_.size()) widgets_.emplace_back();
    return widgets_[count_++];
}

const Widget* UiMap::find(std::string_view name) const {
    const auto found = std::ranges::find(widgets(), name, &Widget::name);
    return found == widgets().end() ? nullptr : &*found;
}

nlohmann::ordered_json UiMap::to_json() const {
    auto list = nlohmann::ordered_json::array();
    for (const Widget& widget : widgets()) list.push_back(ui::to_json(widget));
    return {{"schema", schema}, {"widgets", std::move(list)}};
}

UiMapFile::UiMapFile(std::string path) : path_(std::move(path)) {
    write({});
}

void UiMapFile::update(const UiMap& map) {
    if (failure_ || std::ranges::equal(map.widgets(), written_)) return;
    write(map);
    written_.assign(map.widgets().begin(), map.widgets().end());
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
