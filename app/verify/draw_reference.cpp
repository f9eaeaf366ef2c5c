#include "verify/draw_reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "base/tone_curve.h"

namespace winnow::verify {
namespace {

using glm::dvec2, glm::dvec3, glm::dvec4;

/// A frame's camera in double precision.
struct Eye {
    glm::dmat4 view, projection;
    dvec2 pixels;  // of the frame
    double nearest, farthest;

    Eye(const shared::Camera& camera, gl::Size size)
        : view(matrix(camera.view)),
          projection(matrix(camera.projection)),
          pixels(size.width, size.height),
          nearest(camera.planes.x),
          farthest(camera.planes.y) {}

    static glm::dmat4 matrix(const shared::vec4 (&columns)[4]) {
        glm::dmat4 result;
        for (int c = 0; c < 4; ++c) result[c] = dvec4(columns[c].x, columns[c].y, columns[c].z, columns[c].w);
        return result;
    }
    double pixels_per_metre(double depth) const { return 0.5 * projection[1].y * pixels.y / depth; }
};

struct Look {
    dvec4 color;
    double radius;
    dvec3 motion;
    double softness;
    bool covers;
};

Look look_of(const particles::Particle& p, const EmitterLook& e) {
    const double life = std::clamp(p.age / static_cast<double>(std::max(1u, p.lifetime)), 0.0, 1.0);
    const dvec4 begin(e.color_begin), end(e.color_end);
    const double radius = 0.5 * glm::mix<double>(e.size_begin, e.size_end, life);
    const dvec3 velocity(p.velocity[0], p.velocity[1], p.velocity[2]);
    return {glm::mix(begin, end, life), radius, velocity * static_cast<double>(e.streak),
            std::clamp(radius, 1e-4, 0.15), e.covers};
}

/// A particle as an ellipse that faces the camera; lengths in metres in its plane.
struct Sprite {
    dvec2 center;  // in pixels, from the frame's lower left corner
    double pixels_per_metre;
    double depth;
    dvec2 along;              // unit vector of its longer axis
    double reach, radius;     // half its axes
    double height, softness;  // of its centre above the plane; over which it fades into the plane
    dvec4 light;              // in its middle: premultiplied colour and opacity
};

bool is_finite(const Sprite& s) {
    for (const double value :
         {s.center.x, s.center.y, s.reach, s.radius, s.light.r, s.light.g, s.light.b, s.light.a})
        if (!std::isfinite(value)) return false;
    return true;
}

dvec4 light_of(const Look& look, double brightness) {
    const double alpha = std::clamp(look.color.a, 0.0, 1.0);
    if (!look.covers) return {dvec3(look.color) * (alpha * brightness), 0};
    if (brightness <= 0) return dvec4(0);
    const double opacity = std::min(alpha * brightness, 1 - std::pow(1 - alpha, brightness));
    return {dvec3(look.color) * opacity, opacity};
}

std::optional<Sprite> sprite_of(const particles::Particle& p, const EmitterLook& emitter, const Eye& eye,
                                const effects::Plane& plane) {
    const Look look = look_of(p, emitter);
    const dvec3 center(eye.view * dvec4(p.position[0], p.position[1], p.position[2], 1));
    const double depth = -center.z;
    if (!(depth >= eye.nearest && depth <= eye.farthest)) return std::nullopt;
    const dvec3 motion = glm::dmat3(eye.view) * look.motion;
    const dvec2 apparent = dvec2(motion) + dvec2(center) * (motion.z / depth);
    const double drawn = glm::length(apparent);
    const dvec4 clip = eye.projection * dvec4(center, 1);

    Sprite sprite{};
    sprite.center = (dvec2(clip) / clip.w * 0.5 + 0.5) * eye.pixels;
    sprite.pixels_per_metre = eye.pixels_per_metre(depth);
    sprite.depth = depth;
    sprite.along = drawn > 1e-6 ? apparent / drawn : dvec2(1, 0);
    sprite.radius = std::max(look.radius, 0.8 / sprite.pixels_per_metre);
    sprite.reach = sprite.radius + 0.5 * drawn;
    sprite.height = plane.enabled ? p.position[1] - static_cast<double>(plane.height) : 1e30;
    sprite.softness = look.softness;
    const double own_reach = look.radius + 0.5 * drawn;
    sprite.light = light_of(look, look.radius * own_reach / (sprite.radius * sprite.reach) *
                                      std::pow(look.radius / std::max(own_reach, 1e-9), 0.7) *
                                      glm::smoothstep(0.0, 0.35, depth));
    if (!std::isfinite(look.radius) || !is_finite(sprite)) return std::nullopt;
    return sprite;
}

/// Returns the share of the sprite's light that a pixel receives.
double share_at(const Sprite& sprite, dvec2 pixel, const Eye& eye) {
    const dvec2 offset = (pixel - sprite.center) / sprite.pixels_per_metre;
    const double along = glm::dot(offset, sprite.along) / sprite.reach;
    const double across = glm::dot(offset, dvec2(-sprite.along.y, sprite.along.x)) / sprite.radius;
    const double inside = std::max(0.0, 1 - along * along - across * across);
    const double above = sprite.height + glm::dot(dvec2(eye.view[1]), offset);
    return inside * inside * std::clamp(above / sprite.softness * 0.5 + 0.5, 0.0, 1.0);
}

dvec3 sky(double up) {
    const dvec3 zenith(0.0050, 0.0058, 0.0105), horizon(0.0165, 0.0195, 0.034), nadir(0.0040, 0.0044, 0.0066);
    const double height = up < 0 ? std::min(1.0, -up * 4) : 1 - std::exp2(-6 * up);
    return glm::mix(horizon, up < 0 ? nadir : zenith, height);
}

dvec3 sky_behind(dvec2 pixel, const Eye& eye) {
    const dvec2 ndc = pixel / eye.pixels * 2.0 - 1.0;
    const dvec2 slopes(eye.projection[0].x, eye.projection[1].y);
    const dvec3 ray((ndc + dvec2(eye.projection[2])) / slopes, -1);
    return sky(glm::normalize(glm::transpose(glm::dmat3(eye.view)) * ray).y);
}

/// Blends sprites from front to back.
class FrontToBack {
  public:
    FrontToBack(const Eye& eye, gl::Size size)
        : eye_(eye),
          light_{size, std::vector<dvec3>(static_cast<std::size_t>(size.width) *
                                          static_cast<std::size_t>(size.height))},
          passes_(light_.pixels.size(), 1.0) {}

    /// Blends a sprite behind those before.
    void add(const Sprite& sprite) {
        const dvec2 half(sprite.reach * sprite.pixels_per_metre);
        const dvec2 low = glm::clamp(sprite.center - half, dvec2(0), eye_.pixels);
        const dvec2 high = glm::clamp(sprite.center + half + 1.0, dvec2(0), eye_.pixels);
        for (int y = static_cast<int>(low.y); y < static_cast<int>(high.y); ++y)
            for (int x = static_cast<int>(low.x); x < static_cast<int>(high.x); ++x) {
                const std::size_t at = light_.place_of(x, y);
                const dvec4 own = sprite.light * share_at(sprite, dvec2(x, y) + 0.5, eye_);
                light_.pixels[at] += dvec3(own) * passes_[at];
                passes_[at] *= 1 - own.a;
            }
    }

    LightFrame before_the_sky() && {
        for (int y = 0; y < light_.size.height; ++y)
            for (int x = 0; x < light_.size.width; ++x)
                light_.pixels[light_.place_of(x, y)] +=
                    sky_behind(dvec2(x, y) + 0.5, eye_) * passes_[light_.place_of(x, y)];
        return std::move(light_);
    }

  private:
    const Eye& eye_;
    LightFrame light_;
    std::vector<double> passes_;  // share of the light from behind
};

double dither(dvec2 pixel) {
    return glm::fract(52.9829189 * glm::fract(glm::dot(pixel, dvec2(0.06711056, 0.00583715)))) - 0.5;
}

}  // namespace

LightFrame reference_light(const render::Scene& scene, std::span<const particles::Particle> particles,
                           std::span<const EmitterLook> looks, gl::Size size) {
    const Eye eye(render::camera_block(scene.camera.sight(size), size, 0), size);
    std::vector<Sprite> sprites;
    for (const particles::Particle& p : particles)
        if (const auto sprite = sprite_of(p, looks[p.emitter], eye, scene.plane)) sprites.push_back(*sprite);
    if (scene.order.sorts)
        std::stable_sort(sprites.begin(), sprites.end(),
                         [](const Sprite& a, const Sprite& b) { return a.depth > b.depth; });
    FrontToBack frame(eye, size);
    std::for_each(sprites.rbegin(), sprites.rend(), [&](const Sprite& sprite) { frame.add(sprite); });
    return std::move(frame).before_the_sky();
}

render::Image reference_image(const LightFrame& light, float exposure) {
    render::Image image(light.size);
    std::size_t at = 0;
    for (int row = light.size.height - 1; row >= 0; --row)
        for (int x = 0; x < light.size.width; ++x) {
            const dvec2 pixel = dvec2(x, row) + 0.5;
            const dvec2 off = pixel / dvec2(light.size.width, light.size.height) - 0.5;
            const dvec3 seen = light.pixels[light.place_of(x, row)] *
                               (curve_exposure * exposure * (1 - 0.28 * 2 * glm::dot(off, off)));
            const Light color = tone_mapped({seen.r, seen.g, seen.b});
            for (const double part : color)
                image.pixels[at++] = static_cast<std::uint8_t>(
                    std::lround(std::clamp(encoded_srgb(part) * 255 + dither(pixel), 0.0, 255.0)));
        }
    return image;
}

std::string find_difference(const render::Image& drawn, const render::Image& expected,
                            const PictureBound& bound) {
    const render::Difference found = render::compare(drawn, expected, bound.pixel);
    const double pixels = static_cast<double>(drawn.pixels.size()) / render::Image::channels;
    if (found.mean < bound.mean && static_cast<double>(found.beyond) <= bound.beyond * pixels) return {};
    return fmt::format(
        "of {} pixels {} differ by more than {} steps of 8 bits, at most by {}, in the mean by {:.3f}",
        pixels, found.beyond, bound.pixel, found.most, found.mean);
}

}  // namespace winnow::verify
