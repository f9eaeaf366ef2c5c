// How the tree of emitters is drawn: its rows, the buttons below them, and the menu that adds one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "effects/format/templates.h"
#include "effects/format/writer.h"
#include "ui/clipping.h"
#include "ui/emitter_tree.h"
#include "ui/keyboard.h"
#include "ui/text_field.h"
#include "ui/tooltip.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

constexpr float max_tree_rows = 8, tree_indent = 10, tree_button_gap = 3;  // rows; natural pixels
constexpr std::size_t deepest_indent = 6;                     // what lies deeper is not indented further
constexpr float add_menu_width = 260, add_menu_height = 360;  // natural pixels

ImU32 shade_of(const ImVec4& shade) {
    return ImGui::ColorConvertFloat4ToU32(shade);
}

/// Returns a number of particles in few characters: "950", "1.2k", "34k", "2.1M".
std::string count_text(double count) {
    constexpr double thousand = 1000, million = 1e6, ten = 10;
    if (count < thousand) return fmt::format("{:.0f}", count);
    const bool are_millions = count >= million;
    const double shown = count / (are_millions ? million : thousand);
    return fmt::format("{:.{}f}{}", shown, shown < ten ? 1 : 0, are_millions ? "M" : "k");
}

void draw_eye(ImVec2 centre, float size, bool is_open, ImU32 color, float line) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto at = [&](float x, float y) { return ImVec2(centre.x + x * size, centre.y + y * size); };
    list.AddBezierQuadratic(at(-1, 0), at(0, -1.1f), at(1, 0), color, line);
    list.AddBezierQuadratic(at(-1, 0), at(0, 1.1f), at(1, 0), color, line);
    if (is_open)
        list.AddCircleFilled(centre, size * 0.3f, color);
    else
        list.AddLine(at(-0.8f, 0.8f), at(0.8f, -0.8f), color, line);
}

/// Draws what can be pressed on a square. Returns its middle, and true if it was pressed.
std::pair<ImVec2, bool> switch_on_square(Draw& draw, const std::string& name, bool is_on,
                                         std::string_view tip) {
    const float side = ImGui::GetFrameHeight();
    const ImVec2 least = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(("##" + name).c_str(), ImVec2(side, side));
    draw.map.add_last_item(name, true, is_on);
    tooltip(draw, tip);
    return {ImVec2(least.x + side / 2, least.y + side / 2), pressed};
}

}  // namespace

std::string EmitterTree::figure(std::size_t emitter) const {
    return emitter < max_alive_.size() ? count_text(std::ceil(max_alive_[emitter])) : "";
}

std::string EmitterTree::tip(const Draw& draw, const effects::EmitterRow& row) const {
    const std::vector<effects::Emitter>& emitters = draw.settings().effect.emitters;
    const effects::Emitter& emitter = emitters[row.emitter];
    std::string text = emitter.name + '.';
    if (row.emitter < max_alive_.size())
        text += fmt::format(" At most {} alive.",
                            grouped(static_cast<std::uint64_t>(std::ceil(max_alive_[row.emitter]))));
    for (const effects::Children& link : emitter.children)
        text += fmt::format(" On {}: {}.", winnow::name_of(effects::events, link.on), link.emitter);
    for (const effects::Emitter& parent : emitters)
        if (std::ranges::count(parent.children, emitter.name, &effects::Children::emitter) > 0)
            text += fmt::format(" Born to {}.", parent.name);
    return text + " F2 renames it, Delete takes it out; drag it to another place.";
}

void EmitterTree::name_field(Draw& draw, std::size_t emitter, float width) {
    const std::vector<effects::Emitter>& emitters = draw.settings().effect.emitters;
    const std::string& name = emitters[emitter].name;
    const std::string id = pointer_of_emitter(emitter) + "/name";
    constexpr int until_focus = 3;  // frames
    if (frames_renaming_ == 0) ImGui::SetKeyboardFocusHere();
    const bool is_new = ++frames_renaming_ <= until_focus;
    const std::size_t before = draw.events.edits.size();
    text_field(draw, "emitters/name", id, name, "Enter takes the name, Esc leaves it as it was.", width,
               [&](const std::string& text) {
                   return TextEdit{
                       {emitters_pointer, effects::write(effects::with_renamed(emitters, emitter, text))},
                       id};
               },
               {.flags = ImGuiInputTextFlags_AutoSelectAll});
    if (draw.events.edits.size() > before) {
        const auto& renamed = draw.events.edits.back().value.at(emitter).at("name");
        awaited_ = renamed.get<std::string>();
        draw.events.what = fmt::format("rename {} to {}", name, awaited_);
    }
    if (is_new || ImGui::IsAnyItemActive()) return;
    renaming_.reset();
    if (draw.typed.widget == id) draw.typed = {};
}

void EmitterTree::name(Draw& draw, const effects::EmitterRow& row, float width) {
    const effects::Emitter& emitter = draw.settings().effect.emitters[row.emitter];
    const std::string widget = fmt::format("emitter/select/{}", row.emitter);
    const bool is_chosen = row.emitter == chosen_;
    const ImVec2 least = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    if (renaming_ == row.emitter) return name_field(draw, row.emitter, width);
    const bool pressed =
        ImGui::InvisibleButton(("##" + widget).c_str(), ImVec2(std::max(width, 1.0f), height));
    draw.map.add_last_item(widget, true, is_chosen);
    const bool is_lit = ImGui::IsItemHovered();
    if (item_is_pressed_by_key(pressed)) choose(draw, row.emitter);
    if (ImGui::IsItemClicked()) {
        choose(draw, row.emitter);
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) act(draw, Action::rename_emitter);
    }
    if (const Clip asked = clip_by_keys(draw, is_lit); asked != Clip::nothing) clip(draw, asked, row.emitter);
    if (item_asks_for_menu(draw)) ImGui::OpenPopup(widget.c_str());
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, height / 4))
        dragged_ = row.emitter;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (is_chosen || is_lit)
        list.AddRectFilled(least, ImVec2(least.x + width, least.y + height),
                           ImGui::GetColorU32(is_chosen ? ImGuiCol_Header : ImGuiCol_FrameBg),
                           ImGui::GetStyle().FrameRounding);
    const std::string alive = figure(row.emitter);
    const float pad = ImGui::GetStyle().FramePadding.x, figure_width = ImGui::CalcTextSize(alive.c_str()).x;
    const float top = least.y + ImGui::GetStyle().FramePadding.y;
    const ImVec4& shade = !emitter.emits ? color::dim : is_chosen ? color::accent : color::text;
    const std::string text = shortened(emitter.name, width - figure_width - 3 * pad);
    list.AddText(ImVec2(least.x + pad, top), shade_of(shade), text.c_str());
    list.AddText(ImVec2(least.x + width - figure_width - pad, top), shade_of(color::dim), alive.c_str());
    if (!dragged_) tooltip(draw, is_lit ? tip(draw, row) : "");
    if (!ImGui::BeginPopup(widget.c_str())) return;
    clip(draw, clip_entries(draw, widget), row.emitter);
    ImGui::EndPopup();
}

/// Draws what mutes the emitter and what lets it be born alone.
void EmitterTree::switches(Draw& draw, std::size_t emitter) {
    const effects::Emitter& one = draw.settings().effect.emitters[emitter];
    const float side = ImGui::GetFrameHeight();
    ImGui::SameLine(0, 0);
    const auto [eye, muted] = switch_on_square(draw, fmt::format("emitters/mute/{}", emitter), !one.emits,
                                               "Mutes it: it has no births, here and in the file (M).");
    draw_eye(eye, side / 4, one.emits, shade_of(one.emits ? color::text : color::dim), 1.3f * draw.scale);
    if (muted) mute(draw, emitter);
    const bool is_solo = std::ranges::count(draw.model.solo, one.name) > 0;
    ImGui::SameLine(0, 0);
    const auto [middle, pressed] = switch_on_square(
        draw, fmt::format("emitters/solo/{}", emitter), is_solo,
        "Solo: only such emitters have births, and the parents that they are born to. It is not saved "
        "(Shift+M).");
    const ImVec2 size = ImGui::CalcTextSize("S");
    if (is_solo) ImGui::GetWindowDrawList()->AddCircleFilled(middle, side / 2.6f, shade_of(color::accent));
    ImGui::GetWindowDrawList()->AddText(ImVec2(middle.x - size.x / 2, middle.y - size.y / 2),
                                        shade_of(is_solo ? color::on_accent : color::dim), "S");
    if (pressed) toggle_solo(draw, emitter);
}

void EmitterTree::row(Draw& draw, const effects::EmitterRow& row, float width) {
    const float side = ImGui::GetFrameHeight();
    const auto depth = static_cast<float>(std::min(row.depth, deepest_indent));
    const float left = depth * tree_indent * draw.scale;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + left);
    if (row.has_children) {
        const std::string& name = draw.settings().effect.emitters[row.emitter].name;
        const bool is_open = !folded_.contains(name);
        const auto [middle, pressed] =
            switch_on_square(draw, fmt::format("emitters/fold/{}", row.emitter), is_open,
                             "Shows or hides the emitters of its children.");
        draw_fold(middle, side / 3, is_open, shade_of(color::dim));
        if (pressed) {
            if (is_open)
                folded_.insert(name);
            else
                folded_.erase(name);
            is_stale_ = true;
        }
    } else {
        ImGui::Dummy(ImVec2(side, side));
    }
    ImGui::SameLine(0, 0);
    name(draw, row, width - left - 3 * side);
    switches(draw, row.emitter);
}

/// Draws where the dragged emitter would go, and moves it there once it is let go.
void EmitterTree::drag(Draw& draw, float top, float height) {
    if (!dragged_) return;
    const std::vector<effects::Emitter>& emitters = draw.settings().effect.emitters;
    const auto count = static_cast<float>(shown_.size());
    const float place = std::clamp(std::round((ImGui::GetIO().MousePos.y - top) / height), 0.0f, count);
    const auto at = static_cast<std::size_t>(place);
    const std::size_t before = at < shown_.size() ? rows_[shown_[at]].emitter : emitters.size();
    const float y = top + place * height, left = ImGui::GetWindowPos().x;
    ImGui::GetWindowDrawList()->AddLine(ImVec2(left, y), ImVec2(left + ImGui::GetWindowWidth(), y),
                                        shade_of(color::accent), 2 * draw.scale);
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    const std::size_t from = *std::exchange(dragged_, std::nullopt);
    if (from >= emitters.size() || before == from || before == from + 1) return;
    change(draw, "move " + emitters[from].name, effects::moved(emitters, from, before));
}

void EmitterTree::rows(Draw& draw) {
    const float height = ImGui::GetFrameHeight();
    const float visible = std::min(static_cast<float>(shown_.size()), max_tree_rows);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    if (ImGui::BeginChild("tree", ImVec2(0, visible * height))) {
        const float top = ImGui::GetCursorScreenPos().y, width = ImGui::GetContentRegionAvail().x;
        if (std::exchange(follows_, false)) {
            const auto at =
                std::ranges::find_if(shown_, [&](std::size_t i) { return rows_[i].emitter == chosen_; });
            const float y = static_cast<float>(at - shown_.begin()) * height;
            if (y < ImGui::GetScrollY() || y + height > ImGui::GetScrollY() + visible * height)
                ImGui::SetScrollY(y - (visible - 1) * height / 2);
        }
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(shown_.size()), height);
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
                row(draw, rows_[shown_[static_cast<std::size_t>(i)]], width);
        drag(draw, top, height);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
    if (renaming_) {
        const std::string& name = draw.settings().effect.emitters[*renaming_].name;
        text_error(draw, "emitters/name", pointer_of_emitter(*renaming_) + "/name", name);
    }
}

void EmitterTree::buttons(Draw& draw) {
    const std::size_t count = draw.settings().effect.emitters.size();
    const float gap = tree_button_gap * draw.scale;
    const auto press = [&](const char* name, const char* text, Action action, bool enabled,
                           std::string_view tip) {
        ImGui::SameLine(0, gap);
        if (button(draw, name, text, 0, std::nullopt, enabled)) act(draw, action);
        tooltip(draw, tip);
    };
    if (button(draw, "emitters/add", "Add")) {
        sources_.clear();
        for (const std::string& one : effects::template_names()) {
            if (one == effects::empty_template) continue;
            const std::vector<effects::Emitter> emitters = effects::load_template(one).emitters;
            for (std::size_t i = 0; i < emitters.size(); ++i) sources_.push_back({one, emitters, i});
        }
        ImGui::OpenPopup("emitters/add");
    }
    tooltip(draw, "An empty emitter, or one from a template (Insert: an empty one).");
    add_menu(draw);
    press("emitters/duplicate", "Duplicate", Action::duplicate_emitter, true,
          "a copy under another name (Ctrl+D)");
    press(
        "emitters/delete", "Delete", Action::delete_emitter, count > 1,
        count > 1 ? "takes it out of the effect, and the links to it (Delete)" : "An effect has an emitter.");
    press("emitters/earlier", "^", Action::emitter_earlier, chosen_ > 0, "earlier in the list (Ctrl+PgUp)");
    press("emitters/later", "v", Action::emitter_later, chosen_ + 1 < count, "later in the list (Ctrl+PgDn)");
}

void EmitterTree::add_menu(Draw& draw) {
    const float width = add_menu_width * draw.scale;
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, add_menu_height * draw.scale));
    if (!ImGui::BeginPopup("emitters/add")) return;
    if (list_entry(draw, "emitters/add/empty", "empty", "without modules", true, false))
        act(draw, Action::add_emitter);
    const std::vector<effects::Emitter>& emitters = draw.settings().effect.emitters;
    for (const Source& source : sources_) {
        const std::string& name = source.emitters[source.index].name;
        if (!list_entry(draw, fmt::format("emitters/add/{}/{}", source.from, name), name,
                        "of the template " + source.from, true, false))
            continue;
        const auto after = effects::with_added(emitters, source.emitters, source.index);
        awaited_ = after[emitters.size()].name;
        change(draw, "add " + awaited_, after);
    }
    ImGui::EndPopup();
}

void EmitterTree::draw(Draw& draw) {
    look_at(draw);
    if (renaming_ && *renaming_ >= draw.settings().effect.emitters.size()) renaming_.reset();
    rows(draw);
    ImGui::Spacing();
    buttons(draw);
    ImGui::Spacing();
}

}  // namespace winnow::ui
