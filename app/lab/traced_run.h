// A run of a kernel in one pass as its tiles noted it, for the same views as the lessons.
#pragma once

#include <string>
#include <string_view>

#include "lab/lesson.h"
#include "lab/teaching_kernels.h"

namespace winnow::lab {

/// Returns the lesson under the title and with the remarks that such a run has.
Lesson traced_lesson(const Lesson& lesson);

/// Draws the run: a lane is a tile, and rows follow the order of the events. Neighbours in that order share a
/// row if each is another tile's and none saw what another of them published. The last row holds the results
/// of the device, compared with the sequential fold. `device` is the one that executed the kernel in
/// `language`.
Execution traced_run(const Lesson& lesson, const Parameters& parameters, const KernelTrace& trace,
                     std::string_view device, std::string_view language);

}  // namespace winnow::lab
