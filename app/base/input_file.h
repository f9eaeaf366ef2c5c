// Whole files, looked at before they are read.
#pragma once

#include <string>

namespace winnow {

/// The file's bytes. Error(bad_input) with the path and the reason if it cannot be read or is no regular
/// file: devices and FIFOs may never end.
std::string read_file(const std::string& path);

}  // namespace winnow
