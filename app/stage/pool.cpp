#include "stage/pool.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "effects/compile/transform.h"

namespace winnow::stage {
namespace {

effects::Pose between(const effects::Pose& from, const effects::Pose& to, double share) {
    return {glm::mix(from.position, to.position, share), glm::slerp(from.turn, to.turn, share),
            glm::mix(from.scale, to.scale, share)};
}

}  // namespace

Pool::Pool(MakeSimulation make, const effects::Compiled& effect, float density, std::uint32_t room)
    : make_(std::move(make)),
      effect_(effect),
      density_(density),
      instances_(std::make_shared<particles::Instances>(density)),
      simulation_(make_(effect, room, instances_)),
      shown_(std::make_shared<effects::StackProgram>(effect->program)) {}

/// Both have all particles first, in the same rows; then each removes the rows of the other.
Pool::Pool(Pool& other, std::span<Instance* const> moved)
    : make_(other.make_),
      effect_(other.effect_),
      density_(other.density_),
      instances_(std::make_shared<particles::Instances>(*other.instances_)),
      simulation_(make_(effect_, other.capacity(), instances_)),
      shown_(std::make_shared<effects::StackProgram>(*other.shown_)) {
    other.simulation_->settle();
    const auto copy = other.simulation_->checkpoint();
    if (!copy) bad_input("effect: there is no memory to separate its instances from others");
    simulation_->restore(*copy);
    for (Instance* const instance : other.members())
        if (std::ranges::find(moved, instance) == moved.end()) instances_->remove(instance->row);
    for (Instance* const instance : moved) {
        other.remove(*instance);
        instance->pool = this;
        join(*instance);
    }
}

bool Pool::takes(const effects::CompiledEffect& effect, float density) const {
    if (particles::needs_own_simulation(effect.effect) && size_ > 0) return false;
    return density == density_ && is_alike(effect) && instances_->has_slots_in_order();
}

void Pool::set_capacity(std::uint32_t particles) {
    simulation_->settle();
    simulation_->change({.capacity = particles::Change::Capacity{particles, nullptr}});
}

void Pool::take_bounds(const effects::StackProgram& program) {
    const effects::LookBounds most = shown_->bounds, other = program.bounds;
    if (other.diameter <= most.diameter && other.streak <= most.streak && other.brightness <= most.brightness)
        return;
    shown_ = std::make_shared<effects::StackProgram>(*shown_);
    shown_->bounds = {std::max(most.diameter, other.diameter), std::max(most.streak, other.streak),
                      std::max(most.brightness, other.brightness)};
}

/// Counts an instance in its layer, or no longer.
void Pool::count(const Instance& instance, int sign) {
    Layer& layer = layers_[instance.layer];
    layer.instances += static_cast<std::uint32_t>(sign);
    if (instance.pose) layer.places += static_cast<double>(sign) * instance.pose->position;
    if (layer.instances == 0) layer.places = glm::dvec3(0);
}

/// Takes up an instance that has its row.
void Pool::join(Instance& instance) {
    Group& group = groups_[instance.tempo];
    instance.place = group.instances.size();
    group.instances.push_back(&instance);
    instances_->set_waiting(instance.row, group.waits, simulation_->submitted_steps());
    if (instance.goal) travelling_.push_back(&instance);
    if (instance.burst) bursting_.push_back(&instance);
    if (by_row_.size() <= instance.row) by_row_.resize(instance.row + 1);
    by_row_[instance.row] = &instance;
    count(instance, 1);
    room_ += instance.room;
    ++size_;
}

void Pool::leave(Instance& instance) {
    const auto group = groups_.find(instance.tempo);
    std::vector<Instance*>& others = group->second.instances;
    others[instance.place] = others.back();
    others[instance.place]->place = instance.place;
    others.pop_back();
    if (others.empty()) groups_.erase(group);
    if (instance.goal) std::erase(travelling_, &instance);
    if (instance.burst) std::erase(bursting_, &instance);
    count(instance, -1);
    room_ -= instance.room;
    --size_;
}

void Pool::add(Instance& instance) {
    simulation_->settle();  // what a step on its way reads may be replaced
    if (instance.from) {    // beside those that the next step removes
        const std::uint64_t living = std::uint64_t{simulation_->alive_bound()} + instance.from->alive();
        if (living > capacity()) set_capacity(static_cast<std::uint32_t>(living));
    }
    instance.begun = simulation_->submitted_steps();
    instance.row =
        instances_->add({instance.compiled, instance.seed, instance.layer, instance.pose, instance.begun});
    instances_->set_floor(instance.row, floor_of(instance));
    limit_births(instance);
    if (instance.is_stopped) instances_->stop(instance.row);
    instance.pool = this;
    if (const auto from = std::exchange(instance.from, nullptr)) {
        instances_->resume(instance.row, *from, instance.begun);
        simulation_->add_particles(*from, instance.row);
        alive_ = std::min(alive_ + from->alive(), capacity());
    }
    if (instance.burst) instances_->burst(instance.row, instance.burst->emitter, instance.burst->count);
    take_bounds(instance.compiled->program);
    join(instance);
}

void Pool::remove(Instance& instance) {
    leave(instance);
    by_row_[instance.row] = nullptr;
    if (simulation_->has_reported())
        formers_.emplace(instance.row,
                         Former{instance.handle, slots_of(instance), simulation_->submitted_steps()});
    instances_->remove(instance.row);
    instance.pool = nullptr;
}

void Pool::change(Instance& instance, const effects::Compiled& effect) {
    simulation_->settle();
    instances_->change(instance.row, effect);
    take_bounds(effect->program);
    instance.compiled = effect;
}

void Pool::change_all(std::span<Instance* const> instances, std::span<const effects::Compiled> effects) {
    simulation_->settle();
    simulation_->change({.effect = effects.front()});
    effect_ = effects.front();
    shown_ = std::make_shared<effects::StackProgram>(effect_->program);
    for (std::size_t i = 0; i < instances.size(); ++i) change(*instances[i], effects[i]);
}

void Pool::move(Instance& instance, const effects::Pose& pose) {
    if (!instance.goal) travelling_.push_back(&instance);
    instance.goal = pose;
}

void Pool::put(Instance& instance, const effects::Pose& pose) {
    count(instance, -1);
    instance.pose = pose;
    count(instance, 1);
    instances_->place(instance.row, pose);
    instances_->set_floor(instance.row, floor_of(instance));
}

/// Goes a share of the way to the goal.
void Pool::go(Instance& instance, double share) {
    put(instance, share < 1 ? between(*instance.pose, *instance.goal, share) : *instance.goal);
    if (share >= 1) instance.goal.reset();
}

void Pool::set_layer(Instance& instance, std::uint32_t layer) {
    count(instance, -1);
    instance.layer = layer;
    count(instance, 1);
    instances_->set_layer(instance.row, layer);
}

void Pool::set_room(Instance& instance, std::uint32_t room) {
    room_ += room;
    room_ -= instance.room;
    instance.room = room;
    limit_births(instance);
}

/// Its share of the particles that it would have is its share of the births, as far as its distance allows.
void Pool::limit_births(const Instance& instance) {
    const double whole = std::max(instance.whole, 1u);
    instances_->set_share(instance.row, std::min(instance.share, instance.room / whole));
}

void Pool::set_tempo(Instance& instance, const std::shared_ptr<Tempo>& tempo) {
    leave(instance);
    instance.tempo = tempo;
    join(instance);
}

void Pool::stop(Instance& instance) {
    instances_->stop(instance.row);
    instance.stopped_at = simulation_->submitted_steps();
}

bool Pool::is_over(const Instance& instance) const {
    if (!instance.is_stopped || instance.burst) return false;
    const auto newest = figures(instance);
    return newest && newest->step >= instance.stopped_at && newest->alive == 0;
}

std::vector<Instance*> Pool::members() const {
    std::vector<Instance*> all;
    for (const auto& [tempo, group] : groups_)
        all.insert(all.end(), group.instances.begin(), group.instances.end());
    return all;
}

void Pool::make_steps() {
    std::uint32_t steps = 0;
    for (const auto& [tempo, group] : groups_) steps = std::max(steps, tempo->due);
    for (std::uint32_t made = 0; made < steps; ++made) {
        simulation_->settle();
        for (auto& [tempo, group] : groups_) {
            const bool waits = made >= tempo->due;
            if (std::exchange(group.waits, waits) == waits) continue;
            for (const Instance* instance : group.instances)
                instances_->set_waiting(instance->row, waits, simulation_->submitted_steps());
        }
        std::erase_if(travelling_, [&](Instance* instance) {
            const std::uint32_t due = instance->tempo->due;
            if (made < due) go(*instance, 1.0 / (due - made));
            return !instance->goal;
        });
        simulation_->step();
        std::erase_if(bursting_, [&](Instance* instance) {
            if (instances_->births().has_burst(instance->row)) return false;
            instance->stopped_at = simulation_->submitted_steps();
            instance->burst.reset();
            return true;
        });
        for (const particles::StepFigures& figures : simulation_->take_figures()) alive_ = figures.alive;
    }
}

/// A row may have another instance by now than in that step of the simulation.
Event Pool::event_of(const shared::Report& report, std::uint64_t step) const {
    const std::uint32_t row = report.emitter >> shared::INSTANCE_SHIFT,
                        slot = report.emitter & shared::SLOT_MASK;
    Event event{.kinds = report.kinds,
                .step = report.step,
                .position = {report.x, report.y, report.z},
                .velocity = {report.velocity_x, report.velocity_y, report.velocity_z},
                .age = report.age,
                .birth_step = report.birth_step,
                .ordinal = report.ordinal};
    const auto [begin, end] = formers_.equal_range(row);  // in order of steps
    const auto former = std::find_if(begin, end, [&](const auto& one) { return step <= one.second.until; });
    const Instance* const present = row < by_row_.size() ? by_row_[row] : nullptr;
    if (former == end && present == nullptr) return event;
    event.instance = former != end ? former->second.instance : present->handle;
    const std::vector<std::uint32_t>& slots = former != end ? former->second.slots : slots_of(*present);
    const auto emitter = std::ranges::find(slots, slot);
    if (emitter != slots.end()) event.emitter = static_cast<std::uint32_t>(emitter - slots.begin());
    return event;
}

void Pool::move_events(Events& events) {
    const particles::StepReports arrived = simulation_->take_reports();
    std::vector<Event> all;
    for (const auto& [step, reports] : arrived.steps)
        for (const shared::Report& report : reports) all.push_back(event_of(report, step));
    events.add(std::move(all), arrived.lost);
    std::erase_if(formers_, [&](const auto& one) {
        return one.second.until + particles::Reports::slots < simulation_->submitted_steps();
    });
}

std::optional<particles::InstanceQueries::Figures> Pool::figures(const Instance& instance) const {
    simulation_->count_instances();
    const auto figures = simulation_->instance_figures(instance.row);
    return figures && figures->step > instance.begun ? figures : std::nullopt;
}

particles::ParticleView Pool::living(std::uint32_t layer) const {
    if (simulation_->settled()) instances_->flush();
    particles::ParticleView living = simulation_->living();
    living.program = shown_;
    living.layers = 1u << layer;
    return living;
}

}  // namespace winnow::stage
