// Notices changes of a file or of a directory tree, without blocking.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace winnow {

/// Watches directories, not files: an editor that saves by renaming replaces the file, and a watch on the old
/// file would not see the new one.
class FileWatch {
  public:
    /// For a file, watches its directory for the file's name. For a directory, watches it and all folders
    /// below it for any name, including folders that appear later; links to folders are not followed. Throws
    /// Error(bad_input) if the path cannot be watched.
    explicit FileWatch(const std::filesystem::path& file_or_directory);
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;
    ~FileWatch();

    /// Returns true if something has changed since the last call.
    bool poll();

  private:
    /// Watches a directory, and all folders below it unless a single file is watched. Returns false and sets
    /// errno if the directory cannot be watched.
    bool add(const std::filesystem::path& directory);
    bool takes_note(int watch, std::uint32_t mask, const std::string& name);  // returns true for a change

    int inotify_ = -1;
    std::string name_;                                  // empty: any name
    std::map<int, std::filesystem::path> directories_;  // by watch descriptor
};

}  // namespace winnow
