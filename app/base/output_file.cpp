#include "base/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"

namespace winnow {
namespace {

bool written_in_place(const std::string& path) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
           !std::filesystem::is_directory(status);
}

/// Where a rename must go so that a link stays a link.
std::string behind_links(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_symlink(path, ignored)) return path;
    const auto target = std::filesystem::weakly_canonical(path, ignored);
    return target.empty() ? path : target.string();
}

constexpr mode_t new_file_mode = 0666;  // less what the umask takes away
constexpr int write_flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY;
constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

/// To open a FIFO blocks until it has a reader, which a signal may end only if we do the waiting.
Descriptor open_fifo(const std::string& path) {
    for (;;) {
        Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
        if (file.number() >= 0 || (errno != ENXIO && errno != EINTR)) return file;
        wait_a_moment();
    }
}

Descriptor open_in_place(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_fifo(path, ignored)) return open_fifo(path);
    return Descriptor(::open(path.c_str(), write_flags, new_file_mode));
}

[[noreturn]] void cannot_write(const std::string& path, int error) {
    bad_input("cannot write {}: {}", path, std::strerror(error));
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
    if (path_ == "-") {
        std::fflush(stdout);  // what was printed before comes before
        return;
    }
    if (path_.empty()) bad_input("an output needs a file name");
    std::error_code ignored;
    if (std::filesystem::is_directory(path_, ignored)) bad_input("cannot write {}: it is a directory", path_);
    const bool replaces = ::access(path_.c_str(), F_OK) == 0;
    if (replaces && ::access(path_.c_str(), W_OK) != 0) cannot_write(path_, errno);
    target_ = behind_links(path_);
    if (written_in_place(path_)) {
        file_ = open_in_place(path_);
    } else {
        temporary_ = TemporaryFile(fmt::format("{}.part-{}", target_, ::getpid()));
        file_ = Descriptor(::open(temporary_.path().c_str(), write_flags, new_file_mode));
    }
    if (file_.number() < 0) cannot_write(path_, errno);
}

/// What was written in place is for a reader who may have begun: it gets all of it.
OutputFile::~OutputFile() {
    if (temporary_.empty() && descriptor() >= 0) write_all(descriptor(), buffer_);
}

int OutputFile::descriptor() const {
    return path_ == "-" ? STDOUT_FILENO : file_.number();
}

void OutputFile::write(std::string_view bytes) {
    if (buffer_.size() + bytes.size() >= buffer_bytes) {
        flush();
        write_out(bytes);
    } else {
        buffer_ += bytes;
    }
}

void OutputFile::write_out(std::string_view bytes) {
    const int error = write_all(descriptor(), bytes);
    if (error == ECANCELED) check_interrupted();
    if (error != 0) cannot_write(path_, error);
}

void OutputFile::flush() {
    write_out(std::exchange(buffer_, {}));
}

void OutputFile::commit() {
    flush();
    if (path_ == "-") return;
    if (file_.close() != 0) cannot_write(path_, errno);
    if (temporary_.empty()) return;
    if (const auto error = temporary_.rename_to(target_)) cannot_write(path_, error.value());
}

void write_file(const std::string& path, std::string_view bytes) {
    OutputFile file(path);
    file.write(bytes);
    file.commit();
}

}  // namespace winnow
