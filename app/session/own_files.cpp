#include "session/own_files.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/input_file.h"
#include "base/output_file.h"
#include "effects/data/file_data.h"
#include "effects/modules/module_files.h"

namespace winnow::session {
namespace {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& file) {
    return read_file(file.string(), effects::max_data_bytes);
}

}  // namespace

std::size_t carry_files(const effects::Effect& effect, const std::string& folder,
                        const std::function<void(const std::string&)>& require) {
    std::error_code error;
    if (effect.folder.path.empty() || fs::equivalent(effect.folder.path, folder, error)) return 0;
    if (!fs::is_directory(folder, error)) return 0;  // the effect cannot be saved there
    std::vector<std::pair<fs::path, fs::path>> copies;
    for (const fs::path file : effects::own_files(effect)) {
        const fs::path name = file.lexically_relative(effect.folder.path);
        if (name.empty() || *name.begin() == "..") continue;  // of the configuration's folder
        const fs::path copy = fs::path(folder) / name;
        require(copy.string());
        if (!fs::exists(copy, error))
            copies.emplace_back(file, copy);
        else if (contents_of(file) != contents_of(copy))
            bad_input("{} exists and holds something else than {}, which the effect uses", copy.string(),
                      file.string());
    }
    for (const auto& [file, copy] : copies) {
        fs::create_directories(copy.parent_path(), error);
        write_file(copy.string(), contents_of(file));
    }
    effects::know_copies(effect, folder);
    return copies.size();
}

}  // namespace winnow::session
