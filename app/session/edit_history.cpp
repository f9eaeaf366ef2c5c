#include "session/edit_history.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "effects/format/writer.h"
#include "settings/settings_fields.h"

namespace winnow::session {
namespace {

/// Pausing, and how a step is computed, which changes no result. Like the window's display, they are not
/// undone.
constexpr std::array<std::string_view, 5> never_undone{"/simulation/paused", "/simulation/backend",
                                                       "/simulation/block", "/simulation/grid",
                                                       "/simulation/compaction"};

bool is_undone(std::string_view pointer) {
    return std::find(never_undone.begin(), never_undone.end(), pointer) == never_undone.end();
}

/// Returns the members of a flat struct that differ.
template <effects::Described Struct>
void add_differences(std::vector<std::string>& pointers, const std::string& above, const Struct& before,
                     const Struct& after) {
    const auto old = effects::write(before), now = effects::write(after);
    for (const auto& item : now.items()) {
        std::string pointer = above + "/" + item.key();
        if (old.at(item.key()) != item.value() && is_undone(pointer)) pointers.push_back(std::move(pointer));
    }
}

/// Returns the pointer to the part of the effect that an edit changed: the value that the edit names or, if
/// it did not exist before, the part that got it.
std::string changed_in_effect(const effects::Settings& before, const effects::Edit& edit) {
    std::string pointer = edit.pointer;
    while (pointer.size() > effects::effect_pointer.size() && !effects::value_at(before, pointer))
        pointer.resize(pointer.rfind('/'));
    return pointer.starts_with(effects::effect_pointer) ? pointer : std::string(effects::effect_pointer);
}

std::vector<std::string> changed_pointers(const effects::Settings& before, const effects::Settings& after,
                                          const effects::Edit& edit) {
    std::vector<std::string> pointers;
    if (before.effect != after.effect) pointers.push_back(changed_in_effect(before, edit));
    add_differences(pointers, "/simulation", before.simulation, after.simulation);
    return pointers;
}

/// True for what is dragged: a number, a vector, a point of a curve, or a list of these.
bool is_of_numbers(const nlohmann::json& value) {
    return value.is_number() ||
           (value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), is_of_numbers));
}

/// True if the second edit changes the value of the first or a part of it.
bool is_within(const effects::Edit& whole, const effects::Edit& part) {
    return part.pointer == whole.pointer || part.pointer.starts_with(whole.pointer + "/");
}

}  // namespace

std::size_t EditHistory::bytes_of(const Entry& entry) {
    std::size_t bytes = 0;
    for (const auto* edits : {&entry.back, &entry.forth})
        for (const effects::Edit& edit : *edits) bytes += edit.value.dump().size();
    return bytes + entry.made.bytes() + entry.unmade.bytes();
}

/// Returns true if `next` continues the newest entry.
bool EditHistory::continues(const Entry& next) const {
    if (done_ == 0 || done_ != entries_.size() || !next.gesture) return false;
    const Entry& last = entries_.back();
    return last.gesture == next.gesture && last.forth.size() == 1 && next.forth.size() == 1 &&
           is_within(last.forth[0], next.forth[0]) && is_of_numbers(next.forth[0].value);
}

void EditHistory::note(const effects::Settings& before, const effects::Settings& after,
                       const effects::Edit& edit, Gesture gesture, InputChange change,
                       const std::string& what) {
    Entry entry{{}, {}, gesture, std::move(change), {}, what};
    for (const std::string& pointer : changed_pointers(before, after, edit)) {
        entry.back.push_back({pointer, *effects::value_at(before, pointer)});
        entry.forth.push_back({pointer, *effects::value_at(after, pointer)});
    }
    if (entry.forth.empty()) return;
    if (continues(entry)) {
        Entry& last = entries_.back();
        last.forth[0].value = *effects::value_at(after, last.forth[0].pointer);
        last.made.add(std::move(entry.made));
        last.what = what;
        bytes_ -= std::exchange(last.bytes, bytes_of(last));
        bytes_ += last.bytes;
        return hold_bounds();
    }
    entry.bytes = bytes_of(entry);
    while (entries_.size() > done_) {
        bytes_ -= entries_.back().bytes;
        entries_.pop_back();
    }
    bytes_ += entry.bytes;
    entries_.push_back(std::move(entry));
    done_ = entries_.size();
    hold_bounds();
}

/// Drops the oldest entries beyond the bounds, but never the newest.
void EditHistory::hold_bounds() {
    while (entries_.size() > 1 && (entries_.size() > max_entries || bytes_ > max_bytes)) {
        bytes_ -= entries_.front().bytes;
        entries_.pop_front();
        --done_;
    }
}

std::optional<EditHistory::Way> EditHistory::undo() const {
    if (done_ == 0) return std::nullopt;
    const Entry& entry = entries_[done_ - 1];
    return Way{entry.back, entry.made, true};
}

/// An undo that added inputs is undone by taking them back.
std::optional<EditHistory::Way> EditHistory::redo() const {
    if (done_ == entries_.size()) return std::nullopt;
    const Entry& entry = entries_[done_];
    const bool was_unmade = entry.unmade.run != 0;
    return Way{entry.forth, was_unmade ? entry.unmade : entry.made, was_unmade};
}

std::vector<effects::Edit> EditHistory::edits_to(std::size_t done) const {
    std::vector<effects::Edit> edits;
    const auto add = [&](const std::vector<effects::Edit>& more) {
        edits.insert(edits.end(), more.begin(), more.end());
    };
    for (std::size_t i = done_; i > done; --i) add(entries_[i - 1].back);
    for (std::size_t i = done_; i < done; ++i) add(entries_.at(i).forth);
    return edits;
}

void EditHistory::undone(InputChange by) {
    entries_[--done_].unmade = std::move(by);
}

void EditHistory::redone(InputChange by) {
    Entry& entry = entries_[done_++];
    if (by.run != 0) entry.made = std::move(by);
    entry.unmade = {};
}

void EditHistory::clear() {
    entries_.clear();
    done_ = bytes_ = 0;
}

}  // namespace winnow::session
