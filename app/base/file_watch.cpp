#include "base/file_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace winnow {
namespace {

constexpr std::uint32_t changes = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE;

}  // namespace

FileWatch::FileWatch(const std::filesystem::path& file_or_directory)
    : inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    if (inotify_ < 0) bad_input("cannot watch {}: {}", file_or_directory.string(), std::strerror(errno));
    try {
        if (std::filesystem::is_directory(file_or_directory)) {
            add(file_or_directory);
            for (const auto& entry : std::filesystem::recursive_directory_iterator(file_or_directory))
                if (entry.is_directory()) add(entry.path());
        } else {
            name_ = file_or_directory.filename().string();
            const auto parent = file_or_directory.parent_path();
            add(parent.empty() ? std::filesystem::path(".") : parent);
        }
    } catch (...) {
        ::close(inotify_);
        throw;
    }
}

FileWatch::~FileWatch() {
    ::close(inotify_);
}

void FileWatch::add(const std::filesystem::path& directory) {
    const int watch = ::inotify_add_watch(inotify_, directory.c_str(), changes);
    if (watch < 0) bad_input("cannot watch {}: {}", directory.string(), std::strerror(errno));
    directories_[watch] = directory;
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
            if (!name_.empty() && name != name_) continue;
            changed = true;
            if (name_.empty() && (event.mask & IN_ISDIR) != 0 && (event.mask & IN_CREATE) != 0)
                add(directories_[event.wd] / name);
        }
    }
    return changed;
}

}  // namespace winnow
