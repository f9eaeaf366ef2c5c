// Fills the panel's model from a session and its steps.
#pragma once

#include <string_view>
#include <vector>

#include "gl/passes.h"
#include "session/playback.h"
#include "session/session.h"
#include "ui/model.h"

namespace winnow::view {

inline constexpr std::string_view panel_pass = "panel";  // belongs to the window, whatever it shows

std::vector<PassRow> pass_rows(const gl::Passes& passes);
/// Sets all members of the model that come from the session.
void describe_session(session::Session& session, ui::Model& model);
/// Sets all members of the model that come from the steps.
void describe_playback(session::Playback& playback, ui::Model& model);

}  // namespace winnow::view
