#include "effects/data/packed_files.h"

#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/checksum.h"
#include "base/input_file.h"
#include "base/text.h"

namespace winnow::effects {
namespace {

constexpr std::string_view in_memory = "packed:", asked = "packed:asked-", data_uri = "data:;base64,";
constexpr std::size_t longest_path = 1000;

bool is_utf8(std::string_view text) {
    try {
        nlohmann::json(text).dump();
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

/// Throws Invalid unless the path leads to a file below a folder, in the one way in which effects name it.
void check_path(const std::string& file, const Path& path) {
    const std::filesystem::path way(file);
    const bool is_below = !file.empty() && file.size() <= longest_path && way.is_relative() &&
                          way.lexically_normal().generic_string() == file && *way.begin() != ".." &&
                          way.has_filename() && way != ".";
    if (!is_below)
        refuse_at(path, "must be the path of a file below the effect's folder, such as \"smoke.png\"");
}

std::string bytes_of(const std::string& text, const Path& path) {
    if (!text.starts_with(data_uri)) return text;
    auto bytes = from_base64(std::string_view(text).substr(data_uri.size()));
    if (!bytes) refuse_at(path, fmt::format("after {} must be base64", data_uri));
    return *std::move(bytes);
}

/// The folders that live, by their paths.
struct Registry {
    std::mutex mutex;
    std::map<std::string, std::weak_ptr<const PackedFolder>, std::less<>> folders;
};

Registry& registry() {
    static Registry all;
    return all;
}

/// The files that an effect brings with it.
class OwnFolder : public PackedFolder {
  public:
    OwnFolder(std::string path, Files files, std::map<std::string, std::string> bytes)
        : PackedFolder(std::move(path)), files_(std::move(files)), bytes_(std::move(bytes)) {}

    const std::string* find(const std::string& file) const override {
        const auto found = bytes_.find(file);
        return found == bytes_.end() ? nullptr : &found->second;
    }
    Files files() const override { return files_; }

  private:
    const Files files_;
    const std::map<std::string, std::string> bytes_;
};

std::uint64_t digest_of(const Files& files) {
    std::string all;
    for (const auto& [file, text] : files.all()) all += fmt::format("{}\n{}\n{}\n", file, text.size(), text);
    return fnv1a64(all);
}

}  // namespace

std::string packed_text(std::string_view bytes) {
    const bool is_plain =
        bytes.find('\0') == std::string_view::npos && !bytes.starts_with(data_uri) && is_utf8(bytes);
    return is_plain ? std::string(bytes) : std::string(data_uri) + to_base64(bytes);
}

PackedFolder::~PackedFolder() = default;

std::shared_ptr<const PackedFolder> folder_of(const Files& files, const Path& path) {
    std::map<std::string, std::string> bytes;
    for (const auto& [file, text] : files.all()) {
        const Path here(path, file);
        check_path(file, here);
        bytes[file] = bytes_of(text, here);
    }
    const std::lock_guard lock(registry().mutex);
    std::erase_if(registry().folders, [](const auto& entry) { return entry.second.expired(); });
    for (std::string name = std::string(in_memory) + hex16(digest_of(files));; name += '+') {
        std::weak_ptr<const PackedFolder>& known = registry().folders[name];
        const auto own = std::dynamic_pointer_cast<const OwnFolder>(known.lock());
        if (own && own->files() == files) return own;
        if (own) continue;  // another one with the same digest
        auto made = std::make_shared<const OwnFolder>(name, files, std::move(bytes));
        known = made;
        return made;
    }
}

std::shared_ptr<const AskedFolder> AskedFolder::make(ReadFile read) {
    static std::atomic<std::uint64_t> made = 0;
    std::shared_ptr<const AskedFolder> folder(
        new AskedFolder(fmt::format("{}{}", asked, ++made), std::move(read)));
    const std::lock_guard lock(registry().mutex);
    registry().folders[folder->path()] = folder;
    return folder;
}

const std::string* AskedFolder::find(const std::string& file) const {
    auto answer = answers_.find(file);
    if (answer == answers_.end()) answer = answers_.emplace(file, read_(file)).first;
    return answer->second ? &*answer->second : nullptr;
}

Files AskedFolder::files() const {
    Files::Map found;
    for (const auto& [file, bytes] : answers_)
        if (bytes) found[file] = packed_text(*bytes);
    return Files(std::move(found));
}

bool is_packed(std::string_view path) {
    return path.starts_with(in_memory);
}

std::shared_ptr<const PackedFolder> packed_folder(const std::string& path) {
    const std::lock_guard lock(registry().mutex);
    const auto found = registry().folders.find(path);
    return found == registry().folders.end() ? nullptr : found->second.lock();
}

const std::string* packed_file(const std::string& path) {
    if (!is_packed(path)) return nullptr;
    const std::size_t end = path.find('/');
    const auto folder = packed_folder(path.substr(0, end));
    if (!folder || end == std::string::npos) return nullptr;
    return folder->find(std::filesystem::path(path.substr(end + 1)).lexically_normal().generic_string());
}

std::string read_own_file(const std::string& path, std::uint64_t most) {
    if (!is_packed(path)) return read_file(path, most);
    const std::string* const bytes = packed_file(path);
    if (bytes == nullptr) throw UnreadableFile(path, "is no longer in memory");
    if (bytes->size() > most) throw UnreadableFile(path, fmt::format("is larger than {}", bytes_text(most)));
    return *bytes;
}

}  // namespace winnow::effects
