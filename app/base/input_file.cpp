#include "base/input_file.h"

#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace winnow {

std::string read_file(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) bad_input("{}: there is no such file", path);
    if (!std::filesystem::is_regular_file(status)) bad_input("{}: must be a regular file", path);
    const auto bytes = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    if (error || !file) bad_input("{}: the file cannot be read", path);
    std::string text(bytes, '\0');
    file.read(text.data(), static_cast<std::streamsize>(bytes));
    if (file.bad()) bad_input("{}: the file cannot be read", path);
    text.resize(static_cast<std::size_t>(file.gcount()));  // it may have shrunk meanwhile
    return text;
}

}  // namespace winnow
