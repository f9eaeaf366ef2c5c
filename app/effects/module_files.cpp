#include "effects/module_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "base/checksum.h"
#include "base/config_home.h"
#include "base/error.h"
#include "base/file_clashes.h"
#include "base/input_file.h"
#include "base/text.h"
#include "effects/data_files.h"
#include "effects/document.h"
#include "effects/module_check.h"

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
    if (folder.empty() || !is_plain(name) || !fs::exists(fs::path(folder) / file, error)) return std::nullopt;
    return data_file(folder, file);
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

/// Reads and checks a module when its text is another than before.
std::shared_ptr<const Module> read_own(const std::string& file) {
    struct Known {
        std::string text;
        std::shared_ptr<const Module> module;
    };
    static std::map<std::string, Known> known;
    require_not_written(file);
    std::string text = read_file(file, most_module_bytes);
    Known& last = known[file];
    if (last.module && last.text == text) return last.module;
    auto module = std::make_shared<const Module>(read_module(text, file));
    check_body(*module);
    last = {std::move(text), std::move(module)};
    return last.module;
}

/// Returns the files of an effect's modules that are not built in. Those that are refused have none.
std::set<std::string> module_files(const Effect& effect) {
    std::set<std::string> names, files;
    for (const Emitter& emitter : effect.emitters)
        for (const ModuleUse& use : emitter.modules)
            if (!is_built_in(use.module)) names.insert(use.module);
    for (const std::string& name : names) {
        try {
            if (const auto file = file_of_module(name, effect.folder.path)) files.insert(*file);
        } catch (const Error&) {  // check() says why
        }
    }
    return files;
}

/// Returns the paths of data that a module's parameters name.
std::set<std::string> data_paths(const ModuleUse& use, const Module& module) {
    std::set<std::string> paths;
    for (const Parameter& parameter : module.parameters) {
        const auto given = use.values.find(parameter.name);
        if (parameter.type != Type::file || given == use.values.end() || !given->is_string()) continue;
        if (!given->get_ref<const std::string&>().empty()) paths.insert(given->get<std::string>());
    }
    return paths;
}

/// Returns the paths of data that an effect names. Modules that are refused name none.
std::set<std::string> data_paths(const Effect& effect) {
    const ModuleFinder find = finder_in(effect.folder.path);
    std::set<std::string> paths;
    for (const SceneObject& object : effect.scenery.objects)
        if (object.shape == Solid::mesh) paths.insert(object.mesh);
    for (const Emitter& emitter : effect.emitters)
        for (const ModuleUse& use : emitter.modules) {
            try {
                paths.merge(data_paths(use, *find(use.module)));
            } catch (const Error&) {  // check() says why
            }
        }
    return paths;
}

[[noreturn]] void fail_missing(const std::string& name, const std::string& folder) {
    std::vector<std::string> all = built_in_modules();
    for (const std::string& own : own_modules(folder)) all.push_back(own);
    const std::vector<std::string_view> names(all.begin(), all.end());
    const std::string hint = did_you_mean(name, names);
    bad_input("no module is called {}{}", excerpt(name), hint.empty() ? "; `winnow list` names them" : hint);
}

std::shared_ptr<const Module> find(const std::string& name, const std::string& folder) {
    if (is_built_in(name)) {
        if (const auto file = file_beside(name, folder))
            bad_input("{} is the name of a built-in module; rename {}", name, *file);
        return {std::shared_ptr<void>(), &built_in_module(name)};
    }
    const auto file = file_of_module(name, folder);
    if (!file) fail_missing(name, folder);
    return read_own(*file);
}

}  // namespace

ModuleFinder finder_in(const std::string& folder) {
    return [folder,
            known = std::map<std::string, std::shared_ptr<const Module>>()](const std::string& name) mutable {
        auto& module = known[name];
        if (!module) module = find(name, folder);
        return module;
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

void set_folder(Effect& effect, const std::string& folder) {
    effect.folder.path = folder;
    std::string all;
    const auto add = [&](const auto& contents) {
        try {
            all += contents() + '\0';
        } catch (const Error&) {  // check() says why
        }
    };
    for (const std::string& file : module_files(effect))
        add([&] { return read_file(file, most_module_bytes); });
    for (const std::string& path : data_paths(effect))
        add([&] { return fmt::format("{}", digest_of_data(folder, path)); });
    effect.folder.contents = all.empty() ? 0 : fnv1a64(all);
}

}  // namespace winnow::effects
