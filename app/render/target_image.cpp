#include "render/target_image.h"

#include <glad/gl.h>

#include <algorithm>

#include "gl/fence.h"

namespace winnow::render {
namespace {

constexpr int bytes_read = 4;  // RGBA: what drivers copy without converting

/// From the bottom row up and RGBA to the top row down and RGB.
Image from_device(gl::Size size, const std::vector<std::uint8_t>& rgba) {
    Image image(size);
    const auto row = static_cast<std::size_t>(size.width) * bytes_read;
    std::uint8_t* out = image.pixels.data();
    for (int y = size.height - 1; y >= 0; --y) {
        const std::uint8_t* in = rgba.data() + static_cast<std::size_t>(y) * row;
        for (int x = 0; x < size.width; ++x, in += bytes_read, out += Image::channels)
            std::copy_n(in, Image::channels, out);
    }
    return image;
}

std::vector<std::uint8_t> room_for(gl::Size size) {
    return std::vector<std::uint8_t>(static_cast<std::size_t>(size.width) *
                                     static_cast<std::size_t>(size.height) * bytes_read);
}

}  // namespace

TargetImage::TargetImage(gl::Size size) : target_(size, Format::shown, "picture") {}

Image TargetImage::read() const {
    auto rgba = room_for(size());
    target_.read(rgba.data());
    return from_device(size(), rgba);
}

Image read_window(gl::Size size) {
    auto rgba = room_for(size);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    gl::require_context();  // else nothing was written
    return from_device(size, rgba);
}

}  // namespace winnow::render
