#include "base/file_clashes.h"

#include <filesystem>

#include "base/error.h"

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

}  // namespace winnow
