// Instances of effects as rows of one table, by which one simulation steps all of them: a particle names the
// row of its instance beside its emitter. What steps and frames cost the CPU does not depend on their number,
// but for the sums of their births.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "gl/buffer.h"
#include "gl/rings.h"
#include "particles/columns.h"
#include "particles/emission.h"
#include "particles/instance_births.h"
#include "particles/parameters.h"
#include "particles/slots.h"
#include "particles/spaces.h"
#include "shaders/shared.h"

namespace winnow::particles {

/// The define of all programs of a simulation of instances.
inline constexpr const char* instances_define = "INSTANCES";

/// True if instances of both effects can be rows of one table: their programs are the same, and so is
/// everything else that a simulation and a frame know once. Numbers of stacks, rates, lifetimes, limits and
/// steps per second may differ.
bool are_alike(const effects::CompiledEffect& a, const effects::CompiledEffect& b);

/// True if no other instance may be in the simulation of the effect's instance, because the effect limits
/// what all of its particles do.
bool needs_own_simulation(const effects::Effect& effect);

/// Where the plane of an instance's effect is in the world: its height, times the scale, above the base.
struct FloorPlace {
    double base = 0, scale = 1;  // metres, and a factor
    bool operator==(const FloorPlace&) const = default;
};

/// The table of instances whose effects are alike. Changes take effect with the next step; those of layers,
/// and removals, also in the frames before it, after flush().
class Instances {
  public:
    /// The most instances of a table.
    static constexpr std::uint32_t max_count = 1u << (32 - shared::INSTANCE_SHIFT);

    /// How an instance begins.
    struct Begin {
        effects::Compiled effect;
        std::uint32_t seed = 1;
        std::uint32_t layer = 0;
        std::optional<effects::Pose> pose = {};  // only where the effect is placed
        std::uint64_t steps = 0;                 // that the simulation has made
    };

    /// `density` is a factor on all births. Throws as MemoryProvider::allocate does; so do add() and
    /// change().
    explicit Instances(float density = 1);
    /// Has the same instances in the same rows.
    Instances(const Instances& other);
    Instances& operator=(const Instances&) = delete;

    /// Returns the row of a new instance. Throws Error(bad_input) if there are too many.
    std::uint32_t add(const Begin& begin);
    /// Writes what resume() needs of an instance; its emitters count as numbered by their places in the list.
    void save(std::uint32_t row, State& state) const;
    /// Lets an instance that was just added go on from a state, after so many steps of the simulation.
    void resume(std::uint32_t row, const State& state, std::uint64_t steps);
    /// Its particles die in the next step, and are not drawn before it.
    void remove(std::uint32_t row);
    /// Gives an instance another effect, alike to that of all others. Its living particles stay with their
    /// emitters.
    void change(std::uint32_t row, const effects::Compiled& effect);
    /// Ends the births but those of children.
    void stop(std::uint32_t row);
    /// Adds births of an emitter, by its place in the list, to those of the next step that the instance
    /// makes.
    void burst(std::uint32_t row, std::uint32_t emitter, std::uint32_t count);
    void place(std::uint32_t row, const effects::Pose& pose);
    void set_floor(std::uint32_t row, const FloorPlace& place);
    void set_layer(std::uint32_t row, std::uint32_t layer);
    /// Lets an instance have this share of its births, 0 to 1, but for children.
    void set_share(std::uint32_t row, double share) { births_.set_share(row, share); }
    /// Says if the instance takes part in the steps after so many, or waits as it is.
    void set_waiting(std::uint32_t row, bool waits, std::uint64_t steps);
    /// Returns how many steps an instance has made after so many of the simulation.
    std::uint64_t steps_of(std::uint32_t row, std::uint64_t steps) const;

    /// Returns the slots of an instance's emitters.
    const Slots& slots_of(std::uint32_t row) const { return forms_[owns_[row].form]->slots; }

    /// Computes and uploads the births of step `index` of the simulation, and what has changed. Sets what the
    /// step says of instances. Preconditions as StepInputs::next() has them.
    void next(std::uint64_t index, shared::Step& step);
    /// Uploads what has changed.
    void flush();

    /// True if the emitters of all effects have the slots of their places in the effects' lists.
    bool has_slots_in_order() const;
    const gl::Buffer& table() const { return table_; }
    const InstanceBirths& births() const { return births_; }
    /// Rows, with those that are free.
    std::uint32_t count() const { return static_cast<std::uint32_t>(owns_.size()); }
    /// Returns the most children of a particle in a step.
    std::uint32_t max_children() const { return max_children_; }
    const BlendReach& blend_reach() const { return blend_reach_; }
    /// Returns the largest factor by which a space scales its particles' sizes, at least 1.
    float scale() const;

  private:
    /// The rows of an effect, and what follows from it for all instances that have them.
    struct Form {
        effects::Compiled effect;
        Slots slots;
        Emission emission;  // from which those of instances begin
        effects::SpacePlaces spaces;
        std::uint32_t uses = 0;
        bool is_animated = false;  // spaces depend on the time
    };
    /// The CPU's part of an instance.
    struct Own {
        std::uint32_t form = 0;
        bool exists = false, is_stopped = false;
        std::unique_ptr<Spaces> spaces;  // null: the world's
        std::uint32_t unsettled = 0;     // steps in which the rows of its spaces change still
        float scale = 1;
    };
    /// Rows of the table that the GPU has not seen.
    struct Dirty {
        std::size_t begin = 0, end = 0;
        void add(std::size_t first, std::size_t count);
    };

    std::uint32_t form_of(const effects::Compiled& effect, const Slots* before);
    std::optional<std::uint32_t> find_form(const effects::Compiled& effect, const Slots& slots) const;
    void release_form(std::uint32_t form);
    void take_form(std::uint32_t row, std::uint32_t form);
    void take_spaces(std::uint32_t row, const Form& form);
    bool make_room(std::uint32_t instances, const Form& form, std::uint32_t forms, std::size_t rows);
    void lay_out();
    void write_instance(std::uint32_t row);
    NumberTable table_of(const Form& form, std::uint32_t number) const;
    void write_form(std::uint32_t form, NumberTable table);
    void put_rows(std::size_t first, std::span<const glm::vec4> rows, Dirty& dirty);
    template <typename Upload>
    void upload_changes(const Upload& upload);
    void update_spaces(std::uint64_t index);
    std::size_t form_row(std::uint32_t form) const { return forms_first_ + std::size_t{form} * form_rows_; }
    std::size_t space_row(std::uint32_t row) const {
        return spaces_first_ + std::size_t{row} * spaces_ * shared::MOVING_ROWS;
    }
    bool waits(std::uint32_t row) const { return (rows_[row].flags & shared::INSTANCE_WAITS) != 0; }

    const float density_;
    std::vector<shared::InstanceRow> rows_;
    std::vector<Own> owns_;
    std::vector<std::uint32_t> free_, dying_, leaving_;  // of rows; those that leave die in the next step
    std::vector<std::unique_ptr<Form>> forms_;           // null: free; the first has no emitters
    std::unordered_multimap<const effects::CompiledEffect*, std::uint32_t> forms_by_effect_;
    std::vector<std::uint32_t> changed_forms_;  // since the last step

    // The table: rows of instances, spaces of each, and forms, each with room for as many.
    std::vector<glm::vec4> numbers_;
    std::size_t spaces_first_ = 0, forms_first_ = 0;
    std::uint32_t room_ = 0, laid_out_ = 0;  // instances for which there is room, and was before
    std::uint32_t spaces_ = 0, forms_room_ = 0, form_rows_ = 0;
    Dirty dirty_instances_, dirty_spaces_, dirty_forms_;
    gl::Buffer table_;
    gl::UploadRing changes_;  // for few rows, on their way to the table

    InstanceBirths births_;
    std::vector<std::uint32_t> moving_;  // rows whose spaces change in the next step
    std::uint32_t max_children_ = 0;
    BlendReach blend_reach_;
    mutable std::optional<float> scale_ = 1;
};

}  // namespace winnow::particles
