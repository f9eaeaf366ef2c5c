// Frames as OpenEXR files, by its library, where Winnow was built with it.
#pragma once

#include <cstdint>
#include <string>

#include "film/light_frame.h"

namespace winnow::film {

/// All files of a film have these in common.
struct ExrChoice {
    std::uint32_t channels = 0;  // bits of Channel
    bool has_floats = false;     // of 32 bits for light and velocity; else of 16
    std::uint32_t frames_per_second = 60;
};

/// Throws Error(absent), one line that names `output`, if Winnow was built without OpenEXR.
void require_exr(const std::string& output);

/// Encodes a frame, compressed by ZIP without loss: R, G, B, A; Z; velocity.X and .Y; emitter,
/// identity.birth_step and identity.ordinal as unsigned integers; position.X, .Y and .Z. Z and positions have
/// 32 bits; Z is NO_DEPTH where there is no particle. `number`: that of the frame in the film; 0: it is not
/// noted. Precondition: require_exr().
std::string encode_exr(const LightFrame& frame, const ExrChoice& choice, std::uint64_t number);

}  // namespace winnow::film
