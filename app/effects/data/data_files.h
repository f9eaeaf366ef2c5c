// Finds and reads the files that effects name: meshes, images and vector fields, in the effect's folder or
// below it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "effects/data/file_data.h"

namespace winnow::effects {

/// While one lives, a fault of a file is refused. Otherwise a module or data that was good once stays as it
/// was when its file is then broken or removed, because an effect that runs can be edited, saved and drawn
/// whatever becomes of its files.
class RefusingFaults {
  public:
    RefusingFaults();
    ~RefusingFaults();
    RefusingFaults(const RefusingFaults&) = delete;
};

bool refuses_faults();

/// Returns the file that an effect in `folder` names, which does not come with Winnow. Throws
/// Error(bad_input), one line, if the folder is empty, there is no such file, or it does not lie below the
/// folder, links being followed.
std::string data_file(const std::string& folder, const std::string& path);

/// True for paths of files that come with Winnow, which every effect may name: `built-in/smoke.png`.
bool is_built_in_file(std::string_view path);

/// Returns what the file holds, with numbers rounded to floats; of a picture, its frames. A file is read
/// again only when it has changed. Throws as data_file(), read_file() and file_data() do.
std::shared_ptr<const FileData> read_data(const std::string& folder, const std::string& path, FileKind kind,
                                          FrameGrid grid = {});

/// After the file at this path was copied from one folder to another: what was good there counts as good
/// here.
void know_copy_of_data(const std::string& from, const std::string& to, const std::string& path);
/// Forgets all files of a folder.
void forget_data_of(const std::string& folder);

/// Returns a number that depends on the file's bytes. Throws as data_file() and read_file() do.
std::uint64_t digest_of_data(const std::string& folder, const std::string& path);

inline constexpr int max_visited_files = 10000;

/// Returns the paths of files below the folder, and of those that come with Winnow, whose names end as those
/// of such files do, sorted. Visits at most max_visited_files: the folder may be somebody's home.
std::vector<std::string> data_files_below(const std::string& folder, FileKind kind);

}  // namespace winnow::effects
