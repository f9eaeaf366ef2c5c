// The instances of effects that are alike: one simulation steps all of them, and one scene draws them, so
// that neither depends on their number.
#pragma once

#include <glm/glm.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "particles/instances.h"
#include "particles/simulation.h"
#include "stage/events.h"
#include "stage/instance.h"

namespace winnow::stage {

class Pool {
  public:
    /// Makes the simulation of instances of effects alike to one, with so much room.
    using MakeSimulation = std::function<std::unique_ptr<particles::Simulation>(
        const effects::Compiled&, std::uint32_t, std::shared_ptr<particles::Instances>)>;

    /// `room`: particles.
    Pool(MakeSimulation make, const effects::Compiled& effect, float density, std::uint32_t room);
    /// Takes over some instances of a pool, with their particles.
    Pool(Pool& other, std::span<Instance* const> moved);
    Pool(const Pool&) = delete;

    /// True if an instance of this effect can be added.
    bool takes(const effects::CompiledEffect& effect, float density) const;
    bool is_alike(const effects::CompiledEffect& effect) const {
        return particles::are_alike(*effect_, effect);
    }
    /// Returns the particles for which its instances have room.
    std::uint64_t room() const { return room_; }
    /// Returns the particles for which it needs memory: also those that live without room.
    std::uint64_t need() const { return std::max<std::uint64_t>(room_, simulation_->alive_bound()); }
    /// Returns how many births of an instance were cut because it has not the room that it wishes.
    std::uint64_t cut(const Instance& instance) const { return instances_->births().cut(instance.row); }
    std::uint32_t capacity() const { return simulation_->capacity(); }
    /// Returns the particles that lived after the newest step whose figures have arrived.
    std::uint32_t alive() const { return alive_; }
    /// Waits for the last step. Throws Error(bad_input) if there is no memory for it.
    void set_capacity(std::uint32_t particles);

    /// Precondition: there is room. An instance that has a state goes on from it, with all of its particles.
    void add(Instance& instance);
    /// Returns the state of an instance after the last step. Waits for it.
    particles::State save(const Instance& instance) const { return simulation_->save(instance.row); }
    void remove(Instance& instance);
    /// Lets instances have effects that are alike to that of the pool.
    void change(Instance& instance, const effects::Compiled& effect);
    /// Lets all instances have effects that are alike to each other, but not to those before. `effects` are
    /// as many as `instances`, which are all.
    void change_all(std::span<Instance* const> instances, std::span<const effects::Compiled> effects);
    /// Lets it be there from the next step on.
    void put(Instance& instance, const effects::Pose& pose);
    /// Lets it go there in the next steps that are made at once. Precondition: it was put somewhere.
    void move(Instance& instance, const effects::Pose& pose);
    void set_layer(Instance& instance, std::uint32_t layer);
    /// Lets it have room for so many particles, and births to match.
    void set_room(Instance& instance, std::uint32_t room);
    void set_tempo(Instance& instance, const std::shared_ptr<Tempo>& tempo);
    void stop(Instance& instance);
    /// True if it has no births any more, and had no particles after the newest step whose figures have
    /// arrived.
    bool is_over(const Instance& instance) const;

    /// Makes the steps that are due to the tempos of its instances.
    void make_steps();
    /// Moves the events that have arrived to `events`. Never waits.
    void move_events(Events& events);

    std::size_t size() const { return size_; }
    std::vector<Instance*> members() const;
    std::uint64_t steps_of(const Instance& instance) const {
        return instances_->steps_of(instance.row, simulation_->submitted_steps());
    }
    /// Returns the slots of its emitters, in the order of the effect's list.
    const std::vector<std::uint32_t>& slots_of(const Instance& instance) const {
        return instances_->slots_of(instance.row).of_emitters();
    }
    particles::Simulation& simulation() const { return *simulation_; }
    const effects::Compiled& effect() const { return effect_; }
    float density() const { return density_; }
    /// Returns the newest figures of an instance that have arrived, and asks for newer ones.
    std::optional<particles::InstanceQueries::Figures> figures(const Instance& instance) const;

    /// Returns its particles as they are drawn, those of one layer.
    particles::ParticleView living(std::uint32_t layer) const;
    /// True if it has instances of a layer.
    bool has(std::uint32_t layer) const { return layers_[layer].instances > 0; }
    /// Returns the mean of the places of its instances of a layer.
    glm::dvec3 middle_of(std::uint32_t layer) const {
        return layers_[layer].places / static_cast<double>(layers_[layer].instances);
    }

  private:
    /// Instances that make their steps together.
    struct Group {
        std::vector<Instance*> instances;
        bool waits = false;
    };
    /// Whose particles a row had until a step of the simulation.
    struct Former {
        Handle instance = 0;
        std::vector<std::uint32_t> slots;  // of its emitters
        std::uint64_t until = 0;
    };
    struct Layer {
        std::uint32_t instances = 0;
        glm::dvec3 places{0};  // their sum
    };

    void join(Instance& instance);
    void leave(Instance& instance);
    void count(const Instance& instance, int sign);
    Event event_of(const shared::Report& report, std::uint64_t step) const;
    void limit_births(const Instance& instance);
    void take_bounds(const effects::StackProgram& program);
    void go(Instance& instance, double share);

    MakeSimulation make_;
    effects::Compiled effect_;  // of one of its instances
    const float density_;
    std::shared_ptr<particles::Instances> instances_;
    std::unique_ptr<particles::Simulation> simulation_;
    std::shared_ptr<effects::StackProgram> shown_;  // with the bounds of all
    std::map<std::shared_ptr<Tempo>, Group> groups_;
    std::vector<Instance*> travelling_;             // that have a goal
    std::vector<Instance*> bursting_;               // whose burst is to come
    std::vector<Instance*> by_row_;                 // null: no instance has the row
    std::multimap<std::uint32_t, Former> formers_;  // by row: of whom reports may be on their way
    std::array<Layer, layer_count> layers_;
    std::uint64_t room_ = 0;
    std::uint32_t alive_ = 0;
    std::size_t size_ = 0;
};

}  // namespace winnow::stage
