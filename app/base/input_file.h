// Files that are read whole; every refusal names the file and the reason.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"

namespace winnow {

/// Error(bad_input) "path: reason".
class UnreadableFile : public Error {
  public:
    UnreadableFile(const std::string& path, const std::string& reason)
        : Error(ExitStatus::bad_input, fmt::format("{}: {}", path, reason)), reason_(reason) {}
    const std::string& reason() const { return reason_; }

  private:
    std::string reason_;
};

/// The file's bytes. UnreadableFile if it cannot be read, is no regular file (devices and FIFOs may never
/// end), or has more than `most` bytes; that is known before it is read.
std::string read_file(const std::string& path, std::uint64_t most);
/// The first `count` of them, or all if there are fewer.
std::string read_beginning(const std::string& path, std::uint64_t count);
/// Also of a pipe or a device, to its end.
std::string read_stream(const std::string& path, std::uint64_t most);

}  // namespace winnow
