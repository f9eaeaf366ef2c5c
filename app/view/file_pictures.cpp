#include "view/file_pictures.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <system_error>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/input_file.h"
#include "base/version.h"
#include "effects/modules/module_files.h"

namespace winnow::view {
namespace {

namespace fs = std::filesystem;

constexpr int picture_channels = 4;
constexpr std::size_t max_picture_pixels = 512 * 512;
constexpr std::uint64_t max_picture_bytes = std::uint64_t{1} << 20, max_effect_bytes = std::uint64_t{1} << 24;
constexpr const char* rendered_size = "128x72";  // pixels
constexpr const char* rendered_step = "180";     // of the run
constexpr std::chrono::seconds longest_render{300};
constexpr std::chrono::milliseconds between_looks{20};
constexpr int child_niceness = 19;

std::optional<Pixels> read_picture(const fs::path& path) {
    try {
        return decode_png(read_file(path.string(), max_picture_bytes), picture_channels, max_picture_pixels,
                          path.string());
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// Adds what changes with each version of the file; its contents may be large.
void add_version(Fnv1a64& sum, const std::string& file) {
    std::error_code ignored;
    sum.add(file);
    sum.add(fmt::format("{} {}", fs::file_size(file, ignored),
                        fs::last_write_time(file, ignored).time_since_epoch().count()));
}

/// Starts a program whose messages nobody reads. Returns -1 if it cannot be started.
pid_t start(std::vector<std::string> words) {
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // Ctrl-C reaches the window alone
    pid_t child = -1;
    const int error = posix_spawn(&child, argv[0], &files, &attributes, argv.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) return -1;
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(child), child_niceness);
    return child;
}

}  // namespace

fs::path picture_cache() {
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0')
        return fs::path(cache) / "winnow" / "pictures";
    const char* home = std::getenv("HOME");
    return home != nullptr && *home != '\0' ? fs::path(home) / ".cache" / "winnow" / "pictures" : fs::path();
}

FilePictures::FilePictures(fs::path cache, std::string program)
    : cache_(std::move(cache)), program_(std::move(program)) {
    if (!cache_.empty()) thread_ = std::thread([this] { run(); });
}

FilePictures::~FilePictures() {
    {
        const std::scoped_lock lock(mutex_);
        ends_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void FilePictures::want(const std::vector<Choice>& files) {
    const std::scoped_lock lock(mutex_);
    for (const Choice& one : files)
        if (one.available() && std::ranges::count(wanted_, one.name) == 0) wanted_.push_back(one.name);
}

void FilePictures::look(bool rests) {
    std::vector<Arrived> arrived;
    {
        const std::scoped_lock lock(mutex_);
        may_begin_ = rests;
        arrived = std::exchange(arrived_, {});
    }
    if (rests) wake_.notify_all();
    for (const Arrived& one : arrived) {
        shown_.erase(one.file);
        if (one.picture)
            shown_.try_emplace(one.file, gl::Size{one.picture->width, one.picture->height},
                               one.picture->bytes);
    }
}

bool FilePictures::has_news() {
    const std::scoped_lock lock(mutex_);
    return !arrived_.empty();
}

void FilePictures::describe(ui::DocumentModel& shown) const {
    shown.pictures.clear();
    for (const auto& [file, texture] : shown_) shown.pictures.push_back({file, texture.name()});
}

// --- the thread

void FilePictures::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return ends_ || (may_begin_ && !wanted_.empty()); });
        if (ends_) return;
        const std::string file = std::move(wanted_.front());
        wanted_.pop_front();
        lock.unlock();
        auto picture = picture_of(file);
        lock.lock();
        arrived_.push_back({file, std::move(picture)});
    }
}

/// Another version of the program may draw the same effect otherwise.
std::optional<Pixels> FilePictures::picture_of(const std::string& file) {
    std::string bytes;
    try {
        bytes = read_file(file, max_effect_bytes);
    } catch (const Error&) {
        return std::nullopt;
    }
    Fnv1a64 sum;
    for (const std::string_view part : {version(), commit(), std::string_view(file), std::string_view(bytes)})
        sum.add(part);
    for (const std::string& one : effects::files_named_in(bytes, fs::absolute(file).parent_path().string()))
        add_version(sum, one);
    const fs::path path = cache_ / fmt::format("{:016x}.png", sum.value());
    std::error_code ignored;
    if (auto known = read_picture(path)) {
        fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // those used last are kept
        return known;
    }
    if (refused_.contains(sum.value())) return std::nullopt;
    fs::create_directories(cache_, ignored);
    const fs::path unfinished = cache_ / fmt::format("{:016x}-{}.png", sum.value(), ::getpid());
    if (render(file, unfinished)) fs::rename(unfinished, path, ignored);
    for (const fs::directory_entry& one : fs::directory_iterator(cache_, ignored))  // parts of it too
        if (one.path().filename().string().starts_with(unfinished.filename().string()))
            fs::remove(one.path(), ignored);
    hold_bounds();
    auto picture = read_picture(path);
    if (!picture) refused_.insert(sum.value());
    return picture;
}

/// Returns true if the program has ended well. It is ended if it takes too long, or the window closes.
bool FilePictures::render(const std::string& file, const fs::path& to) {
    const pid_t child = start({program_, "render", file, "--size", rendered_size, "--start", rendered_step,
                               "--frames", "1", "--output", to.string()});
    if (child < 0) return false;
    const auto end = std::chrono::steady_clock::now() + longest_render;
    std::unique_lock lock(mutex_);
    for (int status = 0;;) {
        if (::waitpid(child, &status, WNOHANG) != 0) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        const bool is_late = std::chrono::steady_clock::now() > end;
        if (!is_late && !wake_.wait_for(lock, between_looks, [this] { return ends_; })) continue;
        ::kill(child, SIGKILL);
        ::waitpid(child, &status, 0);
        return false;
    }
}

/// Removes the pictures that were not used for longest.
void FilePictures::hold_bounds() const {
    struct Kept {
        fs::file_time_type used;
        std::uint64_t bytes;
        fs::path path;
    };
    std::vector<Kept> all;
    std::error_code ignored;
    for (const fs::directory_entry& one : fs::directory_iterator(cache_, ignored))
        if (one.path().extension() == ".png")
            all.push_back({one.last_write_time(ignored), one.file_size(ignored), one.path()});
    std::ranges::sort(all, std::greater(), &Kept::used);
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        bytes += all[i].bytes;
        if (i >= max_files || bytes > max_bytes) fs::remove(all[i].path, ignored);
    }
}

}  // namespace winnow::view
