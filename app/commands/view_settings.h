// What the window begins with.
#pragma once

#include <string>

#include "commands/choices.h"
#include "effects/settings.h"
#include "gl/context.h"
#include "gl/window.h"

namespace winnow::commands {

/// The options, with the capacity and the density that suit the device where they do not say. The display
/// settings are the defaults. Throws Error(bad_input) for an effect that cannot be loaded.
effects::Settings first_settings(const StartChoice& options, const gl::Facts& facts);

/// Of an effect that nobody asked for another density of. A file's author knows how dense it should be; what
/// is built in is made to be multiplied.
float first_density(const std::string& effect, const gl::Facts& facts);

/// What computes, in words: the same for the same programs.
std::string choice_text(const effects::Simulation& simulation);

}  // namespace winnow::commands
