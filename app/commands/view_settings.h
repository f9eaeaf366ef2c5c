// What the window begins with.
#pragma once

#include "commands/choices.h"
#include "effects/settings.h"
#include "gl/context.h"
#include "gl/window.h"

namespace winnow::commands {

/// The options, with the capacity and the density that suit the device where they do not say. The display
/// settings are the defaults. Throws Error(bad_input) for an effect that cannot be loaded.
effects::Settings first_settings(const StartChoice& options, const gl::Facts& facts);

}  // namespace winnow::commands
