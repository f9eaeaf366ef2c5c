#include "effects/modules/module_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "base/checksum.h"
#include "base/error.h"
#include "base/file_clashes.h"
#include "base/input_file.h"
#include "base/text.h"
#include "effects/data/data_files.h"
#include "effects/data/packed_files.h"
#include "effects/model/document.h"
#include "effects/model/strict_json.h"
#include "effects/modules/module_check.h"

namespace winnow::effects {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view file_extension = ".glsl";

/// True for names that cannot lead to another folder.
bool is_plain(const std::string& name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

/// Returns the configuration's folder of modules; empty: there is none.
fs::path folder_at_home() {
    const fs::path home = config_home();
    return home.empty() ? home : home / "winnow" / "modules";
}

/// Returns the module's file beside the effect's. Throws Error(bad_input) if it leads to another folder.
std::optional<std::string> file_beside(const std::string& name, const std::string& folder) {
    std::error_code error;
    const std::string file = name + std::string(file_extension);
    if (folder.empty() || !is_plain(name)) return std::nullopt;
    const fs::path place = fs::path(folder) / file;
    const bool exists = is_packed(folder) ? packed_file(place.string()) != nullptr : fs::exists(place, error);
    return exists ? std::optional(data_file(folder, file)) : std::nullopt;
}

bool is_built_in(const std::string& name) {
    static const std::vector<std::string> names = built_in_modules();
    return std::ranges::binary_search(names, name);
}

/// Returns the file of a module that is not built in. Throws as file_beside() does.
std::optional<std::string> file_of_module(const std::string& name, const std::string& folder) {
    if (auto file = file_beside(name, folder)) return file;
    const fs::path home = folder_at_home();
    if (home.empty() || !is_plain(name)) return std::nullopt;
    const fs::path file = home / (name + std::string(file_extension));
    std::error_code error;
    return fs::exists(file, error) ? std::optional(file.string()) : std::nullopt;
}

/// A module of people's own, and the text that it was read from.
struct OwnModule {
    std::string text;
    std::shared_ptr<const Module> module;
};

std::string text_of(const std::string& file) {
    return plain_text(read_own_file(file, max_module_bytes));
}

/// All modules that were read, by their files.
std::map<std::string, OwnModule>& modules_of_files() {
    static std::map<std::string, OwnModule> known;
    return known;
}

/// Reads and checks a module when its text is another than before.
const OwnModule& read_own(const std::string& file) {
    require_not_written(file);
    std::string text = text_of(file);
    OwnModule& last = modules_of_files()[file];
    if (last.module && last.text == text) return last;
    auto module = std::make_shared<const Module>(read_module(text, file));
    check_body(*module);
    return last = {std::move(text), std::move(module)};
}

/// Returns the names of an effect's modules that are not built in.
std::set<std::string> own_names(const Effect& effect) {
    std::set<std::string> names;
    for (const Emitter& emitter : effect.emitters)
        for_each_module(emitter, [&](const ModuleUse& use) {
            if (!is_built_in(use.module)) names.insert(use.module);
        });
    return names;
}

/// Returns the files of those modules. Those that are refused have none.
std::set<std::string> module_files(const Effect& effect) {
    std::set<std::string> files;
    for (const std::string& name : own_names(effect)) {
        try {
            if (const auto file = file_of_module(name, effect.folder.path)) files.insert(*file);
        } catch (const Error&) {  // check() says why
        }
    }
    return files;
}

/// Returns the paths of data that a use of a module names, with what they hold.
std::vector<std::pair<std::string, FileKind>> data_of(const ModuleUse& use, const Module& module) {
    std::vector<std::pair<std::string, FileKind>> data;
    for (const Parameter& parameter : module.parameters) {
        const auto given = use.values.find(parameter.name);
        if (parameter.type != Type::file || given == use.values.end()) continue;
        const auto* const constant = std::get_if<Constant>(&given->second);
        const auto* const path = constant != nullptr ? std::get_if<std::string>(&constant->value) : nullptr;
        if (path != nullptr && !path->empty()) data.emplace_back(*path, parameter.file_kind);
    }
    return data;
}

/// Returns the paths of data that an effect names. Modules that are refused name none.
std::set<std::string> data_paths(const Effect& effect) {
    const ModuleFinder find = finder_in(effect.folder.path);
    std::set<std::string> paths;
    for (const SceneObject& object : effect.scenery.objects)
        if (object.shape == Solid::mesh) paths.insert(object.mesh);
    for (const std::string* picture : {&effect.scenery.sky_picture.file, &effect.scenery.ground_picture.file})
        if (!picture->empty()) paths.insert(*picture);
    for (const Emitter& emitter : effect.emitters)
        for_each_module(emitter, [&](const ModuleUse& use) {
            try {
                for (const auto& data : data_of(use, *find(use.module))) paths.insert(data.first);
            } catch (const Error&) {  // check() says why
            }
        });
    return paths;
}

[[noreturn]] void fail_missing(const std::string& name, const std::string& folder) {
    std::vector<std::string> all = built_in_modules();
    for (const std::string& own : own_modules(folder)) all.push_back(own);
    const std::vector<std::string_view> names(all.begin(), all.end());
    const std::string hint = did_you_mean(name, names);
    bad_input("no module is called {}{}", excerpt(name), hint.empty() ? "; `winnow list` names them" : hint);
}

/// Returns the module as it is now; a built-in one has no text. Throws Error(bad_input) if it is refused.
OwnModule find_now(const std::string& name, const std::string& folder) {
    if (is_built_in(name)) {
        if (const auto file = is_packed(folder) ? std::nullopt : file_beside(name, folder))
            bad_input("{} is the name of a built-in module; rename {}", name, *file);
        return {{}, shared_built_in_module(name)};
    }
    const auto file = file_of_module(name, folder);
    if (!file) fail_missing(name, folder);
    return read_own(*file);
}

/// A module that was good once: its newest good text, and the one before a driver has accepted that.
struct KnownModule {
    OwnModule last;       // good for the checker
    OwnModule before;     // what ran before it, until accept_modules()
    std::string doubted;  // the text that a driver refused
};

/// By the folder of the effect, and the name.
std::map<std::pair<std::string, std::string>, KnownModule>& known_modules() {
    static std::map<std::pair<std::string, std::string>, KnownModule> known;
    return known;
}

KnownModule& known_module(const std::string& name, const std::string& folder) {
    return known_modules()[{folder, name}];
}

/// Returns the module as it is now or, unless faults are refused, as it was when it was good.
const OwnModule& find(const std::string& name, const std::string& folder) {
    KnownModule& known = known_module(name, folder);
    try {
        OwnModule now = find_now(name, folder);
        if (known.last.module && now.text != known.last.text && known.last.text != known.doubted)
            known.before = std::move(known.last);
        known.last = std::move(now);
    } catch (const Error&) {
        if (refuses_faults() || !known.last.module) throw;
    }
    const bool is_doubted = known.before.module && known.doubted == known.last.text;
    return is_doubted && !refuses_faults() ? known.before : known.last;
}

/// Returns the texts of the effect's modules that are not built in, by file. A file that cannot be read has
/// none.
std::map<std::string, std::string> module_texts(const Effect& effect) {
    std::map<std::string, std::string> texts;
    for (const std::string& file : module_files(effect)) {
        try {
            texts[file] = text_of(file);
        } catch (const Error&) {  // check() says why
        }
    }
    if (refuses_faults()) return texts;
    for (const std::string& name : own_names(effect)) {
        try {
            const OwnModule& found = find(name, effect.folder.path);
            texts[found.module->origin] = found.text;
        } catch (const Error&) {  // it was never good
        }
    }
    return texts;
}

}  // namespace

ModuleFinder finder_in(const std::string& folder) {
    return [folder,
            known = std::map<std::string, std::shared_ptr<const Module>>()](const std::string& name) mutable {
        auto& module = known[name];
        if (!module) module = find(name, folder).module;
        return module;
    };
}

FindParameters parameters_in(const std::string& folder) {
    return [find = finder_in(folder)](const std::string& name) {
        return std::span<const Parameter>(find(name)->parameters);
    };
}

std::vector<std::string> own_files(const Effect& effect) {
    std::set<std::string> files = module_files(effect);
    for (const std::string& path : data_paths(effect)) {
        if (is_built_in_file(path)) continue;
        try {
            files.insert(data_file(effect.folder.path, path));
        } catch (const Error&) {  // there is nothing to depend on
        }
    }
    return {files.begin(), files.end()};
}

std::set<std::string> files_named_in(std::string_view text, const std::string& folder) {
    std::set<std::string> files;
    const auto note = [&](const auto& find) {
        std::error_code ignored;
        try {
            const std::optional<std::string> file = find();
            if (file && fs::is_regular_file(*file, ignored)) files.insert(*file);
        } catch (const Error&) {  // most strings name none
        }
    };
    const auto look = [&](int, nlohmann::json::parse_event_t event, const nlohmann::json& part) {
        if (event == nlohmann::json::parse_event_t::value && part.is_string()) {
            const auto& name = part.get_ref<const std::string&>();
            note([&] { return file_of_module(name, folder); });
            note([&] { return std::optional(data_file(folder, name)); });
        }
        return true;
    };
    return nlohmann::json::parse(blanked(text), look, false).is_discarded() ? std::set<std::string>() : files;
}

std::vector<std::string> places_of_own_files(const Effect& effect) {
    if (is_packed(effect.folder.path)) return {};
    std::set<std::string> files = module_files(effect);
    for (const std::string& name : own_names(effect))
        if (const auto& last = known_module(name, effect.folder.path).last.module) files.insert(last->origin);
    for (const std::string& path : data_paths(effect))
        if (!is_built_in_file(path) && !effect.folder.path.empty())
            files.insert((fs::path(effect.folder.path) / path).string());
    return {files.begin(), files.end()};
}

void know_copies(const Effect& effect, const std::string& folder) {
    for (const std::string& name : own_names(effect))
        known_module(name, folder) = known_module(name, effect.folder.path);
    for (const std::string& path : data_paths(effect))
        if (!is_built_in_file(path)) know_copy_of_data(effect.folder.path, folder, path);
}

FilesOfFolder::~FilesOfFolder() {
    std::erase_if(known_modules(), [&](const auto& one) { return one.first.first == folder_; });
    std::erase_if(modules_of_files(), [&](const auto& one) { return one.first.starts_with(folder_ + '/'); });
    forget_data_of(folder_);
}

std::vector<std::string> own_modules(const std::string& folder) {
    std::set<std::string> names;
    std::error_code error;
    for (const fs::path& place : {fs::path(folder), folder_at_home()})
        for (const auto& entry : fs::directory_iterator(place, error)) {
            const std::string name = entry.path().stem().string();
            if (entry.path().extension() == file_extension && is_plain(name) && !is_built_in(name))
                names.insert(name);
        }
    return {names.begin(), names.end()};
}

std::vector<Module> modules_at_home(const std::function<void(const std::string&, const Error&)>& refused) {
    const ModuleFinder find = finder_in("");
    std::vector<Module> modules;
    for (const std::string& name : own_modules("")) {
        try {
            modules.push_back(*find(name));
        } catch (const Error& error) {
            refused(name, error);
        }
    }
    return modules;
}

void accept_modules(const Effect& effect) {
    for (const std::string& name : own_names(effect)) {
        KnownModule& known = known_module(name, effect.folder.path);
        if (known.last.text != known.doubted) known.before = {};
    }
}

void doubt_modules(const Effect& effect) {
    for (const std::string& name : own_names(effect)) {
        KnownModule& known = known_module(name, effect.folder.path);
        if (known.before.module) known.doubted = known.last.text;
    }
}

namespace {

/// Calls visit(place, use) for each module of the effect.
template <typename Visit>
void for_each_place(const Effect& effect, const Visit& visit) {
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const Emitter& emitter = effect.emitters[i];
        for (std::size_t k = 0; k < emitter.modules.size(); ++k)
            visit(ModulePlace{i, std::nullopt, k}, emitter.modules[k]);
        for (std::size_t l = 0; l < emitter.looks.size(); ++l)
            for (std::size_t k = 0; k < emitter.looks[l].modules.size(); ++k)
                visit(ModulePlace{i, l, k}, emitter.looks[l].modules[k]);
    }
}

}  // namespace

std::vector<ModuleFault> doubted_modules(const Effect& effect, const std::string& why) {
    std::vector<ModuleFault> faults;
    for_each_place(effect, [&](const ModulePlace& place, const ModuleUse& use) {
        if (is_built_in(use.module)) return;
        const KnownModule& known = known_module(use.module, effect.folder.path);
        if (known.before.module && known.doubted == known.last.text) faults.push_back({place, why});
    });
    return faults;
}

std::vector<ModuleFault> faults_of_files(const Effect& effect) {
    const RefusingFaults strictly;
    const ModuleFinder find = finder_in(effect.folder.path);
    std::vector<ModuleFault> faults;
    for_each_place(effect, [&](const ModulePlace& place, const ModuleUse& use) {
        try {
            for (const auto& [path, holds] : data_of(use, *find(use.module)))
                read_data(effect.folder.path, path, holds);
        } catch (const Error& error) {
            faults.push_back({place, error.what()});
        }
    });
    return faults;
}

void set_folder(Effect& effect, const std::string& folder) {
    effect.folder.packed = packed_folder(folder);
    if (!effect.files.empty() && !(effect.folder.packed && effect.folder.packed->files() == effect.files)) {
        try {
            effect.folder.packed = folder_of(effect.files, Path());
        } catch (const Invalid&) {  // reading the effect says why
        }
    }
    effect.folder.path = effect.folder.packed ? effect.folder.packed->path() : folder;
    std::string all;
    const auto add = [&](const auto& contents) {
        try {
            all += contents() + '\0';
        } catch (const Error&) {  // check() says why
        }
    };
    for (const auto& entry : module_texts(effect)) all += entry.second + '\0';
    for (const std::string& path : data_paths(effect))
        add([&] { return fmt::format("{}", digest_of_data(folder, path)); });
    effect.folder.contents = all.empty() ? 0 : fnv1a64(all);
}

}  // namespace winnow::effects
