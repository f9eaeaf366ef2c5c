// The options that several commands share, declared once.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/arguments.h"
#include "commands/parse_values.h"
#include "session/choices.h"
#include "session/still.h"
#include "verify/checkers/inputs.h"

namespace winnow::commands {

void add_device(Arguments& arguments, session::DeviceChoice& choice);
void add_json(Arguments& arguments, std::string& path);
void add_trace(Arguments& arguments, std::string& path);
void add_trace_events(Arguments& arguments, std::string& path);

void add_backend(Arguments& arguments, Algorithm& choice);
/// Declares --backend, --block and --grid.
void add_scan(Arguments& arguments, Algorithm& choice);
void add_compaction(Arguments& arguments, Algorithm& choice);
void add_seed(Arguments& arguments, session::SimulationChoice& choice);
/// Declares --capacity and --density.
void add_population(Arguments& arguments, session::SimulationChoice& choice);
/// Declares --set, which gives the name of a property and the text of its value to `take`.
void add_set(Arguments& arguments, const std::string& type, const std::string& help,
             const std::function<void(const std::string& name, const std::string& value)>& take);
/// Returns the value that --set gives a property. Throws Error(bad_input) if it is none of any property.
session::PropertyChoice parse_property(const std::string& name, const std::string& value);
/// Declares --set for one value of a property.
void add_properties(Arguments& arguments, session::SimulationChoice& choice);
/// Declares all options of a simulation.
void add_simulation(Arguments& arguments, session::SimulationChoice& choice);

/// Declares EFFECT and the options of a run from its beginning, by algorithms that are chosen for it.
void add_beginning(Arguments& arguments, session::StartChoice& choice);
/// Declares EFFECT, the options of its simulation, and --prewarm.
void add_run(Arguments& arguments, session::StartChoice& choice);
/// Declares what add_run() does, and the other options on where the run begins.
void add_start(Arguments& arguments, session::StartChoice& choice);
/// Declares --sort, --sort-bits and --draw.
void add_looks(Arguments& arguments, session::DrawingChoice& choice);
/// Declares what add_looks() does, and the other options on drawing.
void add_drawing(Arguments& arguments, session::DrawingChoice& choice);

/// The options on what is made of a scene.
struct PictureOptions {
    FrameSize size;
    std::uint32_t supersample = 1;  // the drawn sides by those of the picture
    std::optional<session::CameraChoice> camera;
    std::uint32_t samples = 16;  // of the lens and the shutter
    bool no_bloom = false, no_vignette = false, no_grading = false;

    session::StillChoice still() const;
};
/// Declares --size and the other options of a picture, and checks the size that is drawn. `options` has the
/// defaults; `thing` is what has the size.
void add_picture(Arguments& arguments, PictureOptions& options, const std::string& thing);
void add_frames(Arguments& arguments, const std::string& help, std::optional<std::uint32_t>& frames);
void add_save_state(Arguments& arguments, std::string& path);

/// `least` is 0 where an empty input is a case, otherwise 1.
void add_sizes(Arguments& arguments, std::uint64_t least, std::vector<std::uint64_t>& sizes);
/// Declares --type, --op and --pattern. `usual` names the default pattern.
void add_scanned(Arguments& arguments, ScanType& type, auto& pattern, const std::string& usual) {
    arguments.add_name("--type", "Type of a scan's elements (default u32)", elements, type.element);
    arguments.add_name("--op", "Operator of a scan (default add)", operators, type.op);
    arguments.add_name("--pattern", "Pattern of a scan's input (default " + usual + ")", verify::inputs,
                       pattern);
}

// A camera on the command line.

/// Parses "YAW,PITCH,DISTANCE" (degrees and metres) or, with the target in metres,
/// "YAW,PITCH,DISTANCE,X,Y,Z". The ranges are those of an effect's view. Throws Error(bad_input).
session::CameraChoice parse_camera(std::string_view option, const std::string& text);

}  // namespace winnow::commands
