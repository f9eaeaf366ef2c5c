// Fills the panel's model from a session and its steps.
#pragma once

#include "session/playback.h"
#include "session/session.h"
#include "ui/model.h"

namespace winnow::view {

/// Sets all members of the model that come from the session.
void describe_session(session::Session& session, ui::Model& model);
/// Sets all members of the model that come from the steps.
void describe_playback(session::Playback& playback, ui::Model& model);

}  // namespace winnow::view
