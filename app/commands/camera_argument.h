// A camera on the command line.
#pragma once

#include <string>
#include <string_view>

#include "session/choices.h"

namespace winnow::commands {

/// Parses "YAW,PITCH,DISTANCE" (degrees and metres) or, with the target in metres,
/// "YAW,PITCH,DISTANCE,X,Y,Z". The ranges are those of an effect's view. Throws Error(bad_input).
session::CameraChoice parse_camera(std::string_view option, const std::string& text);

}  // namespace winnow::commands
