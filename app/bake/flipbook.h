// A run as a flip-book: a sheet of its frames, cell by cell, for programs that play it as a picture.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bake/bake.h"
#include "film/light_frame.h"
#include "session/session.h"

namespace winnow::bake {

/// The files of a flip-book, known before anything is computed.
struct FlipbookPlan {
    std::string sheet;    // OUTPUT
    std::string motion;   // NAME_motion.png; empty: there is none
    std::string layout;   // NAME.json
    gl::Size cell, size;  // pixels, with padding; of the sheet
    std::uint32_t cells = 0;

    /// Returns how many frames a cell follows the one before.
    double frames_per_cell(const FrameRange& frames, bool loops) const;
    /// Returns the number of the frame that a cell shows.
    std::uint32_t frame_of(const FrameRange& frames, std::uint32_t nth, bool loops) const;
};

/// Throws Error(bad_input), one line, if the sizes, the frames or the name of the output are not possible.
FlipbookPlan plan_flipbook(const Bake& bake, const effects::Settings& settings);

/// How the last cell leads into the first.
enum class LoopKind {
    none,
    exact,       // the run repeats itself to the bit: births and time begin anew in each period
    cross_faded  // each frame is blended with the one a period later
};

struct FlipbookResult {
    LoopKind loop = LoopKind::none;
    glm::vec2 metres{0};        // a cell's sides without padding, where the camera looks at
    float motion_strength = 0;  // what the ends of the motion's codes stand for, in sides of a cell
};

/// Makes the frames of a session at step 0 and writes the files. Throws Error(bad_input) if one cannot be
/// written, or there is no memory for a copy of the state.
FlipbookResult bake_flipbook(session::Session& session, const Bake& bake, const FlipbookPlan& plan);

/// Returns a frame as bytes of red, green, blue and alpha, rows from the top: straight or premultiplied, as
/// an sRGB picture of it looks, or linear and clipped. Light over nothing has, where it is straight, as much
/// alpha as its brightest channel.
std::vector<std::uint8_t> pixels_of(const film::LightFrame& frame, float exposure, AlphaMode alpha,
                                    Encoding encoding);

}  // namespace winnow::bake
