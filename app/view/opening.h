// How a window begins: its options, and the settings that they give on this device.
#pragma once

#include <string>

#include "base/time_line.h"
#include "gl/context.h"
#include "session/choices.h"
#include "session/start.h"
#include "settings/settings.h"

namespace winnow::view {

/// The options that a window is opened with. A path of an output may be "-" for standard output; empty: not
/// written.
struct Opening {
    const session::DeviceChoice& device;
    const session::StartChoice& start;
    const session::DrawingChoice& drawing;
    TimeLine& time_line;
    std::string trace, save_state, record, ui_map;
};

/// Returns the density if the command line sets none: 1 for a file, because its author chose the density; for
/// built-in effects a factor that suits the device. `name`: the effect's name or path.
float first_density(const std::string& name, const effects::Effect& effect, const gl::Facts& facts);

/// Returns the settings that a window begins with. Throws Error(bad_input) if its display is drawn by another
/// device than the one that was asked for.
effects::Settings settings_for(const Opening& opening, const session::Start& start, const gl::Facts& facts);

}  // namespace winnow::view
