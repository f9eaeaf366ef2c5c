#include "base/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/descriptor.h"
#include "base/interrupt.h"
#include "base/text.h"

namespace winnow {
namespace {

constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 20;

[[noreturn]] void refuse(const std::string& path, int error) {
    throw UnreadableFile(path, std::strerror(error));
}

/// Throws the error, unless a signal ended the system call (EINTR). Then it throws if that signal asked for
/// the end, and otherwise returns, so that the caller repeats the call.
void refuse_unless_interrupted(const std::string& path, int error) {
    if (error != EINTR) refuse(path, error);
    check_interrupted();
}

[[noreturn]] void refuse_large(const std::string& path, std::uint64_t bytes, std::uint64_t most) {
    throw UnreadableFile(
        path, fmt::format("a file of {} is too large; {} are possible", bytes_text(bytes), bytes_text(most)));
}

std::uint64_t regular_size(const std::string& path, const struct stat& found) {
    if (S_ISDIR(found.st_mode)) throw UnreadableFile(path, "it is a directory, and must be a regular file");
    if (!S_ISREG(found.st_mode)) throw UnreadableFile(path, "must be a regular file");
    return static_cast<std::uint64_t>(found.st_size);
}

Descriptor open_to_read(const std::string& path, int flags = 0) {
    for (;;) {
        Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | flags));
        if (file.number() >= 0) return file;
        refuse_unless_interrupted(path, errno);
    }
}

/// Reads until the end of the file or until `text` is full. Returns the number of bytes read.
std::size_t fill(std::string& text, const Descriptor& file, const std::string& path) {
    std::size_t size = 0;
    while (size < text.size()) {
        const ssize_t got = ::read(file.number(), text.data() + size, text.size() - size);
        if (got == 0) break;
        if (got < 0) refuse_unless_interrupted(path, errno);
        size += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    }
    return size;
}

/// Checks the type before opening, because opening a device can have side effects, and checks again after
/// opening, because the path may lead to another file by then.
Descriptor open_regular(const std::string& path, std::uint64_t& bytes) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) refuse(path, errno);
    regular_size(path, found);
    Descriptor file = open_to_read(path, O_NONBLOCK);
    if (::fstat(file.number(), &found) != 0) refuse(path, errno);
    bytes = regular_size(path, found);
    return file;
}

std::string read(const std::string& path, const Descriptor& file, std::uint64_t bytes) {
    std::string text(bytes, '\0');
    text.resize(fill(text, file, path));  // the file may have shrunk meanwhile
    return text;
}

}  // namespace

std::string read_file(const std::string& path, std::uint64_t most) {
    std::uint64_t bytes = 0;
    const Descriptor file = open_regular(path, bytes);
    if (bytes > most) refuse_large(path, bytes, most);
    return read(path, file, bytes);
}

std::string plain_text(std::string_view bytes) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (bytes.starts_with(byte_order_mark)) bytes.remove_prefix(byte_order_mark.size());
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] != '\r')
            text += bytes[i];
        else if (i + 1 == bytes.size() || bytes[i + 1] != '\n')
            text += '\n';
    }
    return text;
}

std::string read_text_file(const std::string& path, std::uint64_t most) {
    return plain_text(read_file(path, most));
}

std::string read_beginning(const std::string& path, std::uint64_t count) {
    std::uint64_t bytes = 0;
    const Descriptor file = open_regular(path, bytes);
    return read(path, file, std::min(bytes, count));
}

std::string read_stream(const std::string& path, std::uint64_t most) {
    const Descriptor file = open_to_read(path);
    std::string text, piece(piece_bytes, '\0');
    while (const std::size_t got = fill(piece, file, path)) {
        text.append(piece, 0, got);
        if (text.size() > most) refuse_large(path, text.size(), most);
    }
    return text;
}

std::filesystem::path config_home() {
    // The XDG specification says that a relative path is invalid and must be ignored.
    if (const char* home = std::getenv("XDG_CONFIG_HOME"); home != nullptr && home[0] == '/') return home;
    if (const char* home = std::getenv("HOME"); home != nullptr && home[0] != '\0')
        return std::filesystem::path(home) / ".config";
    return {};
}

}  // namespace winnow
