// Converts an effect to the numbers that the GPU reads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compact/compactor.h"
#include "effects/compile/compiled_effect.h"
#include "effects/compile/stack_program.h"
#include "effects/model/effect.h"
#include "gl/program.h"
#include "particles/columns.h"
#include "particles/slots.h"
#include "shaders/shared.h"

namespace winnow::particles {

/// The farthest that particles are drawn from where they are, to blend steps in a picture.
struct BlendReach {
    float seconds = 0;  // of their motion; 0: steps are not blended
    float metres = 0;   // besides, in any direction
};

/// The table of numbers: the emitters by slot, the links from emitters to those of their children, grouped by
/// emitter in the order of the list, the numbers of the stacks, the spaces that move, which each step writes
/// anew, and the objects that stop particles. A slot without an emitter has zeros, which end the life of all
/// its particles.
struct NumberTable {
    std::vector<glm::vec4> rows;
    std::uint32_t first = 0;  // row of the buffer at which they begin; of an effect among many, its emitters
    std::uint32_t links_first = 0, stack_first = 0, stack_rows = 0, objects_first = 0;  // as in EffectHead
    std::uint32_t spaces_first = 0;                                                     // row
    BlendReach blend_reach;  // the largest of an emitter

    /// Returns the row that would be added next.
    std::uint32_t next_row() const { return first + static_cast<std::uint32_t>(rows.size()); }
};
/// `density` is a factor on the births.
NumberTable number_table(const effects::CompiledEffect& compiled, const Slots& slots, std::uint32_t seed,
                         float density);
/// Returns the rows of one of many effects whose instances share a table: they begin at the row `first` with
/// the effect's shared::EffectHead. Spaces are no part of it: the rows count them from 1.
NumberTable number_table_at(std::uint32_t first, const effects::CompiledEffect& compiled, const Slots& slots,
                            float density);

/// True if a program can hear of events of the effect's particles.
bool reports_events(const effects::CompiledEffect& compiled);

/// Returns the most children that a particle of any emitter has in one step.
std::uint32_t max_children(const effects::Effect& effect);

/// Makes the program's files known to the library.
void provide(gl::ShaderLibrary& shaders, const effects::ProgramText& program);

/// Binds an effect's rows for shaders/effects/row_buffer.glsl; a software renderer reads them as a texture
/// too.
void bind_rows(const gl::Buffer& rows);

/// Elements that are kept of a particle beside those that its step may change; KEPT_ELEMENTS in
/// shaders/particles/particle.glsl counts them too.
inline constexpr std::uint32_t kept_beside = 2;

/// The programs that an effect's steps need. Each kind has its own, so that an effect pays only for the
/// features it uses.
struct StepKind {
    bool children = false;
    bool looks_back = false;  // children depend on the state of their parents before the step
    compact::ProducerCost producer_cost = compact::ProducerCost::cheap;
    effects::AttributePlanes planes;
    std::string stacks;  // path of the effect's stacks for steps
    /// Some codes are heavy and others are not; `light_producer_cost` is that of the others.
    bool mixes = false;
    compact::ProducerCost light_producer_cost = compact::ProducerCost::cheap;
    bool may_fold = true;     // a driver builds the step within the compactor's pass in a few seconds
    bool long_times = false;  // a float is too coarse for them

    /// Returns CHILDREN, STACKS, READ_PLANES and HELD_PLANES where there are several, and, if times are long,
    /// LONG_TIMES.
    gl::Defines defines() const;
    /// Returns the defines and the making of a folded step, with the heavy codes in it or peeled off.
    gl::Defines fold_defines(bool peeled) const;
    compact::ProducerCost fold_producer_cost(bool peeled) const {
        return peeled ? light_producer_cost : producer_cost;
    }
    /// Returns the shape of the particles' records, and how many elements of one a folded step makes.
    compact::RecordShape shape() const { return {columns_with(planes.all), std::max(planes.all, 1u)}; }
    std::uint32_t held() const { return shared::PARTICLE_COLUMNS + planes.held; }
    /// Returns how many elements of a particle a step keeps that is not folded, if a link looks back: those
    /// that it may change, the way, and where a surface stopped it.
    std::uint32_t kept() const { return held() + kept_beside; }
};
/// Where the words of a particle's attributes come from when its stack changes; as shaders/particles/
/// the section `attributes` of resize.comp reads them.
struct AttributeMoves {
    std::array<std::uint32_t, effects::max_attribute_words> from{}, value{};
};
static_assert(sizeof(AttributeMoves) == 2 * sizeof(std::uint32_t) * effects::max_attribute_words);
AttributeMoves moves_between(std::span<const effects::Attribute> before,
                             std::span<const effects::Attribute> after);

/// Returns COLUMNS and, if there are several, PLANES, for programs that read particles with so many planes of
/// attributes.
gl::Defines column_defines(std::uint32_t planes);
/// True if floats are too coarse for the times of a step; shaders/effects/long_times.glsl.
inline bool has_long_times(std::uint64_t step) {
    return step >= shared::FLOAT_STEPS;
}
/// Returns what a program needs that draws these particles: STACKS, those of their columns, LOOK_PLANES where
/// there are several, and, after a step with long times, LONG_TIMES.
gl::Defines look_defines(const effects::StackProgram& program, std::uint64_t step);

StepKind step_kind(const effects::Effect& effect, const effects::StackProgram& program);

/// True if, by an estimate, at most a quarter of the particles have heavy codes.
bool has_few_heavy(const effects::CompiledEffect& compiled);

/// Sets all members except index, births, capacity and the pointer's, which change from step to step, and
/// children_per_parent, which depends on the capacity.
shared::Step step_template(const effects::Effect& effect, std::uint32_t seed);

}  // namespace winnow::particles
