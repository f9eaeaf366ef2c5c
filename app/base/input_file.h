// Whole files, looked at before they are read.
#pragma once

#include <cstdint>
#include <string>

namespace winnow {

/// The file's bytes. Error(bad_input) with the path and the reason if it cannot be read, is no regular file
/// (devices and FIFOs may never end), or has more than `most` bytes.
std::string read_file(const std::string& path, std::uint64_t most);
/// The first `count` of them, or all if there are fewer.
std::string read_beginning(const std::string& path, std::uint64_t count);

}  // namespace winnow
