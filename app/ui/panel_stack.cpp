#include "ui/panel_stack.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "effects/compile/renames.h"
#include "effects/data/data_files.h"
#include "effects/format/writer.h"
#include "effects/model/fields.h"
#include "effects/modules/module.h"
#include "ui/clipping.h"
#include "ui/field_rows.h"
#include "ui/keyboard.h"
#include "ui/reveal.h"
#include "ui/tooltip.h"
#include "ui/value_kind.h"
#include "ui/value_row.h"

namespace winnow::ui {
namespace {

using effects::ModuleUse;
using nlohmann::json;

constexpr float control_gap = 2, parameters_indent = 6;  // natural pixels
constexpr float sign_width = 0.8f;                       // of a button's height
constexpr float order_width = 3 * sign_width;
constexpr float menu_width = 340, menu_height = 460;
constexpr const char* open_key = "open";

std::string capitalised(std::string_view name) {
    std::string text(name);
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

/// Returns how many modules before this one are the same.
std::size_t instance_of(const std::vector<ModuleUse>& uses, std::size_t index) {
    return static_cast<std::size_t>(
        std::count_if(uses.begin(), uses.begin() + static_cast<std::ptrdiff_t>(index),
                      [&](const ModuleUse& use) { return use.module == uses[index].module; }));
}

/// Returns the identity of a module in ImGui, which moving it does not change.
std::string id_of(const std::string& module, std::size_t instance) {
    return fmt::format("{}#{}", module, instance);
}

ImGuiID open_id(const std::string& id) {
    ImGui::PushID(id.c_str());
    const ImGuiID result = ImGui::GetID(open_key);
    ImGui::PopID();
    return result;
}

enum class Sign { up, down, cross };

/// Draws the choice of the space that a module's values are in.
void space_choice(Draw& draw, const std::string& name, const std::string& pointer,
                  effects::ModuleSpace space) {
    std::vector<Choice> choices;
    for (const auto& choice : effects::module_spaces)
        choices.push_back({std::string(choice.name), std::string(choice.summary), {}});
    drop_down(draw, name, "space", pointer.c_str(), choices, winnow::name_of(effects::module_spaces, space));
}

/// Draws a button without a frame, as high as a row. Returns true if it was pressed.
bool sign_button(Draw& draw, const std::string& name, Sign sign, std::string_view tip, bool enabled) {
    const float side = ImGui::GetFrameHeight(), width = sign_width * side;
    const ImVec2 least = ImGui::GetCursorScreenPos(), centre(least.x + width / 2, least.y + side / 2);
    if (!enabled) ImGui::BeginDisabled();
    const bool pressed = ImGui::InvisibleButton(("##" + name).c_str(), ImVec2(width, side));
    if (!enabled) ImGui::EndDisabled();
    draw.map.add_last_item(name, enabled);
    tooltip(draw, tip);
    ImVec4 shade = enabled && ImGui::IsItemHovered() ? color::text : color::dim;
    if (!enabled) shade.w *= ImGui::GetStyle().DisabledAlpha;
    const ImU32 color = ImGui::ColorConvertFloat4ToU32(shade);
    const float arm = side / 7, line = 1.5f * draw.scale;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto stroke = [&](float x0, float y0, float x1, float y1) {
        list.AddLine(ImVec2(centre.x + x0 * arm, centre.y + y0 * arm),
                     ImVec2(centre.x + x1 * arm, centre.y + y1 * arm), color, line);
    };
    const float tip_y = sign == Sign::up ? -0.6f : 0.6f;
    if (sign == Sign::cross) {
        stroke(-1, -1, 1, 1);
        stroke(-1, 1, 1, -1);
    } else {
        stroke(-1, -tip_y, 0, tip_y);
        stroke(0, tip_y, 1, -tip_y);
    }
    return pressed;
}

json write_all(const std::vector<ModuleUse>& uses) {
    return effects::write(uses);
}

}  // namespace

const std::vector<ModuleUse>& StackPanel::uses(const Draw& draw) const {
    const effects::Emitter& emitter = draw.settings().effect.emitters[emitter_];
    return look_ ? emitter.looks[*look_].modules : emitter.modules;
}

/// Returns that list in the saved effect; null if it is not there.
const std::vector<ModuleUse>* StackPanel::saved_uses(const Draw& draw) const {
    const effects::Effect* saved = draw.model.document.saved;
    if (saved == nullptr || emitter_ >= saved->emitters.size()) return nullptr;
    const effects::Emitter& emitter = saved->emitters[emitter_];
    if (!look_) return &emitter.modules;
    return *look_ < emitter.looks.size() ? &emitter.looks[*look_].modules : nullptr;
}

std::string StackPanel::list_pointer() const {
    const std::string emitter = fmt::format("/effect/emitters/{}", emitter_);
    return look_ ? fmt::format("{}/looks/{}/modules", emitter, *look_) : emitter + "/modules";
}

/// Returns the name of a widget in the map.
std::string StackPanel::named(std::string_view widget) const {
    return look_ ? fmt::format("emitter/looks/{}/{}", *look_, widget) : fmt::format("emitter/{}", widget);
}

std::string StackPanel::pointer(std::size_t index) const {
    return fmt::format("{}/{}", list_pointer(), index);
}

const StackPanel::Declared& StackPanel::declared(Draw& draw, const std::string& name) {
    const effects::Folder& folder = draw.settings().effect.folder;
    if (folder.path != folder_.path || folder != folder_ || draw.model.own_files_read != read_)
        declared_.clear();
    folder_ = folder;
    read_ = draw.model.own_files_read;
    const auto [known, is_new] = declared_.try_emplace(name);
    if (!is_new) return known->second;
    try {
        known->second.module = effects::finder_in(folder.path)(name);  // as it runs
        const effects::RefusingFaults strictly;
        effects::finder_in(folder.path)(name);
    } catch (const Error& error) {
        known->second.error = concise(error.what());
    }
    return known->second;
}

/// Returns what is wrong with the module or a file that it names; empty: nothing.
std::string StackPanel::fault(const Draw& draw, std::size_t index, const Declared& declared) const {
    for (const effects::ModuleFault& fault : draw.model.faults)
        if (fault.place == effects::ModulePlace{emitter_, look_, index}) return fault.text;
    return declared.error;
}

void StackPanel::draw(Draw& draw, std::size_t emitter) {
    emitter_ = emitter;
    look_.reset();
    presets_.draw(draw, emitter);
    for (const auto& row : effects::stages) stage(draw, row.value);
    const std::vector<effects::FurtherLook>& looks = draw.settings().effect.emitters[emitter].looks;
    for (std::size_t k = 0; k < looks.size(); ++k) further_look(draw, k);
    const bool has_room = static_cast<double>(looks.size()) < effects::max_looks;
    if (has_room && button(draw, "emitter/looks/add", "Add look"))
        draw.events.edit(fmt::format("/effect/emitters/{}/looks/-", emitter),
                         effects::write(effects::FurtherLook{}));
}

/// Draws a look beside that of the emitter's own modules.
void StackPanel::further_look(Draw& draw, std::size_t look) {
    const std::string pointer = fmt::format("/effect/emitters/{}/looks", emitter_);
    const std::vector<effects::FurtherLook>& all = draw.settings().effect.emitters[emitter_].looks;
    const std::string name = fmt::format("emitter/looks/{}", look);
    ImGui::PushID(name.c_str());
    ImGui::Separator();
    if (heading(draw, fmt::format("Look {}", look + 2), "", name + "/remove", "Remove"))
        edit_without(draw, pointer, all, look);
    effects::describe(all[look], FieldRows(draw, name, fmt::format("{}/{}", pointer, look)));
    look_ = look;
    stage(draw, effects::Stage::look);
    look_.reset();
    ImGui::PopID();
}

void StackPanel::stage(Draw& draw, effects::Stage stage) {
    const auto& row = *std::ranges::find(effects::stages, stage, &Named<effects::Stage>::value);
    const std::string name = named(fmt::format("add/{}", row.name));
    if (heading(draw, capitalised(row.name), row.summary, name, "Add module")) {
        search_.clear();
        declared_.clear();  // a file may have come or changed that the effect does not use
        names_ = effects::built_in_modules();
        draw.events.preset = PresetRequest{};
        const auto own = effects::own_modules(draw.settings().effect.folder.path);
        names_.insert(names_.end(), own.begin(), own.end());
        ImGui::OpenPopup(name.c_str());
    }
    add_menu(draw, stage);
    const auto& all = uses(draw);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Declared& known = declared(draw, all[i].module);
        // A module whose file is gone is shown in the last stage.
        const effects::Stage own = known.module ? known.module->stage : effects::Stage::look;
        if (own == stage) module(draw, i, known);
    }
}

void StackPanel::add_menu(Draw& draw, effects::Stage stage) {
    const std::string name = named(fmt::format("add/{}", winnow::name_of(effects::stages, stage)));
    const float width = menu_width * draw.scale;
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, menu_height * draw.scale));
    if (!ImGui::BeginPopup(name.c_str())) return;
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    const bool entered =
        ImGui::InputTextWithHint("##search", "search", &search_, ImGuiInputTextFlags_EnterReturnsTrue);
    const bool left =  // one Esc closes the menu too
        ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
    draw.map.add_last_item(name + "/search", true, search_);
    if (left || preset_entries(draw, name, stage)) {
        ImGui::CloseCurrentPopup();
        return ImGui::EndPopup();
    }
    std::string added;
    for (const std::string& one : names_) {
        const auto& [module, error] = declared(draw, one);
        // The stage of a module that cannot be read is not known: every list shows it, with the reason.
        if (module ? module->stage != stage : error.empty()) continue;
        const std::string& below = error.empty() ? module->sentence : error;
        if (!matches(one, search_) && !matches(below, search_)) continue;
        const bool pressed =
            list_entry(draw, fmt::format("{}/{}", name, one), one, below, error.empty(), false);
        if (added.empty() && error.empty() && (pressed || (entered && !search_.empty()))) added = one;
    }
    if (added.empty()) return ImGui::EndPopup();
    ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    const auto same = std::ranges::count(uses(draw), added, &ModuleUse::module);
    ImGui::GetStateStorage()->SetBool(open_id(id_of(added, static_cast<std::size_t>(same))), true);
    draw.events.edit(list_pointer() + "/-", {{"module", added}});
}

/// Draws the presets that have a module of the stage; those of a further look have no other. Returns true if
/// one was added.
bool StackPanel::preset_entries(Draw& draw, const std::string& menu, effects::Stage stage) {
    const auto is_of_stage = [&](const auto& module) {
        const auto& known = declared(draw, module.at("module").template get<std::string>()).module;
        return known && known->stage == stage;
    };
    for (std::size_t i = 0; i < draw.model.presets.size(); ++i) {
        const effects::StackPreset& preset = draw.model.presets[i];
        if (look_ ? !std::ranges::all_of(preset.modules, is_of_stage)
                  : std::ranges::none_of(preset.modules, is_of_stage))
            continue;
        const std::string below = "preset: " + modules_text(preset);
        if (!matches(preset.name, search_) && !matches(below, search_)) continue;
        if (!list_entry(draw, fmt::format("{}/preset/{}", menu, i), preset.name, below, true, false))
            continue;
        add_preset(draw, {emitter_, look_}, preset);
        return true;
    }
    return false;
}

/// Returns the edit that gives an attribute of the emitter another name, or none, wherever it is read.
TextEdit StackPanel::renamed_attribute(const Draw& draw, const std::string& from, const std::string& pointer,
                                       const std::string& to) const {
    if (to.empty()) return {{pointer, to}, pointer};
    const effects::Effect renamed =
        effects::with_attribute_renamed(draw.settings().effect, emitter_, from, to);
    return {{std::string(effects::effect_pointer), effects::write(renamed)}, pointer};
}

void StackPanel::parameters(Draw& draw, std::size_t index, const effects::Module& module) {
    const std::vector<Use>* const saved = saved_uses(draw);
    const ModuleUse* then = nullptr;  // the module in the saved effect, if it is there
    if (saved != nullptr && index < saved->size()) then = &(*saved)[index];
    if (then != nullptr && then->module != module.name) then = nullptr;
    for (const effects::Parameter& parameter : module.parameters) {
        const auto usual = [&] { return json(effects::write(effects::Value(parameter.value))); };
        const auto value_in = [&](const ModuleUse& use) {
            const auto given = use.values.find(parameter.name);
            return given != use.values.end() ? json(effects::write(given->second)) : usual();
        };
        const auto reset = [&] {
            return ResetValues{then != nullptr ? std::optional(value_in(*then)) : std::nullopt, usual()};
        };
        const std::string at = pointer(index) + "/" + parameter.name;
        const json value = value_in(uses(draw)[index]);
        MakeTextEdit rename;
        if (parameter.type == effects::Type::attribute && effects::declares_named(module.stage))
            rename = [&](const std::string& to) { return renamed_attribute(draw, value, at, to); };
        value_row(draw, {parameter, named(fmt::format("modules/{}/{}", index, parameter.name)), at, value,
                         reset, rename});
    }
    const effects::Effect& effect = draw.settings().effect;
    if (effects::has_transform(effect.emitters[emitter_], effect))
        space_choice(draw, named(fmt::format("modules/{}/space", index)), pointer(index) + "/space",
                     uses(draw)[index].space);
    if (module.parameters.empty()) small_text(draw, color::dim, "It has no parameters.");
}

/// Draws the buttons at the end of a module's row. Modules of other stages do not matter to their order.
void StackPanel::order_buttons(Draw& draw, std::size_t index, effects::Stage stage) {
    const auto& all = uses(draw);
    const auto is_near = [&](std::size_t i) {
        const auto& module = declared(draw, all[i].module).module;
        return module && module->stage == stage;
    };
    std::optional<std::size_t> before, after;
    for (std::size_t i = 0; i < index; ++i)
        if (is_near(i)) before = i;
    for (std::size_t i = all.size(); --i > index;)
        if (is_near(i)) after = i;
    const auto swap_with = [&](std::size_t other) {
        std::vector<Use> swapped = all;
        std::swap(swapped[index], swapped[other]);
        draw.events.edit(list_pointer(), write_all(swapped));
    };
    if (sign_button(draw, named(fmt::format("move-up/{}", index)), Sign::up, "earlier", before.has_value()))
        swap_with(*before);
    ImGui::SameLine(0, 0);
    if (sign_button(draw, named(fmt::format("move-down/{}", index)), Sign::down, "later", after.has_value()))
        swap_with(*after);
    ImGui::SameLine(0, 0);
    if (!sign_button(draw, named(fmt::format("remove/{}", index)), Sign::cross, "remove", true)) return;
    std::vector<Use> fewer = all;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(index));
    draw.events.edit(list_pointer(), write_all(fewer));
}

/// Copies the module, or pastes one behind it.
void StackPanel::clip(Draw& draw, Clip clip, std::size_t index) {
    const std::vector<Use>& all = uses(draw);
    if (clip == Clip::copy) copy_text(effects::write(all[index]));
    if (clip != Clip::paste) return;
    const auto pasted = pasted_json(draw);
    if (!pasted) return;
    if (!pasted->is_object() || !pasted->contains("module")) {
        draw.events.warning =
            "Nothing was pasted: the clipboard holds no module, which begins with {\"module\": ...}.";
        return;
    }
    json more = write_all(all);
    more.insert(more.begin() + static_cast<std::ptrdiff_t>(index) + 1, *pasted);
    paste(draw, {list_pointer(), more}, "paste a module");
}

/// Draws the menu of a module's bar, the last item.
void StackPanel::clip_menu(Draw& draw, std::size_t index) {
    clip(draw, clip_by_keys(draw, ImGui::IsItemHovered()), index);
    if (item_asks_for_menu(draw)) ImGui::OpenPopup("clip");
    if (!ImGui::BeginPopup("clip")) return;
    clip(draw, clip_entries(draw, named(fmt::format("modules/{}", index))), index);
    ImGui::EndPopup();
}

/// Draws the bar of a module, which opens and closes it. Returns true if it is open.
bool StackPanel::bar(Draw& draw, std::size_t index, const Declared& declared) {
    const Use& use = uses(draw)[index];
    const float height = ImGui::GetFrameHeight(), gap = control_gap * draw.scale;
    const float right = ImGui::GetContentRegionAvail().x;
    const ImVec2 least = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(least, ImVec2(least.x + right, least.y + height),
                                              ImGui::GetColorU32(ImGuiCol_Header),
                                              ImGui::GetStyle().FrameRounding);
    check_box(draw, named(fmt::format("enabled/{}", index)), "", (pointer(index) + "/enabled").c_str(),
              use.enabled);
    tooltip(draw, "A module that is not enabled does nothing.");
    ImGui::SameLine(0, gap);
    ImGuiStorage& kept = *ImGui::GetStateStorage();
    bool is_open = kept.GetBool(ImGui::GetID(open_key));
    if (!is_open && draw.reveal.opens(named(fmt::format("modules/{}", index))))
        kept.SetBool(ImGui::GetID(open_key), is_open = true);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = least.x + right - at.x - order_width * height;
    if (ImGui::InvisibleButton("##bar", ImVec2(std::max(width, 1.0f), height)))
        kept.SetBool(ImGui::GetID(open_key), is_open = !is_open);
    draw.map.add_last_item(named(fmt::format("modules/{}", index)), true, is_open);
    if (declared.module) tooltip(draw, declared.module->sentence);
    const bool is_lit = ImGui::IsItemHovered();
    clip_menu(draw, index);
    const bool works = use.enabled && fault(draw, index, declared).empty();
    const ImVec4& shade = works || is_lit ? color::text : color::dim;
    const ImU32 color = ImGui::ColorConvertFloat4ToU32(shade);
    draw_fold(ImVec2(at.x + height / 2, at.y + height / 2), height / 3, is_open, color);
    ImGui::GetWindowDrawList()->AddText(ImVec2(at.x + height, at.y + ImGui::GetStyle().FramePadding.y), color,
                                        use.module.c_str());
    ImGui::SameLine(0, 0);
    order_buttons(draw, index, declared.module ? declared.module->stage : effects::Stage::look);
    return is_open;
}

void StackPanel::module(Draw& draw, std::size_t index, const Declared& declared) {
    const std::string id = id_of(uses(draw)[index].module, instance_of(uses(draw), index));
    ImGui::PushID(id.c_str());
    const bool is_open = bar(draw, index, declared);
    if (const std::string why = fault(draw, index, declared); !why.empty())
        refusal_text(draw, named(fmt::format("modules/{}/fault", index)), why);
    if (is_open && declared.module) {
        ImGui::Indent(parameters_indent * draw.scale);
        parameters(draw, index, *declared.module);
        ImGui::Unindent(parameters_indent * draw.scale);
        ImGui::Spacing();
    }
    ImGui::PopID();
}

}  // namespace winnow::ui
