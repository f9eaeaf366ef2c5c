// The part of the window that edits the effect and follows its file.
#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "base/output_file.h"
#include "base/text.h"
#include "effects/format/effect_file.h"
#include "effects/format/file_text.h"
#include "effects/modules/module_files.h"
#include "session/effect_document.h"
#include "ui/config.h"
#include "view/edit_words.h"
#include "view/view.h"

namespace winnow::view {
namespace {

constexpr const char* extension = ".json";

std::vector<Choice> built_in_choices() {
    std::vector<Choice> choices;
    for (const std::string& name : effects::built_in_names())
        choices.push_back({name, first_sentence(effects::load(name).description)});
    return choices;
}

/// Returns the recent files as choices; a path without a file is greyed.
std::vector<Choice> recent_choices(const std::vector<std::string>& paths) {
    std::vector<Choice> choices;
    for (const std::string& path : paths)
        choices.push_back({path, "", effects::is_file(path) ? "" : "this file no longer exists"});
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

}  // namespace

void View::begin_document(const Opening& opening) {
    const effects::Effect& running = session_.settings().effect;
    const session::StartChoice& start = opening.start;
    const bool is_named = start.effect_given || (start.load_state.empty() && start.replay.empty());
    const std::string name = is_named ? start.effect : "";
    document_.open(name, effects::is_file(name), is_named ? session::load_effect(name, start) : running,
                   running);
    built_in_ = built_in_choices();
    recent_ = recent_choices(ui::load_recent(config_));
    if (document_.is_file()) remember(name);
    recording_ = std::filesystem::path(opening.record).filename().string();
    outputs_.add_output("--trace", opening.trace);
    outputs_.add_output("--trace-events", opening.time_line.path());
    outputs_.add_output("--record", opening.record);
    outputs_.add_output("--ui-map", opening.ui_map);
    outputs_.add_output("--save-state", opening.save_state);
    after_change();
}

void View::describe_document() {
    ui::Document& shown = model_.document;
    const session::EditHistory& history = document_.history();
    shown.name = document_.short_name();
    shown.is_file = document_.is_file();
    shown.unsaved = document_.unsaved();
    shown.can_undo = history.undo() != nullptr;
    shown.can_redo = history.redo() != nullptr;
    shown.saved = &document_.saved();
    shown.built_in = built_in_;
    shown.recent = recent_;
    shown.conflict = document_.conflict()
                         ? shown.name + " has changed on disk, and the changes made here are not saved."
                         : "";
    shown.dialog = dialog_;
    shown.dialog_path = dialog_path_;
    shown.dialog_note = dialog_note_;
    shown.replaces = replaces_;
    model_.recording = recording_;
    model_.busy = later_.empty() ? "" : later_.front().what;
    for (Later& one : later_) one.said = true;
    std::string title =
        fmt::format("Winnow: {}{}", session_.settings().effect.name, shown.unsaved ? " \xE2\x80\xA2" : "");
    if (title != title_) window_.set_title(title_ = std::move(title));
}

/// Makes every change except undo and redo. Returns false if the change was refused: then the reason is shown
/// and nothing has changed.
bool View::change(const effects::Edit& edit, session::Gesture gesture, const std::function<void()>& make) {
    const effects::Settings before = session_.settings();
    bool is_made = false;
    try {
        make();
        document_.changed(before, session_.settings(), edit, gesture);
        is_made = true;
    } catch (const Error& error) {
        notices_.warn(in_words(error.what(), before, std::span(&edit, 1)));
    }
    after_change();
    return is_made;
}

/// Follows a change of the running effect. Throws nothing that a file causes: the run goes on whatever
/// becomes of its files.
void View::after_change() {
    const effects::Effect& running = session_.settings().effect;
    camera_.set_plane(effects::seen_plane(running));
    effect_file_->follow(running);
    effects::accept_modules(running);
    try {
        built_.insert(programs_text(session_.settings()));
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

void View::undo() {
    travel(&session::EditHistory::undo, &session::EffectDocument::went_back);
}

void View::redo() {
    travel(&session::EditHistory::redo, &session::EffectDocument::went_forth);
}

/// Applies the edits of an entry of the history, if there is one, and reports the direction to the document.
void View::travel(const std::vector<effects::Edit>* (session::EditHistory::*way)() const,
                  void (session::EffectDocument::*went)(const effects::Settings&)) {
    const auto edits = [this, way] { return (document_.history().*way)(); };
    const Outcome outcome = [this, edits] {
        effects::Settings settings = session_.settings();
        if (edits() == nullptr) return settings;
        for (const effects::Edit& edit : *edits()) settings = effects::apply(settings, edit);
        return settings;
    };
    once_built(outcome, [this, edits, went] {
        if (edits() == nullptr) return;
        try {
            playback_.apply_all(*edits());
        } catch (const Error& error) {  // this entry is skipped, so that those beyond it can be reached
            notices_.warn(in_words(error.what(), session_.settings(), *edits()));
        }
        (document_.*went)(session_.settings());
        after_change();
    });
}

View::Outcome View::with_effect(effects::Effect effect) const {
    return [this, effect = std::move(effect)] {
        effects::Settings settings = session_.settings();
        settings.effect = effect;
        return settings;
    };
}

void View::revert() {
    once_built(with_effect(document_.saved()), [this] {
        change({}, std::nullopt, [this] { playback_.take_effect(effects::Effect(document_.saved())); });
    });
}

// --- the file

/// Returns true if anything has changed.
bool View::follow_file() {
    const std::string error = effect_file_->error();
    const auto theirs = effect_file_->poll();
    const bool missing = effect_file_->missing(), was_missing = document_.missing();
    if (missing && !was_missing)
        notices_.warn(
            document_.short_name() +
            (effect_file_->is_replaced()
                 ? " is no longer a regular file; the running effect can be saved under another name."
                 : " no longer exists on disk; the running effect can be saved again."));
    document_.set_missing(missing);
    const bool news_of_own = effect_file_->take_news_of_own_files();
    if (news_of_own) own_files_changed();
    if (theirs) {
        effects::Effect as_used = *theirs;  // without modules that a driver refused
        effects::set_folder(as_used, as_used.folder.path);
        file_changed(as_used);
    }
    return theirs || news_of_own || missing != was_missing || error != effect_file_->error();
}

/// Runs the modules and data as their files are now, whether or not the effect's edits are saved. If one is
/// refused, by its check or by the driver, what it was runs on, and it is shown as faulty.
void View::own_files_changed() {
    document_.own_files_changed(session_.settings().effect);
    model_.faults = effects::faults_of_files(session_.settings().effect);
    ++model_.own_files_read;
    effects::Effect now = session_.settings().effect;
    effects::set_folder(now, now.folder.path);
    if (now == session_.settings().effect) return;
    once_built(with_effect(now), [this] { run_own_files(); });
}

void View::run_own_files() {
    effects::Effect now = session_.settings().effect;
    effects::set_folder(now, now.folder.path);
    try {
        playback_.take_effect(now);
        notices_.info("A file of the effect was read again.");
    } catch (const Error& error) {
        notices_.warn(error.what());
        effects::doubt_modules(now);
        for (const effects::ModuleFault& fault : effects::doubted_modules(now, error.what()))
            model_.faults.push_back(fault);
    }
    document_.own_files_changed(session_.settings().effect);
    after_change();
}

void View::file_changed(const effects::Effect& theirs) {
    if (document_.file_changed(theirs, session_.settings().effect) !=
        session::EffectDocument::FileNews::read_again)
        return;
    take_file(theirs, "The effect file was read again.");
}

/// Runs the file's content and says so, if there is something to say. Refused content stays in conflict with
/// the running effect, so that no save overwrites it without asking.
void View::take_file(const effects::Effect& theirs, const std::string& note) {
    once_built(with_effect(theirs), [this, theirs, note] {
        if (!change({}, std::nullopt, [&] { playback_.take_effect(theirs); }))
            return document_.file_refused(theirs);
        document_.file_holds(theirs, session_.settings().effect);
        if (!note.empty()) notices_.info(note);
    });
}

void View::remember(const std::string& path) {
    recent_ = recent_choices(ui::add_recent(config_, absolute_path(path)));
}

/// Finds out again which of the files exist: disks can be slow, so that it is done when they are shown only.
void View::look_for_recent() {
    std::vector<std::string> paths;
    for (const Choice& one : recent_) paths.push_back(one.name);
    recent_ = recent_choices(paths);
}

/// Prevents saving over a change of the file that the person has not seen.
void View::require_known_file() const {
    if (document_.conflict())
        bad_input("{} has changed on disk: keep yours or take the file first", document_.short_name());
    if (effect_file_->is_refused())
        bad_input("{} has changed on disk and has an error there: save to another file, or correct it",
                  document_.short_name());
}

/// Prevents saving the effect to a file that an output of the command would replace when the command ends.
void View::require_no_output(const std::string& path) const {
    FileClashes files = outputs_;
    files.add_output("the effect", path);
    files.refuse();
}

/// If the system has no watch left, the file is saved nevertheless.
void View::watch_file(const std::string& path) {
    try {
        effect_file_ = std::make_unique<session::EffectFile>(path);
    } catch (const Error& error) {
        effect_file_ = std::make_unique<session::EffectFile>("");
        notices_.warn(std::string(error.what()) + "; changes of the file will not be noticed");
    }
}

/// Returns true if the file was written.
bool View::write_effect(const std::string& path) {
    follow_file();
    do_all_that_waits();
    std::size_t copied = 0;
    try {
        require_regular_or_absent(path);
        if (same_file(path, document_.name())) require_known_file();
        require_no_output(path);
        // Nor is it saved over a module or data that it reads, here or in the folder that it moves to.
        FileClashes own;
        own.add_output("the effect", path);
        for (const std::string& file : effects::places_of_own_files(session_.settings().effect))
            own.refuse_input(file);
        copied =
            session::carry_files(session_.settings().effect, folder_of(path), [&](const std::string& copy) {
                require_no_output(copy);
                own.refuse_input(copy);
            });
        effects::save(document_.to_save(session_.settings().effect), path);
        move_to_folder(folder_of(path));
        document_.saved_as(path, session_.settings().effect);
    } catch (const Error& error) {
        refuse(std::string(error.what()) + "; not saved");
        return false;
    }
    watch_file(path);
    after_change();
    remember(path);
    const std::string files = copied == 0 ? ""
                              : copied == 1
                                  ? ", and a copy of a file that it uses beside it"
                                  : fmt::format(", and copies of {} files that it uses beside it", copied);
    notices_.info("Saved " + absolute_path(path) + files);
    return true;
}

/// From now on the effect's own files are those in the folder.
void View::move_to_folder(const std::string& folder) {
    effects::Effect moved = session_.settings().effect;
    if (moved.folder.path == folder) return;
    effects::set_folder(moved, folder);
    playback_.take_effect(moved);
}

bool View::save_effect() {
    if (document_.is_file()) return write_effect(document_.name());
    act_on_document(ui::Action::save_effect_as);
    return false;
}

/// Replaces another file only after a second confirmation.
void View::save_effect_as(const std::string& typed) {
    if (!std::filesystem::path(typed).has_filename()) return refuse("\"" + typed + "\" names no file");
    const std::string path = path_to_save(typed);
    std::error_code ignored;
    const bool is_own = document_.is_file() && same_file(path, document_.name());
    if (!is_own && replaces_ != typed && std::filesystem::exists(path, ignored)) {
        replaces_ = typed;
        dialog_note_ = path + " exists already.";
        return;
    }
    if (!write_effect(path)) return;
    dialog_ = ui::Dialog::none;
    if (departure_) depart();
}

// --- leaving the effect, for another or to end the program

bool View::closed() {
    if (window_.should_close() && !leaving_) {
        window_.stay_open();
        leave({});
    }
    return window_.should_close();
}

/// Asks first if there are unsaved changes.
void View::leave(const Departure& to) {
    do_all_that_waits();
    departure_ = to;
    if (!document_.unsaved()) return depart();
    dialog_ = ui::Dialog::leave;
    dialog_note_.clear();
}

void View::depart() {
    const Departure to = *std::exchange(departure_, std::nullopt);
    if (dialog_ == ui::Dialog::leave) dialog_ = ui::Dialog::none;
    if (!to.effect.empty()) {
        // If an edit comes before the effect is opened, the question is asked again.
        const std::string name = expanded(to.effect);
        later_.push_back({"opening " + to.effect, [this, name] { return with_effect(effects::load(name))(); },
                          [this, to, name, left = session_.settings().effect] {
                              session_.settings().effect == left ? open_effect(name) : leave(to);
                          }});
        return;
    }
    leaving_ = true;
    window_.close();
}

void View::answer_leaving(bool save) {
    if (!departure_) return;
    if (!save || save_effect()) depart();
}

/// A refused effect changes nothing.
void View::open_effect(const std::string& name) {
    try {
        if (effects::is_file(name)) require_no_output(name);
        auto file = std::make_unique<session::EffectFile>(name);
        const effects::Effect effect = effects::load(name);
        playback_.open(effect, asked_density_.value_or(first_density(name, effect, session_.facts())));
        effect_file_ = std::move(file);
        document_.open(name, effects::is_file(name), effect, effect);
        camera_.reset(effect.view);
    } catch (const Error& error) {
        return refuse(error.what());
    }
    after_change();
    close_dialog();
    if (document_.is_file()) remember(name);
}

// --- dialogs

void View::ask_path(ui::Dialog dialog, std::string first) {
    dialog_ = dialog;
    dialog_path_ = std::move(first);
    dialog_note_.clear();
    replaces_.clear();
}

void View::close_dialog() {
    dialog_ = ui::Dialog::none;
    departure_.reset();
}

/// Shows the reason in the dialog, if one is open, and among the notices.
void View::refuse(const std::string& why) {
    dialog_note_ = why;
    notices_.warn(why);
}

}  // namespace winnow::view
