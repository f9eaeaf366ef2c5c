// The effect that is edited: its saved version, its unsaved changes, and the watch on its file.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file_watch.h"
#include "effects/model/effect.h"
#include "session/choices.h"
#include "session/clocks.h"
#include "session/edit_history.h"

namespace winnow::session {

class EffectFile {
  public:
    /// Opens `name_or_path`, in the form of the command line; a built-in effect never changes. Properties
    /// that were asked for keep their values when the file changes. Throws as FileWatch does.
    explicit EffectFile(std::string name_or_path, std::vector<PropertyChoice> asked = {});

    /// Returns the new effect if the file, or a module or data of its own, has changed since the last call
    /// and is valid. A module or data that was good once may be broken or gone; error() then says so, and the
    /// effect is returned with what it was. Never waits.
    std::optional<effects::Effect> poll();
    /// Watches the modules and data that the running effect uses too, which its file may not name yet.
    void follow(const effects::Effect& running);
    /// Returns true if a module or data of the file or of the running effect has changed since the last call,
    /// or may have changed before the first one.
    bool take_news_of_own_files() { return std::exchange(own_news_, false); }
    /// Returns true if the file has been absent for longer than an editor takes to save by renaming.
    bool missing() const;
    /// True if something else has its name now, such as a folder, a pipe or a loop of links.
    bool is_replaced() const;
    /// The reason, with its line, why the file's present content is refused; empty: it is valid.
    const std::string& error() const { return error_; }
    /// True if the file itself is refused, not only a module or data that it names.
    bool is_refused() const { return is_refused_; }

  private:
    void watch_own_files(const effects::Effect& effect);
    bool has_news();
    std::optional<effects::Effect> read_again();
    void give_asked(effects::Effect& effect) const;

    std::string path_;
    std::vector<PropertyChoice> asked_;
    std::optional<FileWatch> watch_;
    std::map<std::string, FileWatch> own_watches_;  // by file
    std::string error_;
    bool is_refused_ = false, own_news_ = false;
    std::optional<Clock::time_point> gone_since_;
};

class EffectDocument {
  public:
    /// Opens another effect, without unsaved changes. `name`: a built-in name or a path; empty: the effect
    /// comes from a saved state or a recording. `saved` is the effect stored under that name and `running`
    /// the one that runs. They may differ in `prewarm`, which the command line can set: that is not an edit
    /// and is not saved.
    void open(std::string name, bool is_file, const effects::Effect& saved, const effects::Effect& running);

    const std::string& name() const { return name_; }
    bool is_file() const { return is_file_; }
    /// The name of a built-in effect, or the whole path of a file; empty: neither.
    std::string place() const;
    /// Returns a short name for lists and sentences: "fountain", "sparks.json", "untitled".
    std::string short_name() const;
    const effects::Effect& saved() const { return saved_; }
    /// The text that the saved effect was read from; empty if there is none.
    const std::string& source() const { return source_; }
    /// True if the running effect would be lost when the program ends.
    bool unsaved() const { return differs_ || missing_ || theirs_; }

    /// Call it after each change of the settings; see EditHistory::note().
    void changed(const effects::Settings& before, const effects::Settings& after, const effects::Edit& edit,
                 Gesture gesture = std::nullopt, InputChange change = {}, const std::string& what = {});
    /// Call it after an entry of the history was undone or redone; `by`: see EditHistory::undone().
    void went_back(const effects::Settings& now, InputChange by = {});
    void went_forth(const effects::Settings& now, InputChange by = {});
    /// Call it after the timeline went to a step with another running effect.
    void went_to(const effects::Effect& running) { compare(running); }
    /// Call it after a replay changed the running effect. Its changes are unsaved, but not in a document
    /// without a name, because the recording holds them.
    void replayed(const effects::Effect& running);
    const EditHistory& history() const { return history_; }

    /// Returns the effect to write to a file.
    effects::Effect to_save(const effects::Effect& running) const;
    /// Call it after the effect was written to `path`; from now on the document belongs to that file.
    void saved_as(const std::string& path, const effects::Effect& running);

    enum class FileNews { nothing, read_again, conflict };
    /// Compares the file's new content, `theirs`, with the document. Returns `nothing` if it is what the file
    /// held before or what runs; `read_again` if there are no unsaved changes: the caller then runs it and
    /// calls file_holds(); `conflict` if the person must choose.
    FileNews file_changed(const effects::Effect& theirs, const effects::Effect& running);
    /// Call it if the file's content cannot run here: it is then in conflict with the running effect.
    void file_refused(const effects::Effect& theirs) { theirs_ = theirs; }
    /// Call it when a module or data of the effect has changed.
    void own_files_changed(const effects::Effect& running);
    /// Call it when the file holds `theirs`: unsaved changes are from now on the differences to it. Ends a
    /// conflict.
    void file_holds(const effects::Effect& theirs, const effects::Effect& running);
    /// The content of the file that is in conflict with the running effect.
    const std::optional<effects::Effect>& conflict() const { return theirs_; }
    /// Sets if the file is absent; the running effect is then saved nowhere.
    void set_missing(bool missing) { missing_ = missing; }
    bool missing() const { return missing_; }

  private:
    void compare(const effects::Effect& running);
    void read_source();

    std::string name_, source_;
    bool is_file_ = false;
    effects::Effect saved_;
    std::optional<float> asked_prewarm_;  // from the command line, seconds
    bool differs_ = false, missing_ = false;
    std::optional<effects::Effect> theirs_;
    EditHistory history_;
};

// The files of an effect that is saved into another folder.

struct FilesElsewhere {
    std::vector<std::string> missing;  // as the effect names them: those that are not in the other folder
    bool can_stay = false;             // naming_from() can name all of them from there
};

/// Returns what becomes of the modules and data that the effect uses when it is saved into another folder.
FilesElsewhere files_elsewhere(const effects::Effect& effect, const std::string& folder);

/// Returns the effect with other names of its data, by which it uses the same files from another folder.
/// Precondition: files_elsewhere() says that they can stay.
effects::Effect naming_from(const effects::Effect& effect, const std::string& folder);

/// Copies the modules and data that the effect uses from its folder into another one, under the same names
/// below it, so that it can be opened there. Files that are there already with the same contents stay. Calls
/// `require` with the path of each, there or not, before the first copy is made. Returns how many were
/// copied. Throws Error(bad_input) if a file is there with other contents or cannot be copied, and what
/// `require` throws.
std::size_t carry_files(const effects::Effect& effect, const std::string& folder,
                        const std::function<void(const std::string&)>& require);

}  // namespace winnow::session
