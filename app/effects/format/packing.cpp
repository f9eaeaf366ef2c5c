#include "effects/format/packing.h"

#include <filesystem>
#include <string>

#include "base/error.h"
#include "base/input_file.h"
#include "effects/data/data_files.h"
#include "effects/data/packed_files.h"
#include "effects/model/fields.h"
#include "effects/modules/module_files.h"

namespace winnow::effects {
namespace {

namespace fs = std::filesystem;

/// Returns how the effect names a file; a module of the configuration's folder is named as one beside it.
std::string name_in(const std::string& folder, const fs::path& file) {
    const fs::path name = file.lexically_normal().lexically_relative(fs::path(folder).lexically_normal());
    return name.empty() || *name.begin() == ".." ? file.filename().string() : name.generic_string();
}

}  // namespace

Effect pack(const Effect& effect) {
    if (is_packed(effect.folder.path)) return effect;
    Files::Map files;
    for (const std::string& file : own_files(effect))
        files[name_in(effect.folder.path, file)] = packed_text(read_file(file, max_data_bytes));
    if (static_cast<double>(files.size()) > max_files)
        bad_input("the effect has {} files; must be at most {}", files.size(), max_files);
    Effect packed = effect;
    packed.files = Files(std::move(files));
    set_folder(packed, effect.folder.path);
    return packed;
}

}  // namespace winnow::effects
