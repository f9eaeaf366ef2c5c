// A benchmark that is held to a floor as one page that needs nothing else.
#pragma once

#include <string>

#include "commands/bench/floor_report.h"

namespace winnow::commands {

/// HTML with its style sheet and its charts in it; light or dark as the reader's system is.
std::string to_html(const FloorTopic& topic, const FloorDocument& document);

}  // namespace winnow::commands
