#include "view/effect_editor.h"

#include <span>
#include <utility>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "session/start.h"
#include "view/differences.h"
#include "view/edit_words.h"
#include "view/opening.h"

namespace winnow::view {
namespace {

Outcome with_effect(effects::Effect effect) {
    return Outcome([effect = std::move(effect)](const effects::Settings& now) {
        effects::Settings settings = now;
        settings.effect = effect;
        return settings;
    });
}

/// Returns the effect with the contents of its files as they are now.
effects::Effect with_files_as_now(effects::Effect effect) {
    effects::set_folder(effect, effect.folder.path);
    return effect;
}

/// Returns a file that is not watched if the system has no watch left.
std::unique_ptr<session::EffectFile> watched_if_possible(const std::string& path, Notices& notices) {
    try {
        return std::make_unique<session::EffectFile>(path);
    } catch (const Error& error) {
        notices.warn(std::string(error.what()) + "; changes of the file will not be noticed");
        return std::make_unique<session::EffectFile>("");
    }
}

}  // namespace

EffectEditor::EffectEditor(session::Session& session, session::Playback& playback, ProgramBuilds& builds,
                           CameraController& camera, Notices& notices, const session::StartChoice& start)
    : session_(session),
      playback_(playback),
      builds_(builds),
      camera_(camera),
      notices_(notices),
      file_(std::make_unique<session::EffectFile>(start.effect, start.properties)) {
    const effects::Effect& running = playback_.settings().effect;
    const bool is_named = start.effect_given || (start.load_state.empty() && start.replay.empty());
    const std::string name = is_named ? start.effect : "";
    document_.open(name, effects::is_file(name), is_named ? session::load_effect(name, start) : running,
                   running);
    after_change();
}

// --- changes

void EffectEditor::apply(const effects::Edit& edit, session::Gesture gesture, const std::string& what) {
    Outcome outcome([edit](const effects::Settings& now) { return effects::apply(now, edit); });
    if (edit.pointer.starts_with("/display/")) return apply_now(edit, gesture, what, outcome);
    builds_.once_built(std::move(outcome), [this, edit, gesture, what](Outcome& its_outcome) {
        apply_now(edit, gesture, what, its_outcome);
    });
}

/// Tells of a substitution, if one was made.
void EffectEditor::apply_now(const effects::Edit& edit, session::Gesture gesture, const std::string& what,
                             Outcome& outcome) {
    change(edit, gesture, what.empty() ? change_words(playback_.settings(), edit) : what, [&] {
        session::Timeline::Applied applied = playback_.apply(edit, outcome.of(playback_.settings()), gesture);
        if (!applied.substitution.empty()) notices_.warn(applied.substitution);
        return std::move(applied.change);
    });
}

/// Makes every change except undo and redo. Returns false if the change was refused: then the reason is shown
/// and nothing has changed.
bool EffectEditor::change(const effects::Edit& edit, session::Gesture gesture, const std::string& what,
                          const std::function<session::InputChange()>& make) {
    const effects::Settings before = playback_.settings();
    bool is_made = false;
    try {
        session::InputChange made = make();
        document_.changed(before, playback_.settings(), edit, gesture, std::move(made), what);
        is_made = true;
    } catch (const Error& error) {
        notices_.warn(in_words(error.what(), before, std::span(&edit, 1)));
    }
    after_change();
    return is_made;
}

/// Throws nothing that a file causes: the run goes on whatever becomes of its files.
void EffectEditor::after_change() {
    const effects::Effect& running = playback_.settings().effect;
    camera_.follow(running);
    file_->follow(running);
    effects::accept_modules(running);
    builds_.note_built();
}

void EffectEditor::set_solo(const std::vector<std::string>& names) {
    if (playback_.recording())
        return notices_.warn("No solo while the run is recorded: a replay would not know of it.");
    builds_.in_order([this, names] { playback_.set_solo(names); });
}

void EffectEditor::undo() {
    travel(&session::EditHistory::undo, &session::EffectDocument::went_back);
}

void EffectEditor::redo() {
    travel(&session::EditHistory::redo, &session::EffectDocument::went_forth);
}

void EffectEditor::go_to_change(std::size_t done) {
    builds_.in_order([this, done] {
        const std::size_t now = document_.history().done();
        for (std::size_t i = done; i < now; ++i) undo();
        for (std::size_t i = now; i < done; ++i) redo();
    });
}

/// Undoes or redoes an entry of the history, if there is one, and reports it to the document.
void EffectEditor::travel(std::optional<session::EditHistory::Way> (session::EditHistory::*which)() const,
                          void (session::EffectDocument::*went)(const effects::Settings&,
                                                                session::InputChange)) {
    const auto way = [this, which] { return (document_.history().*which)(); };
    const auto states = std::make_shared<std::vector<effects::Settings>>();
    Outcome outcome([way, states](const effects::Settings& now) {
        if (!way()) return now;
        *states = session::states_after(now, way()->edits);
        return states->back();
    });
    builds_.once_built(std::move(outcome), [this, way, states, went](Outcome& its_outcome) {
        if (!way()) return;
        session::InputChange change;
        try {
            its_outcome.of(playback_.settings());
            change = playback_.travel(*way(), *states);
        } catch (const Error& error) {  // this entry is skipped, so that those beyond it can be reached
            notices_.warn(in_words(error.what(), playback_.settings(), way()->edits));
        }
        (document_.*went)(playback_.settings(), std::move(change));
        after_change();
    });
}

void EffectEditor::revert() {
    builds_.once_built(with_effect(document_.saved()), [this](Outcome& outcome) {
        change({}, std::nullopt, "return to the saved effect",
               [&] { return playback_.take_effect(outcome.of(playback_.settings()).compiled); });
    });
}

void EffectEditor::was_restored(const effects::Settings& before) {
    document_.changed(before, playback_.settings(), {}, std::nullopt, {}, "load a state");
    after_change();
}

void EffectEditor::was_replayed() {
    document_.replayed(playback_.settings().effect);
    after_change();
}

void EffectEditor::went_elsewhere() {
    document_.went_to(playback_.settings().effect);
    after_change();
}

// --- the file

void EffectEditor::open(const std::string& name, std::optional<float> density) {
    auto file = std::make_unique<session::EffectFile>(name);
    const effects::Effect effect = effects::load(name);
    session_.set_solo({});
    playback_.open(effect, density.value_or(first_density(name, effect, session_.facts())));
    file_ = std::move(file);
    document_.open(name, effects::is_file(name), effect, effect);
    camera_.reset(effect.view);
    after_change();
}

/// It runs at the density at which its file will be opened.
void EffectEditor::create(const effects::Effect& effect, std::optional<float> density) {
    session_.set_solo({});
    playback_.open(effect, density.value_or(1));
    file_ = std::make_unique<session::EffectFile>("");
    document_.open("", false, effect, effect);
    camera_.reset(effect.view);
    after_change();
}

bool EffectEditor::follow_file() {
    const std::string error = file_->error();
    const auto theirs = file_->poll();
    const bool missing = file_->missing(), was_missing = document_.missing();
    if (missing && !was_missing)
        notices_.warn(
            document_.short_name() +
            (file_->is_replaced()
                 ? " is no longer a regular file; the running effect can be saved under another name."
                 : " no longer exists on disk; the running effect can be saved again."));
    document_.set_missing(missing);
    const bool news_of_own = file_->take_news_of_own_files();
    if (news_of_own) own_files_changed();
    if (theirs) {
        const effects::Effect as_used = with_files_as_now(*theirs);  // without modules that a driver refused
        if (document_.file_changed(as_used, playback_.settings().effect) ==
            session::EffectDocument::FileNews::read_again)
            take(as_used, "The effect file was read again.");
    }
    return theirs || news_of_own || missing != was_missing || error != file_->error();
}

/// Runs the modules and data as their files are now, whether or not the effect's edits are saved. If one is
/// refused, by its check or by the driver, what it was runs on, and it is shown as faulty.
void EffectEditor::own_files_changed() {
    const effects::Effect& running = playback_.settings().effect;
    document_.own_files_changed(running);
    faults_ = effects::faults_of_files(running);
    ++own_files_read_;
    const effects::Effect now = with_files_as_now(running);
    if (now == running) return;
    builds_.once_built(with_effect(now), [this](Outcome& outcome) { run_own_files(outcome); });
}

void EffectEditor::run_own_files(Outcome& outcome) {
    try {
        playback_.take_effect(outcome.of(playback_.settings()).compiled);
        notices_.info("A file of the effect was read again.");
    } catch (const Error& error) {
        notices_.warn(error.what());
        const effects::Effect now = with_files_as_now(playback_.settings().effect);
        effects::doubt_modules(now);
        for (const effects::ModuleFault& fault : effects::doubted_modules(now, error.what()))
            faults_.push_back(fault);
    }
    document_.own_files_changed(playback_.settings().effect);
    after_change();
}

void EffectEditor::keep_mine() {
    if (document_.conflict()) document_.file_holds(*document_.conflict(), playback_.settings().effect);
}

void EffectEditor::take_file() {
    if (document_.conflict()) take(*document_.conflict());
}

std::vector<ui::Difference> EffectEditor::differences() {
    const effects::Effect& theirs = document_.conflict() ? *document_.conflict() : document_.saved();
    const std::string where = document_.is_file()        ? "in the file"
                              : document_.name().empty() ? "in the template"
                                                         : "in " + document_.name();
    return view::differences(document_.to_save(playback_.settings().effect), theirs, where);
}

/// Runs the file's content and says so, if there is something to say. Refused content stays in conflict with
/// the running effect, so that no save overwrites it without asking.
void EffectEditor::take(const effects::Effect& theirs, const std::string& note) {
    builds_.once_built(with_effect(theirs), [this, theirs, note](Outcome& outcome) {
        if (!change({}, std::nullopt, "take the file",
                    [&] { return playback_.take_effect(outcome.of(playback_.settings()).compiled); }))
            return document_.file_refused(theirs);
        document_.file_holds(theirs, playback_.settings().effect);
        if (!note.empty()) notices_.info(note);
    });
}

void EffectEditor::require_known_file() const {
    if (document_.conflict())
        bad_input("{} has changed on disk: keep yours or take the file first", document_.short_name());
    if (file_->is_refused())
        bad_input("{} has changed on disk and has an error there: save to another file, or correct it",
                  document_.short_name());
}

void EffectEditor::was_saved(const std::string& path, const effects::Effect& written,
                             const std::string& folder) {
    effects::Effect moved = written;
    if (playback_.settings().effect.folder.path != folder) {
        effects::set_folder(moved, folder);
        playback_.take_effect(effects::compile(moved, playback_.settings().compiled));
    }
    document_.saved_as(path, moved);
    file_ = watched_if_possible(path, notices_);
    after_change();
}

void EffectEditor::describe(ui::Model& shown) const {
    const session::EditHistory& history = document_.history();
    shown.document.name = document_.short_name();
    shown.document.is_file = document_.is_file();
    shown.document.unsaved = document_.unsaved();
    shown.document.can_undo = history.undo().has_value();
    shown.document.can_redo = history.redo().has_value();
    shown.document.undone = history.undone_words();
    shown.document.redone = history.redone_words();
    shown.document.changes_done = history.done();
    shown.document.changes.resize(history.size());
    for (std::size_t i = 0; i < history.size(); ++i) shown.document.changes[i] = history.words_at(i);
    shown.document.saved = &document_.saved();
    shown.solo = session_.solo();
    shown.document.conflict =
        document_.conflict()
            ? document_.short_name() + " has changed on disk, and the changes made here are not saved."
            : "";
    shown.effect_error = file_->error();
    shown.faults = faults_;
    shown.own_files_read = own_files_read_;
}

}  // namespace winnow::view
