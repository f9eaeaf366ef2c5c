// Plain facts that a session knows and the panel shows, since neither includes the other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace winnow {

/// One entry of a list to choose from. The reason is shown beside an entry that is greyed.
struct Choice {
    std::string name;          // as in Settings' JSON
    std::string summary;       // one line for the tooltip
    std::string reason{};      // why it cannot work here; empty: it can
    std::string stands_for{};  // for `auto`: what it stands for now; empty: nothing but itself
    bool available() const { return reason.empty(); }
};

/// Each list begins with `auto`.
struct Choices {
    std::vector<Choice> backend, block, grid, compaction;
};

/// The steps that are made before the first visible one.
struct Prewarming {
    std::uint64_t made = 0, wanted = 0;
    bool done() const { return made >= wanted; }
};

/// The result of comparing a step's scan with what the CPU computes from the same votes.
struct ReferenceCheck {
    enum class State { unchecked, checking, matches, differs, unavailable } state = State::unchecked;
    std::uint64_t step = 0;            // which step was compared
    std::uint32_t votes = 0;           // the number of its votes that were compared
    std::uint32_t first_mismatch = 0;  // index of the first difference, if there is one
    std::string reason;                // if unavailable
    bool outdated = false;             // true if something has changed since
};

}  // namespace winnow
