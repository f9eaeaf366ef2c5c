// What the panel shows and what it asks for: plain data, so that it can be drawn and tested without a window.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/model.h"
#include "effects/settings.h"

namespace winnow::ui {

/// Of the newest finished step; a step or two behind the one being computed.
struct Figures {
    std::uint64_t step = 0;
    std::uint32_t alive = 0, born = 0, died = 0, replaced = 0;
    std::uint64_t dropped = 0;
    std::uint32_t lost = 0;
    std::string bounds{};  // of the living, e.g. "2.1 x 4.0 x 2.2 m"; empty: nobody lives
};

struct PassRow {
    std::string name, summary;
    std::optional<double> milliseconds;  // absent: it does not happen now, or is not yet known
};

struct ShaderError {
    std::string file;
    int line = 0;  // 0: unknown
    std::string text;
};

struct Notice {
    enum class Kind { info, warning } kind = Kind::info;
    std::string text;
};

/// A question or a field over everything else.
enum class Dialog { none, open, save_as, leave };

/// The effect that is edited, and where it is kept.
struct Document {
    std::string name;      // as lists call it: "fountain", "sparks.json"
    bool is_file = false;  // and can be saved without asking for a path
    bool unsaved = false;  // what runs is not what is kept
    bool can_undo = false, can_redo = false;
    const effects::Effect* saved = nullptr;  // what is kept; lives as long as the picture
    std::vector<Choice> built_in;            // named by their names
    std::vector<Choice> recent;              // named by their paths
    std::string conflict;                    // the file has changed under what is unsaved; empty: it has not

    Dialog dialog = Dialog::none;
    std::string dialog_path;  // what its field begins with
    std::string dialog_note;  // why what was asked for did not happen; empty: nothing was
    std::string replaces;     // the path, as typed, that is asked for once more before it is replaced
};

struct Model {
    const effects::Settings* settings = nullptr;  // never null while drawing; lives as long as the picture
    Choices choices;
    std::string computed_by;  // what `auto` stands for now, e.g. "glsl, blelloch, scan-then-propagate"
    Figures figures;
    Prewarming prewarming;
    float pictures_per_second = 0;
    std::vector<PassRow> passes;
    std::uint64_t particle_bytes = 0;    // memory held for particles
    std::optional<std::uint32_t> drawn;  // particles, of a recent picture; nullopt: all that live
    std::uint64_t list_bytes = 0;        // memory held for culling and sorting
    std::string device;                  // one line
    std::vector<ShaderError> shader_errors;
    std::string effect_error;  // of an effect file that changed and is broken now; empty: none
    std::vector<Notice> notices;
    ReferenceCheck reference;
    Document document;
    std::string recording;  // the file that what is done goes to; empty: none
    std::string busy;       // what is about to take long, e.g. "compiling shaders"; empty: nothing
};

/// What is asked for beside changes of settings.
enum class Action {
    step_once,
    reset,
    reseed,
    check_scan,
    save_state,
    load_state,
    screenshot,
    fullscreen,
    camera_home,
    dismiss_notices,
    open_effect,  // asks for a path
    save_effect,
    save_effect_as,  // asks for a path
    revert_effect,
    undo,
    redo,
    keep_mine,  // of what the file and the window hold
    take_file,
    save_and_leave,  // answers of Dialog::leave
    discard_and_leave,
    cancel_dialog,
    quit,
};

struct Events {
    std::vector<effects::Edit> edits;
    std::vector<Action> actions;
    std::uint32_t gesture = 0;             // edits of one press of the mouse button share it
    std::optional<std::string> open;       // a built-in name or a path
    std::optional<std::string> save_path;  // of Dialog::save_as

    void edit(std::string pointer, nlohmann::json value) {
        edits.push_back({std::move(pointer), std::move(value)});
    }
};

}  // namespace winnow::ui
