// Finds the modules of effects: built-in ones, and people's own, which are files NAME.glsl beside the
// effect's file or in winnow/modules of the configuration's folder.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "effects/model/effect.h"
#include "effects/model/reader.h"
#include "effects/modules/module.h"

namespace winnow::effects {

/// Finds a module by its name; reads each once. Throws Error(bad_input), one line, if there is none or its
/// file is refused.
using ModuleFinder = std::function<std::shared_ptr<const Module>(const std::string& name)>;

/// Returns the finder of an effect whose file lies in this folder; empty: the effect has no file. The folder
/// comes before the configuration's. In it, a file with the name of a built-in module is refused; in the
/// configuration's and in those in memory, which may be older than the built-in module, it is not used.
ModuleFinder finder_in(const std::string& folder);

/// Returns the finder of those modules' parameters, for reading effects. What it returns lives as long as the
/// finder.
FindParameters parameters_in(const std::string& folder);

/// A module of an effect whose file, or one that it names, is refused now.
/// Where a module is in an effect, by indices.
struct ModulePlace {
    std::size_t emitter = 0;
    std::optional<std::size_t> look;  // among the further ones; none: it is in the emitter's own stack
    std::size_t module = 0;
    bool operator==(const ModulePlace&) const = default;
};

struct ModuleFault {
    ModulePlace place;
    std::string text;  // one line
};

/// Returns the faults that the effect's files have now.
std::vector<ModuleFault> faults_of_files(const Effect& effect);

/// After a driver has built the programs of an effect with its modules as they are now: they are good.
void accept_modules(const Effect& effect);
/// After a driver has refused them: the modules that have changed since they were accepted stay as they were,
/// unless faults are refused, until their files change again.
void doubt_modules(const Effect& effect);

/// Returns those that stay as they were, with this reason.
std::vector<ModuleFault> doubted_modules(const Effect& effect, const std::string& why);

/// Returns the files beside the effect's that it depends on, each once: those of modules that are not built
/// in, and data that modules read; those that exist.
std::vector<std::string> own_files(const Effect& effect);

/// Returns the files of people's own modules and of data that strings of an effect's text name, if its file
/// lies in this folder. The effect is not read, so that any thread may ask.
std::set<std::string> files_named_in(std::string_view text, const std::string& folder);

/// Returns the places where own_files() are or, if they are gone now, were: they may come back. Files in
/// memory have none.
std::vector<std::string> places_of_own_files(const Effect& effect);

/// After the effect's files were copied into another folder: what was good here counts as good there, so that
/// an effect with a broken file runs on from there too.
void know_copies(const Effect& effect, const std::string& folder);

/// Holds what is known of the files of a folder, whose path never comes again, and forgets it at the end.
class FilesOfFolder {
  public:
    explicit FilesOfFolder(std::string folder) : folder_(std::move(folder)) {}
    FilesOfFolder(const FilesOfFolder&) = delete;
    ~FilesOfFolder();

  private:
    const std::string folder_;
};

/// Returns the names of people's own modules that an effect in this folder can use, sorted.
std::vector<std::string> own_modules(const std::string& folder);

/// Returns people's modules in the configuration's folder, by name. Calls `refused` for each whose file is
/// refused.
std::vector<Module> modules_at_home(
    const std::function<void(const std::string& name, const Error&)>& refused);

/// Says where the effect's own files are, unless it brings them with it, and notes what they hold. A file
/// that cannot be read counts for nothing; check() refuses it.
void set_folder(Effect& effect, const std::string& folder);

}  // namespace winnow::effects
