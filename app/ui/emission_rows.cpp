#include "ui/emission_rows.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <initializer_list>
#include <map>
#include <string_view>
#include <vector>

#include "effects/compile/renames.h"
#include "effects/format/writer.h"
#include "effects/model/check.h"
#include "ui/expression_field.h"
#include "ui/field_rows.h"
#include "ui/text_field.h"
#include "ui/tooltip.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

constexpr float contents_indent = 6, button_distance = 4;  // natural pixels
constexpr const char* new_expression = "0";
constexpr const char* new_condition = "age > 1";

std::string emitter_pointer(std::size_t emitter) {
    return fmt::format("/effect/emitters/{}", emitter);
}

/// Draws a button that removes what the line is about, at the line's end. Returns true if it was pressed.
bool remove_button(Draw& draw, const std::string& name, std::string_view tip) {
    ImGui::SameLine(0, button_distance * draw.scale);
    const bool pressed = button(draw, name + "/remove", "-", ImGui::GetFrameHeight());
    tooltip(draw, tip);
    return pressed;
}

/// Returns the width of what a button to remove it follows.
float width_before_button(const Draw& draw) {
    return ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - button_distance * draw.scale;
}

/// Draws the elements of a list, each as a bar that opens and closes it. `rows` draws what is in one.
template <typename Element, typename Text, typename Rows>
void list_rows(Draw& draw, const std::string& name, const std::string& pointer,
               const std::vector<Element>& list, const Text& text_of, const Rows& rows) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string one = fmt::format("{}/{}", name, i), at = fmt::format("{}/{}", pointer, i);
        ImGui::PushID(one.c_str());
        ImGuiStorage& kept = *ImGui::GetStateStorage();
        const ImGuiID id = ImGui::GetID("open");
        const bool is_open = kept.GetBool(id);
        const float width = width_before_button(draw);
        if (button(draw, one, shortened(text_of(list[i]), width).c_str(), width, is_open))
            kept.SetBool(id, !is_open);
        tooltip(draw, "Opens and closes it.");
        if (remove_button(draw, one, "Removes it.")) edit_without(draw, pointer, list, i);
        if (is_open) {
            ImGui::Indent(contents_indent * draw.scale);
            rows(one, at, list[i]);
            ImGui::Unindent(contents_indent * draw.scale);
            ImGui::Spacing();
        }
        ImGui::PopID();
    }
}

// --- local values -----------------------------------------------------------------------------------------

/// Returns the pointer to the local values of an emitter or, with nullopt, of the effect.
std::string lets_pointer(std::optional<std::size_t> emitter) {
    return (emitter ? emitter_pointer(*emitter) : std::string(effects::effect_pointer)) + "/let";
}

std::string let_name_id(std::optional<std::size_t> emitter, const std::string& let) {
    return lets_pointer(emitter) + '/' + effects::escaped(let) + "/name";  // no value has this pointer
}

/// Returns the edit that gives a local value another name wherever it is read.
TextEdit renamed_let(const effects::Effect& effect, std::optional<std::size_t> emitter,
                     const std::string& let, const std::string& name) {
    const effects::Effect renamed = effects::with_let_renamed(effect, emitter, let, name);
    const std::string pointer = lets_pointer(emitter) + '/' + effects::escaped(name);
    if (emitter) return {{emitter_pointer(*emitter), effects::write(renamed.emitters[*emitter])}, pointer};
    return {{std::string(effects::effect_pointer), effects::write(renamed)}, pointer};
}

/// Draws the field for the name of a local value in the column of labels.
void let_name(Draw& draw, const std::string& name, std::optional<std::size_t> emitter,
              const std::string& let) {
    const effects::Effect& effect = draw.settings().effect;
    text_field(draw, name, let_name_id(emitter, let), let,
               "Its name. A new one is put wherever expressions read it.", label_width(draw),
               [&](const std::string& text) { return renamed_let(effect, emitter, let, text); });
    go_to_controls(draw);
}

/// Draws the field for the name of a new local value, while it is open.
void new_let(Draw& draw, const std::string& name, const std::string& pointer, const effects::Lets& lets) {
    if (!ImGui::BeginPopup(name.c_str())) return;
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    std::string text = draw.typed.widget == name ? draw.typed.text : "";
    const bool entered =
        ImGui::InputTextWithHint("##name", "name", &text, ImGuiInputTextFlags_EnterReturnsTrue);
    if (entered) ImGui::SetKeyboardFocusHere(-1);  // for another name, if this one is refused
    draw.map.add_last_item(name + "/name", true, text);
    const effects::Edit edit{pointer + '/' + effects::escaped(text), new_expression};
    const std::string why = lets.contains(text) ? fmt::format("{} is already the name of a let", text)
                            : text.empty()      ? ""
                                                : refusal(draw, edit);
    draw.typed = {name, text};
    if (!why.empty()) refusal_text(draw, name + "/error", why);
    if (entered && !text.empty() && why.empty()) {
        draw.events.edits.push_back(edit);
        draw.typed = {};
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

// --- bursts -----------------------------------------------------------------------------------------------

std::string shown(const effects::BurstCount& count) {
    const auto json = effects::write(count);
    if (json == 1) return "1 birth";
    if (json.is_number()) return fmt::format("{} births", json.get<std::uint32_t>());
    if (json.is_string()) return json.get<std::string>() + " births";
    return fmt::format("{} to {} births", json["random"][0].get<std::uint32_t>(),
                       json["random"][1].get<std::uint32_t>());
}

std::string shown(const effects::Burst& burst) {
    std::string text = fmt::format("{} at {} s", shown(burst.count), burst.time);
    if (burst.every > 0) text += fmt::format(", each {} s", burst.every);
    return text;
}

// --- children ---------------------------------------------------------------------------------------------

std::string shown(const effects::Children& link) {
    return fmt::format("{} on {}", link.emitter, winnow::name_of(effects::events, link.on));
}

/// Returns the names that links can mean, first those of emitters behind this one.
std::vector<std::string> names_to_link(const std::vector<effects::Emitter>& emitters, std::size_t emitter) {
    std::map<std::string_view, std::size_t> uses;
    for (const effects::Emitter& one : emitters) ++uses[one.name];
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= emitters.size(); ++i) {
        const std::string& name = emitters[(emitter + i) % emitters.size()].name;
        if (uses[name] == 1) names.push_back(name);
    }
    return names;
}

/// Draws the event of a link. One that becomes true by an expression gets one.
void event_rows(Draw& draw, const std::string& name, const std::string& pointer,
                const effects::Children& link) {
    const auto rows = [&](std::initializer_list<std::string_view> keys) {
        effects::describe(link, FieldRows(draw, name, pointer, keys));
    };
    const std::size_t edits = draw.events.edits.size();
    rows({"on"});
    if (draw.events.edits.size() > edits && link.when.empty()) {
        effects::Children changed = link;
        changed.when = new_condition;
        auto value = effects::write(changed);
        value["on"] = draw.events.edits.back().value;
        if (value["on"] == winnow::name_of(effects::events, effects::On::condition))
            draw.events.edits.back() = {pointer, value};
    }
    if (link.on == effects::On::age) rows({"age"});
    if (link.on == effects::On::distance) rows({"distance"});
    if (link.on == effects::On::time) rows({"every"});
    if (link.on == effects::On::collision) rows({"most_per_parent"});
    if (link.on != effects::On::condition) return;
    label(draw, "when", "An expression that is true or false, of the parent.");
    expression_field(draw, name + "/when", pointer + "/when", link.when,
                     "An expression that is true or false, of the parent.", -FLT_MIN);
    text_error(draw, name + "/when", pointer + "/when", link.when);
}

void link_rows(Draw& draw, const std::string& name, const std::string& pointer, const effects::Children& link,
               const std::vector<std::string>& names) {
    std::vector<Choice> emitters;
    for (const std::string& one : names) emitters.push_back({one, {}, {}});
    drop_down(draw, name + "/emitter", "emitter", (pointer + "/emitter").c_str(), emitters, link.emitter);
    event_rows(draw, name, pointer, link);
    effects::describe(link, FieldRows(draw, name, pointer, {"count", "chance", "inherit_velocity"}));
}

}  // namespace

void let_rows(Draw& draw, const std::string& name, std::optional<std::size_t> emitter) {
    constexpr std::string_view tip =
        "Names for expressions that other expressions use. A random number in one is the same wherever a "
        "particle's modules read it.";
    const effects::Effect& effect = draw.settings().effect;
    const effects::Lets& lets = emitter ? effect.emitters[*emitter].lets : effect.lets;
    const std::string pointer = lets_pointer(emitter);
    const std::string add = name + "-add";  // no let has a - in its name
    if (heading(draw, "Local values", tip, add, "Add let")) ImGui::OpenPopup(add.c_str());
    new_let(draw, add, pointer, lets);
    for (const auto& [let, text] : lets) {
        const std::string one = fmt::format("{}/{}", name, let), at = pointer + '/' + effects::escaped(let);
        let_name(draw, one + "/name", emitter, let);
        expression_field(draw, one, at, text, tip, width_before_button(draw));
        if (remove_button(draw, one, "Removes it.")) {
            effects::Lets fewer = lets;
            fewer.erase(let);
            draw.events.edit(pointer, effects::write(fewer));
        }
        text_error(draw, one + "/name", let_name_id(emitter, let), let);
        expression_line(draw, one, at, text, {});
    }
}

void burst_rows(Draw& draw, std::size_t emitter) {
    const std::string name = "emitter/bursts", pointer = emitter_pointer(emitter) + "/bursts";
    const auto& bursts = draw.settings().effect.emitters[emitter].bursts;
    if (heading(draw, "Bursts", "Births that happen all at once, or spread over a time.", name + "/add",
                "Add burst"))
        draw.events.edit(pointer + "/-", effects::write(effects::Burst{}));
    list_rows(
        draw, name, pointer, bursts, [](const effects::Burst& burst) { return shown(burst); },
        [&](const std::string& one, const std::string& at, const effects::Burst& burst) {
            effects::describe(burst, FieldRows(draw, one, at));
        });
}

void child_rows(Draw& draw, std::size_t emitter) {
    const std::string name = "emitter/children", pointer = emitter_pointer(emitter) + "/children";
    const auto& emitters = draw.settings().effect.emitters;
    const std::vector<std::string> names = names_to_link(emitters, emitter);
    if (heading(draw, "Children", "Births that the emitter's particles cause.", name + "/add", "Add children",
                !names.empty())) {
        effects::Children link;
        link.emitter = names.front();
        draw.events.edit(pointer + "/-", effects::write(link));
    }
    list_rows(
        draw, name, pointer, emitters[emitter].children,
        [](const effects::Children& link) { return shown(link); },
        [&](const std::string& one, const std::string& at, const effects::Children& link) {
            link_rows(draw, one, at, link, names);
        });
}

}  // namespace winnow::ui
