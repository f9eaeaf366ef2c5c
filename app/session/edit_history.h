// The edits that were made during a run, for undo and redo.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "session/run_inputs.h"
#include "settings/settings.h"

namespace winnow::session {

/// Keeps entries as edits, so that undo takes the same path as every other change. What the effect and its
/// particles are is undone; pausing, how a step is computed and how the window shows it are not.
class EditHistory {
  public:
    static constexpr std::size_t max_entries = 200;
    static constexpr std::size_t max_bytes = std::size_t{32} << 20;  // bytes of values as text

    /// Adds the edit that changed `before` into `after`; an edit with an empty pointer may have changed
    /// anything. Changes of one value of numbers within one gesture become one entry. Discards the entries
    /// that could have been redone. `change`: what the edit changed in the inputs of the run. `what`: what
    /// the edit does, in a person's words.
    void note(const effects::Settings& before, const effects::Settings& after, const effects::Edit& edit,
              Gesture gesture, InputChange change = {}, const std::string& what = {});

    /// The way to undo an entry or to redo it: edits from now on, in order; or an exchange of inputs in the
    /// past. Valid until the history changes.
    struct Way {
        const std::vector<effects::Edit>& edits;
        const InputChange& change;  // to be taken back or put back; its run is 0: there is none
        bool takes_back;
    };
    /// Returns the way to undo the newest entry, or to redo the next one; nullopt if there is none.
    std::optional<Way> undo() const;
    std::optional<Way> redo() const;
    /// Returns what they undo or redo, in a person's words; empty: nothing, or nobody has said it.
    std::string undone_words() const { return done_ > 0 ? entries_[done_ - 1].what : ""; }
    std::string redone_words() const { return done_ < entries_.size() ? entries_[done_].what : ""; }
    /// Likewise of the entry at an index, the oldest first. Precondition: it is less than size().
    const std::string& words_at(std::size_t index) const { return entries_[index].what; }
    /// The number of entries that are done: all before that index.
    std::size_t done() const { return done_; }
    /// Returns the edits, in order, that make of the present settings those after the first `done` entries.
    /// Precondition: there are so many (throws std::out_of_range).
    std::vector<effects::Edit> edits_to(std::size_t done) const;
    /// Moves the position in the history, after the entry was undone or redone. `by`: what the edits of the
    /// way have changed in the inputs of the run; nothing if the way's change was taken back or put back.
    void undone(InputChange by = {});
    void redone(InputChange by = {});

    void clear();
    std::size_t size() const { return entries_.size(); }
    std::size_t bytes() const { return bytes_; }

  private:
    struct Entry {
        std::vector<effects::Edit> back, forth;
        Gesture gesture;
        InputChange made;    // by the edit, or when it was redone
        InputChange unmade;  // when it was undone by other inputs; its run is 0: it was not
        std::string what;
        std::size_t bytes = 0;
    };
    static std::size_t bytes_of(const Entry& entry);
    bool continues(const Entry& next) const;
    void hold_bounds();

    std::deque<Entry> entries_;
    std::size_t done_ = 0;  // number of entries that are done; the entries behind them are undone
    std::size_t bytes_ = 0;
};

}  // namespace winnow::session
