// Notices changes of a file or of a tree of files, without waiting.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace winnow {

/// Watches directories, not files: an editor that saves by renaming replaces the file, and a watch on the old
/// one would stay with what is gone.
class FileWatch {
  public:
    /// A file: its directory is watched for its name. A directory: it and all below it are watched for any
    /// name, folders that appear later too; links to folders are not followed. Throws Error(bad_input) if it
    /// cannot be watched.
    explicit FileWatch(const std::filesystem::path& file_or_directory);
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;
    ~FileWatch();

    /// Whether something has changed since the last call.
    bool poll();

  private:
    /// A directory, and unless a single file is watched all below it. False, with errno, if it cannot be
    /// watched.
    bool add(const std::filesystem::path& directory);
    bool takes_note(int watch, std::uint32_t mask, const std::string& name);  // whether the event is a change

    int inotify_ = -1;
    std::string name_;                                  // empty: any
    std::map<int, std::filesystem::path> directories_;  // by watch descriptor
};

}  // namespace winnow
