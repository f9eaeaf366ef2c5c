// The simulation: simulate, vote, scan, compact, spawn. All on the GPU; no count is read back.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compact/compactor.h"
#include "effects/effect.h"
#include "gl/buffer.h"
#include "gl/tools.h"
#include "particles/change.h"
#include "particles/columns.h"
#include "particles/figures.h"
#include "particles/programs.h"
#include "particles/step_inputs.h"

namespace winnow::particles {

/// The particles as drawing reads them: columns as a ring, and the Pool with its indirect arguments. While a
/// step is not settled, these are its particles moved on but not yet winnowed: drawing need not wait, and
/// reads nothing that may fail.
struct Living {
    std::array<const gl::Buffer*, shared::PARTICLE_COLUMNS> columns;
    const gl::Buffer* pool;      // shared::Pool; draw arguments at offsetof(Pool, draw_vertices)
    const gl::Buffer* emitters;  // shared::Emitter each
    std::uint32_t capacity;
};

/// Compares a step's scan with what the CPU computes from the same votes, or, where the scan leaves nothing
/// behind, the survivors with those that the CPU would pack.
struct StepCheck {
    std::uint64_t step = 0;
    std::uint32_t votes = 0;                      // how many were compared
    std::optional<std::uint32_t> first_mismatch;  // index of the vote, of its word where votes are bits, or
                                                  // of the survivor
    bool matches() const { return !first_mismatch; }
};

class Simulation {
  public:
    /// Allocates two sets of columns for `capacity`. `fallback` must keep order and cannot fail: it computes
    /// the steps unless there is a `compactor`, and repeats a step that the other failed. `memory` outlives
    /// this. Without `make_child_scan` no particle can have children. Throws as change(), and
    /// Error(bad_input) with what would fit before any column is allocated.
    Simulation(const gl::Tools& context, gl::MemoryProvider& memory, const effects::Effect& effect,
               std::uint32_t capacity, std::uint32_t seed, std::unique_ptr<compact::Compactor> fallback,
               ScanMaker make_child_scan = {}, std::unique_ptr<compact::Compactor> compactor = {});
    Simulation(const Simulation&) = delete;

    /// Takes effect with the next step. Throws Error(bad_input), with all as it was, if what it needs does
    /// not fit or a shader of it does not build; what is old is freed once what is new exists. Precondition:
    /// settled() (throws std::logic_error).
    void change(const Change& change);
    // One change each.
    void set_effect(const effects::Effect& effect) { change({.effect = effect}); }
    void set_density(float factor) { change({.density = factor}); }
    void set_capacity(std::uint32_t capacity, gl::MemoryProvider& memory) {
        change({.capacity = Change::Capacity{capacity, &memory}});
    }
    void set_compactors(std::unique_ptr<compact::Compactor> compactor,
                        std::unique_ptr<compact::Compactor> fallback) {
        change({.compactors = Compactors{std::move(compactor), std::move(fallback)}});
    }
    void set_compactor(std::unique_ptr<compact::Compactor> compactor) {
        set_compactors(std::move(compactor), nullptr);
    }
    void set_child_scan(ScanMaker make_child_scan) { change({.child_scan = std::move(make_child_scan)}); }
    void set_folding(bool on) { change({.folding = on}); }

    /// Empty, at step 0.
    void reset(std::uint32_t seed);
    /// Steps compute the hash of the living while it is on.
    void set_hashing(bool on) { hashing_ = on; }

    /// True if the last step is known to have succeeded, and FigureQueue has a slot for one step more. If the
    /// compactor failed, repeats the step with the fallback, for ever after the only one. Never waits.
    bool settled();
    /// Polls until settled(); for headless commands.
    void settle();
    /// Submits one step. Precondition: settled(). Throws Error(absent) if the context is lost.
    void step();

    /// The reason why the compactor was given up, or empty.
    const std::string& failure() const { return failure_; }

    /// Figures of finished steps in order, each once; those still on the way come later. Never waits.
    std::vector<Figures> take_figures();
    /// The same, after waiting for all submitted steps.
    std::vector<Figures> wait_figures();

    /// Compares the last step's scan, or what it packed, with the reference; reads back, so on demand only.
    /// `in_order`: the compactor keeps order. Nullopt when the last step's input is not there any more
    /// (before the first step, after a change of compactor or capacity, and, where the step was folded, of
    /// the effect), or if too many are in no order. Precondition: settled().
    std::optional<StepCheck> check_step(bool in_order = true);

    Living living() const;
    std::uint64_t steps() const { return next_step_; }
    std::uint32_t capacity() const { return setup_.storage->capacity; }
    /// Bytes held for particles: columns, votes, offsets and the counts of children.
    std::uint64_t memory_bytes() const {
        return setup_.bytes_for(capacity(), setup_.children.counts != nullptr);
    }

    /// Waits for the last step and reads its result back; for state files.
    State save();
    /// A change to that state.
    void restore(const State& state) { change({.restored = Change::Restored{&state, seed_}}); }
    /// The living, in order, read back; for tests.
    std::vector<Particle> read_living();
    /// Tests inject what a driver or a bug might have left.
    void poison_scratch(std::uint32_t word);

  private:
    /// A submitted step, kept to be repeated until it is known to have succeeded.
    struct Submitted {
        shared::Step step;
        std::uint32_t bound = 0;        // no more than this were alive before it
        std::uint32_t most_births = 0;  // no more than this are born in it
        std::uint64_t beyond = 0;       // births; see Emission
        bool hashed = false;
        bool folded = false;  // simulated by the compactor, which leaves the source as it was
        bool fell_back = false;
    };
    /// The particles that the last step read, for check_step().
    struct LastInput {
        std::uint32_t bound = 0;   // no more than this were alive before the step
        bool is_kept = false;      // the destination has them, and they can be advanced as the step did
        bool is_advanced = false;  // they are as simulating leaves them, and their votes are cast
    };

    void bind() const;
    void bind_fold() const;
    void simulate(const ColumnSet& particles);
    void compact(compact::Compactor& compactor);
    bool compactor_places_children() const;
    void place_children();
    void count_children_anew();
    void spawn();
    void hash();
    bool finish_submitted();
    void fall_back();
    void finish_step();
    void report_compaction();
    void forget_passes();
    void begin(std::uint64_t steps, std::uint32_t seed, std::uint32_t alive);
    void advance_last_input();

    gl::Tools tools_;
    Programs programs_;
    Setup setup_;
    FigureQueue figures_;
    std::optional<Submitted> submitted_;
    LastInput last_input_;
    std::string failure_;
    std::uint32_t seed_ = 0;
    std::uint64_t next_step_ = 0;
    bool hashing_ = false;
};

}  // namespace winnow::particles
