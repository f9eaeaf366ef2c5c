#include "stage/pools.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"

namespace winnow::stage {
namespace {

constexpr std::uint32_t usual_room = 1u << 16;  // of a pool, where the budget suffices: rooms are estimates

template <typename Grow>
void if_memory_suffices(const Grow& grow) {
    try {
        grow();
    } catch (const Error& error) {
        if (error.status() != ExitStatus::bad_input) throw;
    }
}

}  // namespace

Pools::Pools(std::uint32_t budget, Pool::MakeSimulation make) : budget_(budget), make_(std::move(make)) {}

Pool& Pools::pool_for(const effects::Compiled& effect, float density, std::uint32_t room) {
    const auto found =
        std::ranges::find_if(pools_, [&](const auto& pool) { return pool->takes(*effect, density); });
    if (found != pools_.end()) {
        make_room(**found, (*found)->room() + room);
        return **found;
    }
    const std::uint32_t usual = std::min(usual_room, left());
    return *pools_.emplace_back(
        std::make_unique<Pool>(make_, effect, density, std::max({room, usual, min_room})));
}

std::uint32_t Pools::left(const Pool* beside) const {
    std::uint64_t others = 0;
    for (const auto& other : pools_)
        if (other.get() != beside) others += other->capacity();
    return static_cast<std::uint32_t>(budget_ - std::min<std::uint64_t>(others, budget_));
}

/// Returns twice the capacity of a pool, or what the others leave.
std::uint64_t Pools::grown(const Pool& pool) const {
    return std::min<std::uint64_t>(std::uint64_t{2} * pool.capacity(), left(&pool));
}

/// Grows a pool for the rooms of its instances, to twice what it has, so that it does not for each of them.
/// Other pools give up what they do not need if the budget would not suffice.
void Pools::make_room(Pool& pool, std::uint64_t particles) {
    if (particles <= pool.capacity()) return;
    if (particles > left(&pool))
        for (const auto& other : pools_)
            if (const std::uint64_t least = std::max<std::uint64_t>(other->need(), min_room);
                other.get() != &pool && least < other->capacity())
                other->set_capacity(static_cast<std::uint32_t>(least));
    pool.set_capacity(static_cast<std::uint32_t>(std::max(particles, grown(pool))));
}

void Pools::grow_to_rooms() {
    for (const auto& pool : pools_) if_memory_suffices([&] { make_room(*pool, pool->room()); });
}

void Pools::grow_what_fills() {
    for (const auto& pool : pools_) {
        const std::uint64_t wished = grown(*pool);
        if (pool->alive() <= pool->capacity() / 2 || wished <= pool->capacity()) continue;
        if_memory_suffices([&] { pool->set_capacity(static_cast<std::uint32_t>(wished)); });
    }
}

void Pools::change(std::span<Instance* const> instances, std::span<const effects::Compiled> effects) {
    std::map<Pool*, std::pair<std::vector<Instance*>, std::vector<effects::Compiled>>> by_pool;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        if (instances[i]->pool == nullptr) {
            instances[i]->compiled = effects[i];
            continue;
        }
        auto& [own, own_effects] = by_pool[instances[i]->pool];
        own.push_back(instances[i]);
        own_effects.push_back(effects[i]);
    }
    for (auto& [pool, changed] : by_pool) {
        const auto& [own, own_effects] = changed;
        if (pool->is_alike(*own_effects.front())) {
            for (std::size_t i = 0; i < own.size(); ++i) pool->change(*own[i], own_effects[i]);
        } else if (own.size() == pool->size()) {
            pool->change_all(own, own_effects);
        } else {
            pools_.reserve(pools_.size() + 1);
            Pool& apart = *pools_.emplace_back(std::make_unique<Pool>(*pool, own));
            apart.change_all(own, own_effects);
        }
    }
}

void Pools::drop_empty(const std::function<bool(const Pool&)>& is_wanted) {
    std::erase_if(pools_, [&](const auto& pool) { return pool->size() == 0 && !is_wanted(*pool); });
}

}  // namespace winnow::stage
