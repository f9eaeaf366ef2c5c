#include "base/output_file.h"

#include <sys/stat.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"

namespace winnow {

namespace {

/// A temporary file as the signal handler sees it. The path lies on the heap, so that moving its
/// TemporaryFile does not move it.
struct Slot {
    std::atomic<char*> path{nullptr};
    std::atomic<pid_t> writer{0};
};
static_assert(std::atomic<char*>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free,
              "a signal handler uses them");

/// Files beyond these are removed by their destructors only.
std::array<Slot, 32> slots;

/// True once files are being removed, on any thread. No path is freed from then on, as it may be in use.
std::atomic<bool> is_removing{false};

std::size_t take_slot(const std::string& path) {
    char* name = ::strdup(path.c_str());
    for (std::size_t i = 0; i < slots.size(); ++i) {
        char* none = nullptr;
        if (slots[i].path.compare_exchange_strong(none, name)) return i;
    }
    ::free(name);
    return slots.size();
}

void free_slot(std::size_t slot) {
    if (slot == slots.size()) return;
    slots[slot].writer = 0;
    char* const path = slots[slot].path.exchange(nullptr);
    if (!is_removing) ::free(path);
}

constexpr mode_t new_file_mode = 0666;  // reduced by the umask
constexpr mode_t secret_mode = 0600;
constexpr mode_t permissions = 07777;
constexpr std::size_t buffer_bytes = std::size_t{1} << 16;
constexpr int max_links = 40;  // the number of links that Linux follows

[[noreturn]] void fail_to_write(const std::string& path, int error) {
    bad_input("cannot write {}: {}", path == "-" ? "standard output" : path, std::strerror(error));
}

/// Returns the path that a rename must replace so that a symbolic link stays a link, even if its target does
/// not exist yet.
std::string behind_links(const std::string& path) {
    std::filesystem::path target = path;
    std::error_code ignored;
    for (int links = 0; links < max_links && std::filesystem::is_symlink(target, ignored); ++links)
        target = target.parent_path() / std::filesystem::read_symlink(target, ignored);
    return target.string();
}

/// Returns the status of the file at the path, or nothing if it does not exist yet. Throws Error(bad_input)
/// if it cannot be written.
std::optional<struct stat> require_writable_place(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) {
        if (errno != ENOENT) fail_to_write(path, errno);
        return std::nullopt;
    }
    if (S_ISDIR(found.st_mode)) bad_input("cannot write {}: it is a directory", path);
    if (::access(path.c_str(), W_OK) != 0) fail_to_write(path, errno);
    return found;
}

/// Returns a name in the target's directory that is valid at any length of the target's name.
std::string temporary_name(const std::string& target) {
    constexpr std::size_t longest = 200;  // of NAME_MAX bytes; the suffix needs the rest
    static std::atomic<int> number{0};    // unique in this process: shortened names may be equal
    const std::filesystem::path place = target;
    const std::string name = place.filename().string().substr(0, longest);
    return (place.parent_path() / fmt::format("{}.part-{}.{}", name, ::getpid(), ++number)).string();
}

/// Replaces a file that another process with the same number left there; never follows a link.
Descriptor open_temporary(const std::string& path, mode_t mode) {
    ::unlink(path.c_str());
    return Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
}

/// Copies owner, group and mode of the file that will be replaced, as far as permitted. If the group cannot
/// be kept, the new file's group gets no more rights than others have.
void keep_access(int descriptor, const struct stat& replaced) {
    mode_t mode = replaced.st_mode & permissions;
    if (::fchown(descriptor, replaced.st_uid, replaced.st_gid) != 0) {
        mode &= ~mode_t{S_ISUID};  // the owner has changed
        if (::fchown(descriptor, static_cast<uid_t>(-1), replaced.st_gid) != 0)
            mode = (mode & ~mode_t{S_IRWXG | S_ISGID}) | ((mode & S_IRWXO) << 3);
    }
    ::fchmod(descriptor, mode);
}

/// Opening a FIFO blocks until it has a reader, so it is opened without blocking and polled: then a signal
/// can end the wait.
Descriptor open_fifo(const std::string& path) {
    for (;;) {
        Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
        if (file.number() >= 0 || (errno != ENXIO && errno != EINTR)) return file;
        wait_a_moment();
    }
}

Descriptor open_in_place(const std::string& path, mode_t mode) {
    if (S_ISFIFO(mode)) return open_fifo(path);
    return Descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
}

/// Replaces the contents of an existing file by those of another.
std::error_code copy_contents(const std::string& from, const std::string& to) {
    const auto failed = [] { return std::error_code(errno, std::generic_category()); };
    const Descriptor source(::open(from.c_str(), O_RDONLY | O_CLOEXEC));
    if (source.number() < 0) return failed();
    allow_outputs_to_complete();  // half a copy would be neither the old file nor the new one
    Descriptor target(::open(to.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
    if (target.number() < 0) return failed();
    std::string piece(buffer_bytes, '\0');
    for (;;) {
        const ssize_t got = ::read(source.number(), piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failed();
        if (got == 0) break;
        const int error =
            write_all(target.number(), std::string_view(piece).substr(0, static_cast<std::size_t>(got)));
        if (error != 0) return {error, std::generic_category()};
    }
    return target.close() == 0 ? std::error_code() : failed();
}

}  // namespace

TemporaryFile::TemporaryFile(std::string path) : path_(std::move(path)), slot_(take_slot(path_)) {}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::exchange(other.path_, {})), slot_(other.slot_) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(slot_, other.slot_);
    return *this;
}

TemporaryFile::~TemporaryFile() {
    if (empty()) return;
    ::unlink(path_.c_str());
    forget();
}

void TemporaryFile::set_writer(pid_t child) {
    if (!empty() && slot_ < slots.size()) slots[slot_].writer = child;
}

std::error_code TemporaryFile::rename_to(const std::string& target) {
    std::error_code error;
    std::filesystem::rename(path_, target, error);
    if (error == std::errc::device_or_resource_busy) {
        error = copy_contents(path_, target);
        if (!error) ::unlink(path_.c_str());
    }
    if (!error) forget();
    return error;
}

void TemporaryFile::forget() {
    free_slot(slot_);
    path_.clear();
}

void remove_temporary_files() {
    is_removing = true;
    for (Slot& slot : slots) {
        const pid_t writer = slot.writer;
        if (writer <= 0) continue;
        ::kill(writer, SIGKILL);
        ::waitpid(writer, nullptr, 0);  // otherwise it could create the file after its removal
    }
    for (Slot& slot : slots)
        if (const char* path = slot.path) ::unlink(path);
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
    if (path_ == "-") {
        std::fflush(stdout);  // text printed earlier must come first
        return;
    }
    if (path_.empty()) bad_input("an output needs a file name");
    const auto found = require_writable_place(path_);
    if (found && !S_ISREG(found->st_mode)) {
        file_ = open_in_place(path_, found->st_mode);
    } else {
        target_ = behind_links(path_);
        temporary_ = TemporaryFile(temporary_name(target_));
        file_ = open_temporary(temporary_.path(), found ? secret_mode : new_file_mode);
    }
    if (file_.number() < 0) fail_to_write(path_, errno);
    if (found && !temporary_.empty()) keep_access(file_.number(), *found);
}

/// Without a commit, a file written in place still gets the buffered bytes, because its reader may have
/// begun.
OutputFile::~OutputFile() {
    if (temporary_.empty() && descriptor() >= 0) write_all(descriptor(), buffer_);
}

int OutputFile::descriptor() const {
    return path_ == "-" ? STDOUT_FILENO : file_.number();
}

void OutputFile::write(std::string_view bytes) {
    if (failed()) return;
    if (buffer_.size() + bytes.size() >= buffer_bytes) {
        write_out(std::exchange(buffer_, {}));
        write_out(bytes);
    } else {
        buffer_ += bytes;
    }
}

void OutputFile::write_out(std::string_view bytes) {
    const int error = failed() ? 0 : write_all(descriptor(), bytes);
    if (error == ECANCELED) check_interrupted();
    if (error != 0) give_up(error);
}

/// Frees the disk space at once, so that the other outputs can use it.
void OutputFile::give_up(int error) {
    failure_ = error;
    buffer_.clear();
    file_.close();
    temporary_ = {};
}

void OutputFile::flush() {
    write_out(std::exchange(buffer_, {}));
    if (failed()) fail_to_write(path_, failure_);
}

/// Synchronises before the rename; otherwise a crash of the machine could leave neither the old file nor the
/// new one.
void OutputFile::commit() {
    flush();
    if (!temporary_.empty() && ::fsync(file_.number()) != 0) fail_to_write(path_, errno);
    commit_unsynchronised();
}

void OutputFile::commit_unsynchronised() {
    flush();
    if (path_ == "-") return;
    if (file_.close() != 0) fail_to_write(path_, errno);
    if (temporary_.empty()) return;
    if (const auto error = temporary_.rename_to(target_)) fail_to_write(path_, error.value());
}

std::string absolute_path(const std::string& path) {
    std::error_code error;
    const auto absolute = std::filesystem::absolute(path, error);
    return error ? path : absolute.lexically_normal().string();
}

void require_regular_or_absent(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode))
        bad_input("cannot write {}: it is {}", path,
                  S_ISDIR(found.st_mode)    ? "a directory"
                  : S_ISFIFO(found.st_mode) ? "a FIFO"
                                            : "a device");
}

void write_file(const std::string& path, std::string_view bytes) {
    OutputFile file(path);
    file.write(bytes);
    file.commit();
}

}  // namespace winnow
