#include "base/file_clashes.h"

#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/output_file.h"

namespace winnow {
namespace {

/// Returns the same text for all paths that name one file, whether it exists or not.
std::string place_of(const std::string& path) {
    if (path == "-") return path;
    std::error_code unknown;
    const auto absolute = std::filesystem::absolute(path, unknown);
    if (unknown) return path;
    const auto place = std::filesystem::weakly_canonical(absolute, unknown);
    return unknown ? path : place.string();
}

/// Devices and pipes may be used twice at once. Standard output may not, because two outputs would be mixed.
bool is_one_file(const std::string& path, const std::string& output) {
    std::error_code unknown;
    if (place_of(path) == place_of(output))
        return output == "-" || !std::filesystem::exists(output, unknown) ||
               std::filesystem::is_regular_file(output, unknown);
    return std::filesystem::is_regular_file(output, unknown) &&
           std::filesystem::equivalent(path, output, unknown);
}

/// True if the output is the folder of the path, to which frames are written, and the path a frame's.
bool is_frame_in(const std::string& path, const std::string& output) {
    std::error_code unknown;
    if (!std::filesystem::is_directory(output, unknown)) return false;
    const std::filesystem::path place = place_of(path);
    return is_frame_name(place.filename().string()) && place.parent_path() == place_of(output);
}

FileClashes& command_files() {
    static FileClashes files;
    return files;
}

}  // namespace

void FileClashes::add_input(const std::string& option, const std::string& path) {
    if (!path.empty()) inputs_.push_back({option, path});
}

void FileClashes::add_output(const std::string& option, const std::string& path) {
    if (!path.empty()) outputs_.push_back({option, path});
}

void FileClashes::refuse() const {
    for (auto output = outputs_.begin(); output != outputs_.end(); ++output) {
        for (auto earlier = outputs_.begin(); earlier != output; ++earlier)
            if (is_one_file(earlier->path, output->path))
                bad_input("{} and {} cannot both write to {}", earlier->option, output->option, output->path);
        for (const Named& input : inputs_)
            if (is_one_file(input.path, output->path))
                bad_input("{} cannot write to {}: it is what {} reads; name another file", output->option,
                          output->path, input.option);
    }
}

void FileClashes::refuse_input(const std::string& path) const {
    for (const Named& output : outputs_) {
        if (is_one_file(path, output.path))
            bad_input("{} cannot write to {}: the effect reads it; name another file", output.option,
                      output.path);
        if (is_frame_in(path, output.path))
            bad_input("{} cannot write frames to {}: the effect reads {} there; name another folder",
                      output.option, output.path, path);
    }
}

void set_command_files(FileClashes files) {
    command_files() = std::move(files);
}

void require_not_written(const std::string& path) {
    command_files().refuse_input(path);
}

}  // namespace winnow
