// Files that are read whole. Every error names the file and the reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace winnow {

/// An Error(bad_input) with the message "path: reason".
class UnreadableFile : public Error {
  public:
    UnreadableFile(const std::string& path, const std::string& reason)
        : Error(ExitStatus::bad_input, fmt::format("{}: {}", path, reason)), reason_(reason) {}
    const std::string& reason() const { return reason_; }

  private:
    std::string reason_;
};

/// Returns the file's bytes. Throws UnreadableFile if the file cannot be read, is not a regular file (devices
/// and FIFOs may never end), or has more than `most` bytes; the size is checked before anything is read.
std::string read_file(const std::string& path, std::uint64_t most);
/// Returns the text of a file's bytes as every reader of text takes it: without the byte order mark of UTF-8
/// that some editors write, and with a line feed at the end of each line, where the file may have a carriage
/// return, alone or before a line feed.
std::string plain_text(std::string_view bytes);
/// Returns the plain text of the file. Throws as read_file() does.
std::string read_text_file(const std::string& path, std::uint64_t most);
/// Returns the first `count` bytes of the file, or all bytes if there are fewer.
std::string read_beginning(const std::string& path, std::uint64_t count);
/// Reads to the end like read_file(), but also accepts a pipe or a device.
std::string read_stream(const std::string& path, std::uint64_t most);

// The folder below which programs keep what people configure.

/// Returns $XDG_CONFIG_HOME, or ~/.config; empty if the environment names neither.
std::filesystem::path config_home();

}  // namespace winnow
