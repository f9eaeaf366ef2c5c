// A benchmark of scans as one page that needs nothing else: charts, tables, and how it was measured.
#pragma once

#include <string>

#include "commands/bench/scan_document.h"

namespace winnow::commands {

/// HTML with its style sheet and its charts in it; light or dark as the reader's system is.
std::string to_html(const ScanDocument& document);

}  // namespace winnow::commands
