#include "ui/emitter_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/text.h"
#include "effects/compile/max_alive.h"
#include "effects/format/writer.h"
#include "ui/clipping.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

constexpr std::array tree_actions{Action::add_emitter,    Action::duplicate_emitter, Action::rename_emitter,
                                  Action::delete_emitter, Action::mute_emitter,      Action::solo_emitter,
                                  Action::next_emitter,   Action::previous_emitter,  Action::emitter_later,
                                  Action::emitter_earlier};

bool is_of_tree(Action action) {
    return std::ranges::find(tree_actions, action) != tree_actions.end();
}

/// Returns what an emitter's file would say: what is not a default.
nlohmann::ordered_json brief_json(const effects::Emitter& emitter) {
    const auto whole = effects::write(emitter), usual = effects::write(effects::Emitter{});
    auto brief = nlohmann::ordered_json::object();
    for (const auto& [key, value] : whole.items())
        if (key == "name" || value != usual.at(key)) brief[key] = value;
    return brief;
}

}  // namespace

std::string pointer_of_emitter(std::size_t emitter) {
    return fmt::format("{}/{}", emitters_pointer, emitter);
}

// --- what is chosen and shown

/// The emitter keeps being shown wherever it moves; after a change that the panel did not make, one at its
/// place.
void EmitterTree::find_chosen(const std::vector<effects::Emitter>& emitters) {
    const auto index_of = [&](const std::string& name) {
        return static_cast<std::size_t>(std::ranges::find(emitters, name, &effects::Emitter::name) -
                                        emitters.begin());
    };
    if (!awaited_.empty() && index_of(awaited_) < emitters.size()) {
        chosen_ = index_of(awaited_);
        chosen_name_ = std::exchange(awaited_, {});
        follows_ = true;
    }
    chosen_ = std::min(chosen_, emitters.size() - 1);
    if (emitters[chosen_].name == chosen_name_) return;
    if (const std::size_t found = index_of(chosen_name_); found < emitters.size()) chosen_ = found;
    chosen_name_ = emitters[chosen_].name;
}

/// The rows are made anew where the effect has changed.
void EmitterTree::look_at(const Draw& draw) {
    const effects::Settings& settings = draw.settings();
    const bool is_known =
        settings.compiled && settings.compiled == seen_ && rows_.size() == settings.effect.emitters.size();
    if (!is_known) {
        rows_ = effects::tree_of(settings.effect.emitters);
        is_stale_ = true;
    }
    const float density = settings.simulation.density;
    if (settings.compiled && (!is_known || density != density_))
        max_alive_ =
            effects::max_alive_by_emitter(settings.compiled->effect, settings.compiled->stacks,
                                          settings.compiled->rates, settings.compiled->bursts, density);
    if (!settings.compiled) max_alive_.clear();
    seen_ = settings.compiled;
    density_ = density;
    if (!std::exchange(is_stale_, false)) return;
    shown_.clear();
    std::optional<std::size_t> hidden_below;  // the depth of the folded row
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (hidden_below && rows_[i].depth > *hidden_below) continue;
        hidden_below.reset();
        shown_.push_back(i);
        if (rows_[i].has_children && folded_.contains(settings.effect.emitters[rows_[i].emitter].name))
            hidden_below = rows_[i].depth;
    }
}

void EmitterTree::choose(const Draw& draw, std::size_t emitter) {
    chosen_ = emitter;
    chosen_name_ = draw.settings().effect.emitters[emitter].name;
    awaited_.clear();
    has_focus_ = true;
}

void EmitterTree::show(const Draw& draw, std::size_t emitter) {
    choose(draw, emitter);
    follows_ = true;
}

/// Goes through the rows that are shown.
void EmitterTree::choose_next(const Draw& draw, int step) {
    const auto is_chosen = [&](std::size_t row) { return rows_[row].emitter == chosen_; };
    const auto now = std::ranges::find_if(shown_, is_chosen);
    const std::ptrdiff_t at = now == shown_.end() ? 0 : now - shown_.begin() + step;
    const std::ptrdiff_t held = std::clamp<std::ptrdiff_t>(at, 0, std::ssize(shown_) - 1);
    choose(draw, rows_[shown_[static_cast<std::size_t>(held)]].emitter);
    follows_ = true;
}

// --- changes

/// Asks for another list of emitters.
void EmitterTree::change(Draw& draw, std::string what, const std::vector<effects::Emitter>& after) {
    draw.events.what = std::move(what);
    draw.events.edit(emitters_pointer, effects::write(after));
}

void EmitterTree::act(Draw& draw, Action action) {
    const std::vector<effects::Emitter>& emitters = draw.settings().effect.emitters;
    const std::string name = emitters[chosen_].name;
    switch (action) {
        case Action::add_emitter: {
            effects::Emitter added;
            awaited_ = added.name = effects::free_name(emitters, added.name);
            draw.events.what = "add an emitter";
            return draw.events.edit(std::string(emitters_pointer) + "/-", effects::write(added));
        }
        case Action::duplicate_emitter: {
            const auto after = effects::with_copy(emitters, chosen_);
            awaited_ = after[chosen_ + 1].name;
            return change(draw, "duplicate " + name, after);
        }
        case Action::rename_emitter:
            renaming_ = chosen_;
            frames_renaming_ = 0;
            follows_ = true;
            return;
        case Action::delete_emitter:
            if (emitters.size() > 1) change(draw, "delete " + name, effects::without(emitters, chosen_));
            return;
        case Action::mute_emitter:
            return mute(draw, chosen_);
        case Action::solo_emitter:
            return toggle_solo(draw, chosen_);
        case Action::next_emitter:
            return choose_next(draw, 1);
        case Action::previous_emitter:
            return choose_next(draw, -1);
        case Action::emitter_earlier:
            if (chosen_ > 0)
                change(draw, fmt::format("move {} earlier", name),
                       effects::moved(emitters, chosen_, chosen_ - 1));
            return;
        case Action::emitter_later:
            if (chosen_ + 1 < emitters.size())
                change(draw, fmt::format("move {} later", name),
                       effects::moved(emitters, chosen_, chosen_ + 2));
            return;
        default:
            return;
    }
}

/// Copies an emitter with those of its children, or pastes some behind all, or a module into this one.
void EmitterTree::clip(Draw& draw, Clip clip, std::size_t emitter) {
    const std::vector<effects::Emitter>& emitters = draw.settings().effect.emitters;
    if (clip == Clip::copy) {
        auto list = nlohmann::ordered_json::array();
        for (const effects::Emitter& one : effects::with_added({}, emitters, emitter))
            list.push_back(brief_json(one));
        copy_text(list.size() == 1 ? list[0] : list);
    }
    if (clip != Clip::paste) return;
    auto pasted = pasted_json(draw);
    if (!pasted) return;
    if (pasted->is_object() && pasted->contains("module"))
        return paste(draw, {pointer_of_emitter(emitter) + "/modules/-", *pasted}, "paste a module");
    if (pasted->is_object()) pasted = nlohmann::json::array({*pasted});
    try {
        const effects::Settings read = effects::apply(draw.settings(), {emitters_pointer, *pasted});
        const auto after = effects::with_added(emitters, read.effect.emitters, 0);
        awaited_ = after[emitters.size()].name;
        paste(draw, {emitters_pointer, effects::write(after)}, "paste " + awaited_);
    } catch (const Error& error) {
        draw.events.warning = std::string("Nothing was pasted: ") + error.what();
    }
}

void EmitterTree::take_clip(Draw& draw) {
    if (draw.clip == Clip::nothing) return;
    if (has_focus_) return clip(draw, clip_by_keys(draw, true), chosen_);
    draw.events.warning = "Nothing to copy or paste: point at a row or a module, or press an emitter first.";
}

void EmitterTree::take_actions(Draw& draw, bool can_be_seen) {
    find_chosen(draw.settings().effect.emitters);
    look_at(draw);
    std::vector<Action>& actions = draw.events.actions;
    const std::vector<Action> asked = actions;
    std::erase_if(actions, is_of_tree);
    if (!can_be_seen) return;
    for (const Action action : asked)
        if (is_of_tree(action)) act(draw, action);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) has_focus_ = false;  // a row that is pressed takes it
    const bool deletes = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete), false);
    if (has_focus_ && deletes && !ImGui::GetIO().WantTextInput) act(draw, Action::delete_emitter);
}

void EmitterTree::mute(Draw& draw, std::size_t emitter) const {
    const effects::Emitter& one = draw.settings().effect.emitters[emitter];
    draw.events.what = fmt::format("{} {}", one.emits ? "mute" : "unmute", one.name);
    draw.events.edit(pointer_of_emitter(emitter) + "/emits", !one.emits);
}

void EmitterTree::toggle_solo(Draw& draw, std::size_t emitter) const {
    std::vector<std::string> names = draw.model.solo;
    const std::string& name = draw.settings().effect.emitters[emitter].name;
    if (std::erase(names, name) == 0) names.push_back(name);
    draw.events.solo = names;
}

}  // namespace winnow::ui
