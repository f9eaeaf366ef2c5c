#include "gl/picture_texture.h"

#include <glad/gl.h>

#include "gl/debug.h"

namespace winnow::gl {

PictureTexture::PictureTexture(Size size, std::span<const std::uint8_t> rgba) {
    glCreateTextures(GL_TEXTURE_2D, 1, &name_);
    glTextureStorage2D(name_, 1, GL_RGBA8, size.width, size.height);
    glTextureSubImage2D(name_, 0, 0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    glTextureParameteri(name_, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(name_, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    label_object(GL_TEXTURE, name_, "picture of an effect");
}

PictureTexture::~PictureTexture() {
    glDeleteTextures(1, &name_);
}

}  // namespace winnow::gl
