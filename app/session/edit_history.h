// The edits that were made during a run, for undo and redo.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "settings/settings.h"

namespace winnow::session {

/// The press of the mouse button that an edit belongs to; nullopt: none.
using Gesture = std::optional<std::uint32_t>;

/// Keeps entries as edits, so that undo takes the same path as every other change. What the effect and its
/// particles are is undone; pausing, how a step is computed and how the window shows it are not.
class EditHistory {
  public:
    static constexpr std::size_t max_entries = 200;
    static constexpr std::size_t max_bytes = std::size_t{32} << 20;  // bytes of values as text

    /// Adds the edit that changed `before` into `after`; an edit with an empty pointer may have changed
    /// anything. Changes of one number within one gesture become one entry. Discards the entries that could
    /// have been redone. `what`: what the edit does, in a person's words.
    void note(const effects::Settings& before, const effects::Settings& after, const effects::Edit& edit,
              Gesture gesture, const std::string& what = {});

    /// Returns the edits that undo the newest entry, or redo the next one, in order; null if there is none.
    const std::vector<effects::Edit>* undo() const;
    const std::vector<effects::Edit>* redo() const;
    /// Returns what they undo or redo, in a person's words; empty: nothing, or nobody has said it.
    std::string undone_words() const { return undo() != nullptr ? entries_[done_ - 1].what : ""; }
    std::string redone_words() const { return redo() != nullptr ? entries_[done_].what : ""; }
    /// Moves the position in the history, after the edits of undo() or redo() were applied.
    void undone() { --done_; }
    void redone() { ++done_; }

    void clear();
    std::size_t size() const { return entries_.size(); }
    std::size_t bytes() const { return bytes_; }

  private:
    struct Entry {
        std::vector<effects::Edit> back, forth;
        Gesture gesture;
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
