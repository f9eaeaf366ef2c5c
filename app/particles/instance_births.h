// Counts the births of all instances of a table per step, by row and slot.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "gl/buffer.h"
#include "gl/rings.h"
#include "particles/emission.h"
#include "shaders/shared.h"

namespace winnow::particles {

/// Rates that do not change are rows of sums, which cost a few additions per slot and step; the births of
/// other instances are computed by an Emission of their own. A row has the births that an Emission returns
/// for its instance alone, and those of burst(). Changes take effect with the next step.
class InstanceBirths {
  public:
    InstanceBirths() = default;
    /// Has the same births in the same rows, also those that the GPU had no room for.
    InstanceBirths(const InstanceBirths& other);
    InstanceBirths& operator=(const InstanceBirths&) = delete;

    /// Ensures that there is room for so many rows, for so many slots of each, at least 1, and for moments if
    /// an emission has them. Throws as MemoryProvider::allocate does; then nothing has changed.
    void make_room(std::uint32_t rows, std::uint32_t slots, bool moments);
    /// A new instance has the row, without births. Precondition: there is room; the row follows all others,
    /// or was removed.
    void add(std::uint32_t row);
    /// Ends all births of a row, bursts included.
    void remove(std::uint32_t row);
    /// Replaces what stop() ends: the births of the row are those of an emission, which goes on from these
    /// fractions, one per slot.
    void start(std::uint32_t row, const Emission& emission, std::uint32_t seed,
               std::vector<std::uint64_t> fractions);
    /// Ends the births of a row but those of burst().
    void stop(std::uint32_t row);
    /// Returns what start() needs to go on; 0 of slots without births.
    std::vector<std::uint64_t> fractions(std::uint32_t row) const;
    /// Adds births to those of the next step in which the row does not wait.
    void burst(std::uint32_t row, std::uint32_t slot, std::uint32_t count);
    /// True until that step.
    bool has_burst(std::uint32_t row) const;
    /// Lets a row have this share of its births, 0 to 1, to the last one: those that are cut are spread
    /// evenly.
    void set_share(std::uint32_t row, double share);
    /// Returns how many births of a row were cut since it was added.
    std::uint64_t cut(std::uint32_t row) const;
    /// A row that waits has no births, and keeps its fractions and bursts.
    void set_waiting(std::uint32_t row, bool waits);

    /// Computes and uploads the births of a step, and sets what the step says of them. `step_of` returns the
    /// number of the step among those that a row's instance makes, counted from 1. Precondition: at most
    /// FigureQueue::slots steps are on their way.
    void next(const std::function<std::uint64_t(std::uint32_t row)>& step_of, shared::Step& step);
    /// Returns the births of that step that exceed what the GPU was sent.
    std::uint64_t beyond() const { return beyond_; }
    /// Returns the births as programs read them: exclusive prefix sums by row and slot, with the total behind
    /// them; then, if there are any, moments and the runs of exact bursts. The last words are the numbers of
    /// the rows' births without room, of the last row first.
    const gl::Buffer& buffer() const { return buffer_; }

  private:
    struct Room {
        std::uint32_t rows = 0, slots = 0;
        bool moments = false;
        bool operator==(const Room&) const = default;
    };
    /// An instance whose births are not rates that stay the same.
    struct Varied {
        Emission emission;
        std::uint32_t seed;
    };
    struct Burst {
        std::uint32_t row, slot, count;
    };
    /// The share of a row's births, in units of 2^-32, the fractions that have added up by slot, in the same
    /// units, and what was cut.
    struct Limit {
        std::uint64_t share = 0;
        std::vector<std::uint64_t> fractions = {};
        std::uint64_t cut = 0;
    };

    void allocate(const Room& room, const InstanceBirths& dropped_of);
    void fill(std::vector<std::uint32_t>& words, std::uint32_t row, std::uint32_t word);
    void sum_rates();
    void count_varied(std::uint32_t row, std::uint64_t step);
    void cut_births();
    void take_moments(std::uint32_t row, const Emission& emission, std::span<const std::uint32_t> words);
    bool waits(std::uint32_t row) const { return runs_[first_of(row)] == 0; }
    std::size_t first_of(std::uint32_t row) const { return std::size_t{row} * room_.slots; }
    std::uint64_t dropped_byte(std::uint32_t row) const {
        return buffer_.bytes() - (std::uint64_t{row} + 1) * gl::word_bytes;
    }

    Room room_;
    std::uint32_t rows_ = 0;  // with those that were removed

    // By row and slot: the births of a step by rates that do not change, in units of 2^-32, and the
    // fractions that have added up. `runs_` masks the rows that wait.
    std::vector<std::uint32_t> whole_, fraction_, accumulated_, runs_;
    std::unordered_map<std::uint32_t, Varied> varied_;  // by row
    std::vector<std::uint32_t> varied_rows_;            // in the order in which they were started
    std::unordered_map<std::uint32_t, Limit> limits_;   // of rows that have or had a share below 1
    std::vector<Burst> bursts_;                         // of the next steps in which their rows do not wait

    std::vector<std::uint32_t> births_;  // of the present step, as the GPU reads them; so are the next two
    std::uint32_t burst_runs_ = 0;
    std::uint64_t beyond_ = 0;
    gl::Buffer buffer_;
    gl::UploadRing uploads_;
};

}  // namespace winnow::particles
