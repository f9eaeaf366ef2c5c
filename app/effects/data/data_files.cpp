#include "effects/data/data_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/checksum.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/file_clashes.h"
#include "base/text.h"
#include "effects/data/packed_files.h"
#include "effects/model/document.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_files;

namespace winnow::effects {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_kept_rows = std::size_t{1} << 24;  // of files that nobody uses: 256 MiB

constexpr std::size_t longest_shown = 500;  // bytes of a path in a message

/// Tells two states of a file apart.
struct Stamp {
    dev_t device = 0;
    ino_t file = 0;
    off_t bytes = 0;
    std::int64_t written = 0, changed = 0;  // nanoseconds since 1970

    bool operator==(const Stamp&) const = default;
};

std::int64_t nanoseconds(const timespec& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// A file in memory never changes.
Stamp stamp_of(const std::string& file) {
    if (const std::string* bytes = packed_file(file)) return {0, 0, static_cast<off_t>(bytes->size()), 0, 0};
    struct stat found {};
    if (::stat(file.c_str(), &found) != 0) return {};  // read_file() will say why
    return {found.st_dev, found.st_ino, found.st_size, nanoseconds(found.st_mtim),
            nanoseconds(found.st_ctim)};
}

/// True if a later change of the file must show in its stamp: file systems count time in steps.
bool is_settled(const Stamp& stamp) {
    constexpr std::chrono::seconds longest_step{2};
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return now - std::chrono::nanoseconds(std::max(stamp.written, stamp.changed)) > longest_step;
}

using DataByUse = std::map<std::pair<FileKind, FrameGrid>, std::shared_ptr<const FileData>>;

/// A file that has been read.
struct CachedFile {
    Stamp stamp;
    bool is_settled = false;
    std::uint64_t digest = 0;
    DataByUse data;
    bool is_refused = false;        // what the file holds now
    std::uint64_t good_digest = 0;  // of what it held when it was good; 0: it never was
    DataByUse good;                 // read from that, if `data` was not
};

int refusing = 0;  // RefusingFaults that live

/// All files that have been read, by path.
std::map<std::string, CachedFile>& cached_files() {
    static std::map<std::string, CachedFile> files;
    return files;
}

/// Forgets data that nobody uses, if they are many.
void forget_unused() {
    std::size_t rows = 0;
    const auto for_each_unused = [](const auto& visit) {
        for (auto& entry : cached_files())
            for (DataByUse* all : {&entry.second.data, &entry.second.good})
                for (auto& data : *all)
                    if (data.second.use_count() == 1) visit(data.second);
    };
    for_each_unused([&](const auto& data) { rows += data->size(); });
    if (rows > max_kept_rows) for_each_unused([](auto& data) { data.reset(); });
}

constexpr std::string_view built_in_folder = "built-in/";

/// True if the name of a file ends as those of such files do.
bool is_named_as(FileKind kind, std::string_view file) {
    switch (kind) {
        case FileKind::texture:
            return file.ends_with(".png") || file.ends_with(".hdr");
        case FileKind::image:
        case FileKind::picture:
            return file.ends_with(".png");
        case FileKind::field:
            return file.ends_with(".fga");
        case FileKind::mesh:
        case FileKind::distance:
            break;
    }
    return file.ends_with(".obj");
}

/// Returns the contents of a file that comes with Winnow, of any kind or whose name ends as those of such
/// files do.
std::string_view built_in_file(std::string_view path, std::optional<FileKind> kind = {}) {
    std::vector<std::string> all;
    for (const EmbeddedFile& file : winnow_embedded_files) {
        if (kind && !is_named_as(*kind, file.path)) continue;
        all.push_back(std::string(built_in_folder) + std::string(file.path));
        if (all.back() == path) return file.contents();
    }
    if (all.empty()) return built_in_file(path);  // none of its kind comes with Winnow
    const std::vector<std::string_view> names(all.begin(), all.end());
    bad_input("{}: no such file comes with Winnow; must be {}", excerpt(path, longest_shown), join_or(names));
}

/// Returns the file's entry as the file is now; its bytes if they had to be read.
CachedFile& cached_file(const std::string& file, std::string& bytes) {
    CachedFile& entry = cached_files()[file];
    require_not_written(file);
    const Stamp now = stamp_of(file);
    if (entry.is_settled && entry.stamp == now) return entry;
    bytes = read_own_file(file, max_data_bytes);
    const std::uint64_t digest = fnv1a64(bytes);
    if (digest != entry.digest) {
        if (!entry.data.empty()) entry.good = std::exchange(entry.data, {});
        entry.is_refused = false;
    }
    entry.stamp = now;
    entry.is_settled = is_settled(now);
    entry.digest = digest;
    return entry;
}

/// Returns the data of a file as it is now. Throws as read_data() does.
std::shared_ptr<const FileData> read_now(const std::string& file, FileKind kind, FrameGrid grid) {
    std::string bytes;
    CachedFile& entry = cached_file(file, bytes);
    const auto before = entry.data.find({kind, grid});
    if (before != entry.data.end() && before->second) return before->second;
    try {
        if (bytes.empty()) bytes = read_own_file(file, max_data_bytes);
        if (bytes.empty()) bad_input("{}: is empty", file);
        auto data = std::make_shared<const FileData>(file_data(bytes, kind, file, grid));
        entry.good_digest = entry.digest;
        entry.good.clear();
        return entry.data[{kind, grid}] = std::move(data);
    } catch (const Error&) {
        entry.is_refused = true;
        throw;
    }
}

/// Returns what the file held when it was good, as the caller uses it; null if it is not known.
std::shared_ptr<const FileData> good_data(const std::string& file, FileKind kind, FrameGrid grid) {
    const auto entry = cached_files().find(file);
    if (entry == cached_files().end()) return nullptr;
    for (const DataByUse* all : {&entry->second.data, &entry->second.good})
        if (const auto found = all->find({kind, grid}); found != all->end() && found->second)
            return found->second;
    return nullptr;
}

bool lies_below(const fs::path& file, const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

std::string joined(const std::string& folder, const std::string& path) {
    return (fs::path(folder) / path).string();
}

}  // namespace

std::string data_file(const std::string& folder, const std::string& path) {
    if (folder.empty()) bad_input("{}: an effect names files only once it is a file itself", excerpt(path));
    if (path.find('\0') != std::string::npos) bad_input("{}: not a path", excerpt(path));
    const fs::path file = joined(folder, path);
    if (is_packed(folder)) {
        if (packed_file(file.string()) == nullptr)
            bad_input("{}: no such file comes with the effect", excerpt(path, longest_shown));
        return file.string();
    }
    std::error_code error;
    const fs::path real = fs::canonical(file, error);
    if (fs::path(path).is_absolute() || (!error && !lies_below(real, fs::canonical(folder, error))))
        bad_input("{}: must be a file below the effect's folder", excerpt(path, longest_shown));
    if (error) bad_input("{}: {}", excerpt(file.string(), longest_shown), error.message());
    return file.string();
}

bool is_built_in_file(std::string_view path) {
    return path.starts_with(built_in_folder);
}

RefusingFaults::RefusingFaults() {
    ++refusing;
}

RefusingFaults::~RefusingFaults() {
    --refusing;
}

bool refuses_faults() {
    return refusing > 0;
}

std::shared_ptr<const FileData> read_data(const std::string& folder, const std::string& path, FileKind kind,
                                          FrameGrid grid) {
    std::shared_ptr<const FileData> result;
    if (is_built_in_file(path)) {
        std::shared_ptr<const FileData>& data = cached_files()[path].data[{kind, grid}];
        if (!data)
            data = std::make_shared<const FileData>(
                file_data(std::string(built_in_file(path, kind)), kind, path, grid));
        result = data;
    } else {
        try {
            result = read_now(data_file(folder, path), kind, grid);
        } catch (const Error&) {
            if (!refuses_faults()) result = good_data(joined(folder, path), kind, grid);
            if (!result) throw;
        }
    }
    forget_unused();
    return result;
}

std::uint64_t digest_of_data(const std::string& folder, const std::string& path) {
    if (is_built_in_file(path)) return fnv1a64(built_in_file(path));
    const auto entry = cached_files().find(joined(folder, path));
    const bool was_good = entry != cached_files().end() && entry->second.good_digest != 0;
    try {
        std::string bytes;
        const CachedFile& now = cached_file(data_file(folder, path), bytes);
        return now.is_refused && was_good && !refuses_faults() ? now.good_digest : now.digest;
    } catch (const Error&) {
        if (refuses_faults() || !was_good) throw;
        return entry->second.good_digest;
    }
}

void know_copy_of_data(const std::string& from, const std::string& to, const std::string& path) {
    CachedFile copy = cached_files()[joined(from, path)];
    copy.is_settled = false;
    cached_files()[joined(to, path)] = std::move(copy);
}

void forget_data_of(const std::string& folder) {
    std::erase_if(cached_files(), [&](const auto& entry) { return entry.first.starts_with(folder + '/'); });
}

std::vector<std::string> data_files_below(const std::string& folder, FileKind kind) {
    std::vector<std::string> paths;
    std::error_code error;
    fs::recursive_directory_iterator entry, end;
    if (!folder.empty() && !is_packed(folder))
        entry = {folder, fs::directory_options::skip_permission_denied, error};
    for (int visited = 0; entry != end && visited < max_visited_files; ++visited, entry.increment(error))
        if (is_named_as(kind, entry->path().filename().string()) && entry->is_regular_file(error))
            paths.push_back(entry->path().lexically_relative(folder).string());
    std::ranges::sort(paths);
    for (const EmbeddedFile& file : winnow_embedded_files)
        if (is_named_as(kind, file.path))
            paths.push_back(std::string(built_in_folder) + std::string(file.path));
    return paths;
}

}  // namespace winnow::effects
