// States of the run that the person saves and loads.
#pragma once

#include <string>

#include "session/playback.h"
#include "view/dialog_state.h"
#include "view/effect_editor.h"
#include "view/notices.h"
#include "view/opening.h"

namespace winnow::view {

class StateFiles {
  public:
    /// Precondition: the others outlive this object.
    StateFiles(session::Session& session, session::Playback& playback, EffectEditor& editor,
               DialogState& dialog, Notices& notices, const Opening& opening);

    /// Saves the state. It is the work of a run, so a file that exists is replaced only after a question.
    void save();
    /// Answers that question.
    void replace();
    /// A state of an effect of another name is refused, and the run continues.
    void load();

  private:
    void write();

    session::Session& session_;
    session::Playback& playback_;
    EffectEditor& editor_;
    DialogState& dialog_;
    Notices& notices_;
    const std::string save_path_;
    std::string load_path_;
};

}  // namespace winnow::view
