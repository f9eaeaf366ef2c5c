#include "ui/preset_menu.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "base/text.h"
#include "effects/model/document.h"
#include "ui/tooltip.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

constexpr const char* presets_name = "emitter/presets";
constexpr float presets_width = 340, preset_button_width = 64, preset_gap = 4;  // natural pixels
constexpr std::size_t modules_shown = 10;                                       // without scrolling

bool is_kept(const Draw& draw, const std::string& name) {
    const auto& all = draw.model.presets;
    return std::ranges::find(all, name, &effects::StackPreset::name) != all.end();
}

}  // namespace

void add_preset(Draw& draw, const effects::StackPlace& place, const effects::StackPreset& preset) {
    const effects::Edit edit{fmt::format("/effect/emitters/{}", place.emitter),
                             effects::with_preset(draw.settings().effect, place, preset)};
    const std::string why = refusal(draw, edit);
    if (!why.empty()) {
        draw.events.warning = fmt::format("The preset {} was not added: {}", preset.name, concise(why));
        return;
    }
    draw.events.what = "add the preset " + preset.name;
    draw.events.edits.push_back(edit);
}

std::string modules_text(const effects::StackPreset& preset) {
    std::string text;
    for (const auto& module : preset.modules)
        text += (text.empty() ? "" : ", ") + module.at("module").get<std::string>();
    return effects::excerpt(text);
}

void PresetMenu::draw(Draw& draw, std::size_t emitter) {
    constexpr std::string_view tip =
        "Presets are modules that are kept by a name in the folder of your configuration.";
    if (heading(draw, "Stack", tip, presets_name, "Presets")) {
        draw.events.preset = PresetRequest{};
        chosen_.assign(draw.settings().effect.emitters[emitter].modules.size(), 1);
        new_name_ = draw.settings().effect.emitters[emitter].name;
        typed_.forget();
        to_delete_.reset();
        ImGui::OpenPopup(presets_name);
    }
    ImGui::SetNextWindowSize(ImVec2(presets_width * draw.scale, 0));
    if (!ImGui::BeginPopup(presets_name)) return;
    saving(draw, emitter);
    ImGui::Separator();  // what is saved appears below, so that no button moves
    const std::size_t count = draw.model.presets.size();
    if (count == 0) small_text(draw, color::dim, "No preset is kept yet.");
    for (std::size_t i = 0; i < count; ++i) row(draw, emitter, i);
    ImGui::EndPopup();
}

void PresetMenu::row(Draw& draw, std::size_t emitter, std::size_t index) {
    const effects::StackPreset& preset = draw.model.presets[index];
    const std::string name = fmt::format("{}/{}", presets_name, index);
    const float width = preset_button_width * draw.scale, gap = preset_gap * draw.scale;
    ImGui::PushID(name.c_str());
    const auto entered =
        typed_.field(draw, name + "/name", index, preset.name, "its name; another renames its file",
                     ImGui::GetContentRegionAvail().x - 2 * (width + gap));
    if (entered && effects::preset_name_fault(*entered).empty() && !is_kept(draw, *entered))
        draw.events.preset = PresetRequest{PresetRequest::Kind::rename, {}, preset.name, *entered};
    ImGui::SameLine(0, gap);
    if (button(draw, name + "/add", "Add", width)) add_preset(draw, {emitter, {}}, preset);
    tooltip(draw, "adds to this emitter: " + modules_text(preset));
    ImGui::SameLine(0, gap);
    const bool is_asked = to_delete_ == index;
    if (button(draw, name + "/delete", is_asked ? "Really?" : "Delete", width)) {
        if (is_asked) draw.events.preset = PresetRequest{PresetRequest::Kind::remove, {}, preset.name, {}};
        to_delete_ = is_asked ? std::nullopt : std::optional(index);
    }
    tooltip(draw, "deletes its file, which no undo brings back");
    if (const std::string* const typed = typed_.of(index); typed != nullptr && *typed != preset.name) {
        std::string why = effects::preset_name_fault(*typed);
        if (why.empty() && is_kept(draw, *typed)) why = *typed + " is already the name of a preset";
        if (!why.empty()) refusal_text(draw, name + "/error", why);
    }
    ImGui::PopID();
}

void PresetMenu::saving(Draw& draw, std::size_t emitter) {
    const auto& modules = draw.settings().effect.emitters[emitter].modules;
    chosen_.resize(modules.size(), 1);
    small_text(draw, color::dim,
               modules.empty() ? "This stack has no modules to save." : "Save these modules as a preset:");
    if (modules.empty()) return;
    const auto rows = static_cast<float>(std::min(modules.size(), modules_shown));
    if (ImGui::BeginChild("modules", ImVec2(0, rows * ImGui::GetFrameHeightWithSpacing())))
        for (std::size_t i = 0; i < modules.size(); ++i) {
            ImGui::PushID(static_cast<int>(i));
            bool is_chosen = chosen_[i] != 0;
            ImGui::Checkbox(modules[i].module.c_str(), &is_chosen);
            chosen_[i] = is_chosen ? 1 : 0;
            draw.map.add_last_item(fmt::format("{}/module/{}", presets_name, i), true, is_chosen);
            ImGui::PopID();
        }
    ImGui::EndChild();
    save_row(draw, emitter);
}

void PresetMenu::save_row(Draw& draw, std::size_t emitter) {
    const std::string name = presets_name;
    const float width = preset_button_width * draw.scale, gap = preset_gap * draw.scale;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - width - gap);
    ImGui::InputTextWithHint("##new", "name", &new_name_);
    draw.map.add_last_item(name + "/name", true, new_name_);
    ImGui::SameLine(0, gap);
    const std::string why = effects::preset_name_fault(new_name_);
    const bool can_save = why.empty() && std::ranges::count(chosen_, 1) > 0;
    const bool replaces = is_kept(draw, new_name_);
    if (button(draw, name + "/save", replaces ? "Replace" : "Save", width, std::nullopt, can_save)) {
        std::vector<std::size_t> indices;
        for (std::size_t i = 0; i < chosen_.size(); ++i)
            if (chosen_[i] != 0) indices.push_back(i);
        draw.events.preset =
            PresetRequest{PresetRequest::Kind::save,
                          effects::preset_of(draw.settings().effect, {emitter, {}}, indices, new_name_),
                          {},
                          {}};
    }
    tooltip(draw, replaces ? "writes over the preset of that name" : "keeps them by that name");
    if (!why.empty()) refusal_text(draw, name + "/error", why);
}

}  // namespace winnow::ui
