// Ctrl+P: finds effects, emitters, modules, settings, commands and lessons by words, and goes to them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ui/emitter_tree.h"
#include "ui/keys.h"
#include "ui/reveal.h"

namespace winnow::ui {

/// A row of the panel.
struct PanelPlace {
    std::string widget;                       // its name in the map of widgets
    std::optional<std::size_t> emitter = {};  // that must be chosen for it
};

struct EffectName {
    std::string name;  // of a built-in effect, or a path
};

struct LessonIndex {
    std::size_t lesson;  // of LabModel::lessons
};

/// Something that can be gone to.
struct Found {
    std::string text, kind;  // "jet: speed", "module of sparks"
    std::variant<Command, EffectName, PanelPlace, LessonIndex> place;
};

/// Returns what has all words of the query in its text or its kind, whatever their case; at most max_found.
/// Effects come first, then what belongs to the running effect, then commands, settings and lessons; among
/// these, texts that begin with the query. An empty query finds effects and commands.
std::vector<Found> find_places(const Model& model, std::string_view query);
inline constexpr std::size_t max_found = 40;

class Finder {
  public:
    /// Opens the list if a key asked for it, and draws it while it is open.
    void draw(Draw& draw, EmitterTree& tree, Reveal& reveal);

  private:
    void list(Draw& draw, EmitterTree& tree, Reveal& reveal);
    void go(Draw& draw, EmitterTree& tree, Reveal& reveal, const Found& found);

    std::string query_;
    std::size_t chosen_ = 0;
    std::vector<Found> found_;  // for the query and the effect of the last frame
    effects::Compiled seen_;
    std::string seen_query_;
};

}  // namespace winnow::ui
