#include "base/file_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/error.h"

namespace winnow {
namespace {

constexpr std::uint32_t changes =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_ONLYDIR;

/// Returns true if an event for the closing of `file` will follow its creation. A file that was just created
/// is empty or half written until then. Links are complete when they are created and are never closed.
bool will_be_closed(const std::filesystem::path& file) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(std::filesystem::symlink_status(file, ignored)) &&
           std::filesystem::hard_link_count(file, ignored) == 1;
}

}  // namespace

FileWatch::FileWatch(const std::filesystem::path& file_or_directory)
    : inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    if (inotify_ < 0) bad_input("cannot watch {}: {}", file_or_directory.string(), std::strerror(errno));
    std::error_code ignored;
    std::filesystem::path directory = file_or_directory;
    if (!std::filesystem::is_directory(file_or_directory, ignored)) {
        name_ = file_or_directory.filename().string();
        directory = file_or_directory.parent_path();
        if (directory.empty()) directory = ".";
    }
    if (add(directory)) return;
    const int error = errno;
    ::close(inotify_);
    bad_input("cannot watch {}: {}", directory.string(), std::strerror(error));
}

FileWatch::~FileWatch() {
    ::close(inotify_);
}

bool FileWatch::add(const std::filesystem::path& directory) {
    const int watch = ::inotify_add_watch(inotify_, directory.c_str(), changes);
    if (watch < 0) return false;
    directories_[watch] = directory;
    if (!name_.empty()) return true;
    // The watch begins first, so that no folder created between the two calls is missed.
    std::error_code ignored;
    std::filesystem::directory_iterator entry(directory, ignored);
    for (; entry != end(entry); entry.increment(ignored))
        if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) add(entry->path());
    return true;
}

bool FileWatch::poll() {
    alignas(inotify_event) std::array<char, 4096> buffer;
    bool changed = false;
    for (ssize_t size; (size = ::read(inotify_, buffer.data(), buffer.size())) > 0;) {
        for (ssize_t at = 0; at < size;) {
            inotify_event event{};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const std::string name = event.len > 0 ? buffer.data() + at + sizeof event : "";
            at += static_cast<ssize_t>(sizeof event + event.len);
            changed |= takes_note(event.wd, event.mask, name);
        }
    }
    return changed;
}

bool FileWatch::takes_note(int watch, std::uint32_t mask, const std::string& name) {
    if ((mask & IN_Q_OVERFLOW) != 0) return true;  // a lost event may have been a change
    if ((mask & IN_IGNORED) != 0) {
        directories_.erase(watch);
        return false;
    }
    if (!name_.empty() && name != name_) return false;
    const auto directory = directories_.find(watch);
    if (directory == directories_.end()) return true;
    const std::filesystem::path path = directory->second / name;
    const bool appeared = (mask & (IN_CREATE | IN_MOVED_TO)) != 0;
    if ((mask & IN_ISDIR) != 0 && appeared && name_.empty())
        add(path);  // if the folder is already gone again, nothing is watched
    return (mask & IN_CREATE) == 0 || !will_be_closed(path);
}

}  // namespace winnow
