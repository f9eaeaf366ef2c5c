// The source of a lesson's teaching kernel as a drawing, in which each frame highlights the lines that run.
#pragma once

#include "lab/drawing.h"
#include "lab/listing.h"

namespace winnow::lab {

/// Draws the listing with as many frames as the run. Precondition: it is the listing of the run's lesson.
Drawing draw_listing(const Listing& listing, const Execution& run);

}  // namespace winnow::lab
