// The inputs of a step besides the particles, in buffers on the GPU.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "gl/rings.h"
#include "gl/texture.h"
#include "particles/columns.h"
#include "particles/emission.h"
#include "particles/instances.h"
#include "particles/parameters.h"
#include "particles/slots.h"
#include "particles/spaces.h"
#include "shaders/particles/seen.h"

namespace winnow::particles {

// The pointer by which a person presses on the scene: an input of the steps, as the edits are.

struct Pointer {
    static constexpr float farthest = 1e6f;  // metres, the limit of each coordinate

    glm::vec3 place{0};  // in the world, metres
    float strength = 0;  // 0: not pressed; 1: pressed
    bool operator==(const Pointer&) const = default;

    bool is_pressed() const { return strength > 0; }
    /// False if a number is out of range or not finite.
    bool is_valid() const {
        const auto is_near = [](float coordinate) {
            return coordinate >= -farthest && coordinate <= farthest;
        };
        return is_near(place.x) && is_near(place.y) && is_near(place.z) && strength >= 0 && strength <= 1;
    }
};

// The depths that the camera saw in the last frame, for modules that collide with them.

/// The solid things of a frame. A later frame may be drawn into the same depth.
struct Seen {
    std::shared_ptr<const gl::DepthTexture> depth;  // null: nothing was seen
    glm::mat4 view{1}, projection{1};               // of the frame; a perspective one

    shared::Seen block() const;
};

/// Holds the effect's tables, and for each step its numbers (shared::Step) and the births of the emitters.
/// A copy shares the buffers; after set() gives it another effect, the GPU sees that effect only after
/// upload_tables().
class StepInputs {
  public:
    /// All on the CPU that the next steps depend on besides particles, step, seed and capacity.
    struct Snapshot {
        effects::Compiled effect;
        float density = 1;
        Slots slots;
        Spaces spaces;
        std::vector<std::uint64_t> fractions;  // Emission::fractions()
        Pointer pointer;
        std::optional<glm::vec3> moved_from;  // place of the pointer in the last step, if it stayed pressed
    };

    /// Throws as MemoryProvider::allocate does; so does set().
    StepInputs();

    /// An empty argument leaves its part unchanged. Living particles and fractions of births that have
    /// accumulated stay with their emitters (slots.h).
    void set(const effects::Compiled& effect, std::optional<float> density);
    /// From then on steps are those of instances; the effect is alike to theirs.
    void set(std::shared_ptr<Instances> instances) { instances_ = std::move(instances); }
    const std::shared_ptr<Instances>& instances() const { return instances_; }
    /// Allocates nothing. Steps on their way have another table, or their particles are discarded.
    void upload_tables() const;
    /// Lets passes between steps know the present capacity.
    void upload_capacity(std::uint32_t capacity) const;
    /// From then on kind() is that of steps with long times.
    void take_long_times() { kind_.long_times = true; }
    void set_seed(std::uint32_t seed) { seed_ = seed; }
    /// Begins anew, without particles and with the pointer released. Tables change.
    void restart(std::uint32_t seed);
    /// Continues from a state of the present effect, with the pointer released. Tables change.
    void restore(const State& state, std::uint32_t seed);
    /// Writes what restore() needs of these inputs.
    void save(State& state) const;
    /// Continues from a snapshot, with the pointer as it was. Tables change. Precondition: its effect and
    /// density are the present ones (throws std::logic_error if the effect is another).
    void restore(const Snapshot& snapshot, std::uint32_t seed);
    Snapshot snapshot() const;

    /// Takes effect with the next step, whose velocity of the pointer is the way since the last step, or 0 if
    /// the pointer was released since then.
    void set_pointer(const Pointer& pointer);
    const Pointer& pointer() const { return pointer_; }

    /// Takes effect with the next step, in which the effect moves there. Precondition: it is placed.
    void place(const effects::Pose& pose) { spaces_.place(pose); }

    /// Takes effect with the next step.
    void set_seen(const Seen& seen) { seen_ = seen; }

    /// Returns the attributes of the particles of a slot.
    std::span<const effects::Attribute> attributes_of(std::uint32_t slot) const;
    /// Returns which emitter of the effect has the slot; nullopt: it is gone.
    std::optional<std::size_t> emitter_of(std::uint32_t slot) const;
    std::uint32_t slot_count() const { return slots_.count(); }
    const StepKind& kind() const { return kind_; }
    /// Lives as long as somebody holds it; another effect has another.
    const std::shared_ptr<const effects::StackProgram>& program() const { return program_; }
    /// True if a capacity below the number of living particles keeps the newest of them; otherwise it keeps
    /// the oldest.
    const effects::CompiledEffect& compiled() const { return *compiled_; }
    bool keeps_newest() const { return compiled_->effect.when_full == effects::WhenFull::replace_oldest; }
    /// Returns the births of the newest step beyond those that the GPU was sent.
    std::uint64_t births_beyond() const {
        return instances_ ? instances_->births().beyond() : emission_.beyond();
    }
    /// Returns how far particles are drawn from where they are, at most.
    const BlendReach& blend_reach() const {
        return instances_ ? instances_->blend_reach() : numbers_.blend_reach;
    }
    /// Returns the largest factor by which the space of an emitter scales its particles' sizes, at least 1.
    float scale() const { return instances_ ? instances_->scale() : spaces_.scale(); }
    /// True if so few particles have heavy codes, by an estimate, that it is worth it to peel them off: what
    /// is peeled is read and written once more.
    bool has_few_heavy() const { return particles::has_few_heavy(*compiled_); }

    /// Computes and uploads the inputs of step number `index`, counted from 1. Call it once per step, in
    /// order. Precondition: at most FigureQueue::slots steps are on their way.
    shared::Step next(std::uint64_t index, std::uint32_t seed, std::uint32_t capacity);

    /// Returns the table of numbers: shaders/effects/stack.glsl says what it holds.
    const gl::Buffer& table() const { return instances_ ? instances_->table() : *table_; }
    /// Returns the rows of the effect's files, as shaders/effects/files.glsl reads them.
    const gl::RowTexture& files() const { return *files_; }
    void bind_births() const {
        (instances_ ? instances_->births().buffer() : *births_).bind_storage(shared::BIND_BIRTHS);
    }
    /// Binds everything except the births, as steps need it that are folded into a compactor.
    void bind() const;

  private:
    void take_files(const effects::FileRows& files);
    void make_tables();
    void put_effect(shared::Step& step, std::uint64_t index, std::uint32_t seed);
    void upload_spaces(std::uint64_t step);
    void put_pointer(shared::Step& step);
    void ensure_seen();
    void upload_seen();

    effects::Compiled compiled_;
    std::shared_ptr<Instances> instances_;  // null: steps are of the effect alone
    Slots slots_;
    float density_ = 1;
    StepKind kind_;
    std::uint32_t max_children_ = 0;  // most children of one particle in one step
    Emission emission_;               // by slot
    Spaces spaces_;
    Pointer pointer_;
    std::optional<glm::vec3> moved_from_;  // place in the last step, if it is pressed since then
    std::shared_ptr<const effects::StackProgram> program_;  // a part of compiled_
    std::uint32_t seed_ = 0;
    NumberTable numbers_;
    Seen seen_;
    SharedBuffer step_, table_, births_;
    SharedBuffer seen_block_;  // this and the next two: null until an effect sees depth
    std::shared_ptr<const gl::DepthTexture> nothing_seen_;
    std::shared_ptr<gl::UploadRing> seen_uploads_;
    std::shared_ptr<const gl::RowTexture> files_;
    std::shared_ptr<gl::UploadRing> step_uploads_, births_uploads_;
    std::shared_ptr<gl::UploadRing> spaces_uploads_;  // null until there are spaces
};

}  // namespace winnow::particles
