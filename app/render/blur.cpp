#include "render/blur.h"

#include <algorithm>
#include <string>

#include "render/drawing.h"
#include "shaders/shared.h"

namespace winnow::render {

gl::Size reduced(gl::Size size, int factor) {
    return {std::max(1, size.width / factor), std::max(1, size.height / factor)};
}

Pyramid::Pyramid(gl::Size first, int most, Format format, std::string_view label) {
    constexpr int least_side = 4;
    gl::Size size = first;
    do {
        levels.emplace_back(size, format, std::string(label) + " level " + std::to_string(levels.size()));
        size = reduced(size, 2);
    } while (static_cast<int>(levels.size()) < most && std::min(size.width, size.height) >= least_side);
}

Blur::Blur(gl::ShaderLibrary& shaders)
    : downsample_(load_filter(shaders, "render/downsample.frag")),
      upsample_(load_filter(shaders, "render/upsample.frag")) {}

void Blur::reduce(const Target& from, const Target& to, const VertexPulling& vertices) const {
    to.bind();
    from.bind_texture(shared::TEXTURE_FRAME);
    set_blending(Blending::replace);
    downsample_.use();
    vertices.whole_frame();
}

void Blur::spread(const Pyramid& pyramid, float share, const VertexPulling& vertices) const {
    const auto& levels = pyramid.levels;
    for (std::size_t i = 1; i < levels.size(); ++i) reduce(levels[i - 1], levels[i], vertices);
    upsample_.set("share", share);
    upsample_.use();
    set_blending(Blending::mix);
    for (std::size_t i = levels.size() - 1; i > 0; --i) {
        levels[i - 1].bind();
        levels[i].bind_texture(shared::TEXTURE_FRAME);
        vertices.whole_frame();
    }
}

}  // namespace winnow::render
