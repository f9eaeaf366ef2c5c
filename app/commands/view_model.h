// What the panel is told of a session and its steps.
#pragma once

#include "commands/playback.h"
#include "commands/session.h"
#include "ui/model.h"

namespace winnow::commands {

/// Everything of the model that the session itself knows.
void describe_session(Session& session, ui::Model& model);
/// Everything of the model that is known of the steps.
void describe_playback(const Playback& playback, ui::Model& model);

}  // namespace winnow::commands
