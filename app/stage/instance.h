// The instances of effects, and how they begin: by themselves, by a trigger, or from a state that was saved.
#pragma once

#include <glm/glm.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "effects/compile/compiled_effect.h"
#include "effects/compile/transform.h"
#include "particles/columns.h"
#include "particles/instance_queries.h"
#include "particles/instances.h"
#include "stage/detail.h"
#include "stage/handles.h"

namespace winnow::stage {

inline constexpr std::uint32_t layer_count = 32;

/// How many times faster than the program's time an instance may run.
inline constexpr double max_speed = 16;

/// How an instance begins.
struct Play {
    std::optional<effects::Pose> pose = {};  // empty: the effect's own world is the program's
    std::uint32_t seed = 1;
    float density = 1;        // factor on the births, 0 to effects::max_density
    double speed = 1;         // 0 to max_speed
    std::uint32_t layer = 0;  // 0 to 31
    std::optional<float> prewarm =
        {};  // seconds before the first step, 0 to max_prewarm; empty: the effect's
    std::optional<particles::FloorPlace> floor = {};  // empty: at its own place
    float significance = 1;                           // finite, 0 or more
};

/// The most seconds that an instance can be prewarmed.
inline constexpr float max_prewarm = 600;

/// Births of one emitter at a place.
struct Trigger {
    std::string emitter;      // its name
    std::uint32_t count = 1;  // 1 to max_triggered
    glm::dvec3 position{0};
    glm::dvec3 direction{0, 1, 0};  // of what goes up in the effect's file; of any length but 0
};

/// The most births of a trigger.
inline constexpr std::uint32_t max_triggered = 1u << 24;

/// An instance between two steps, with which another one goes on.
struct Saved {
    Play play;
    bool is_paused = false, is_stopped = false;
    effects::Effect effect;  // with the instance's own properties
    particles::State state;
};

/// The steps of all instances that make as many in a second.
struct Tempo {
    double owed = 0;        // steps that time has brought, and that are not made
    std::uint32_t due = 0;  // steps to be made now
};

class Pool;

/// Births of one emitter in a step.
struct Burst {
    std::uint32_t emitter = 0;  // its number in the effect's list
    std::uint32_t count = 0;
};

/// The least room of an instance, particles.
inline constexpr std::uint32_t min_room = 256;

/// An instance, but for its particles.
struct Instance {
    Handle handle = 0, effect = 0;
    std::optional<effects::Pose> pose, goal;     // where it is, and where it will be after the next steps
    effects::Compiled compiled;                  // with its own properties
    std::map<std::string, float> properties;     // that it was given
    std::optional<particles::FloorPlace> floor;  // of another place
    std::uint32_t seed = 1, layer = 0;
    std::uint32_t whole = 0;  // particles that it would have with all of its births
    std::uint32_t room = 0;   // those that it gets of the budget
    double share = 1;         // of its births, by its distance
    Detail detail;            // of its effect
    float significance = 1;
    float density = 1;
    double speed = 1;
    bool is_paused = false, is_stopped = false;
    std::uint32_t prewarm = 0;                     // steps at once before the first
    std::optional<Burst> burst;                    // all of its births, until that step
    std::uint32_t triggered = 0;                   // bursts of other instances that it gave rise to
    std::unique_ptr<const particles::State> from;  // until it is in a pool; null: it begins
    std::shared_ptr<Tempo> tempo;
    Pool* pool = nullptr;          // null until its effect is ready
    std::uint32_t row = 0;         // in the pool
    std::size_t place = 0;         // among the instances of its tempo in the pool
    std::uint64_t begun = 0;       // steps of the pool before its first
    std::uint64_t stopped_at = 0;  // the last step of the pool that may have had births

    /// Returns how many particles it would have, at its distance.
    std::uint32_t wish() const { return static_cast<std::uint32_t>(std::ceil(share * whole)); }
};

/// The figures of an instance: the newest that have arrived, since figures were asked for.
struct Figures {
    std::uint64_t step = 0;  // the last one that was made
    std::uint32_t alive = 0;
    std::uint64_t dropped = 0;              // births without room, of all steps
    std::uint32_t wished = 0, granted = 0;  // particles that it would have, and those for which it has room
    std::optional<particles::Box> bounds;   // of the living particles' positions, in the world
};

/// True if an instance gets its room before another one: the more significant, else the older.
bool comes_before(const Instance& one, const Instance& other);

// All throw Error(bad_input), one line, if a number is out of its range or a name is none.

/// Returns the pose with a turn of length 1.
effects::Pose checked(effects::Pose pose);
double checked_speed(double speed);
void check_layer(std::uint32_t layer);
float checked_significance(float significance);

/// Returns an instance as it begins, without its effect.
std::unique_ptr<Instance> instance_as(const Play& play);
particles::FloorPlace floor_of(const Instance& instance);
/// Returns the place of an emitter in the effect's list.
std::uint32_t emitter_named(const effects::Effect& effect, const std::string& name);
/// Returns the shortest turn of what goes up to a direction.
glm::dquat turn_to(const glm::dvec3& direction);
/// Returns the steps that an instance makes at once before its first; `seconds`: as the caller asks, empty:
/// as the effect does.
std::uint32_t prewarm_steps_of(effects::Effect effect, std::optional<float> seconds);

/// Returns the state of an instance before its first step.
particles::State state_before(const effects::CompiledEffect& compiled);
/// Lets an instance that waits begin as another effect: its burst is that of the emitter of the same name.
/// Returns false if the effect lacks that, or the particles of its state.
bool can_begin_as(Instance& instance, const effects::CompiledEffect& other);
/// Throws unless particles of an effect can be those of another one.
void require_same_particles(const effects::CompiledEffect& compiled, const effects::Effect& other);

}  // namespace winnow::stage
