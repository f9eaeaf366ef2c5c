// The panel's input (Model) and output (Events): plain data, so that it can be drawn and tested without a
// window.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/panel_facts.h"
#include "effects/format/stack_preset.h"
#include "effects/modules/module_files.h"
#include "settings/settings.h"
#include "ui/lab_model.h"
#include "ui/life_model.h"
#include "ui/profile_model.h"
#include "ui/projection.h"
#include "ui/version_model.h"

namespace winnow::ui {

/// A rectangle in shares of the window, from its upper left.
struct Area {
    float left = 0, top = 0, right = 1, bottom = 1;
};

/// The figures of the newest finished step, a step or two behind the one being computed.
struct ParticleStats {
    std::uint64_t step = 0;
    std::uint32_t alive = 0, born = 0, died = 0, replaced = 0;
    std::uint64_t dropped = 0;
    std::uint32_t lost = 0;
    std::string bounds{};  // box of the living particles, e.g. "2.1 x 4.0 x 2.2 m"; empty: none is alive
};

struct ShaderMessage {
    std::string file;
    int line = 0;  // 0: unknown
    std::string text;
};

struct Notice {
    enum class Kind { info, warning } kind = Kind::info;
    std::string text;
    std::string file{};  // that was written, which the person may open; empty: none
};

/// Pixels of a picture or a film.
struct PictureSize {
    int width = 0, height = 0;
    bool operator==(const PictureSize&) const = default;
};

struct PictureChoice {
    std::optional<PictureSize> size{};  // nullopt: the window's; the panel fits no other
    bool with_panel = false;
    bool transparent = false;  // neither sky nor ground; precondition: without the panel
};

/// The steps that a film shows: those from now on until it is stopped, those of the loop, or all that the run
/// has made.
enum class FilmSteps { from_here, loop, all };

struct FilmChoice {
    FilmSteps steps = FilmSteps::from_here;
    PictureSize size{1280, 720};
    std::uint32_t frames_per_second = 60;  // of simulated time
    bool transparent = false;
    std::string output{};  // FILE.mp4, FILE.webm or a folder; empty: an MP4 named by the time
};

/// The film that is being made.
struct FilmModel {
    bool is_made = false;
    std::uint64_t frames = 0;  // written so far
    double seconds = 0;        // that they last
    std::string output{};
    std::optional<double> share{};  // of its range; nullopt: it lasts until it is stopped
};

/// A question or a field over everything else.
enum class Dialog { none, create, open, save_as, leave, replace_state };

/// A place of the camera that is kept by name.
struct SavedView {
    std::string name;
    glm::vec3 target{0};
    float distance = 1, yaw = 0, pitch = 0, roll = 0, field_of_view = 40;  // metres, degrees
    bool operator==(const SavedView&) const = default;
};

inline constexpr std::size_t max_views = 32;   // of an effect
inline constexpr std::size_t keyed_views = 4;  // that Ctrl+F1 and so on go to

/// Something that is asked of the views or of the camera.
struct ViewRequest {
    enum class Kind { save, go, rename, remove, look_from } kind = Kind::save;
    std::size_t index = 0;   // of DocumentModel::views, unless it is to save or to look
    std::string name{};      // to rename
    glm::vec3 direction{0};  // of length 1, from which the camera looks at its target
};

/// Something that is asked of the presets of stacks.
struct PresetRequest {
    enum class Kind { look, save, rename, remove } kind = Kind::look;  // look: reads them again
    effects::StackPreset preset{};  // to save, in the place of another of its name
    std::string name{};             // of the preset to rename or remove
    std::string to{};               // its new name
};

/// The fate of the files that an effect uses when it is saved into another folder.
enum class CarryFiles {
    ask,
    copy,  // into that folder
    name,  // where they lie
};

/// A place where the running effect differs from its file.
struct Difference {
    std::string words;       // "jet: rate 900, in the file 600"
    effects::Edit take;      // makes it as in the file
    std::string take_words;  // what that edit does
};

/// The picture of an effect's file, in the proportions of thumbnail_size.
struct FilePicture {
    std::string file;          // its path
    std::uintptr_t image = 0;  // as ImGui's renderer knows it
};

/// The effect that is edited, and where it is kept.
struct DocumentModel {
    std::string name;      // in lists: "fountain", "sparks.json"
    bool is_file = false;  // it can be saved without asking for a path
    bool unsaved = false;  // the running effect differs from the saved one
    bool can_undo = false, can_redo = false;
    std::string undone, redone;        // what an undo or a redo would change, such as "rename jet to spray"
    std::vector<std::string> changes;  // likewise, all of the history, the oldest first
    std::size_t changes_done = 0;      // so many of them are done, those behind are undone
    std::vector<SavedView> views;      // kept for this effect
    std::vector<Difference> differences;     // while Events::wants_differences
    const effects::Effect* saved = nullptr;  // the saved effect; valid for this frame
    std::vector<Choice> built_in;            // Choice::name is the effect's name
    std::vector<Choice> recent;              // Choice::name is the path
    std::vector<FilePicture> pictures;       // of recent files, as far as they are known
    std::vector<Choice> templates;           // that a new effect can begin with
    std::string conflict;  // message if the file changed while there are unsaved changes; else empty

    std::string recovered;  // what a run that crashed has left, in a sentence; empty: nothing

    Dialog dialog = Dialog::none;
    std::string dialog_path;  // the initial text of its field
    std::string dialog_note;  // why the last answer failed; else empty
    std::string replaces;     // the path, as typed, of a file that a second confirmation replaces
    std::string carries;      // the path, as typed, of a file for which CarryFiles is asked
    std::size_t carried = 0;  // so many files that the effect uses are not there
    std::string stays;        // why these cannot be named where they lie; empty: they can
};

/// The timeline of the run, in steps.
struct TimelineModel {
    std::uint64_t beginning = 0, playhead = 0, newest = 0;
    std::uint64_t destination = 0;  // the playhead, unless the timeline is on its way there
    bool travels = false;
    std::string reason{};                      // why it goes forwards only; empty: it goes both ways
    std::vector<std::uint64_t> checkpoints{};  // those that the run can be continued from
    std::vector<std::uint64_t> edits{};        // after which there were any
    std::vector<std::uint64_t> markers{};      // in order
    std::optional<LoopRegion> loop{};
    std::uint64_t prewarmed = 0;  // so many steps are made before the first frame
    EditPlace edit_place = EditPlace::here;
    std::uint64_t bytes = 0;  // of the checkpoints
};

struct Model {
    const effects::Settings* settings = nullptr;  // never null while drawing; valid for this frame
    Choices choices;
    std::string computed_by;  // the choices in use, those of `auto` resolved, e.g. "glsl, blelloch,
                              // scan-then-propagate"
    ParticleStats stats;
    Prewarming prewarming;
    float frames_per_second = 0;
    std::vector<PassRow> passes;
    std::uint64_t particle_bytes = 0;    // memory held for particles
    std::string attributes;              // how many words those of one take; empty: there are none
    std::optional<std::uint32_t> drawn;  // particles drawn in a recent frame; nullopt: all living particles
    std::uint64_t drawing_bytes = 0;     // memory held to draw
    std::uint32_t mirrored_every =
        1;                   // each nth drawn particle is mirrored in the plane, with n times its light
    std::string drawn_by;    // "by tiles", "by triangles", and why not by tiles
    effects::Waypoint seen;  // where the camera is, and when
    Projection projection;   // of the camera
    std::string device;      // one line
    std::vector<ShaderMessage> shader_errors;
    std::string effect_error;  // error of an effect file that changed and is now broken; else empty
    std::vector<effects::ModuleFault> faults;  // of the files of the running effect's modules
    std::uint32_t own_files_read = 0;          // how often such files were read again
    std::vector<std::string> solo;             // the emitters that alone have births; empty: all
    std::vector<Notice> notices;
    ReferenceCheck reference;
    DocumentModel document;
    TimelineModel timeline;
    FilmModel film;
    std::string recording;  // the file of the recording in progress; empty: none
    std::string busy;       // a long operation that is about to begin, e.g. "compiling shaders"; else empty
    ProfileModel profile;
    VersionModel versions;
    std::vector<effects::StackPreset> presets;  // that the person keeps, by name
    const LabModel* lab = nullptr;              // valid for this frame; null: there is no Lab
    const LifeModel* life = nullptr;            // likewise; null: no particle can be followed
};

/// A request other than a change of settings.
enum class Action {
    step_once,
    step_back,
    first_step,
    newest_step,
    next_marker,
    previous_marker,
    set_marker,  // at the playhead, or takes it away there
    begin_loop,  // at the playhead
    end_loop,
    toggle_loop,  // of all steps, if no others were chosen
    toggle_axes,
    reset,
    reseed,
    check_scan,
    save_state,
    load_state,
    screenshot,
    screenshot_with_panel,
    film,         // begins one with the choice of the export window, or stops that which is being made
    export_list,  // opens or closes the export window
    fullscreen,
    camera_home,
    frame_living,
    turntable,  // begins or stops it
    dismiss_notices,
    new_effect,   // asks for a template
    open_effect,  // asks for a path
    save_effect,
    save_effect_as,  // asks for a path
    revert_effect,
    undo,
    redo,
    history_list,      // opens the list of changes
    differences_list,  // opens the list of what differs from the file
    // The panel does these itself, with what the pointer is on or with the emitter that is shown.
    copy,
    paste,
    add_emitter,
    duplicate_emitter,
    rename_emitter,
    delete_emitter,
    mute_emitter,
    solo_emitter,
    next_emitter,
    previous_emitter,
    emitter_later,
    emitter_earlier,
    keep_mine,  // answers of DocumentModel::conflict
    take_file,
    pick_particle,  // by the next click, or not after all
    show_effect,    // the tabs of the panel, which it opens itself
    show_compute,
    show_profile,
    use_keyboard,  // the keys go to the panel, or to the scene again
    open_menu,     // of the row that has the keyboard; the panel opens it itself
    find,          // opens the list that finds things by words
    recover,       // answers of DocumentModel::recovered
    forget_recovered,
    save_and_leave,  // answers of Dialog::leave
    discard_and_leave,
    replace_state,    // answers of Dialog::replace_state
    look_for_recent,  // the list of recent files opens
    say_how_to_quit,
    cancel_dialog,
    quit,
};

struct Events {
    std::vector<effects::Edit> edits;
    std::vector<Action> actions;
    std::uint32_t gesture = 0;  // the same for all edits while a press of the mouse or of an arrow key lasts
    std::string what;           // names the edits in the history; empty: it follows from them
    std::string warning;        // a sentence to show; empty: none
    std::optional<std::vector<std::string>> solo;  // another Model::solo
    std::optional<std::string> open;               // a built-in name or a path
    std::optional<std::string> create;             // the name of a template: the answer of Dialog::create
    std::optional<std::string> save_path;          // the answer of Dialog::save_as
    CarryFiles carry = CarryFiles::ask;            // likewise
    std::optional<std::size_t> changes_done;       // another DocumentModel::changes_done
    std::optional<ViewRequest> view;
    std::optional<PresetRequest> preset;
    bool wants_differences = false;  // DocumentModel::differences, in the next frame
    LabEvents lab;
    LifeEvents life;
    ProfileEvents profile;
    VersionEvents versions;
    std::optional<std::uint64_t> seek;  // a step of the timeline; the run pauses there
    std::optional<LoopRegion> loop;
    std::optional<EditPlace> edit_place;
    std::optional<PictureChoice> picture;
    std::optional<FilmChoice> film;  // begins it
    bool stops_film = false;
    bool holds_notices = false;            // the pointer is over them
    std::optional<std::string> show_file;  // opens it with the desktop's program

    void edit(std::string pointer, nlohmann::json value) {
        edits.push_back({std::move(pointer), std::move(value)});
    }
};

}  // namespace winnow::ui
