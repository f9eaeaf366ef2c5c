#include "render/blur.h"

#include <algorithm>
#include <string>

#include "shaders/shared.h"

namespace winnow::render {
namespace {

gl::Program load(gl::ShaderLibrary& shaders, bool spreads) {
    gl::ProgramSource source = filter_source("render/frame/blur.comp", Format::hdr);
    source.defines.emplace_back("SPREADS", gl::define_flag(spreads));
    return shaders.load(source);
}

}  // namespace

gl::Size reduced(gl::Size size, int factor) {
    return {std::max(1, size.width / factor), std::max(1, size.height / factor)};
}

Pyramid::Pyramid(gl::Size first, int most, Format format, std::string_view label) {
    constexpr int min_side = 4;
    gl::Size size = first;
    do {
        levels.emplace_back(size, format, std::string(label) + " level " + std::to_string(levels.size()));
        size = reduced(size, 2);
    } while (static_cast<int>(levels.size()) < most && std::min(size.width, size.height) >= min_side);
}

Blur::Blur(gl::ShaderLibrary& shaders) : reduce_(load(shaders, false)), spread_(load(shaders, true)) {}

void Blur::reduce(const Target& from, const Target& to) const {
    from.bind_texture(shared::TEXTURE_FRAME);
    run_on_each_pixel(reduce_, to);
}

void Blur::spread(const Pyramid& pyramid, float share) const {
    const auto& levels = pyramid.levels;
    for (std::size_t i = 1; i < levels.size(); ++i) reduce(levels[i - 1], levels[i]);
    spread_.set("share", share);
    for (std::size_t i = levels.size() - 1; i > 0; --i) {
        levels[i].bind_texture(shared::TEXTURE_FRAME);
        run_on_each_pixel(spread_, levels[i - 1]);
    }
}

}  // namespace winnow::render
