// A benchmark of scans as it is kept.
#pragma once

#include "measure/document.h"
#include "measure/scan_row.h"

namespace winnow::measure {

using ScanDocument = Document<ScanBench>;

/// What `winnow bench scan --json` has written, of earlier versions too; the method may be empty. `where`
/// names it in the Error(bad_input) that says what is missing or no sense.
ScanDocument read_scan_document(const nlohmann::ordered_json& json, const std::string& where);

}  // namespace winnow::measure
