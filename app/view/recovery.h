// Copies of effects with unsaved changes, so that these survive a crash: the next run offers them.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "session/clocks.h"
#include "session/playback.h"
#include "ui/model.h"
#include "view/effect_editor.h"
#include "view/notices.h"

namespace winnow::view {

/// Each process has one copy, below `recovery` in the folder of the configuration, named by its number. A
/// copy whose process is gone was left by a crash.
class Recovery {
  public:
    static constexpr std::chrono::seconds between_copies{5};

    /// Looks for a copy that another run left. `config`: empty: nothing is kept. Precondition: the others
    /// outlive this object.
    Recovery(session::Playback& playback, EffectEditor& editor, Notices& notices,
             const std::filesystem::path& config);

    /// Writes a copy if there are unsaved changes since the last one, but not at once again; removes it once
    /// there are none. Call it in each frame. A copy that cannot be written is tried
    /// again; this is said until one is written.
    void look(session::Clock::time_point now);
    /// Opens what the other run left: its file, with the changes as an edit, or a new effect. Refused, with a
    /// notice, while there are unsaved changes here.
    void take();
    /// Removes what the other run left.
    void refuse();
    /// Removes the copy of this run, whose changes are saved or discarded.
    void finish();
    void describe(ui::DocumentModel& shown) const;

  private:
    void find_left_copy();
    void write();

    session::Playback& playback_;
    EffectEditor& editor_;
    Notices& notices_;
    std::filesystem::path folder_, own_;  // empty: nothing is kept
    std::filesystem::path left_;          // by another run; empty: nothing is
    std::string left_name_;               // of its document
    effects::Compiled copied_;            // null: there is no copy
    std::optional<session::Clock::time_point> written_at_;
    bool has_failed_ = false;
};

}  // namespace winnow::view
