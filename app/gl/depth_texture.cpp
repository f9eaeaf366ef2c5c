#include "gl/depth_texture.h"

#include <glad/gl.h>

#include "gl/debug.h"

namespace winnow::gl {

DepthTexture::DepthTexture(Size size, const std::string& label, DepthStorage by) : by_(by) {
    glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
    glTextureStorage2D(texture_, 1, by == DepthStorage::drawing ? GL_DEPTH_COMPONENT32F : GL_R32F, size.width,
                       size.height);
    glTextureParameteri(texture_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(texture_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    label_object(GL_TEXTURE, texture_, label);
}

DepthTexture::~DepthTexture() {
    glDeleteTextures(1, &texture_);
}

void DepthTexture::clear() const {
    const float farthest = 1;
    glClearTexImage(texture_, 0, by_ == DepthStorage::drawing ? GL_DEPTH_COMPONENT : GL_RED, GL_FLOAT,
                    &farthest);
}

void DepthTexture::bind(std::uint32_t unit) const {
    glBindTextureUnit(unit, texture_);
}

}  // namespace winnow::gl
