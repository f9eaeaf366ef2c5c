// Plain facts that a session knows and the panel shows, since neither includes the other.
#pragma once

#include <cstdint>
#include <optional>
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

/// Where an edit enters the run.
enum class EditPlace {
    here,          // after the present step; what was done later in the run is done again
    here_onwards,  // likewise, but what was done later is forgotten
    first_step,    // at the beginning, as if it had always been so
};

/// Steps that are played again and again.
struct LoopRegion {
    std::uint64_t begin = 0, end = 1;  // after `end`, `begin` follows
    bool operator==(const LoopRegion&) const = default;
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

// The findings of a race of scans as plain data, which a session makes and the Lab shows.

/// One scan, or the copy that all are compared with.
struct RaceCell {
    std::string refused{};      // why it does not take part, or what went wrong; empty: it takes part
    bool is_wrong = false;      // it ran, and its result was wrong
    bool is_in_use = false;     // the simulation scans with it
    bool is_running = false;    // it is measured now
    std::uint64_t samples = 0;  // 0: not measured yet
    double milliseconds = 0;    // median of the newest samples

    bool is_measured() const { return refused.empty() && samples > 0; }
};

/// The pairs of one backend.
struct RaceMap {
    std::string backend;
    std::string absence{};          // why the backend does not work here; then there are no cells
    std::vector<RaceCell> cells{};  // a row for each block scan, a column for each grid strategy
};

struct RaceFindings {
    std::uint32_t elements = 1, least = 1, most = 1;  // 32-bit words that are scanned; powers of two
    std::vector<Choice> blocks{}, grids{};
    RaceCell copy{};
    std::vector<RaceMap> maps{};
    std::string method{};  // how a sample is taken: whole sentences
    std::string error{};   // why the race does not run, or not with the size that was asked for; else empty

    /// Returns the speed of a measured cell as a share of the copy's; nullopt: one of both is not known yet.
    std::optional<double> share(const RaceCell& cell) const {
        if (!cell.is_measured() || !copy.is_measured()) return std::nullopt;
        return copy.milliseconds / cell.milliseconds;
    }
    /// Returns the speed of a measured cell in GB/s, each element read once and written once.
    double gigabytes_per_second(const RaceCell& cell) const {
        constexpr double bytes = 2 * sizeof(std::uint32_t), bytes_per_ms = 1e6;
        return bytes * elements / (cell.milliseconds * bytes_per_ms);
    }
    /// Returns the fastest pair of all backends; null: none is measured yet. Valid as long as the maps.
    const RaceCell* fastest() const {
        const RaceCell* best = nullptr;
        for (const RaceMap& map : maps)
            for (const RaceCell& cell : map.cells)
                if (cell.is_measured() && (best == nullptr || cell.milliseconds < best->milliseconds))
                    best = &cell;
        return best;
    }
};

}  // namespace winnow
