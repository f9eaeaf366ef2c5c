// A frame as light, before anything is made of the whole picture, for programs that put pictures together.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/type_precision.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gl/context.h"
#include "shaders/render/identity/pixels.h"

namespace winnow::film {

/// A channel says something of the particle that each pixel shows, beside its light (IdentityPass); bits.
enum Channel : std::uint32_t {
    depth_channel = 1,     // metres before the eye
    velocity_channel = 2,  // pixels since the frame before
    emitter_channel = 4,   // its number in the effect's list
    identity_channel = 8,  // the step of its birth and its ordinal among the births of that
    position_channel = 16  // metres
};

inline constexpr std::pair<std::string_view, Channel> channel_names[] = {{"depth", depth_channel},
                                                                         {"velocity", velocity_channel},
                                                                         {"emitter", emitter_channel},
                                                                         {"identity", identity_channel},
                                                                         {"position", position_channel}};

/// Rows from the top. Light is linear and multiplied by the alpha.
struct LightFrame {
    gl::Size size;
    std::vector<glm::vec4> light;
    std::vector<shared::PixelParticle> particles;  // empty, if no channel is asked for
};

/// A frame as it was read back, rows from the bottom up.
struct DrawnLight {
    gl::Size size;
    int factor = 1;               // pixels each way that become one
    bool is_transparent = false;  // alpha is opacity; else all is opaque
    std::vector<glm::u16vec4> light;
    std::vector<shared::PixelParticle> particles = {};  // with the slots of their emitters
    std::vector<std::uint32_t> emitters = {};           // by slot: the emitter's number, or NO_EMITTER
};

/// Returns the frame that was drawn: light is averaged, and of particles that of a pixel in the middle is
/// kept. Precondition: the sides are multiples of the factor.
LightFrame light_frame(const DrawnLight& drawn);

}  // namespace winnow::film
