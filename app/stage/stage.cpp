#include "stage/stage.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "effects/compile/max_alive.h"
#include "effects/compile/properties.h"
#include "effects/compile/transform.h"
#include "render/draw_list.h"

namespace winnow::stage {
namespace {

constexpr std::uint32_t min_room = 256;  // particles of an instance
constexpr double endless = 1e9;          // no effect is meant to keep so many alive
constexpr std::uint32_t room_if_endless = 1u << 16;
constexpr std::uint32_t layers = 32;
constexpr double rounding = 1e-9;  // steps by which a sum of times may fall short

effects::Effect placed(effects::Effect effect, bool is_placed) {
    effect.is_placed = is_placed;
    return effect;
}

std::uint32_t room_for(const effects::CompiledEffect& compiled, float density) {
    double alive = 0;
    for (const double one : effects::max_alive_by_emitter(compiled.effect, compiled.stacks, compiled.rates,
                                                          compiled.bursts, density))
        alive += one;
    if (alive > endless) return room_if_endless;
    return std::max(min_room, static_cast<std::uint32_t>(std::ceil(alive)));
}

/// Returns the effect without births but those of children, whose parents live on.
effects::Compiled without_births(const effects::Compiled& compiled) {
    auto stopped = std::make_shared<effects::CompiledEffect>(*compiled);
    std::vector<effects::Emitter>& emitters = stopped->effect.emitters;
    for (effects::Emitter& emitter : emitters) {
        const auto bears = [&](const effects::Emitter& parent) {
            return std::ranges::any_of(parent.children,
                                       [&](const effects::Children& c) { return c.emitter == emitter.name; });
        };
        if (std::ranges::none_of(emitters, bears)) emitter.emits = false;
    }
    return stopped;
}

/// Returns the effect with the values of properties that it still has and still allows.
effects::Compiled with_properties(const effects::Compiled& compiled,
                                  const std::map<std::string, float>& values) {
    if (values.empty()) return compiled;
    effects::Effect changed = compiled->effect;
    for (const auto& [name, value] : values) {
        try {
            effects::set_property(changed, name, value);
        } catch (const Error&) {  // the new text has another idea of it
        }
    }
    return effects::compile(changed, compiled);
}

bool is_finite(const effects::Pose& pose) {
    const double sum = pose.position.x + pose.position.y + pose.position.z + pose.turn.x + pose.turn.y +
                       pose.turn.z + pose.turn.w;
    return std::isfinite(sum);
}

/// Returns the pose with a turn of length 1.
effects::Pose checked(effects::Pose pose) {
    if (!is_finite(pose)) bad_input("transform: has a number that is not finite");
    if (!(pose.scale >= 1e-4 && pose.scale <= 1e4))
        bad_input("transform: the scale must be 0.0001 to 10000, not {}", pose.scale);
    const double length = glm::length(pose.turn);
    if (!(std::abs(length - 1) <= 0.01)) bad_input("transform: the rotation must be a unit quaternion");
    pose.turn /= length;
    return pose;
}

effects::Pose between(const effects::Pose& from, const effects::Pose& to, double share) {
    return {glm::mix(from.position, to.position, share), glm::slerp(from.turn, to.turn, share),
            glm::mix(from.scale, to.scale, share)};
}

double checked_speed(double speed) {
    if (!(speed >= 0 && speed <= max_speed)) bad_input("speed: must be 0 to {}, not {}", max_speed, speed);
    return speed;
}

void check_layer(std::uint32_t layer) {
    if (layer >= layers) bad_input("layer: must be 0 to {}, not {}", layers - 1, layer);
}

}  // namespace

struct Stage::EffectEntry {
    effects::Compiled plain, placed;  // in the effect's own world, and at a place in the program's
    bool is_ready = false;

    const effects::Compiled& of(bool is_placed) const { return is_placed ? placed : plain; }
};

struct Stage::Instance {
    Handle effect = 0;
    std::optional<effects::Pose> pose, goal;  // where it is, and where it will be after the next steps
    effects::Compiled compiled;               // with its own properties
    std::map<std::string, float> properties;  // that it was given
    std::uint32_t seed = 1, layer = 0, capacity = 0;
    float density = 1;
    double speed = 1;
    bool is_paused = false, is_stopped = false;
    double owed = 0;                                    // steps that are due and not made
    std::unique_ptr<particles::Simulation> simulation;  // null until its effect is ready
    Figures figures;
    std::uint64_t counted = 0;     // the step that the figures are of
    std::uint64_t stopped_at = 0;  // the last step that may have had births

    void take_figures(const std::vector<particles::StepFigures>& all) {
        for (const particles::StepFigures& one : all) {
            counted = one.step;
            figures.alive = one.alive;
            figures.dropped += one.dropped;
            figures.bounds = one.bounds;
        }
    }
    /// Goes a share of the way to the goal.
    void go(double share) {
        if (!goal) return;
        pose = share < 1 ? between(*pose, *goal, share) : *goal;
        if (share >= 1) goal.reset();
        simulation->place(*pose);
    }
};

Stage::Stage(const gl::Facts& facts, const Options& options)
    : facts_(facts),
      options_(options),
      passes_(facts),
      suites_({facts_, shaders_, passes_}),
      effects_(Kind::effect),
      instances_(Kind::instance),
      renderer_(facts_, shaders_, passes_, &suites_.memory()) {
    if (options.budget == 0) bad_input("budget: must be at least one particle");
    suites_.available(options.algorithm.backend);
    shaders_.keep_programs();
    particles::declare_passes(passes_);
    effects::Effect nothing;
    nothing.emitters.front().emits = false;
    builder_ = make_simulation(effects::compile(nothing), min_room, 1);
}

Stage::~Stage() = default;

std::unique_ptr<particles::Simulation> Stage::make_simulation(const effects::Compiled& compiled,
                                                              std::uint32_t capacity, std::uint32_t seed) {
    const Algorithm by = suites_.resolve(options_.algorithm);
    const Algorithm fallback = suites_.resolve({Backend::glsl, {}, by.compaction});
    const ScanChoice child_scan = (by.backend == Backend::glsl ? by : fallback).scan;
    return std::make_unique<particles::Simulation>(
        gl::Tools{facts_, shaders_, passes_}, suites_.memory(), compiled, capacity, seed,
        suites_.make_compactor(fallback),
        [this, child_scan] { return suites_.of(Backend::glsl).make_scan(child_scan); },
        suites_.make_compactor(by));
}

Stage::EffectEntry& Stage::effect_of(Handle handle) const {
    EffectEntry* const found = effects_.find(handle);
    if (found == nullptr) bad_input("effect: no effect of this stage has the handle {:#x}", handle);
    return *found;
}

Stage::Instance& Stage::instance_of(Handle handle) const {
    Instance* const found = instances_.find(handle);
    if (found == nullptr) bad_input("instance: no instance of this stage has the handle {:#x}", handle);
    return *found;
}

bool Stage::has_effect(Handle effect) const {
    return effects_.find(effect) != nullptr;
}

std::uint32_t Stage::effect_count() const {
    return static_cast<std::uint32_t>(effects_.size());
}

bool Stage::exists(Handle instance) const {
    return instances_.find(instance) != nullptr;
}

std::uint32_t Stage::instance_count() const {
    return static_cast<std::uint32_t>(instances_.size());
}

Handle Stage::load(const effects::Effect& effect) {
    auto entry = std::make_unique<EffectEntry>();
    entry->plain = effects::compile(placed(effect, false));
    entry->placed = effects::compile(placed(effect, true));
    const gl::ShaderLibrary::Building building(shaders_);
    for (const effects::Compiled& compiled : {entry->plain, entry->placed}) {
        builder_->begin({.effect = compiled});
        particles::ParticleView living = builder_->living();
        living.program = std::shared_ptr<const effects::StackProgram>(compiled, &compiled->program);
        renderer_.load(scene_of(*compiled, living, 1, {}, {}));
    }
    return effects_.add(std::move(entry));
}

bool Stage::is_ready(Handle effect) {
    EffectEntry& entry = effect_of(effect);
    entry.is_ready = entry.is_ready || !shaders_.is_building();
    return entry.is_ready;
}

void Stage::reload(Handle effect, const effects::Effect& changed) {
    EffectEntry& entry = effect_of(effect);
    const effects::Compiled plain = effects::compile(placed(changed, false), entry.plain);
    const effects::Compiled moving = effects::compile(placed(changed, true), entry.placed);
    for (const auto& [handle, instance] : instances_)
        if (instance->effect == effect)
            change(*instance, with_properties(instance->pose ? moving : plain, instance->properties));
    entry.plain = plain;
    entry.placed = moving;
}

void Stage::unload(Handle effect) {
    effect_of(effect);
    std::vector<Handle> ending;
    for (const auto& [handle, instance] : instances_)
        if (instance->effect == effect) ending.push_back(handle);
    for (const Handle handle : ending) instances_.remove(handle);
    effects_.remove(effect);
}

std::uint64_t Stage::taken() const {
    std::uint64_t sum = 0;
    for (const auto& [handle, instance] : instances_) sum += instance->capacity;
    return sum;
}

Handle Stage::play(Handle effect, const Play& play) {
    const EffectEntry& entry = effect_of(effect);
    if (!(play.density >= 0 && play.density <= effects::max_density))
        bad_input("density: must be 0 to {}, not {}", effects::max_density, play.density);
    check_layer(play.layer);
    auto instance = std::make_unique<Instance>();
    if (play.pose) instance->pose = checked(*play.pose);
    instance->effect = effect;
    instance->compiled = entry.of(play.pose.has_value());
    instance->seed = play.seed;
    instance->density = play.density;
    instance->speed = checked_speed(play.speed);
    instance->layer = play.layer;
    const auto left =
        static_cast<std::uint32_t>(options_.budget - std::min<std::uint64_t>(taken(), options_.budget));
    if (left == 0)
        bad_input("budget: the instances have all {} particles; end some, or ask for more", options_.budget);
    instance->capacity = std::min(room_for(*instance->compiled, play.density), left);
    return instances_.add(std::move(instance));
}

/// Makes the simulation of an instance once its effect is ready. Returns false before that.
bool Stage::begin(Instance& instance) {
    if (instance.simulation) return true;
    if (!is_ready(instance.effect)) return false;
    instance.simulation = make_simulation(instance.compiled, instance.capacity, instance.seed);
    if (instance.density != 1) instance.simulation->change({.density = instance.density});
    if (instance.pose) instance.simulation->place(*instance.pose);
    if (instance.is_stopped) return true;
    for (std::uint64_t left = prewarm_steps(instance.compiled->effect); left > 0; --left) make_step(instance);
    return true;
}

void Stage::make_step(Instance& instance) {
    instance.simulation->settle();
    instance.take_figures(instance.simulation->take_figures());
    instance.simulation->step();
}

/// Takes another form of the effect; what lives, lives on.
void Stage::change(Instance& instance, const effects::Compiled& compiled) {
    if (instance.simulation) {
        instance.simulation->settle();
        instance.simulation->change({.effect = instance.is_stopped ? without_births(compiled) : compiled});
    }
    instance.compiled = compiled;
}

void Stage::move(Handle handle, const effects::Pose& pose) {
    Instance& instance = instance_of(handle);
    const effects::Pose next = checked(pose);
    if (!instance.pose) change(instance, effects::compile(placed(instance.compiled->effect, true)));
    if (!instance.pose || !instance.simulation)
        instance.pose = next;
    else
        instance.goal = next;
    if (instance.simulation) instance.simulation->place(*instance.pose);
}

void Stage::set_speed(Handle handle, double speed) {
    instance_of(handle).speed = checked_speed(speed);
}

void Stage::set_paused(Handle handle, bool paused) {
    instance_of(handle).is_paused = paused;
}

void Stage::set_layer(Handle handle, std::uint32_t layer) {
    check_layer(layer);
    instance_of(handle).layer = layer;
}

void Stage::set_property(Handle handle, const std::string& name, float value) {
    Instance& instance = instance_of(handle);
    effects::Effect changed = instance.compiled->effect;
    effects::set_property(changed, name, value);
    change(instance, effects::compile(changed, instance.compiled));
    instance.properties[name] = value;
}

void Stage::stop(Handle handle) {
    Instance& instance = instance_of(handle);
    if (std::exchange(instance.is_stopped, true)) return;
    if (instance.simulation) instance.stopped_at = instance.simulation->steps();
    change(instance, instance.compiled);
}

void Stage::kill(Handle handle) {
    instance_of(handle);
    instances_.remove(handle);
}

Figures Stage::figures(Handle handle) {
    Instance& instance = instance_of(handle);
    if (!instance.simulation) return {};
    instance.take_figures(instance.simulation->take_figures());
    instance.figures.step = instance.simulation->steps();
    return instance.figures;
}

std::uint64_t Stage::hash(Handle handle) {
    Instance& instance = instance_of(handle);
    if (!instance.simulation) return 0;
    instance.take_figures(instance.simulation->wait_figures());
    return instance.simulation->hash();
}

void Stage::advance(double seconds) {
    if (!(seconds >= 0 && seconds <= longest_advance))
        bad_input("seconds: must be 0 to {}, not {}", longest_advance, seconds);
    const gl::UntimedScope untimed(passes_);
    for (const auto& [handle, instance] : instances_) {
        if (instance->is_paused || !begin(*instance)) continue;
        instance->owed += seconds * instance->speed * instance->compiled->effect.steps_per_second;
        for (double due = std::floor(instance->owed + rounding); due > 0; --due, --instance->owed) {
            instance->go(1 / due);
            make_step(*instance);
        }
    }
    end_what_is_over();
}

void Stage::step() {
    const gl::UntimedScope untimed(passes_);
    for (const auto& [handle, instance] : instances_)
        if (!instance->is_paused && begin(*instance)) {
            instance->go(1);
            make_step(*instance);
        }
    end_what_is_over();
}

/// Ends instances without births whose last particle has died.
void Stage::end_what_is_over() {
    std::vector<Handle> over;
    for (const auto& [handle, instance] : instances_) {
        if (!instance->is_stopped) continue;
        if (instance->simulation) instance->take_figures(instance->simulation->take_figures());
        if (instance->counted >= instance->stopped_at && instance->figures.alive == 0) over.push_back(handle);
    }
    for (const Handle handle : over) instances_.remove(handle);
}

render::Scene Stage::scene_of(const effects::CompiledEffect& compiled, const particles::ParticleView& living,
                              float density, const particles::BlendReach& reach,
                              const render::HostView& view) const {
    const effects::Effect& effect = compiled.effect;
    render::Scene scene;
    scene.living = living;
    scene.plane.enabled = false;
    scene.folder = effect.folder;
    scene.covers = effects::covers(effect);
    scene.ribbons_cover = effects::has_covering_ribbons(effect);
    scene.shaded = effects::has_shading(effect);
    scene.density = density;
    scene.seconds = static_cast<double>(living.step) / effect.steps_per_second;
    scene.scenery = effect.scenery;
    scene.scenery.objects.clear();
    scene.scenery.fog = {};
    scene.scenery.ground = effects::Ground::none;
    scene.transparent = true;
    scene.host = render::Host{view, {}};
    scene.order.sorts = scene.covers;
    scene.order.step = living.step;
    scene.order.bounds = render::bounds_of(*living.program);
    scene.order.bounds.largest_radius += reach.metres;
    scene.order.bounds.longest_stretch += 2 * reach.seconds;  // half of it lies on each side
    scene.by_tiles =
        options_.drawing == Drawing::automatic ? !facts_.software : options_.drawing == Drawing::tiles;
    return scene;
}

const render::Target& Stage::draw_layer(const Picture& picture) {
    if (picture.size.width <= 0 || picture.size.height <= 0)
        bad_input("size: must be at least one pixel each way, not {}x{}", picture.size.width,
                  picture.size.height);
    const gl::UntimedScope untimed(passes_);
    struct Drawn {
        std::uint32_t layer;
        double ahead;  // metres
        Instance* instance;
    };
    std::vector<Drawn> drawn;
    const render::Sight& sight = picture.view.sight;
    for (const auto& [handle, instance] : instances_) {
        if (!instance->simulation || (picture.layers >> instance->layer & 1) == 0) continue;
        const glm::dvec3 place = instance->pose ? instance->pose->position : glm::dvec3(0);
        drawn.push_back({instance->layer, glm::dot(place - glm::dvec3(sight.eye), glm::dvec3(sight.forward)),
                         instance.get()});
    }
    std::ranges::sort(drawn, [](const Drawn& a, const Drawn& b) {
        return a.layer != b.layer ? a.layer < b.layer : a.ahead > b.ahead;
    });
    std::vector<render::Scene> scenes;
    for (const Drawn& one : drawn) {
        const particles::Simulation& simulation = *one.instance->simulation;
        scenes.push_back(scene_of(*one.instance->compiled, simulation.living(), one.instance->density,
                                  simulation.blend_reach(), picture.view));
        scenes.back().order.bounds.largest_radius *= simulation.scale();
        scenes.back().host->depth = picture.depth;
    }
    const render::Target& layer = renderer_.draw_layer(scenes, picture.size);
    for (const Drawn& one : drawn)
        if (one.instance->compiled->program.sees_depth) one.instance->simulation->set_seen(renderer_.seen());
    return layer;
}

void Stage::draw(const Picture& picture) {
    renderer_.compose(draw_layer(picture), picture.view, picture.target);
}

}  // namespace winnow::stage
