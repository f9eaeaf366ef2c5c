// The things that every part of the interface needs while a frame is drawn.
#pragma once

#include <imgui.h>

#include <array>
#include <string>
#include <vector>

#include "ui/layout.h"
#include "ui/model.h"
#include "ui/theme.h"
#include "ui/ui_map.h"

namespace winnow::ui {

class Defaults;
class Rest;
class Reveal;
struct WordList;

/// The text of the input that has the keyboard, kept until it is accepted or cancelled; a wrong expression is
/// kept until another field gets the keyboard.
struct Typed {
    std::string widget;  // empty: none
    std::string text{};
    std::string instead_of{};  // the value that the text would replace
    std::string error{};       // why it is refused; empty: it is not
    float number = 0;          // that a slider's text stands for
};

/// The entries of the list of files that is open, which are looked up once.
struct OpenFiles {
    std::string widget;
    std::vector<std::string> paths;
};

/// The colour whose picker is open. The place in the picker is kept, because a dark or grey colour does not
/// tell it.
struct Picking {
    std::string widget;             // empty: none was opened
    std::array<float, 4> light{};   // as it was read or set last
    std::array<float, 3> levels{};  // without its intensity, as screens encode it
    float stops = 0;                // the intensity: times 2 to this power
    ImVec2 size{};                  // of the popup, in the last frame
};

/// A request of the clipboard's keys.
enum class Clip { nothing, copy, paste };

/// Context that every part of the interface needs while a frame is drawn.
struct Draw {
    const Model& model;
    Events& events;
    UiMap& map;
    const Fonts& fonts;
    Typed& typed;
    Rest& rest;
    OpenFiles& files;
    Picking& picking;
    WordList& words;
    Defaults& defaults;
    const Reveal& reveal;
    Layout& layout;
    float scale;
    bool opens_menu = false;    // a key asks for the menu of the row that has the keyboard
    Clip clip = Clip::nothing;  // asked for by keys, until what the pointer is on has done it

    const effects::Settings& settings() const { return *model.settings; }
};

}  // namespace winnow::ui
