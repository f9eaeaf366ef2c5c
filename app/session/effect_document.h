// The effect that is edited: what is kept of it, what is unsaved, and the watch on its file.
#pragma once

#include <optional>
#include <string>

#include "base/file_watch.h"
#include "effects/effect.h"
#include "session/clocks.h"
#include "session/edit_history.h"

namespace winnow::session {

class EffectFile {
  public:
    /// `name_or_path` as on the command line; a built-in effect never changes. Throws as FileWatch does.
    explicit EffectFile(std::string name_or_path);

    /// The effect as it is now, if the file changed since the last call and is valid. Never waits.
    std::optional<effects::Effect> poll();
    /// Whether the file has been gone for longer than editors need that save by renaming.
    bool missing() const;
    /// Why the file's present state is refused, with its line; empty: it is not.
    const std::string& error() const { return error_; }

  private:
    std::string path_;
    std::optional<FileWatch> watch_;
    std::string error_;
    std::optional<Clock::time_point> gone_since_;
};

class EffectDocument {
  public:
    /// Another effect, unedited. `name`: a built-in name or a path; empty: it comes from a saved state or a
    /// recording. `saved` is what is kept under that name and `running` what runs, which may have another
    /// prewarming that the command line asked for: that is no edit and is not saved.
    void open(std::string name, bool is_file, const effects::Effect& saved, const effects::Effect& running);

    const std::string& name() const { return name_; }
    bool is_file() const { return is_file_; }
    /// For lists and sentences: "fountain", "sparks.json", "untitled".
    std::string short_name() const;
    const effects::Effect& saved() const { return saved_; }
    /// Whether what runs would be lost with the program.
    bool unsaved() const { return differs_ || missing_ || theirs_; }

    /// After each change of the settings; see EditHistory::note().
    void changed(const effects::Settings& before, const effects::Settings& after, const effects::Edit& edit,
                 Gesture gesture = std::nullopt);
    /// After an entry of the history was undone or done again.
    void went_back(const effects::Settings& now);
    void went_forth(const effects::Settings& now);
    /// After a replay changed what runs. That is in the recording, and unsaved only if this is another
    /// document.
    void replayed(const effects::Effect& running);
    const EditHistory& history() const { return history_; }

    /// What a file of it holds.
    effects::Effect to_save(const effects::Effect& running) const;
    /// It was written to `path`, and is that file's from now on.
    void saved_as(const std::string& path, const effects::Effect& running);

    enum class FileNews { nothing, read_again, conflict };
    /// The file now holds `theirs`. `nothing`: what it held before, or what runs. `read_again`: nothing here
    /// is unsaved; the caller makes it run and then calls file_holds(). `conflict`: the person must choose.
    FileNews file_changed(const effects::Effect& theirs, const effects::Effect& running);
    /// That cannot run here: what runs is in conflict with the file.
    void file_refused(const effects::Effect& theirs) { theirs_ = theirs; }
    /// What is unsaved is from now on what differs from that; ends a conflict.
    void file_holds(const effects::Effect& theirs, const effects::Effect& running);
    /// What the file holds that is in conflict with what runs.
    const std::optional<effects::Effect>& conflict() const { return theirs_; }
    /// Whether the file is gone; then what runs is nowhere else.
    void set_missing(bool missing) { missing_ = missing; }
    bool missing() const { return missing_; }

  private:
    void compare(const effects::Effect& running);

    std::string name_;
    bool is_file_ = false;
    effects::Effect saved_;
    std::optional<float> asked_prewarm_;  // of the command line, seconds
    bool differs_ = false, missing_ = false;
    std::optional<effects::Effect> theirs_;
    EditHistory history_;
};

}  // namespace winnow::session
