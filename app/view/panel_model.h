// The panel's model of a session and its steps.
#pragma once

#include "session/playback.h"
#include "session/session.h"
#include "ui/model.h"

namespace winnow::view {

/// Everything of the model that the session itself knows.
void describe_session(session::Session& session, ui::Model& model);
/// Everything of the model that is known of the steps.
void describe_playback(const session::Playback& playback, ui::Model& model);

}  // namespace winnow::view
