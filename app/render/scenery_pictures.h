// The pictures of a scenery, as textures: that of the sky and that on the ground.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "effects/data/texture.h"
#include "effects/model/effect.h"
#include "gl/texture.h"

namespace winnow::render {

/// The light that the pictures give, and the shape of that on the ground.
struct LightOfPictures {
    effects::Harmonics sky{};  // of the sky's picture, if there is one
    float ground_sides = 1;    // the height of the ground's picture by its width
};

class SceneryPictures {
  public:
    /// Reads the pictures of a scenery, unless they are read. Throws Error(bad_input) if they cannot be read
    /// any more or do not fit.
    void prepare(const effects::Scenery& scenery, const effects::Folder& folder);
    /// Binds them as TEXTURE_SKY and TEXTURE_GROUND.
    void bind() const;
    const LightOfPictures& light() const { return light_; }
    std::uint64_t memory_bytes() const {
        return (sky_ ? sky_->bytes() : 0) + (ground_ ? ground_->bytes() : 0);
    }

  private:
    std::string sky_file_, ground_file_;
    effects::Folder folder_;
    std::optional<gl::LightTexture> sky_, ground_;
    LightOfPictures light_;
};

}  // namespace winnow::render
