#include "particles/children_model.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace winnow::particles {
namespace {

constexpr std::uint32_t use_children = 2;

std::uint32_t steps_of(float seconds, std::uint32_t steps_per_second) {
    return static_cast<std::uint32_t>(std::lround(seconds * static_cast<float>(steps_per_second)));
}

}  // namespace

bool ChildrenModel::happens(const Particle& p, const effects::Children& link) const {
    switch (link.on) {
        case effects::On::death:
            return p.age >= p.lifetime;
        case effects::On::age:
            return p.age == steps_of(link.age, effect_.steps_per_second);
        case effects::On::collision:
            break;
        case effects::On::distance:
        case effects::On::time:
        case effects::On::condition:
            throw std::logic_error("the model does not know the particles before the step");
    }
    return (p.bounces & Particle::bounced) != 0 && (p.bounces & ~Particle::bounced) <= link.max_per_parent;
}

Words4 ChildrenModel::random_of(const Particle& p, std::uint32_t number) const {
    Words4 who = hash4({seed_, p.birth_step, p.ordinal, use_children});
    who[0] ^= number;
    who[1] ^= p.age;
    return hash4(who);
}

std::uint32_t ChildrenModel::drawn(const Particle& after, std::uint32_t number) const {
    return random_of(after, number)[0] >> 8;
}

std::uint32_t ChildrenModel::by_link(const Particle& p, std::uint32_t number,
                                     const effects::Children& link) const {
    if (!happens(p, link)) return 0;
    const Words4 random = random_of(p, number);
    if (std::ldexp(random[0] >> 8, -24) >= link.chance) return 0;
    const auto least = static_cast<std::uint32_t>(link.count.least);
    const std::uint64_t choices = static_cast<std::uint32_t>(link.count.most) - least + 1;
    return least + static_cast<std::uint32_t>(random[1] * choices >> 32);
}

std::uint32_t ChildrenModel::place_of(const std::string& name) const {
    const auto found = std::find_if(effect_.emitters.begin(), effect_.emitters.end(),
                                    [&](const effects::Emitter& e) { return e.name == name; });
    return static_cast<std::uint32_t>(found - effect_.emitters.begin());
}

std::vector<ExpectedChild> ChildrenModel::children(const std::vector<Particle>& after) const {
    std::vector<std::uint32_t> first_link{0};
    for (const effects::Emitter& e : effect_.emitters)
        first_link.push_back(first_link.back() + static_cast<std::uint32_t>(e.children.size()));
    std::vector<ExpectedChild> all;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const auto& links = effect_.emitters[after[i].emitter].children;
        std::uint32_t left = effect_.limits.children_per_parent;
        for (std::uint32_t k = 0; k < links.size(); ++k) {
            const std::uint32_t count =
                std::min(left, by_link(after[i], first_link[after[i].emitter] + k, links[k]));
            all.insert(all.end(), count, {i, place_of(links[k].emitter)});
            left -= count;
        }
    }
    return all;
}

}  // namespace winnow::particles
