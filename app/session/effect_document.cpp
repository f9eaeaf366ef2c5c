#include "session/effect_document.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/input_file.h"
#include "base/message.h"
#include "base/output_file.h"
#include "effects/data/file_data.h"
#include "effects/format/effect_file.h"
#include "effects/modules/module_files.h"
#include "session/start.h"

namespace winnow::session {

EffectFile::EffectFile(std::string name_or_path, std::vector<PropertyChoice> asked)
    : path_(std::move(name_or_path)), asked_(std::move(asked)) {
    if (!effects::is_file(path_)) return;
    watch_.emplace(path_);
    own_news_ = true;  // its modules and data may have changed since the running effect was read
    if (const auto effect = read_again()) watch_own_files(*effect);
}

/// A file that is gone stays watched: it may come back. Files that no watch is left for are not followed.
void EffectFile::watch_own_files(const effects::Effect& effect) {
    for (const std::string& file : effects::places_of_own_files(effect)) {
        try {
            own_watches_.try_emplace(file, file);
        } catch (const Error&) {
            // Its folder is gone too, or no watch is left: the run does not need it.
        }
    }
}

void EffectFile::follow(const effects::Effect& running) {
    watch_own_files(running);
}

bool EffectFile::has_news() {
    bool news = watch_ && watch_->poll();
    for (auto& watch : own_watches_) {
        if (!watch.second.poll()) continue;
        own_news_ = true;
        news = news || watch_;
    }
    return news;
}

std::optional<effects::Effect> EffectFile::poll() {
    if (!has_news()) return std::nullopt;
    const bool is_there = effects::is_file(path_);
    if (is_there)
        gone_since_.reset();
    else if (!gone_since_)
        gone_since_ = Clock::now();
    if (!is_there) {
        error_.clear();
        is_refused_ = false;
        return std::nullopt;
    }
    const std::string before = error_;
    auto effect = read_again();
    if (!error_.empty() && error_ != before) say(error_);
    if (!effect) return std::nullopt;
    watch_own_files(*effect);
    give_asked(*effect);
    return effect;
}

/// Sets the error, and whether the file itself is at fault.
std::optional<effects::Effect> EffectFile::read_again() {
    is_refused_ = false;
    try {
        effects::Effect effect = effects::load(path_);
        error_.clear();
        return effect;
    } catch (const Error& error) {
        error_ = error.what();
    }
    try {
        return effects::load_bearing_faults(path_);
    } catch (const Error&) {
        is_refused_ = true;
        return std::nullopt;
    }
}

/// A property that the file no longer has is reported and left out.
void EffectFile::give_asked(effects::Effect& effect) const {
    for (const PropertyChoice& choice : asked_) {
        try {
            set_property(effect, choice);
        } catch (const Error& error) {
            say(error.what());
        }
    }
}

bool EffectFile::missing() const {
    constexpr std::chrono::milliseconds longest_renaming{300};
    return gone_since_ && Clock::now() - *gone_since_ > longest_renaming;
}

bool EffectFile::is_replaced() const {
    std::error_code ignored;
    return !effects::is_file(path_) &&
           std::filesystem::exists(std::filesystem::symlink_status(path_, ignored));
}

void EffectDocument::open(std::string name, bool is_file, const effects::Effect& saved,
                          const effects::Effect& running) {
    name_ = std::move(name);
    is_file_ = is_file;
    saved_ = saved;
    asked_prewarm_ = running.prewarm != saved.prewarm ? std::optional(running.prewarm) : std::nullopt;
    missing_ = false;
    theirs_.reset();
    history_.clear();
    read_source();
    compare(running);
}

/// A text that cannot be read, or that has changed since, is no matter: what is saved is read back first.
void EffectDocument::read_source() {
    source_.clear();
    if (name_.empty()) return;
    try {
        source_ = effects::read_source(name_);
    } catch (const Error&) {  // the file is gone
    }
}

std::string EffectDocument::place() const {
    return is_file_ ? absolute_path(name_) : name_;
}

std::string EffectDocument::short_name() const {
    if (name_.empty()) return "untitled";
    return is_file_ ? std::filesystem::path(name_).filename().string() : name_;
}

effects::Effect EffectDocument::to_save(const effects::Effect& running) const {
    effects::Effect effect = running;
    if (effect.prewarm == asked_prewarm_) effect.prewarm = saved_.prewarm;
    return effect;
}

void EffectDocument::compare(const effects::Effect& running) {
    differs_ = to_save(running) != saved_;
}

void EffectDocument::changed(const effects::Settings& before, const effects::Settings& after,
                             const effects::Edit& edit, Gesture gesture, InputChange change,
                             const std::string& what) {
    history_.note(before, after, edit, gesture, std::move(change), what);
    compare(after.effect);
}

void EffectDocument::went_back(const effects::Settings& now, InputChange by) {
    history_.undone(std::move(by));
    compare(now.effect);
}

void EffectDocument::went_forth(const effects::Settings& now, InputChange by) {
    history_.redone(std::move(by));
    compare(now.effect);
}

void EffectDocument::replayed(const effects::Effect& running) {
    if (name_.empty() && !differs_) saved_ = running;
    compare(running);
}

void EffectDocument::saved_as(const std::string& path, const effects::Effect& running) {
    name_ = path;
    is_file_ = true;
    missing_ = false;
    file_holds(to_save(running), running);
}

EffectDocument::FileNews EffectDocument::file_changed(const effects::Effect& theirs,
                                                      const effects::Effect& running) {
    const bool is_known = theirs == saved_;
    if (is_known || theirs == to_save(running)) {
        file_holds(theirs, running);
        return FileNews::nothing;
    }
    if (!differs_) return FileNews::read_again;
    theirs_ = theirs;
    return FileNews::conflict;
}

void EffectDocument::own_files_changed(const effects::Effect& running) {
    effects::set_folder(saved_, saved_.folder.path);
    compare(running);
}

void EffectDocument::file_holds(const effects::Effect& theirs, const effects::Effect& running) {
    saved_ = theirs;
    theirs_.reset();
    read_source();
    compare(running);
}

namespace {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& file) {
    return read_file(file.string(), effects::max_data_bytes);
}

/// Returns the effect's files below its folder, by their names there; none if it stays in its folder or
/// cannot be saved into the other one.
std::map<fs::path, fs::path> files_to_move(const effects::Effect& effect, const std::string& folder) {
    std::map<fs::path, fs::path> files;
    std::error_code error;
    const std::string& own = effect.folder.path;
    if (own.empty() || effects::is_packed(own) || fs::equivalent(own, folder, error)) return files;
    if (!fs::is_directory(folder, error)) return files;
    for (const fs::path file : effects::own_files(effect)) {
        const fs::path name = file.lexically_relative(effect.folder.path);
        if (!name.empty() && *name.begin() != "..") files.emplace(name, file);  // else of the configuration
    }
    return files;
}

/// Returns the way from the other folder down to the effect's; empty: it does not lie below.
fs::path way_down(const effects::Effect& effect, const std::string& folder) {
    std::error_code error;
    if (effects::is_packed(effect.folder.path)) return {};
    const fs::path way = fs::relative(effect.folder.path, folder, error);
    return error || way.empty() || *way.begin() == ".." ? fs::path() : way;
}

/// Puts a way in front of the texts that are among the names, except where an effect says something of
/// itself.
void rename_files(nlohmann::ordered_json& json, const std::map<fs::path, fs::path>& names,
                  const fs::path& way) {
    if (json.is_string()) {
        const std::string text = json.get<std::string>();
        if (names.contains(text)) json = (way / text).generic_string();
    } else if (json.is_structured()) {
        for (const auto& item : json.items())
            if (!json.is_object() || (item.key() != "name" && item.key() != "description"))
                rename_files(item.value(), names, way);
    }
}

}  // namespace

FilesElsewhere files_elsewhere(const effects::Effect& effect, const std::string& folder) {
    FilesElsewhere result;
    result.can_stay = !way_down(effect, folder).empty();
    std::error_code error;
    for (const auto& [name, file] : files_to_move(effect, folder)) {
        const fs::path copy = fs::path(folder) / name;
        if (!fs::exists(copy, error) || contents_of(copy) != contents_of(file))
            result.missing.push_back(name.generic_string());
        result.can_stay = result.can_stay && name.extension() != ".glsl";
    }
    return result;
}

effects::Effect naming_from(const effects::Effect& effect, const std::string& folder) {
    auto json = effects::to_json(effect);
    rename_files(json, files_to_move(effect, folder), way_down(effect, folder));
    return effects::parse(json.dump(), "the effect", folder);
}

std::size_t carry_files(const effects::Effect& effect, const std::string& folder,
                        const std::function<void(const std::string&)>& require) {
    std::error_code error;
    std::vector<std::pair<fs::path, fs::path>> copies;
    for (const auto& [name, file] : files_to_move(effect, folder)) {
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
