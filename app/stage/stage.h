// A stage on which another program plays effects: it loads them, plays instances of them, steps these and
// draws them into the program's picture, in the program's own OpenGL context.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compact/suite.h"
#include "effects/compile/compiled_effect.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/columns.h"
#include "particles/simulation.h"
#include "render/targets.h"
#include "stage/budget.h"
#include "stage/events.h"
#include "stage/handles.h"
#include "stage/instance.h"
#include "stage/loaded_effect.h"
#include "stage/pool_renderer.h"
#include "stage/pools.h"

namespace winnow::stage {

struct Options {
    std::uint32_t budget = 1u << 22;  // particles for which all instances together have room
    Algorithm algorithm = {};
    Drawing drawing = Drawing::automatic;
    bool deals = false;  // a budget that is short is dealt by significance; otherwise play() refuses
    std::uint32_t event_room = 4096;  // events of a step of instances that are alike; others are lost
};

/// The most seconds that may pass at once, for each of which all steps are made.
inline constexpr double longest_advance = 60;

/// The most places from which a stage is seen.
inline constexpr std::size_t max_viewers = 16;

/// The columns of an instance's particles as shaders/particles/particle.glsl has them, and their addresses in
/// CUDA; none if there is no particle.
struct CudaColumns {
    std::uint32_t count = 0;
    std::array<const std::byte*, shared::PARTICLE_COLUMNS> addresses{};
    std::array<gl::Buffer, shared::PARTICLE_COLUMNS> memory{};
};

/// Everything is called on the thread of the context. Handles that name nothing, or something else, are
/// refused with Error(bad_input); so are numbers out of their ranges. What fails changes nothing.
class Stage {
  public:
    /// Precondition: the context is current, and outlives the stage. Throws Error(absent) if the backend
    /// cannot work here.
    Stage(const gl::Facts& facts, const Options& options);
    ~Stage();
    Stage(const Stage&) = delete;

    // --- effects

    /// Checks an effect and begins to build its programs. Throws Error(bad_input), one line.
    Handle load(const effects::Effect& effect);
    /// True once the programs of its placed form are built, and of the plain one if an instance of that was
    /// played: instances make their first step then. Waits for no program, but
    /// takes over some that the driver has built.
    bool is_ready(Handle effect);
    /// Lets the effect be another one for all of its instances, once its programs are built; what lives,
    /// lives on.
    void reload(Handle effect, const effects::Effect& changed);
    /// Forgets an effect; its instances end.
    void unload(Handle effect);
    bool has_effect(Handle effect) const;
    /// Returns its newest text.
    const effects::Effect& effect(Handle effect) const;
    std::uint32_t effect_count() const;
    /// Says how the instances of an effect thin out by their distance from the viewers.
    void set_detail(Handle effect, const Detail& detail);
    /// Says from where instances are seen. Precondition: at most max_viewers places.
    void set_viewers(std::span<const glm::dvec3> places);

    // --- instances

    /// The instance makes its first step once the effect is ready. It asks for room for all particles that
    /// the effect can have alive, or for what the budget has left. Instances of effects that are alike share
    /// their room: births beyond it are dropped and counted. If the stage deals, it gets its room with the
    /// next step; otherwise throws Error(bad_input) too if nothing is left.
    Handle play(Handle effect, const Play& play);
    bool exists(Handle instance) const;
    std::uint32_t instance_count() const;
    /// Moves it in the steps that are made at once next: births lie along the way.
    void move(Handle instance, const effects::Pose& pose);
    void set_speed(Handle instance, double speed);
    void set_paused(Handle instance, bool paused);
    void set_layer(Handle instance, std::uint32_t layer);
    /// From the next step on a short budget is dealt by it: `significance` is finite, and 0 or more.
    void set_significance(Handle instance, float significance);
    void set_property(Handle instance, const std::string& name, float value);
    /// Returns a number for the name of one of the effect's properties. Throws Error(bad_input) if it has
    /// none of that name.
    std::uint32_t number_of_property(Handle effect, const std::string& name);
    /// Returns the name; throws Error(bad_input) if it has none.
    const std::string& name_of_property(std::uint32_t number) const;
    /// Plays a burst at a place, as an instance of its own that ends with the last of its particles; it has
    /// the scale, speed, layer and properties that this one has now. Throws Error(bad_input) too if the
    /// effect has no emitter of that name.
    Handle trigger(Handle instance, const Trigger& trigger);
    /// Ends the births; the living live on, and the instance ends with the last of them.
    void stop(Handle instance);
    /// Ends it with all of its particles.
    void kill(Handle instance);
    Figures figures(Handle instance) const;
    /// Returns everything that its further steps depend on, but for the part of a step that time has brought.
    /// Waits for the GPU.
    Saved save(Handle instance);
    /// Plays an instance that goes on from a state, once the effect is ready: it must have the emitters that
    /// the saved one had, whose particles have the same attributes. Properties that it has too have the saved
    /// values. Throws as play() does. What it costs then grows with all particles that share its programs.
    Handle restore(Handle effect, Saved saved);
    /// Returns its particles in order; `emitter` is the number of their emitter in the effect's list, or
    /// no_emitter if it was edited away. Waits for the GPU.
    std::vector<particles::Particle> read(Handle instance);
    /// Copies its particles into memory that CUDA reads, where they stay until the next call. Waits for the
    /// GPU. Throws Error(absent) if CUDA does not work here.
    const CudaColumns& read_for_cuda(Handle instance);
    /// Returns the hash of its particles, as `winnow render --trace` writes it for the same steps. Waits for
    /// the GPU; then figures() are those of the last step.
    std::uint64_t hash(Handle instance);

    // --- time and the picture

    /// Lets 0 to longest_advance seconds pass: each instance makes the whole steps that are due to it, and
    /// the rest is kept.
    void advance(double seconds);
    /// Lets each instance that is not paused make one step.
    void step();
    /// Returns what happened since it was asked last, a step or two late, and how many events there were
    /// beside these. Those of a pool are in order of its steps, those of a step in order of births. Waits for
    /// nothing.
    std::pair<std::vector<Event>, std::uint64_t> take_events();
    /// Draws all instances over the picture. Waits for nothing.
    void draw(const Picture& picture);
    /// Draws over the picture where the instances are, and who got how much of the budget.
    void draw_debug(const Picture& picture);
    /// Draws them as a layer for the picture, whose target is not used. It stays as it is until the next
    /// picture. Waits for nothing.
    Layer draw_layer(const Picture& picture);

    const Budget& budget() const { return budget_; }

  private:
    LoadedEffect& effect_of(Handle handle) const;
    Figures figures_of(const Instance& instance) const;
    Instance& instance_of(Handle handle) const;
    std::vector<Instance*> instances_with(Handle effect) const;
    std::vector<gl::Program> begin_to_build(std::span<const effects::Compiled> all);
    void provide_plain(LoadedEffect& loaded);
    void poll(Handle effect, LoadedEffect& loaded);
    void take_next(Handle effect, LoadedEffect& loaded);
    void give(Handle effect, const Forms& forms);
    void drop_pools();
    std::unique_ptr<particles::Simulation> make_simulation(const effects::Compiled& compiled,
                                                           std::uint32_t capacity,
                                                           std::shared_ptr<particles::Instances> instances);
    Handle add(Handle effect, std::unique_ptr<Instance> instance, std::uint32_t room);
    void thin_out();
    void begin_what_is_ready();
    void begin(Instance& instance);
    void prewarm(Instance& instance);
    std::shared_ptr<Tempo> tempo_of(const Instance& instance);
    void choose_tempo(Instance& instance);
    void make_steps();
    void change(std::span<Instance* const> instances, std::span<const effects::Compiled> effects);
    void end(Handle handle);
    void tell_end(const Instance& instance);
    void end_what_is_over();

    const gl::Facts& facts_;
    const Options options_;
    gl::ShaderLibrary shaders_;
    gl::Passes passes_;
    Suites suites_;
    Handles<LoadedEffect> effects_;
    Handles<Instance> instances_;
    Budget budget_;
    Pools pools_;
    std::vector<std::string> property_names_;  // by number, less 1
    std::vector<Handle> waiting_, stopped_;    // instances: for their effects, for their last particles
    std::map<double, std::shared_ptr<Tempo>> tempos_;  // by rate; `paused` among them
    std::vector<glm::dvec3> viewers_;
    bool is_to_be_thinned_ = false;  // though there are no viewers any more
    Events events_;
    bool drops_later_ = false;  // pools without instances, whose events are on their way
    CudaColumns cuda_columns_;
    std::unique_ptr<particles::Simulation> builder_;  // without particles: it builds programs for the others
    PoolRenderer renderer_;
    std::vector<gl::Program> common_;  // that pictures of all effects are drawn with
};

}  // namespace winnow::stage
