#include "stage/stage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "effects/compile/properties.h"
#include "effects/compile/transform.h"
#include "gl/fence.h"
#include "stage/debug_draw.h"

namespace winnow::stage {
namespace {

constexpr double rounding = 1e-9;  // steps by which a sum of times may fall short

constexpr double paused = -1;  // steps per second of the tempo of paused instances

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

}  // namespace

Stage::Stage(const gl::Facts& facts, const Options& options)
    : facts_(facts),
      options_(options),
      shaders_({}, {{particles::instances_define, "1"}}),
      passes_(facts),
      suites_({facts_, shaders_, passes_}),
      effects_(Kind::effect),
      instances_(Kind::instance),
      budget_(options.budget, options.deals),
      pools_(options.budget,
             [this](const effects::Compiled& compiled, std::uint32_t capacity,
                    std::shared_ptr<particles::Instances> instances) {
                 return make_simulation(compiled, capacity, std::move(instances));
             }),
      renderer_({facts_, shaders_, passes_}, suites_.memory(), options.drawing) {
    if (options.event_room == 0 || options.event_room > particles::Reports::max_room)
        bad_input("events: must be 1 to {}, not {}", particles::Reports::max_room, options.event_room);
    suites_.available(options.algorithm.backend);
    shaders_.keep_programs();
    particles::declare_passes(passes_);
    effects::Effect nothing;
    nothing.emitters.front().emits = false;
    builder_ = make_simulation(effects::compile(nothing), min_room, std::make_shared<particles::Instances>());
    const gl::ShaderLibrary::Building building(shaders_);
    renderer_.load_common();
    common_ = building.begun();
}

Stage::~Stage() = default;

std::unique_ptr<particles::Simulation> Stage::make_simulation(
    const effects::Compiled& compiled, std::uint32_t capacity,
    std::shared_ptr<particles::Instances> instances) {
    const Algorithm by = suites_.resolve(options_.algorithm);
    const Algorithm fallback = suites_.resolve({Backend::glsl, {}, by.compaction});
    const ScanChoice child_scan = (by.backend == Backend::glsl ? by : fallback).scan;
    return std::make_unique<particles::Simulation>(
        gl::Tools{facts_, shaders_, passes_}, suites_.memory(), compiled, capacity, 1,
        suites_.make_compactor(fallback),
        [this, child_scan] { return suites_.of(Backend::glsl).make_scan(child_scan); },
        suites_.make_compactor(by), std::move(instances), options_.event_room);
}

LoadedEffect& Stage::effect_of(Handle handle) const {
    LoadedEffect* const found = effects_.find(handle);
    if (found == nullptr) bad_input("effect: no effect of this stage has the handle {:#x}", handle);
    return *found;
}

Instance& Stage::instance_of(Handle handle) const {
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

/// Begins to build the programs of compiled effects, and returns those that are not built, with those of all.
std::vector<gl::Program> Stage::begin_to_build(std::span<const effects::Compiled> all) {
    const gl::ShaderLibrary::Building building(shaders_);
    for (const effects::Compiled& compiled : all) {
        builder_->begin({.effect = compiled});
        particles::ParticleView living = builder_->living();
        living.program = std::shared_ptr<const effects::StackProgram>(compiled, &compiled->program);
        renderer_.load(*compiled, living);
    }
    std::vector<gl::Program> programs = building.begun();
    std::ranges::copy_if(common_, std::back_inserter(programs), &gl::Program::is_being_built);
    return programs;
}

Handle Stage::load(const effects::Effect& effect) {
    const Forms forms = compiled_forms(effect);
    return effects_.add(std::make_unique<LoadedEffect>(forms, begin_to_build(std::span(&forms.placed, 1))));
}

/// Begins to build the programs of the plain form, for an instance that will need them. Waits for them if
/// others could begin at once.
void Stage::provide_plain(LoadedEffect& loaded) {
    if (!loaded.has_plain()) loaded.begin_plain(begin_to_build(std::span(&loaded.forms().plain, 1)));
    if (loaded.is_ready(true)) loaded.finish_plain();
}

bool Stage::is_ready(Handle effect) {
    LoadedEffect& loaded = effect_of(effect);
    poll(effect, loaded);
    return loaded.is_newest_ready();
}

/// Goes on with what an effect waits for. One that becomes ready gets a pool, so that its first instance in
/// the program's world begins at once; then its plain form is built.
void Stage::poll(Handle effect, LoadedEffect& loaded) {
    const bool was_ready = loaded.is_ready(true);
    if (loaded.is_newest_ready() && loaded.is_ready(false)) return;
    if (loaded.is_newest_ready() && !loaded.has_plain())
        loaded.begin_plain(begin_to_build(std::span(&loaded.forms().plain, 1)));
    loaded.go_on_building();
    if (loaded.is_next_built()) return take_next(effect, loaded);
    if (!was_ready && loaded.is_ready(true) && pools_.left() >= min_room)
        pools_.pool_for(loaded.forms().placed, 1, 0);
}

std::vector<Instance*> Stage::instances_with(Handle effect) const {
    std::vector<Instance*> found;
    for (const auto& [handle, instance] : instances_)
        if (instance->effect == effect) found.push_back(instance.get());
    return found;
}

void Stage::reload(Handle effect, const effects::Effect& changed) {
    LoadedEffect& loaded = effect_of(effect);
    const Forms next = compiled_forms(changed, loaded.newest());
    loaded.reload(next, begin_to_build(std::array{next.placed, next.plain}));
    if (!loaded.is_ready(true)) return give(effect, next);
    if (loaded.is_next_built()) take_next(effect, loaded);
}

void Stage::take_next(Handle effect, LoadedEffect& loaded) {
    loaded.take_next([&](const Forms& next) { give(effect, next); });
}

/// Lets the instances of an effect go on with other forms. Those that wait with a burst or a state that these
/// have not end.
void Stage::give(Handle effect, const Forms& forms) {
    std::vector<Instance*> instances;
    std::vector<effects::Compiled> effects;
    for (Instance* const instance : instances_with(effect)) {
        const effects::Compiled& next = forms.of(instance->pose.has_value());
        if (instance->pool == nullptr && !can_begin_as(*instance, *next)) {
            end(instance->handle);
            continue;
        }
        instances.push_back(instance);
        effects.push_back(with_properties(next, instance->properties));
    }
    change(instances, effects);
}

void Stage::unload(Handle effect) {
    effect_of(effect);
    std::vector<Handle> ending;
    for (const auto& [handle, instance] : instances_)
        if (instance->effect == effect) ending.push_back(handle);
    for (const Handle handle : ending) end(handle);
    effects_.remove(effect);
    drop_pools();
}

/// Frees the pools without instances, but for those that most instances of the loaded effects come to.
void Stage::drop_pools() {
    drops_later_ = false;
    pools_.drop_empty([&](const Pool& pool) {
        if (pool.simulation().has_reports()) return drops_later_ = true;

        if (pool.density() != 1 || particles::needs_own_simulation(pool.effect()->effect)) return false;
        return std::ranges::any_of(effects_, [&](const auto& one) {
            const Forms& forms = one.second->forms();
            return pool.is_alike(*forms.plain) || pool.is_alike(*forms.placed);
        });
    });
}

const effects::Effect& Stage::effect(Handle effect) const {
    return effect_of(effect).newest().plain->effect;
}

Handle Stage::play(Handle effect, const Play& play) {
    LoadedEffect& loaded = effect_of(effect);
    std::unique_ptr<Instance> instance = instance_as(play);
    if (!play.pose) provide_plain(loaded);
    instance->compiled = loaded.forms().of(play.pose.has_value());
    instance->prewarm = prewarm_steps_of(instance->compiled->effect, play.prewarm);
    return add(effect, std::move(instance), loaded.room(play.density));
}

/// Adds an instance, which waits for its effect, and which asks for so much room.
Handle Stage::add(Handle effect, std::unique_ptr<Instance> instance, std::uint32_t room) {
    budget_.add(*instance, room);
    instance->effect = effect;
    instance->detail = effect_of(effect).detail;
    Instance& added = *instance;
    const Handle handle = added.handle = instances_.add(std::move(instance));
    waiting_.push_back(handle);
    return handle;
}

Handle Stage::trigger(Handle handle, const Trigger& trigger) {
    Instance& from = instance_of(handle);
    const effects::Compiled placed_form =
        from.pose ? from.compiled : with_properties(effect_of(from.effect).forms().placed, from.properties);
    const std::uint32_t emitter = emitter_named(placed_form->effect, trigger.emitter);
    if (trigger.count == 0 || trigger.count > max_triggered)
        bad_input("count: must be 1 to {}, not {}", max_triggered, trigger.count);
    const double scale = from.pose ? from.pose->scale : 1;
    auto instance = instance_as({.pose = effects::Pose{trigger.position, turn_to(trigger.direction), scale},
                                 .seed = from.seed + ++from.triggered,
                                 .density = from.density,
                                 .speed = from.speed,
                                 .layer = from.layer,
                                 .floor = floor_of(from),
                                 .significance = from.significance});
    instance->compiled = placed_form;
    instance->properties = from.properties;
    instance->is_paused = from.is_paused;
    instance->is_stopped = true;
    instance->burst = {emitter, trigger.count};
    const Handle burst = add(from.effect, std::move(instance), std::max(min_room, trigger.count));
    stopped_.push_back(burst);
    return burst;
}

Saved Stage::save(Handle handle) {
    const Instance& instance = instance_of(handle);
    if (instance.burst) bad_input("instance: its burst is still to come; save it after its first step");
    Saved saved;
    const auto steps_per_second = static_cast<float>(instance.compiled->effect.steps_per_second);
    saved.play = {instance.pose,    instance.seed,
                  instance.density, instance.speed,
                  instance.layer,   static_cast<float>(instance.prewarm) / steps_per_second,
                  instance.floor,   instance.significance};
    saved.is_paused = instance.is_paused;
    saved.is_stopped = instance.is_stopped;
    saved.effect = instance.compiled->effect;
    saved.state = instance.pool != nullptr ? instance.pool->save(instance)
                  : instance.from          ? *instance.from
                                           : state_before(*instance.compiled);
    return saved;
}

Handle Stage::restore(Handle effect, Saved saved) {
    LoadedEffect& loaded = effect_of(effect);
    std::unique_ptr<Instance> instance = instance_as(saved.play);
    for (const effects::Property& property : saved.effect.properties)
        if (!property.value.is_computed()) instance->properties[property.name] = property.value.number;
    instance->compiled = with_properties(loaded.forms().of(instance->pose.has_value()), instance->properties);
    require_same_particles(*instance->compiled, saved.effect);
    if (!instance->pose) provide_plain(loaded);
    instance->is_paused = saved.is_paused;
    const bool is_stopped = instance->is_stopped = saved.is_stopped;
    const std::uint32_t room = std::max(loaded.room(saved.play.density), saved.state.alive());
    if (saved.state.alive() > budget_.left())
        bad_input("budget: the state has {} particles, and there is room for {}", saved.state.alive(),
                  budget_.left());
    if (saved.state.step > 0)
        instance->from = std::make_unique<const particles::State>(std::move(saved.state));
    const Handle handle = add(effect, std::move(instance), room);
    if (is_stopped) stopped_.push_back(handle);
    return handle;
}

void Stage::set_detail(Handle effect, const Detail& detail) {
    check(detail);
    effect_of(effect).detail = detail;
    for (Instance* const instance : instances_with(effect)) instance->detail = detail;
    is_to_be_thinned_ = true;
}

void Stage::set_viewers(std::span<const glm::dvec3> places) {
    for (const glm::dvec3& place : places)
        if (!std::isfinite(place.x + place.y + place.z)) bad_input("viewers: must be finite numbers");
    viewers_.assign(places.begin(), places.end());
    is_to_be_thinned_ = true;
}

/// Lets instances have births by their distance; they move, and so may those who see them.
void Stage::thin_out() {
    const bool thins = !viewers_.empty() && std::ranges::any_of(effects_, [](const auto& one) {
        return one.second->detail.far_share < 1;
    });
    if (!thins && !is_to_be_thinned_) return;
    is_to_be_thinned_ = false;
    for (const auto& [handle, instance] : instances_)
        budget_.set_share(*instance,
                          share_at(instance->detail, instance->pose.value_or(effects::Pose{}), viewers_));
}

/// Takes texts whose programs are built, and puts instances whose effects are ready into pools.
void Stage::begin_what_is_ready() {
    thin_out();
    budget_.deal(instances_, pools_);
    for (const auto& [effect, loaded] : effects_) poll(effect, *loaded);
    for (std::size_t i = 0; i < waiting_.size();) {
        Instance* const instance = instances_.find(waiting_[i]);
        if (instance != nullptr && !effect_of(instance->effect).is_ready(instance->pose.has_value())) {
            ++i;
            continue;
        }
        waiting_[i] = waiting_.back();
        waiting_.pop_back();
        if (instance != nullptr) begin(*instance);
    }
}

void Stage::begin(Instance& instance) {
    instance.tempo = tempo_of(instance);
    pools_.pool_for(instance.compiled, instance.density, instance.room).add(instance);
    if (!instance.is_stopped && instance.prewarm > 0) prewarm(instance);
}

/// Makes the first steps at once, while the others in the pool wait.
void Stage::prewarm(Instance& instance) {
    const auto own = std::make_shared<Tempo>();
    own->due = instance.prewarm;
    const std::shared_ptr<Tempo> next = instance.tempo;
    instance.pool->set_tempo(instance, own);
    instance.pool->make_steps();
    instance.pool->set_tempo(instance, next);
}

std::shared_ptr<Tempo> Stage::tempo_of(const Instance& instance) {
    const double rate =
        instance.is_paused ? paused : instance.speed * instance.compiled->effect.steps_per_second;
    std::shared_ptr<Tempo>& tempo = tempos_[rate];
    if (!tempo) tempo = std::make_shared<Tempo>();
    return tempo;
}

void Stage::choose_tempo(Instance& instance) {
    if (instance.pool == nullptr) return;
    const std::shared_ptr<Tempo> before = instance.tempo, now = tempo_of(instance);
    if (now.use_count() == 2) now->owed = before->owed;  // nobody else has it: the rest of a step is kept
    instance.pool->set_tempo(instance, now);
}

/// Gives instances other effects, and the tempos that these have.
void Stage::change(std::span<Instance* const> instances, std::span<const effects::Compiled> effects) {
    pools_.change(instances, effects);
    for (Instance* const instance : instances) choose_tempo(*instance);
}

void Stage::move(Handle handle, const effects::Pose& pose) {
    Instance& instance = instance_of(handle);
    const effects::Pose next = checked(pose);
    if (!instance.pose) {
        Instance* const one = &instance;
        effects::Effect changed = instance.compiled->effect;
        changed.is_placed = true;
        const effects::Compiled moving = effects::compile(changed);
        change(std::span(&one, 1), std::span(&moving, 1));
        if (instance.pool != nullptr) return instance.pool->put(instance, next);
    }
    if (instance.pool == nullptr)
        instance.pose = next;
    else
        instance.pool->move(instance, next);
}

void Stage::set_speed(Handle handle, double speed) {
    Instance& instance = instance_of(handle);
    instance.speed = checked_speed(speed);
    choose_tempo(instance);
}

void Stage::set_paused(Handle handle, bool is_paused) {
    Instance& instance = instance_of(handle);
    instance.is_paused = is_paused;
    choose_tempo(instance);
}

void Stage::set_significance(Handle handle, float significance) {
    budget_.set_significance(instance_of(handle), significance);
}

void Stage::set_layer(Handle handle, std::uint32_t layer) {
    check_layer(layer);
    Instance& instance = instance_of(handle);
    if (instance.pool == nullptr)
        instance.layer = layer;
    else
        instance.pool->set_layer(instance, layer);
}

void Stage::set_property(Handle handle, const std::string& name, float value) {
    Instance* const instance = &instance_of(handle);
    effects::Effect changed = instance->compiled->effect;
    effects::set_property(changed, name, value);
    const effects::Compiled compiled = effects::compile(changed, instance->compiled);
    change(std::span(&instance, 1), std::span(&compiled, 1));
    instance->properties[name] = value;
}

std::uint32_t Stage::number_of_property(Handle effect, const std::string& name) {
    effects::settable_property(this->effect(effect), name);
    auto found = std::ranges::find(property_names_, name);
    if (found == property_names_.end()) found = property_names_.insert(found, name);
    return static_cast<std::uint32_t>(found - property_names_.begin()) + 1;
}

const std::string& Stage::name_of_property(std::uint32_t number) const {
    if (number == 0 || number > property_names_.size())
        bad_input("property: no property has the number {}", number);
    return property_names_[number - 1];
}

void Stage::stop(Handle handle) {
    Instance& instance = instance_of(handle);
    if (std::exchange(instance.is_stopped, true)) return;
    if (instance.pool != nullptr) instance.pool->stop(instance);
    stopped_.push_back(handle);
}

void Stage::kill(Handle handle) {
    instance_of(handle);
    end(handle);
}

void Stage::end(Handle handle) {
    Instance& instance = instance_of(handle);
    budget_.remove(instance);
    Pool* const pool = instance.pool;
    if (pool != nullptr) pool->remove(instance);
    instances_.remove(handle);
    if (pool != nullptr && pool->size() == 0) drop_pools();
}

Figures Stage::figures(Handle handle) const {
    return figures_of(instance_of(handle));
}

Figures Stage::figures_of(const Instance& instance) const {
    Figures figures;
    figures.wished = instance.wish();
    figures.granted = instance.room;
    if (instance.pool == nullptr) return figures;
    figures.step = instance.pool->steps_of(instance);
    if (const auto newest = instance.pool->figures(instance)) {
        figures.alive = newest->alive;
        figures.dropped = newest->dropped + instance.pool->cut(instance);
        figures.bounds = newest->bounds;
    }
    return figures;
}

std::vector<particles::Particle> Stage::read(Handle handle) {
    const Instance& instance = instance_of(handle);
    if (instance.pool == nullptr) return {};
    std::vector<particles::Particle> all = instance.pool->simulation().read_living(instance.row);
    const std::vector<std::uint32_t>& slots = instance.pool->slots_of(instance);
    for (particles::Particle& one : all) {
        const auto emitter = std::ranges::find(slots, one.emitter);
        one.emitter =
            emitter == slots.end() ? no_emitter : static_cast<std::uint32_t>(emitter - slots.begin());
    }
    return all;
}

const CudaColumns& Stage::read_for_cuda(Handle handle) {
    const Instance& instance = instance_of(handle);
    const Suite& cuda = suites_.available(Backend::cuda);
    CudaColumns read;
    if (instance.pool != nullptr) {
        const particles::ColumnSet taken = instance.pool->simulation().take_out(instance.row);
        read.count = taken.read_pool().alive;
        const std::uint64_t bytes = std::uint64_t{read.count} * shared::COLUMN_BYTES;
        for (std::size_t c = 0; c < read.addresses.size() && read.count > 0; ++c) {
            read.memory[c] = suites_.memory().allocate(bytes, "particles: for CUDA");
            gl::copy_small(taken.columns[c], 0, read.memory[c], 0, bytes);
            read.addresses[c] = cuda.address_of(read.memory[c]);
            if (read.addresses[c] == nullptr) absent("CUDA: it does not share memory with OpenGL here");
        }
        gl::finish();
    }
    cuda_columns_ = std::move(read);
    return cuda_columns_;
}

std::uint64_t Stage::hash(Handle handle) {
    const Instance& instance = instance_of(handle);
    if (instance.pool == nullptr) return 0;
    particles::Simulation& simulation = instance.pool->simulation();
    const std::uint64_t hash = simulation.hash(instance.row);
    simulation.count_instances();
    simulation.wait_instance_figures();
    return hash;
}

void Stage::advance(double seconds) {
    if (!(seconds >= 0 && seconds <= longest_advance))
        bad_input("seconds: must be 0 to {}, not {}", longest_advance, seconds);
    const gl::UntimedScope untimed(passes_);
    begin_what_is_ready();
    for (const auto& [rate, tempo] : tempos_) {
        if (rate == paused) continue;
        tempo->owed += seconds * rate;
        const double due = std::floor(tempo->owed + rounding);
        tempo->owed -= due;
        tempo->due = static_cast<std::uint32_t>(due);
    }
    make_steps();
}

void Stage::step() {
    const gl::UntimedScope untimed(passes_);
    begin_what_is_ready();
    for (const auto& [rate, tempo] : tempos_) tempo->due = rate == paused ? 0 : 1;
    make_steps();
}

void Stage::make_steps() {
    for (const auto& pool : pools_) pool->make_steps();
    for (const auto& pool : pools_) pool->move_events(events_);
    if (drops_later_) drop_pools();
    pools_.grow_what_fills();
    for (const auto& [rate, tempo] : tempos_) tempo->due = 0;
    std::erase_if(tempos_, [](const auto& entry) { return entry.second.use_count() == 1; });
    end_what_is_over();
}

/// The reports of its last particles were submitted before the figures that say that there are none.
void Stage::tell_end(const Instance& instance) {
    std::uint64_t step = 0;
    if (instance.pool != nullptr) {
        instance.pool->move_events(events_);
        step = instance.pool->steps_of(instance);
    }
    events_.add({{.instance = instance.handle, .kinds = ended, .step = static_cast<std::uint32_t>(step)}}, 0);
}

std::pair<std::vector<Event>, std::uint64_t> Stage::take_events() {
    for (const auto& pool : pools_) pool->move_events(events_);
    return {events_.take(), events_.take_lost()};
}

/// Ends instances without births whose last particle has died.
void Stage::end_what_is_over() {
    for (std::size_t i = 0; i < stopped_.size();) {
        const Instance* const instance = instances_.find(stopped_[i]);
        const bool is_over =
            instance == nullptr || (instance->pool != nullptr ? instance->pool->is_over(*instance)
                                                              : !instance->from && !instance->burst);
        if (!is_over) {
            ++i;
            continue;
        }
        if (instance != nullptr) {
            tell_end(*instance);
            end(stopped_[i]);
        }
        stopped_[i] = stopped_.back();
        stopped_.pop_back();
    }
}

Layer Stage::draw_layer(const Picture& picture) {
    return renderer_.draw_layer(pools_, picture);
}

void Stage::draw(const Picture& picture) {
    renderer_.draw(pools_, picture);
}

void Stage::draw_debug(const Picture& picture) {
    std::vector<Watched> all;
    for (const auto& [handle, instance] : instances_) all.push_back({instance.get(), figures_of(*instance)});
    renderer_.draw(debug_marks(all, budget_, picture.size), picture);
}

}  // namespace winnow::stage
