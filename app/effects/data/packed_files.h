// Folders in memory, for effects that bring their files with them or get them from another program. Their
// paths begin as no path of a disk does, and whoever reads files of effects asks here first.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

/// Returns how an effect's file has these bytes: UTF-8 without zeros as it is, anything else as a data URI.
std::string packed_text(std::string_view bytes);

/// Reads a file of another program by its path in an effect; nothing if there is none.
using ReadFile = std::function<std::optional<std::string>(const std::string& path)>;

/// A folder in memory; its files can be read by their paths while it lives. Any thread may ask.
class PackedFolder {
  public:
    virtual ~PackedFolder();
    PackedFolder(const PackedFolder&) = delete;

    /// Returns the path of the folder.
    const std::string& path() const { return path_; }
    /// Returns the bytes of a file, which stay as long as the folder; null if there is none.
    virtual const std::string* find(const std::string& file) const = 0;
    /// Returns its files, as an effect has them: those that were found so far.
    virtual Files files() const = 0;

  protected:
    explicit PackedFolder(std::string path) : path_(std::move(path)) {}

  private:
    std::string path_;
};

/// Returns the folder of these files: the same one as long as it lives, and of the same path, for equal
/// files. Throws Invalid if a path leads out of the folder, or a data URI does not decode.
std::shared_ptr<const PackedFolder> folder_of(const Files& files, const Path& path);

/// Asks another program for each file when it is looked for, once.
class AskedFolder : public PackedFolder {
  public:
    static std::shared_ptr<const AskedFolder> make(ReadFile read);

    const std::string* find(const std::string& file) const override;
    Files files() const override;

  private:
    AskedFolder(std::string path, ReadFile read) : PackedFolder(std::move(path)), read_(std::move(read)) {}

    ReadFile read_;
    mutable std::map<std::string, std::optional<std::string>> answers_;
};

/// True for paths of folders in memory and of their files.
bool is_packed(std::string_view path);

/// Returns the folder of that path; null if none lives.
std::shared_ptr<const PackedFolder> packed_folder(const std::string& path);

/// Returns the bytes of a file in such a folder by the path of both; null if there is none. They stay as long
/// as the folder.
const std::string* packed_file(const std::string& path);

/// Returns the bytes of a file in such a folder or on a disk. Throws as read_file() does.
std::string read_own_file(const std::string& path, std::uint64_t most);

}  // namespace winnow::effects
