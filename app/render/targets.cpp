#include "render/targets.h"

#include <glad/gl.h>

#include <string>
#include <utility>

namespace winnow::render {
namespace {

GLenum internal_format(Format format) {
    switch (format) {
        case Format::hdr:
            return GL_RGBA16F;
        case Format::shown:
            break;
    }
    return GL_RGBA8;
}

void label_object(GLenum kind, GLuint name, const std::string& label) {
    glObjectLabel(kind, name, static_cast<GLsizei>(label.size()), label.data());
}

}  // namespace

Target::Target(gl::Size size, Format format, std::string_view label) : size_(size) {
    glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
    glTextureStorage2D(texture_, 1, internal_format(format), size.width, size.height);
    glTextureParameteri(texture_, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(texture_, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTextureParameteri(texture_, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture_, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glCreateFramebuffers(1, &framebuffer_);
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, texture_, 0);
    const std::string name = "render: " + std::string(label);
    label_object(GL_TEXTURE, texture_, name);
    label_object(GL_FRAMEBUFFER, framebuffer_, name);
}

Target::~Target() {
    if (texture_ == 0) return;
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteTextures(1, &texture_);
}

void Target::swap(Target& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(texture_, other.texture_);
    std::swap(framebuffer_, other.framebuffer_);
}

void Target::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glViewport(0, 0, size_.width, size_.height);
}

void Target::clear() const {
    constexpr float nothing[4] = {0, 0, 0, 0};
    glClearNamedFramebufferfv(framebuffer_, GL_COLOR, 0, nothing);
}

void Target::bind_texture(unsigned unit) const {
    glBindTextureUnit(unit, texture_);
}

void Target::read(void* pixels) const {
    const GLsizei bytes = size_.width * size_.height * 4;
    glGetTextureImage(texture_, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes, pixels);
}

void bind_window(gl::Size size) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, size.width, size.height);
}

}  // namespace winnow::render
