// The files of effects: opens and saves them, and asks before unsaved changes are lost. How the file of the
// running effect is followed is EffectEditor's.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/file_clashes.h"
#include "ui/model.h"
#include "view/dialog_state.h"
#include "view/effect_editor.h"
#include "view/notices.h"
#include "view/opening.h"
#include "view/program_builds.h"
#include "view/recent_files.h"

namespace winnow::view {

class EffectFiles {
  public:
    /// `config`: the folder that keeps the list of recent files. Precondition: the others outlive this
    /// object.
    EffectFiles(session::Playback& playback, ProgramBuilds& builds, EffectEditor& editor, DialogState& dialog,
                Notices& notices, const std::filesystem::path& config, const Opening& opening);

    /// Opens a built-in effect or a file, or ends the program; asks first if there are unsaved changes.
    void open(const std::string& name) { leave({name}); }
    /// Likewise runs a new effect that begins with a template.
    void create(const std::string& template_name) { leave({template_name, true}); }
    void quit() { leave({}); }
    /// Opens what was dropped on the window. Only an effect can be opened; other files are named by modules.
    void take_dropped(const std::string& path);
    /// True once the program ends: no further question is asked.
    bool has_quit() const { return has_quit_; }
    /// Answers the question about unsaved changes.
    void answer_leaving(bool save);

    void ask_to_create() { dialog_.ask(ui::Dialog::create); }
    void ask_to_open() { dialog_.ask(ui::Dialog::open); }
    void ask_to_save_as();
    /// Returns true if the file was written. Asks for a path if there is none.
    bool save();
    /// Replaces another file only after a second confirmation. Asks first what becomes of files that the
    /// effect uses and that are not in the folder of the path.
    void save_as(const std::string& typed, ui::CarryFiles carry);
    /// Closes the dialog without an answer.
    void cancel();

    void look_for_recent() { recent_.look_again(); }
    void describe(ui::DocumentModel& shown) const;

  private:
    /// The reason to leave the effect.
    struct Departure {
        std::string effect;   // name or path of the effect to open; empty: the program ends
        bool is_new = false;  // it is the name of a template
    };
    void leave(const Departure& to);
    void depart();
    void open_now(const std::string& name);
    void create_now(const std::string& template_name);
    bool asks_to_carry(const std::string& typed, const std::string& path);
    FileClashes clashes_with_own(const std::string& path) const;
    bool write(const std::string& path, bool names_files = false);
    std::size_t carry_files_beside(const std::string& path, const FileClashes& own) const;
    void require_no_output(const std::string& path) const;
    void refuse(const std::string& why);

    session::Playback& playback_;
    ProgramBuilds& builds_;
    EffectEditor& editor_;
    DialogState& dialog_;
    Notices& notices_;
    RecentFiles recent_;
    std::vector<Choice> built_in_, templates_;
    FileClashes outputs_;                 // files that the command line names
    std::optional<float> asked_density_;  // by the command line
    std::optional<Departure> departure_;  // pending while the dialog asks about unsaved changes
    bool has_quit_ = false;
};

}  // namespace winnow::view
