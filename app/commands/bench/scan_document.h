// A benchmark of scans as it is kept: what was found, where and when.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "commands/bench/scan_row.h"

namespace winnow::commands {

struct ScanDocument {
    std::string version, commit, date;  // of this program; when, UTC. Commit and method may be empty.
    std::string device, driver;         // the GL renderer and its version
    ScanBench bench;
};

/// What `winnow bench scan --json` has written, of earlier versions too. `where` names it in the
/// Error(bad_input) that says what is missing or no sense.
ScanDocument read_scan_document(const nlohmann::ordered_json& json, const std::string& where);

/// The same from a file.
ScanDocument load_scan_document(const std::string& path);

}  // namespace winnow::commands
