#include "base/input_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/text.h"

namespace winnow {
namespace {

std::uint64_t size_of(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) bad_input("{}: there is no such file", path);
    if (!std::filesystem::is_regular_file(status)) bad_input("{}: must be a regular file", path);
    const auto bytes = std::filesystem::file_size(path, error);
    if (error) bad_input("{}: the file cannot be read", path);
    return bytes;
}

std::string read(const std::string& path, std::uint64_t bytes) {
    std::ifstream file(path, std::ios::binary);
    if (!file) bad_input("{}: the file cannot be read", path);
    std::string text(bytes, '\0');
    file.read(text.data(), static_cast<std::streamsize>(bytes));
    if (file.bad()) bad_input("{}: the file cannot be read", path);
    text.resize(static_cast<std::size_t>(file.gcount()));  // it may have shrunk meanwhile
    return text;
}

}  // namespace

std::string read_file(const std::string& path, std::uint64_t most) {
    const std::uint64_t bytes = size_of(path);
    if (bytes > most)
        bad_input("{}: a file of {} is too large; {} are possible", path, bytes_text(bytes),
                  bytes_text(most));
    return read(path, bytes);
}

std::string read_beginning(const std::string& path, std::uint64_t count) {
    return read(path, std::min(size_of(path), count));
}

}  // namespace winnow
