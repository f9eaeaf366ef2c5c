#include "render/field.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "gl/program.h"
#include "verify/draw_cases.h"

namespace winnow::test {
namespace {

constexpr std::uint32_t lifetime = 120, kinds = Field::kinds, births_of_a_step = 97;

std::vector<effects::Emitter> emitters(bool warm_covers, bool cool_covers) {
    const verify::EmitterLook warm{{6, 2.4f, 0.6f, 1}, {1.5f, 0.1f, 0.03f, 0.2f}, 0.05f, 0.02f, 0.05f,
                                   warm_covers},
        cool{{0.2f, 0.5f, 1.6f, 0.5f}, {0.5f, 0.1f, 0.9f, 0.05f}, 0.05f, 0.22f, 0, cool_covers};
    std::vector<effects::Emitter> emitters = verify::emitters_of({warm, cool});
    emitters[0].modules.push_back({"shading", true, {{"share", 0.3f}}});
    emitters[1].modules.push_back({"shading"});
    return emitters;
}

particles::Particle particle_of(std::uint32_t i, std::uint32_t alive) {
    const float way = (static_cast<float>(i) + 0.5f) / static_cast<float>(alive);
    const std::uint32_t kind = i % kinds;
    const float angle = way * 40 + (kind == 0 ? 0.0f : 3.1f);
    const float radius = (kind == 0 ? 0.4f : 0.9f) + 0.5f * std::sin(way * 17);
    const float height = 2.2f * (kind == 0 ? way : 1 - way) + 0.1f * std::sin(way * 400);
    const float turn = kind == 0 ? 1.5f : -0.5f;
    return {{radius * std::cos(angle), height, radius * std::sin(angle)},
            static_cast<std::uint32_t>(way * lifetime),
            {-turn * std::sin(angle), kind == 0 ? 2.0f : -0.5f, turn * std::cos(angle)},
            lifetime,
            1 + i / births_of_a_step,
            i % births_of_a_step,
            kind,
            0};
}

std::vector<std::uint32_t> in_order(std::uint32_t alive) {
    std::vector<std::uint32_t> order(alive);
    std::iota(order.begin(), order.end(), 0u);
    return order;
}

std::uint32_t roomy(std::uint32_t alive) {
    return alive + alive / 3 + 1;
}

std::vector<particles::Particle> numbered(const std::vector<std::uint32_t>& numbers, std::uint32_t total) {
    std::vector<particles::Particle> particles;
    for (const std::uint32_t number : numbers) particles.push_back(particle_of(number, total));
    return particles;
}

/// Returns particles that are not drawn, because their position is not a number; they leave an identity
/// behind.
std::vector<particles::Particle> dead(std::uint32_t first, std::uint32_t count, std::uint32_t total) {
    std::vector<particles::Particle> particles;
    for (std::uint32_t i = 0; i < count; ++i) {
        particles.push_back(particle_of(first + i, total));
        for (float& value : particles.back().position) value = std::numeric_limits<float>::quiet_NaN();
    }
    return particles;
}

}  // namespace

Field::Field(std::uint32_t alive, std::uint32_t capacity)
    : Field(in_order(alive), alive, capacity != 0 ? capacity : roomy(alive)) {}

Field::Field(const std::vector<std::uint32_t>& order)
    : Field(order, static_cast<std::uint32_t>(order.size()),
            roomy(static_cast<std::uint32_t>(order.size()))) {}

particles::Particle Field::particle(std::uint32_t i, std::uint32_t alive) {
    return particle_of(i, alive);
}

Field::Field(const std::vector<std::uint32_t>& numbers, std::uint32_t total, std::uint32_t capacity)
    : sprites_(numbered(numbers, total), emitters(false, false),
               dead(numbers.empty() ? 0 : numbers.back() + 1,
                    capacity - static_cast<std::uint32_t>(numbers.size()), total)) {}

const Field& Field::covers(bool warm, bool cool) const {
    sprites_.set_emitters(emitters(warm, cool));
    return *this;
}

}  // namespace winnow::test
