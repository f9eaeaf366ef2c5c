// A benchmark of steps as one page that needs nothing else.
#pragma once

#include <string>

#include "commands/bench/frame_report.h"

namespace winnow::commands {

/// HTML with its style sheet and its charts in it; light or dark as the reader's system is.
std::string to_html(const FrameDocument& document);

}  // namespace winnow::commands
