#include "particles/motion_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "particles/random_model.h"
#include "support/modules.h"

namespace winnow::particles {
namespace {

using glm::dvec3;
using Numbers = std::array<double, 4>;

constexpr std::uint32_t use_direction = 0, use_place = 1;
constexpr double turn = 2 * std::numbers::pi;

double number_in(const effects::Emitter& e, const char* module, const char* parameter) {
    return *effects::constant_number(test::value_of(e, module, parameter));
}

dvec3 vector_in(const effects::Emitter& e, const char* module, const char* parameter) {
    return std::get<glm::vec3>(std::get<effects::Constant>(test::value_of(e, module, parameter)).value);
}

/// Returns a direction that is uniform over the solid angle of the cone around `direction`; `spread` in
/// degrees.
dvec3 in_cone(dvec3 direction, double spread, const Numbers& u) {
    const dvec3 axis = normalize(direction);
    const double cosine = 1 - u[0] * (1 - std::cos(glm::radians(spread)));
    const double sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
    const dvec3 side = normalize(cross(std::abs(axis.y) < 0.9 ? dvec3(0, 1, 0) : dvec3(1, 0, 0), axis));
    const dvec3 up = cross(axis, side);
    return axis * cosine + sine * (side * std::cos(turn * u[1]) + up * std::sin(turn * u[1]));
}

/// Returns a point that is uniform over the disc's area, or over the ball's volume.
dvec3 in_shape(const effects::Emitter& e, const Numbers& u) {
    const double cosine = std::cos(turn * u[1]), sine = std::sin(turn * u[1]);
    if (test::has_module(e, "disc"))
        return number_in(e, "disc", "radius") * std::sqrt(u[0]) * dvec3(cosine, 0, sine);
    if (!test::has_module(e, "ball")) return dvec3(0);
    const double radius = number_in(e, "ball", "radius");
    const double height = 1 - 2 * u[2], ring = std::sqrt(std::max(0.0, 1 - height * height));
    return radius * std::cbrt(u[0]) * dvec3(ring * cosine, height, ring * sine);
}

double between(effects::Range range, double share) {
    return range.least + (double{range.most} - range.least) * share;
}

/// Returns the jet's speed: one number, or drawn.
double speed_in(const effects::Emitter& e, double share) {
    const auto speed = test::value_of(e, "jet", "speed");
    if (const float* const constant = effects::constant_number(speed)) return *constant;
    const auto& random = std::get<effects::Random>(speed);
    return between({std::get<float>(random.least.value), std::get<float>(random.most.value)}, share);
}

/// Returns the smooth random field's vector at a corner of its lattice.
dvec3 lattice(glm::ivec3 cell) {
    const Words4 words = hash4({static_cast<std::uint32_t>(cell.x), static_cast<std::uint32_t>(cell.y),
                                static_cast<std::uint32_t>(cell.z), 7});
    return dvec3(words[0] >> 8, words[1] >> 8, words[2] >> 8) * std::ldexp(1.0, -23) - 1.0;
}

dvec3 smooth_noise(dvec3 x) {
    const dvec3 cell = floor(x), f = x - cell, w = f * f * (3.0 - 2.0 * f);
    dvec3 sum(0);
    for (int k = 0; k < 8; ++k) {
        const glm::ivec3 corner(k % 2, k / 2 % 2, k / 4);
        const dvec3 share = mix(1.0 - w, w, dvec3(corner));
        sum += lattice(glm::ivec3(cell) + corner) * (share.x * share.y * share.z);
    }
    return sum;
}

dvec3 exact_vector(const float (&v)[3]) {
    return {v[0], v[1], v[2]};
}

}  // namespace

const effects::Emitter& MotionModel::emitter_of(const Particle& p) const {
    return effect_.emitters.at(p.emitter);
}

MotionModel::Birth MotionModel::birth(const Particle& born) const {
    const effects::Emitter& e = emitter_of(born);
    const Numbers a = random4(seed_, born.birth_step, born.ordinal, use_direction);
    const Numbers b = random4(seed_, born.birth_step, born.ordinal, use_place);
    Birth birth;
    birth.motion.velocity =
        in_cone(vector_in(e, "jet", "direction"), number_in(e, "jet", "spread"), a) * speed_in(e, a[2]);
    birth.motion.position = dvec3(e.position) + in_shape(e, b);
    follow(birth.motion, step_seconds() * b[3]);  // births are spread over the step
    const auto steps = [&](float seconds) {
        return std::max(1.0f, std::round(seconds * static_cast<float>(effect_.steps_per_second)));
    };
    birth.lifetime = between({steps(e.lifetime.least), steps(e.lifetime.most)}, a[3]);
    return birth;
}

void MotionModel::follow(Motion& motion, double seconds) const {
    constexpr double margin = 1e-4;  // metres by which a place may lie behind a surface
    const effects::Plane& plane = effect_.plane;
    const double above = motion.position.y - plane.height, end = above + motion.velocity.y * seconds;
    const double kept = 1 - double{plane.friction};
    if (plane.enabled && above > -margin && end < -margin) {
        const double fall = -above / motion.velocity.y;
        motion.position += motion.velocity * fall;
        motion.velocity *= dvec3(kept, -plane.restitution, kept);
        seconds -= fall;
    }
    motion.position += motion.velocity * seconds;
}

void MotionModel::bounce(Moved& moved) const {
    const effects::Plane& plane = effect_.plane;
    moved.above =
        plane.enabled ? moved.motion.position.y - plane.height : std::numeric_limits<double>::infinity();
    moved.bounced = moved.above < 0 && moved.motion.velocity.y < 0;
    if (!moved.bounced) return;
    const double kept = 1 - double{plane.friction};
    moved.motion.position.y = plane.height - moved.above * plane.restitution;
    moved.motion.velocity *= dvec3(kept, -plane.restitution, kept);
}

MotionModel::Moved MotionModel::advanced(const Particle& before) const {
    const effects::Emitter& e = emitter_of(before);
    const dvec3 position = exact_vector(before.position);
    dvec3 acceleration = vector_in(e, "gravity", "acceleration");
    if (test::has_module(e, "gusts"))
        acceleration +=
            smooth_noise(position * number_in(e, "gusts", "scale")) * number_in(e, "gusts", "strength");
    const double drag = test::has_module(e, "drag") ? number_in(e, "drag", "rate") : 0;
    Moved moved;
    moved.motion.velocity =
        (exact_vector(before.velocity) + acceleration * step_seconds()) / (1 + drag * step_seconds());
    moved.motion.position = position + moved.motion.velocity * step_seconds();
    bounce(moved);
    return moved;
}

}  // namespace winnow::particles
