#include "base/temporary_file.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <utility>

namespace winnow {
namespace {

/// What the handler of a signal finds. The names lie on the heap, where a move of their owner leaves them.
struct Slot {
    std::atomic<char*> path{nullptr};
    std::atomic<pid_t> writer{0};
};
static_assert(std::atomic<char*>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free,
              "a signal's handler uses them");

/// More files at a time are removed by their destructors only.
std::array<Slot, 32> slots;

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
    ::free(slots[slot].path.exchange(nullptr));
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
    if (!error) forget();
    return error;
}

void TemporaryFile::forget() {
    free_slot(slot_);
    path_.clear();
}

void remove_temporary_files() {
    for (Slot& slot : slots) {
        const pid_t writer = slot.writer;
        if (writer <= 0) continue;
        ::kill(writer, SIGKILL);
        ::waitpid(writer, nullptr, 0);  // or it might create the file after its removal
    }
    for (Slot& slot : slots)
        if (const char* path = slot.path) ::unlink(path);
}

}  // namespace winnow
