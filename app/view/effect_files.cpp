#include "view/effect_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "base/output_file.h"
#include "base/text.h"
#include "effects/format/effect_file.h"
#include "effects/format/file_text.h"
#include "effects/format/templates.h"
#include "effects/modules/module_files.h"
#include "session/effect_document.h"

namespace winnow::view {
namespace {

constexpr const char* extension = ".json";

std::vector<Choice> built_in_choices() {
    std::vector<Choice> choices;
    for (const std::string& name : effects::built_in_names())
        choices.push_back({name, first_sentence(effects::load(name).description)});
    return choices;
}

std::vector<Choice> template_choices() {
    std::vector<Choice> choices;
    for (const std::string& name : effects::template_names())
        choices.push_back({name, first_sentence(effects::load_template(name).description)});
    return choices;
}

/// Expands the path as a shell would.
std::string expanded(const std::string& typed) {
    const char* home = std::getenv("HOME");
    return typed.starts_with("~/") && home != nullptr ? home + typed.substr(1) : typed;
}

std::string path_to_save(const std::string& typed) {
    std::filesystem::path path = expanded(typed);
    if (!path.has_extension()) path += extension;
    return path.string();
}

/// Returns the folder of an effect's file, as effects::load() does.
std::string folder_of(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

bool same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    return a == b || std::filesystem::equivalent(a, b, ignored);
}

std::string copies_text(std::size_t copied) {
    if (copied == 0) return "";
    if (copied == 1) return ", and a copy of a file that it uses beside it";
    return fmt::format(", and copies of {} files that it uses beside it", copied);
}

}  // namespace

EffectFiles::EffectFiles(session::Playback& playback, ProgramBuilds& builds, EffectEditor& editor,
                         DialogState& dialog, Notices& notices, const std::filesystem::path& config,
                         const Opening& opening)
    : playback_(playback),
      builds_(builds),
      editor_(editor),
      dialog_(dialog),
      notices_(notices),
      recent_(config),
      built_in_(built_in_choices()),
      templates_(template_choices()),
      asked_density_(opening.start.density) {
    if (editor_.document().is_file()) recent_.add(editor_.document().name());
    outputs_.add_output("--trace", opening.trace);
    outputs_.add_output("--trace-events", opening.time_line.path());
    outputs_.add_output("--record", opening.record);
    outputs_.add_output("--ui-map", opening.ui_map);
    outputs_.add_output("--save-state", opening.save_state);
}

void EffectFiles::describe(ui::DocumentModel& shown) const {
    shown.built_in = built_in_;
    shown.templates = templates_;
    shown.recent = recent_.choices();
}

/// Prevents saving the effect to a file that an output of the command would replace when the command ends.
void EffectFiles::require_no_output(const std::string& path) const {
    FileClashes files = outputs_;
    files.add_output("the effect", path);
    files.refuse();
}

/// Shows the reason in the dialog, if one is open, and among the notices.
void EffectFiles::refuse(const std::string& why) {
    dialog_.note(why);
    notices_.warn(why);
}

// --- leaving the effect, for another or to end the program

void EffectFiles::take_dropped(const std::string& path) {
    const std::string dropped = std::filesystem::path(path).extension().string();
    const bool is_data = dropped == ".png" || dropped == ".obj" || dropped == ".fga" || dropped == ".glsl";
    if (!is_data) return open(path);
    notices_.warn(
        std::filesystem::path(path).filename().string() +
        " is not an effect: copy it into the folder of the effect's file, then choose it" +
        (dropped == ".glsl" ? " by Add module." : " in a module that names a file (by its button \"...\")."));
}

/// Asks first if there are unsaved changes.
void EffectFiles::leave(const Departure& to) {
    builds_.do_all_that_waits();
    departure_ = to;
    if (!editor_.document().unsaved()) return depart();
    dialog_.ask(ui::Dialog::leave);
}

void EffectFiles::depart() {
    const Departure to = *std::exchange(departure_, std::nullopt);
    if (dialog_.open() == ui::Dialog::leave) dialog_.close();
    if (to.effect.empty()) {
        has_quit_ = true;
        return;
    }
    const std::string name = to.is_new ? to.effect : expanded(to.effect);
    Outcome outcome([name, is_new = to.is_new](const effects::Settings& now) {
        effects::Settings settings = now;
        settings.effect = is_new ? effects::load_template(name) : effects::load(name);
        return settings;
    });
    // If an edit comes before the effect is opened, the question is asked again.
    builds_.once_told("opening " + to.effect, std::move(outcome),
                      [this, to, name, left = playback_.settings().effect](Outcome&) {
                          if (playback_.settings().effect != left) return leave(to);
                          to.is_new ? create_now(name) : open_now(name);
                      });
}

void EffectFiles::answer_leaving(bool save_first) {
    if (!departure_) return;
    if (!save_first || save()) depart();
}

/// A refused effect changes nothing.
void EffectFiles::open_now(const std::string& name) {
    try {
        if (effects::is_file(name)) require_no_output(name);
        editor_.open(name, asked_density_);
    } catch (const Error& error) {
        return refuse(error.what());
    }
    cancel();
    if (editor_.document().is_file()) recent_.add(name);
}

/// It is like an open file that has no path yet: saving it asks for one.
void EffectFiles::create_now(const std::string& template_name) {
    try {
        editor_.create(effects::load_template(template_name), asked_density_);
    } catch (const Error& error) {
        return refuse(error.what());
    }
    cancel();
}

void EffectFiles::cancel() {
    dialog_.close();
    departure_.reset();
}

// --- saving

void EffectFiles::ask_to_save_as() {
    const session::EffectDocument& document = editor_.document();
    dialog_.ask(ui::Dialog::save_as,
                document.is_file() ? document.name() : document.short_name() + extension);
}

bool EffectFiles::save() {
    if (editor_.document().is_file()) return write(editor_.document().name());
    ask_to_save_as();
    return false;
}

void EffectFiles::save_as(const std::string& typed, ui::CarryFiles carry) {
    if (!std::filesystem::path(typed).has_filename()) return refuse("\"" + typed + "\" names no file");
    const std::string path = path_to_save(typed);
    std::error_code ignored;
    const session::EffectDocument& document = editor_.document();
    const bool is_own = document.is_file() && same_file(path, document.name());
    if (!is_own && !dialog_.has_confirmed(typed) && std::filesystem::exists(path, ignored))
        return dialog_.confirm(typed, path + " exists already.");
    if (carry == ui::CarryFiles::ask && asks_to_carry(typed, path)) return;
    if (!write(path, carry == ui::CarryFiles::name)) return;
    dialog_.close();
    if (departure_) depart();
}

/// Asks what becomes of the files that the effect uses, if the folder of the path lacks some. Returns true if
/// it asks; a path that would be refused asks nothing.
bool EffectFiles::asks_to_carry(const std::string& typed, const std::string& path) {
    builds_.do_all_that_waits();
    const effects::Effect& running = playback_.settings().effect;
    session::FilesElsewhere files;
    try {
        const FileClashes own = clashes_with_own(path);
        files = session::files_elsewhere(running, folder_of(path));
        for (const std::string& name : files.missing) own.refuse_input(folder_of(path) + "/" + name);
    } catch (const Error&) {
        return false;  // writing says why
    }
    if (files.missing.empty()) return false;
    constexpr const char* below = "an effect names only modules beside it and data below its own folder";
    dialog_.ask_to_carry(typed, files.missing.size(), files.can_stay ? "" : below,
                         fmt::format("{} uses {}, not in that folder yet.", editor_.document().short_name(),
                                     fmt::join(files.missing, ", ")));
    return true;
}

/// The effect is saved over none of the files that it uses. Throws Error(bad_input) if the path is one.
FileClashes EffectFiles::clashes_with_own(const std::string& path) const {
    FileClashes own;
    own.add_output("the effect", path);
    for (const std::string& file : effects::places_of_own_files(playback_.settings().effect))
        own.refuse_input(file);
    return own;
}

/// Copies the files that the effect uses, and returns how many. The effect is saved over none of these
/// either.
std::size_t EffectFiles::carry_files_beside(const std::string& path, const FileClashes& own) const {
    return session::carry_files(playback_.settings().effect, folder_of(path), [&](const std::string& copy) {
        require_no_output(copy);
        own.refuse_input(copy);
    });
}

/// Returns true if the file was written.
bool EffectFiles::write(const std::string& path, bool names_files) {
    editor_.follow_file();
    builds_.do_all_that_waits();
    std::size_t copied = 0;
    try {
        require_regular_or_absent(path);
        if (same_file(path, editor_.document().name())) editor_.require_known_file();
        require_no_output(path);
        effects::Effect effect = playback_.settings().effect;
        const FileClashes own = clashes_with_own(path);
        if (names_files)
            effect = session::naming_from(effect, folder_of(path));
        else
            copied = carry_files_beside(path, own);
        effects::save(editor_.document().to_save(effect), path, editor_.document().source());
        editor_.was_saved(path, effect, folder_of(path));
    } catch (const Error& error) {
        const std::string why = std::string(error.what()) + "; not saved";
        dialog_.note(why);
        if (dialog_.open() == ui::Dialog::none)
            notices_.keep(Notices::Unwritten::effect, why);
        else
            notices_.warn(why);
        return false;
    }
    recent_.add(path);
    notices_.written(Notices::Unwritten::effect);
    notices_.info("Saved " + absolute_path(path) + copies_text(copied));
    return true;
}

}  // namespace winnow::view
