// What was changed while a run went on, to be undone and done again.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "effects/settings.h"

namespace winnow::session {

/// Which press of the mouse button a change belongs to; nullopt: to none.
using Gesture = std::optional<std::uint32_t>;

/// Entries are edits, so that undoing goes the way of every other change. Pausing, the panel and its windows
/// are not undone.
class EditHistory {
  public:
    static constexpr std::size_t most_entries = 200;
    static constexpr std::size_t most_bytes = std::size_t{32} << 20;  // of values, as text

    /// `before` became `after` by this edit; one with an empty pointer may have changed anything. Changes of
    /// one number within one gesture are one entry. What was undone cannot be done again any more.
    void note(const effects::Settings& before, const effects::Settings& after, const effects::Edit& edit,
              Gesture gesture);

    /// The edits that take the newest entry back, or do it again, in order; null: there is none.
    const std::vector<effects::Edit>* undo() const;
    const std::vector<effects::Edit>* redo() const;
    /// Those edits were made.
    void undone() { --done_; }
    void redone() { ++done_; }

    void clear();
    std::size_t size() const { return entries_.size(); }

  private:
    struct Entry {
        std::vector<effects::Edit> back, forth;
        Gesture gesture;
        std::size_t bytes = 0;
    };
    bool continues(const Entry& next) const;
    void hold_bounds();

    std::deque<Entry> entries_;
    std::size_t done_ = 0;  // those before are done, those from here on undone
    std::size_t bytes_ = 0;
};

}  // namespace winnow::session
