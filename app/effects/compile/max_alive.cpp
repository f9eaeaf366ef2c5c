#include "effects/compile/max_alive.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "effects/compile/rate.h"
#include "effects/compile/stack.h"
#include "effects/compile/stack_lives.h"

namespace winnow::effects {
namespace {

constexpr int max_generations = 64;
constexpr double supposed_speed = 5;  // m/s of particles that have children along their way, at least
constexpr double longest_life = 1e9;  // s; who does not age lives so long
constexpr double negligible = 0.01;   // births of a generation, at once and per second

/// Births of one emitter: in any t seconds there are at most rate * t + at_once. If each has one child, the
/// bound holds for the children too: they are born later than their parents, and delays only spread them.
struct Births {
    double rate = 0;  // 1/s
    double at_once = 0;

    void add(const Births& more, double times, double max_rate) {
        rate = std::min(rate + more.rate * times, max_rate);
        at_once = std::min(at_once + more.at_once * times, plenty);
    }
    bool is_negligible() const { return rate < negligible && at_once < negligible; }

    static constexpr double plenty = 1e18;  // more than is ever alive, and no overflow
};
using Generation = std::vector<Births>;  // one element per emitter

/// A burst with a delay can come together with those that follow it in that time.
double at_most_together(const Burst& burst) {
    const double spread = double{burst.delay.most} - burst.delay.least;
    return burst.every > 0 ? 1 + std::floor(spread / burst.every) : 1;
}

/// Returns how often a burst comes in the emitter's duration; 0: without end.
double times_of(const Burst& burst, const Emitter& emitter) {
    const double within = double{emitter.duration} - burst.time, every = burst.every;
    if (emitter.duration > 0 && within <= 0) return -1;
    if (every == 0) return 1;
    const double wanted = burst.repeats == 0 ? 0 : burst.repeats + 1.0;
    const double possible = emitter.duration > 0 ? std::ceil(within / every) : 0;
    return wanted == 0 || possible == 0 ? std::max(wanted, possible) : std::min(wanted, possible);
}

/// Repeats that all happen within a lifetime count as one burst.
Births births_of(const Burst& burst, const Emitter& emitter, double count, double lifetime) {
    const double every = burst.every, times = times_of(burst, emitter);
    const double together = count * at_most_together(burst), loop = emitter.duration;
    if (times < 0) return {};
    if (emitter.loop && loop > 0) {
        if (times <= 1) return {count / loop, together};
        const Births by_loop{count * times / loop, count * times};
        const Births by_period{count / every + count / loop, 2 * together};
        const auto alive = [&](const Births& births) { return births.rate * lifetime + births.at_once; };
        return alive(by_loop) < alive(by_period) ? by_loop : by_period;
    }
    if (times == 1) return {0, count};
    if (times > 0 && (times - 1) * every <= lifetime) return {0, count * times};
    return {count / every, together};
}

Births births_of(const Emitter& emitter, const StackValue& rate, std::span<const BurstValues> bursts,
                 std::span<const Property> properties, double lifetime, float density) {
    if (!emitter.emits) return {};
    if (!emitter.follows_density) density = 1;
    Births births{double{greatest_rate(rate, properties)} * density, 0};
    if (emitter.duration > 0 && !emitter.loop && emitter.duration < lifetime)
        births = {0, births.rate * emitter.duration};
    for (std::size_t i = 0; i < bursts.size(); ++i)
        births.add(
            births_of(emitter.bursts[i], emitter, greatest_count(bursts[i].count, properties), lifetime),
            density, Births::plenty);
    return births;
}

/// Returns how the particles of each emitter live.
std::vector<Lives> lives_of(const Effect& effect, std::span<const Stack> stacks) {
    std::vector<Lives> all;
    for (std::size_t e = 0; e < stacks.size(); ++e) {
        Lives lives = lives_of(effect.emitters[e], stacks[e], effect.properties);
        lives.seconds = std::min(lives.seconds, longest_life);
        lives.speed = std::max(lives.speed, supposed_speed);
        lives.collide = lives.collide || effect.plane.enabled;
        all.push_back(lives);
    }
    return all;
}

double events_of(const Children& children, const Lives& lives) {
    switch (children.on) {
        case On::death:
            return 1;
        case On::age:
            return children.age <= lives.seconds ? 1 : 0;
        case On::collision:
            return lives.collide ? children.max_per_parent : 0;
        case On::condition:
            return 1;
        case On::distance:
            return lives.seconds * lives.speed / children.distance;
        case On::time:
            return lives.seconds / children.every;
    }
    return 0;
}

/// Returns how often the events come while a parent lives, per second; 0 if they do not come again and again.
double events_per_second(const Children& children, const Lives& lives) {
    if (children.on == On::time) return 1 / double{children.every};
    return children.on == On::distance ? lives.speed / children.distance : 0;
}

/// Returns the mean number of children of an event.
double children_per_event(const Children& children, const Effect& effect) {
    const double mean = (double{children.count.least} + children.count.most) / 2;
    return children.chance * std::min<double>(mean, effect.limits.children_per_parent);
}

struct Link {
    std::size_t parent, child;
    double per_event;          // children
    double events, frequency;  // of one parent in its life, and per second while it lives
    double lifetime;           // of a child
};

std::vector<Link> links_of(const Effect& effect, const std::vector<Lives>& lives) {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) places.emplace(effect.emitters[i].name, i);
    std::vector<Link> links;
    for (std::size_t i = 0; i < effect.emitters.size(); ++i)
        for (const Children& children : effect.emitters[i].children)
            if (const std::size_t child = places.at(children.emitter); effect.emitters[child].emits)
                links.push_back({i, child, children_per_event(children, effect),
                                 events_of(children, lives[i]), events_per_second(children, lives[i]),
                                 lives[child].seconds});
    return links;
}

/// Returns the events of parents. Those of parents that are born together, and live much longer than their
/// children, count by their rate: in t seconds a parent has at most frequency * t + 1.
Births events_of(const Births& parents, const Link& link) {
    Births events{parents.rate * link.events, parents.at_once * link.events};
    if (link.frequency > 0 && link.frequency * link.lifetime + 1 < link.events)
        events = {events.rate + parents.at_once * link.frequency, parents.at_once};
    return events;
}

Generation next(const Generation& parents, const std::vector<Link>& links, double max_rate) {
    Generation children(parents.size());
    for (const Link& link : links)
        children[link.child].add(events_of(parents[link.parent], link), link.per_event, max_rate);
    return children;
}

/// Returns the sum of all generations of children.
Generation all_children(Generation generation, const std::vector<Link>& links, double max_rate) {
    Generation all(generation.size());
    for (int i = 0; i < max_generations; ++i) {
        generation = next(generation, links, max_rate);
        if (std::all_of(generation.begin(), generation.end(),
                        [](const Births& b) { return b.is_negligible(); }))
            break;
        for (std::size_t e = 0; e < all.size(); ++e) all[e].add(generation[e], 1, max_rate);
    }
    return all;
}

double alive_of(const Births& births, double lifetime) {
    return births.rate * lifetime + births.at_once;
}

}  // namespace

std::vector<double> max_alive_by_emitter(const Effect& effect, std::span<const Stack> stacks,
                                         std::span<const StackValue> rates,
                                         std::span<const std::vector<BurstValues>> bursts, float density) {
    const double max_rate = 1.0 * effect.steps_per_second * effect.limits.children_per_step;
    const std::vector<Lives> lives = lives_of(effect, stacks);
    Generation first;
    for (std::size_t e = 0; e < effect.emitters.size(); ++e)
        first.push_back(
            births_of(effect.emitters[e], rates[e], bursts[e], effect.properties, lives[e].seconds, density));
    const Generation children = all_children(first, links_of(effect, lives), max_rate);
    std::vector<double> alive;
    for (std::size_t e = 0; e < first.size(); ++e) {
        const double lifetime = lives[e].seconds;
        alive.push_back(alive_of(first[e], lifetime) +
                        std::min(alive_of(children[e], lifetime), max_rate * lifetime));
    }
    return alive;
}

double max_alive(const Effect& effect, float density) {
    std::vector<Stack> stacks(effect.emitters.size());
    try {
        stacks = stacks_of(effect, Path());
    } catch (const Invalid&) {  // whoever compiles the effect says what is wrong
    }
    std::vector<StackValue> rates;
    std::vector<std::vector<BurstValues>> bursts;
    for (std::size_t e = 0; e < effect.emitters.size(); ++e) {
        rates.push_back(rate_of(effect, e, stacks[e].lets));
        bursts.push_back(bursts_of(effect, e, stacks[e].lets));
    }
    const std::vector<double> alive = max_alive_by_emitter(effect, stacks, rates, bursts, density);
    return std::accumulate(alive.begin(), alive.end(), 0.0);
}

}  // namespace winnow::effects
