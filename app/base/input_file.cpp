#include "base/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
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

/// A call that a signal has ended is made again unless that signal asks for the end.
void refuse_unless_interrupted(const std::string& path, int error) {
    if (error != EINTR) refuse(path, error);
    check_interrupted();
}

[[noreturn]] void refuse_large(const std::string& path, std::uint64_t bytes, std::uint64_t most) {
    throw UnreadableFile(
        path, fmt::format("a file of {} is too large; {} are possible", bytes_text(bytes), bytes_text(most)));
}

/// Asked before it is opened, because opening a device can do things.
std::uint64_t regular_file_size(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) refuse(path, errno);
    if (S_ISDIR(found.st_mode)) throw UnreadableFile(path, "it is a directory, and must be a regular file");
    if (!S_ISREG(found.st_mode)) throw UnreadableFile(path, "must be a regular file");
    return static_cast<std::uint64_t>(found.st_size);
}

Descriptor open_to_read(const std::string& path) {
    for (;;) {
        Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
        if (file.number() >= 0) return file;
        refuse_unless_interrupted(path, errno);
    }
}

/// Reads until the end or until `text` is full. Returns the number of bytes.
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

std::string read(const std::string& path, std::uint64_t bytes) {
    const Descriptor file = open_to_read(path);
    std::string text(bytes, '\0');
    text.resize(fill(text, file, path));  // it may have shrunk meanwhile
    return text;
}

}  // namespace

std::string read_file(const std::string& path, std::uint64_t most) {
    const std::uint64_t bytes = regular_file_size(path);
    if (bytes > most) refuse_large(path, bytes, most);
    return read(path, bytes);
}

std::string read_beginning(const std::string& path, std::uint64_t count) {
    return read(path, std::min(regular_file_size(path), count));
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

}  // namespace winnow
