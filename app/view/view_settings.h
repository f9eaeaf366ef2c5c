// What the window begins with.
#pragma once

#include <string>

#include "effects/settings.h"
#include "gl/context.h"
#include "session/choices.h"

namespace winnow::view {

/// The options, with the capacity and the density that suit the device where they do not say. The display
/// settings are the defaults. Throws Error(bad_input) for an effect that cannot be loaded.
effects::Settings first_settings(const session::StartChoice& options, const gl::Facts& facts);

/// The density if the command line gives none. A file's author knows how dense the effect should be; the
/// built-in effects are made to be multiplied.
float first_density(const std::string& effect, const gl::Facts& facts);

/// A text that is the same for settings whose steps need the same programs.
std::string programs_text(const effects::Settings& settings);

}  // namespace winnow::view
