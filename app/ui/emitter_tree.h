// The panel's tree of emitters: which one is shown below it, and what can be done to the list.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "effects/model/emitter_list.h"
#include "ui/draw.h"

namespace winnow::ui {

inline constexpr const char* emitters_pointer = "/effect/emitters";
std::string pointer_of_emitter(std::size_t emitter);

class EmitterTree {
  public:
    /// Takes what keys ask for out of the events and, if the tree can be seen, does it. Call it once a frame,
    /// before draw().
    void take_actions(Draw& draw, bool can_be_seen);
    /// Draws the tree, and the buttons below it. Only rows that can be seen are drawn.
    void draw(Draw& draw);
    /// Copies or pastes emitters, if keys ask for it and nothing else has done it. Call it after all is
    /// drawn.
    void take_clip(Draw& draw);
    /// Chooses the emitter with this index, and scrolls the list to it.
    void show(const Draw& draw, std::size_t emitter);
    /// Returns the index of the emitter that is shown, one of the effect's.
    std::size_t chosen() const { return chosen_; }

  private:
    /// An emitter of a template, which can be added.
    struct Source {
        std::string from;
        std::vector<effects::Emitter> emitters;
        std::size_t index = 0;
    };

    void find_chosen(const std::vector<effects::Emitter>& emitters);
    void look_at(const Draw& draw);
    void choose(const Draw& draw, std::size_t emitter);
    void choose_next(const Draw& draw, int step);
    void act(Draw& draw, Action action);
    void change(Draw& draw, std::string what, const std::vector<effects::Emitter>& after);
    void rows(Draw& draw);
    void row(Draw& draw, const effects::EmitterRow& row, float width);
    void name(Draw& draw, const effects::EmitterRow& row, float width);
    void name_field(Draw& draw, std::size_t emitter, float width);
    void switches(Draw& draw, std::size_t emitter);
    void drag(Draw& draw, float top, float height);
    void toggle_solo(Draw& draw, std::size_t emitter) const;
    void mute(Draw& draw, std::size_t emitter) const;
    void clip(Draw& draw, Clip clip, std::size_t emitter);
    void buttons(Draw& draw);
    void add_menu(Draw& draw);
    std::string figure(std::size_t emitter) const;
    std::string tip(const Draw& draw, const effects::EmitterRow& row) const;

    std::size_t chosen_ = 0;
    std::string chosen_name_;
    std::string awaited_;  // the name of an emitter that is chosen once it exists; empty: none
    std::set<std::string> folded_;
    std::vector<effects::EmitterRow> rows_;  // all of them
    std::vector<std::size_t> shown_;         // indices into rows_: what is not below a folded row
    std::vector<double> max_alive_;          // by emitter; empty: not known
    effects::Compiled seen_;                 // that rows_ and max_alive_ are of
    float density_ = 0;
    bool is_stale_ = true;
    std::optional<std::size_t> renaming_;  // the emitter whose name is a field
    int frames_renaming_ = 0;              // that have drawn the field
    std::optional<std::size_t> dragged_;   // the emitter that is being moved
    bool has_focus_ = false;               // what was pressed last is in the tree
    bool follows_ = false;                 // the list scrolls to what is chosen
    std::vector<Source> sources_;          // since the menu was opened
};

}  // namespace winnow::ui
