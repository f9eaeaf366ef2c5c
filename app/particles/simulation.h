// The simulation: simulate, vote, scan, compact, spawn. Every pass runs on the GPU, and no count is read
// back.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compact/compactor.h"
#include "effects/compile/compiled_effect.h"
#include "gl/buffer.h"
#include "gl/passes.h"
#include "particles/change.h"
#include "particles/checkpoint.h"
#include "particles/columns.h"
#include "particles/figures.h"
#include "particles/instance_queries.h"
#include "particles/programs.h"
#include "particles/step_inputs.h"

namespace winnow::particles {

/// The particles as drawing reads them: columns as a ring, and the Pool with its indirect arguments. Before a
/// step is settled, these are the particles that it has moved but not yet compacted, so drawing does not wait
/// and reads nothing that a failure could change.
struct ParticleView {
    std::vector<const gl::Buffer*> columns;
    const gl::Buffer* pool;   // shared::Pool; draw arguments at offsetof(Pool, draw_vertices)
    const gl::Buffer* table;  // of numbers: emitters and their stacks
    std::uint32_t capacity;
    std::shared_ptr<const effects::StackProgram> program;
    const gl::RowTexture* files = nullptr;  // of the effect; null: its stacks read none
    std::uint64_t step = 0;                 // that made them
    float behind =
        0;  // how long before its end they are seen, in steps; above 1 only while a shutter is open
    std::uint32_t layers = 0xFFFFFFFF;  // of instances: a bit for each that is drawn
};

/// The result of comparing a step's scan with the scan that the CPU computes from the same votes. If the
/// compactor stores no scan, the survivors are compared with those that the CPU would pack.
struct StepCheck {
    std::uint64_t step = 0;
    std::uint32_t votes = 0;                      // number of votes that were compared
    std::optional<std::uint32_t> first_mismatch;  // index of the vote (of its word if votes are bits), or
                                                  // of the survivor
    bool matches() const { return !first_mismatch; }
};

class Simulation {
  public:
    /// Allocates two sets of columns for `capacity`. `fallback` must keep order and must not fail: it
    /// computes the steps if there is no `compactor`, and repeats a step in which the compactor failed.
    /// `memory` must outlive this object. Without `make_child_scan` no particle can have children. Throws as
    /// change() does, and throws Error(bad_input) with the capacity that would fit before any column is
    /// allocated. With `instances`, the steps are those of instances of effects alike to this one, and all
    /// shaders must have the define instances_define, and at most `report_room` reports of a step are
    /// kept; then pointer, reset(), states and checks of steps are
    /// not for use.
    Simulation(const gl::Tools& context, gl::MemoryProvider& memory, effects::Compiled effect,
               std::uint32_t capacity, std::uint32_t seed, std::unique_ptr<compact::Compactor> fallback,
               ScanMaker make_child_scan = {}, std::unique_ptr<compact::Compactor> compactor = {},
               std::shared_ptr<Instances> instances = {}, std::uint32_t report_room = 0);
    Simulation(const Simulation&) = delete;

    /// Takes effect with the next step. If the new parts do not fit or a shader does not build, throws
    /// Error(bad_input) and leaves everything unchanged; the old parts are freed once the new ones exist.
    /// Precondition: settled() (throws std::logic_error).
    void change(const Change& change);
    /// Begins to build the programs that a change needs while steps go on with the old ones. Precondition:
    /// programs are kept (gl::ShaderLibrary::keep_programs()). Throws as change() does.
    void begin(const Change& change) { setup_.begin(change, tools_.facts, programs_); }
    /// True if a pass of its own advances the particles with heavy codes.
    bool peels() const { return setup_.peels; }

    /// Takes effect with the next step; reset() and restore() release the pointer. Throws std::logic_error
    /// unless it is valid.
    void set_pointer(const Pointer& pointer);
    const Pointer& pointer() const { return setup_.inputs.pointer(); }
    /// Moves the effect there in the next step; see StepInputs.
    void place(const effects::Pose& pose) { setup_.inputs.place(pose); }
    /// Returns the largest factor by which the space of an emitter scales its particles' sizes, at least 1.
    float scale() const { return setup_.inputs.scale(); }
    /// Returns how far particles are drawn from where they are, at most.
    const BlendReach& blend_reach() const { return setup_.inputs.blend_reach(); }

    /// The solid things of the newest frame, which modules such as collide-depth meet from the next step on.
    /// Until it is called, they meet nothing.
    void set_seen(const Seen& seen);

    /// Restarts at step 0 without particles.
    void reset(std::uint32_t seed);
    /// While it is on, each step computes the hash of the living particles.
    void set_hashing(bool on) { hashing_ = on; }

    /// Returns true if the last step is known to have succeeded and FigureQueue has a slot for one step more.
    /// If the compactor failed, repeats the step with the fallback, which computes all later steps too. Never
    /// waits.
    bool settled();
    /// Waits until settled(), by polling; for headless commands.
    void settle();
    /// Submits one step. Precondition: settled(). Throws Error(absent) if the context is lost.
    void step();

    /// From now on, `look` is called in each step once its inputs are known, before anything is moved; it may
    /// bind these, and read living(), but writes to neither. Empty: nothing is called.
    void look_before_steps(std::function<void()> look) { look_before_steps_ = std::move(look); }

    /// The reason why the compactor was given up, or empty.
    const std::string& failure() const { return failure_; }

    /// Returns the figures of finished steps in order, each once; figures still on the way come later. Never
    /// waits. The hash and the figures of the last step are submitted by this or by the next step, so that a
    /// frame that is submitted before does not wait for them.
    std::vector<StepFigures> take_figures();
    /// Returns the reports of finished steps of instances that have arrived, each once. Never waits.
    StepReports take_reports();
    /// True if steps of it have reported events.
    bool has_reported() const { return setup_.reports != nullptr; }
    /// True if reports are on their way, or were not taken.
    bool has_reports() const { return has_reported() && setup_.reports->any(); }
    /// Waits for all submitted steps and returns their figures.
    std::vector<StepFigures> wait_figures();

    /// Compares the scan of the last step, or the particles that it packed, with the reference. Reads back,
    /// so it is meant for use on demand. `in_order`: the compactor keeps order. Returns nullopt if the input
    /// of the last step is no longer kept (before the first step, after a change of compactor or capacity,
    /// and, if the step was folded, of the effect or of a frame that it saw), or if there are too many
    /// particles to compare without order. Precondition: settled().
    std::optional<StepCheck> check_step(bool in_order = true);

    /// The particles that the last step read and those that it left.
    struct LastStep {
        const ColumnSet &before, &after;
        bool is_advanced;  // the particles before were moved and aged by the step, but not yet compacted
    };
    /// Returns nullopt if the step's input is no longer kept, if the step was peeled and the depth texture
    /// that it read may since have been overwritten, or if the step is not known to have succeeded. Valid
    /// until the next step or change.
    std::optional<LastStep> last_step();

    /// The children of a step and their parents.
    struct Births {
        std::uint32_t without_parent = 0;  // the births with the lowest ordinals; children follow
        /// For each particle before the step, in their order, how many children those before it had; then the
        /// sum.
        std::vector<std::uint32_t> first_child;

        /// Returns which particle is the parent of the birth with this ordinal; nullopt: it has none.
        std::optional<std::uint32_t> parent_of(std::uint32_t ordinal) const;
    };
    /// Reads back those of the last step. Returns nullopt if no particle can have children, or as
    /// last_step() does.
    std::optional<Births> read_births();
    ParticleView living() const;
    /// The inputs of the last step or, in look_before_steps(), of the next one.
    const StepInputs& inputs() const { return setup_.inputs; }
    std::uint64_t steps() const { return next_step_; }
    /// Returns the steps that were submitted, with one that is not settled.
    std::uint64_t submitted_steps() const { return next_step_ + (submitted_ ? 1 : 0); }
    std::uint32_t capacity() const { return setup_.storage->capacity; }
    /// Returns an upper bound on the particles that are alive after the last step.
    std::uint32_t alive_bound() const;
    /// Returns the planes of the particles' attributes.
    std::uint32_t planes() const { return setup_.storage->planes(); }
    /// Returns the emitter whose particles have the most attributes.
    AttributeNeed attribute_need() const { return particles::attribute_need(setup_.inputs.compiled()); }
    /// Returns the bytes held for particles: columns, also those kept, the list to peel, votes, offsets and
    /// child counts.
    std::uint64_t memory_bytes() const {
        return setup_.bytes_for(capacity(), setup_.children.counts != nullptr);
    }

    /// Waits for the last step and reads its result back; for state files.
    State save();
    /// Likewise the state of one instance, as of a simulation of its own.
    State save(std::uint32_t instance);
    /// Adds the particles of such a state behind those that live, as those of an instance that was just
    /// added; those that have no room are lost. Waits for the last step, and reads and writes all particles.
    void add_particles(const State& state, std::uint32_t instance);
    /// Changes to that state.
    void restore(const State& state) { change({.restored = Change::Restored{&state, seed_}}); }
    /// Copies the state after the last step on the GPU, as large as the particles can be that are alive.
    /// Takes over the columns of `dropped` if they are hardly larger, because allocating takes longer than
    /// copying. Returns null if there is no memory for it. The first checkpoint of particles with so many
    /// planes builds a program. Does not wait for the GPU, unless a column exceeds gl::plain_is_fast_bytes
    /// (see gl::require_backed()). Precondition: settled() (throws std::logic_error).
    std::unique_ptr<Checkpoint> checkpoint(std::unique_ptr<Checkpoint> dropped = nullptr);
    /// Returns the steps whose figures have not arrived; a checkpoint has room for all of their births. Never
    /// waits.
    std::uint64_t figures_on_the_way() {
        figures_.poll();
        return figures_.on_the_way();
    }
    /// Returns the bytes that checkpoint() would take now. Never waits.
    std::uint64_t checkpoint_bytes();
    /// Changes to that state, with the checkpoint's effect, density and pointer. Throws as change() does.
    void restore(const Checkpoint& checkpoint);
    /// Waits for the last step and returns the hash of the living particles, as their figures have it.
    std::uint64_t hash();
    /// Returns the hash of the particles of one instance, as that of a simulation of its own would be. Waits
    /// for the last step.
    std::uint64_t hash(std::uint32_t instance);
    /// Asks for the figures of all instances after the last step. Never waits.
    void count_instances() { queries_->count(queried()); }
    /// Waits for the figures of instances that were asked for.
    void wait_instance_figures() { queries_->wait(); }
    /// Returns the newest figures of an instance that have arrived; nullopt: none have.
    std::optional<InstanceQueries::Figures> instance_figures(std::uint32_t instance) {
        return queries_->of(instance);
    }
    /// Reads back the living particles in order; for tests.
    std::vector<Particle> read_living();
    /// Returns the particles of one instance in order, with the slots of their emitters. Waits for the last
    /// step.
    std::vector<Particle> read_living(std::uint32_t instance);
    /// Returns a copy of the particles of one instance, from the front of its columns on, with the instance
    /// above the slots of their emitters. Waits for the last step.
    ColumnSet take_out(std::uint32_t instance);
    /// Fills scratch with a word, for tests of stale contents that a driver or a bug might leave.
    void poison_scratch(std::uint32_t word);

  private:
    /// A submitted step; kept until it is known to have succeeded, because it may have to be repeated.
    struct Submitted {
        shared::Step step;
        std::uint32_t bound = 0;       // upper bound on the particles alive before it
        std::uint32_t max_births = 0;  // upper bound on its births
        std::uint64_t beyond = 0;      // births beyond what the GPU was sent; see Emission
        bool hashed = false;
        bool folded = false;  // the compactor simulates it and leaves the source as it finds it
        bool fell_back = false;
    };
    /// The particles that the last step read, for check_step().
    struct LastInput {
        std::uint32_t bound = 0;    // upper bound on the particles alive before the step
        bool is_kept = false;       // the destination holds them, and they can be advanced as the step did
        bool is_advanced = false;   // they are in the state after simulation, and their votes are cast
        bool is_peeled = false;     // those with heavy codes are in that state even if the others are not
        bool is_seen_anew = false;  // the depth texture that the step read may since have been overwritten
        std::uint32_t births = 0;   // of the step, without children
    };

    void bind() const;
    void bind_fold() const;
    void simulate(const ColumnSet& particles, bool peeled = false);
    void peel();
    void compact(compact::Compactor& compactor);
    std::uint32_t checkpoint_room() const;
    bool compactor_places_children() const;
    void place_children();
    void count_children_anew();
    void spawn();
    void gather_reports();
    void submit_figures();
    void dispatch_hash();
    std::uint64_t hash_of(const ColumnSet& particles, std::uint32_t bound);
    QueriedParticles queried() const;
    void rank_children();
    bool finish_submitted();
    void fall_back();
    void finish_step();
    void report_compaction();
    void forget_passes();
    void take_state(const Change& change);
    void move_attributes(const Setup& before);
    void begin(std::uint64_t steps, std::uint32_t seed, std::uint32_t alive);
    bool can_advance_last_input() const;
    void advance_last_input();

    gl::Tools tools_;
    Programs programs_;
    Setup setup_;
    FigureQueue figures_;
    std::optional<Submitted> submitted_;
    LastInput last_input_;
    bool heavy_are_listed_ = false;  // the list to peel has those among the newest particles
    /// The figures of the last step are not submitted yet. True: nor is its hash, which was asked for.
    std::optional<bool> figures_due_;
    std::function<void()> look_before_steps_;
    std::optional<InstanceQueries> queries_;  // of instances
    std::string failure_;
    std::uint32_t seed_ = 0;
    std::uint64_t next_step_ = 0;
    bool hashing_ = false;
};

}  // namespace winnow::particles
