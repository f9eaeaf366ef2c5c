// What the panel is told of a session.
#pragma once

#include "commands/session.h"
#include "ui/model.h"

namespace winnow::commands {

/// Everything of the model that the session itself knows.
void describe_session(Session& session, ui::Model& model);

}  // namespace winnow::commands
