// The effect that is edited: every change that the person or its file makes to the settings, the history of
// these changes, and the watch on the file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "effects/modules/module_files.h"
#include "session/effect_document.h"
#include "session/playback.h"
#include "ui/model.h"
#include "view/camera_controller.h"
#include "view/notices.h"
#include "view/program_builds.h"

namespace winnow::view {

class EffectEditor {
  public:
    /// Edits the effect that the session runs, which `start` has chosen. Precondition: the others outlive
    /// this object. Throws as session::EffectFile does.
    EffectEditor(session::Session& session, session::Playback& playback, ProgramBuilds& builds,
                 CameraController& camera, Notices& notices, const session::StartChoice& start);

    // Changes. Those that need other programs take effect once these are built. A refused one changes
    // nothing, and a notice says why.

    /// `what` names the change in the history; empty: its name follows from the edit.
    void apply(const effects::Edit& edit, session::Gesture gesture = std::nullopt,
               const std::string& what = {});
    /// Changes the emitters that alone have births, which is no edit. Refused while the run is recorded.
    void set_solo(const std::vector<std::string>& names);
    void undo();
    void redo();
    /// Undoes or redoes changes until so many of the history are done, all in one frame if their programs
    /// exist.
    void go_to_change(std::size_t done);
    /// Runs the saved effect again.
    void revert();
    /// Call it after the run was replaced in another way.
    void was_restored(const effects::Settings& before);
    /// Call it after a replay may have changed the effect.
    void was_replayed();
    /// Call it after the timeline has come to another step, where the effect may be another.
    void went_elsewhere();

    // The file.

    const session::EffectDocument& document() const { return document_; }
    /// Runs another effect from its first step, and forgets this one. `density`: the one that was asked for,
    /// if any was. Throws Error(bad_input) if the effect is refused, and then changes nothing.
    void open(const std::string& name, std::optional<float> density);
    /// Likewise runs a new effect, which belongs to no file yet.
    void create(const effects::Effect& effect, std::optional<float> density);
    /// Takes changes of the file and of those that the effect uses. Returns true if there was one.
    bool follow_file();
    /// Answers a conflict between the file and the running effect.
    void keep_mine();
    void take_file();
    /// Returns where the running effect differs from its file, which may have changed on disk.
    std::vector<ui::Difference> differences();
    /// Throws Error(bad_input) if the file has a change that the person has not seen.
    void require_known_file() const;
    /// Call it when the running effect was written to a file in this folder, in which it may name its files
    /// otherwise. It belongs to that file from now on, and uses the modules and data beside it. Throws
    /// Error(bad_input) if it cannot run with these.
    void was_saved(const std::string& path, const effects::Effect& written, const std::string& folder);

    void describe(ui::Model& shown) const;

  private:
    void apply_now(const effects::Edit& edit, session::Gesture gesture, const std::string& what,
                   Outcome& outcome);
    bool change(const effects::Edit& edit, session::Gesture gesture, const std::string& what,
                const std::function<session::InputChange()>& make);
    void after_change();
    void travel(std::optional<session::EditHistory::Way> (session::EditHistory::*which)() const,
                void (session::EffectDocument::*went)(const effects::Settings&, session::InputChange));
    void own_files_changed();
    void run_own_files(Outcome& outcome);
    void take(const effects::Effect& theirs, const std::string& note = "");

    session::Session& session_;
    session::Playback& playback_;
    ProgramBuilds& builds_;
    CameraController& camera_;
    Notices& notices_;
    session::EffectDocument document_;
    std::unique_ptr<session::EffectFile> file_;
    std::vector<effects::ModuleFault> faults_;  // of the files that the effect uses
    std::uint32_t own_files_read_ = 0;          // how often these were read again
};

}  // namespace winnow::view
