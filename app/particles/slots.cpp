#include "particles/slots.h"

#include <map>
#include <numeric>
#include <unordered_map>

namespace winnow::particles {
namespace {

constexpr std::uint32_t none = 0xFFFFFFFF;

}  // namespace

std::vector<Slots::Key> Slots::keys_of(const effects::Effect& effect) {
    std::unordered_map<std::string_view, std::size_t> seen;
    std::vector<Key> keys;
    for (const effects::Emitter& emitter : effect.emitters)
        keys.emplace_back(emitter.name, seen[emitter.name]++);
    return keys;
}

void Slots::number(const effects::Effect& effect) {
    std::vector<std::uint32_t> places(effect.emitters.size());
    std::iota(places.begin(), places.end(), 0U);
    fresh_ = places;
    assign(effect, std::move(places), static_cast<std::uint32_t>(effect.emitters.size()));
}

void Slots::assign(const effects::Effect& effect, std::vector<std::uint32_t> slots, std::uint32_t count) {
    keys_ = keys_of(effect);
    slots_ = std::move(slots);
    uses_.assign(count, Use::gone);
    for (const std::uint32_t slot : slots_) uses_[slot] = Use::emitter;
}

void Slots::step_made() {
    for (Use& use : uses_)
        if (use == Use::gone) use = Use::free;
}

std::uint32_t Slots::free_slot() {
    while (lowest_free_ < uses_.size() && uses_[lowest_free_] != Use::free) ++lowest_free_;
    if (lowest_free_ == uses_.size()) uses_.push_back(Use::free);
    return static_cast<std::uint32_t>(lowest_free_);
}

void Slots::follow(const effects::Effect& effect) {
    std::map<Key, std::uint32_t> had;
    for (std::size_t i = 0; i < keys_.size(); ++i) had.emplace(keys_[i], slots_[i]);
    const std::vector<std::uint32_t> before = slots_;
    std::vector<Key> keys = keys_of(effect);
    std::vector<std::uint32_t> slots(keys.size(), none);
    for (Use& use : uses_)
        if (use == Use::emitter) use = Use::gone;
    const auto take = [&](std::size_t emitter, std::uint32_t slot) {
        slots[emitter] = slot;
        uses_[slot] = Use::emitter;
    };
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (const auto found = had.find(keys[i]); found != had.end()) take(i, found->second);
    fresh_.clear();
    lowest_free_ = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (slots[i] != none) continue;
        if (i < before.size() && uses_[before[i]] == Use::gone) {
            take(i, before[i]);
            continue;
        }
        take(i, free_slot());
        fresh_.push_back(slots[i]);
    }
    keys_ = std::move(keys);
    slots_ = std::move(slots);
}

}  // namespace winnow::particles
