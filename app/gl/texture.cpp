#include "gl/texture.h"

#include <glad/gl.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "gl/debug.h"

namespace winnow::gl {
namespace {

constexpr std::uint64_t light_texel_bytes = 8;  // four half floats

/// Checks before anything is allocated.
std::uint64_t bytes_for(std::uint64_t rows, const std::string& label) {
    GLint64 most = 0;
    glGetInteger64v(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    if (rows > static_cast<std::uint64_t>(most))
        bad_input("{}: {} rows of numbers are too many; this OpenGL's GL_MAX_TEXTURE_BUFFER_SIZE is {}",
                  label, rows, most);
    return rows * sizeof(glm::vec4);
}

unsigned view_of(const Buffer& buffer, GLenum format, const std::string& label) {
    unsigned texture = 0;
    glCreateTextures(GL_TEXTURE_BUFFER, 1, &texture);
    glTextureBuffer(texture, format, buffer.name());
    label_object(GL_TEXTURE, texture, label);
    return texture;
}

}  // namespace

RowTexture::RowTexture(std::uint64_t rows, const std::string& label, RowOf numbers)
    : buffer_(plain_memory()->allocate(bytes_for(rows, label), label)) {
    texture_ = view_of(buffer_, numbers == RowOf::floats ? GL_RGBA32F : GL_RGBA32UI, label);
    words_ = view_of(buffer_, GL_RGBA32UI, label + ", as words");
}

RowTexture::~RowTexture() {
    for (const unsigned* view : {&texture_, &words_}) glDeleteTextures(1, view);
}

void RowTexture::write(std::uint64_t first, std::span<const glm::vec4> rows) const {
    buffer_.write_all(rows, first * sizeof(glm::vec4));
}

void RowTexture::bind_words(std::uint32_t unit) const {
    glBindTextureUnit(unit, words_);
}

void RowTexture::bind(std::uint32_t unit) const {
    glBindTextureUnit(unit, texture_);
}

LightTexture::LightTexture(Size size, std::span<const glm::vec4> texels, bool repeats,
                           const std::string& label) {
    constexpr float anisotropy = 8;  // the ground is seen flat
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (std::max(size.width, size.height) > most)
        bad_input("{}: an image of {} x {} pixels is too large; this OpenGL's GL_MAX_TEXTURE_SIZE is {}",
                  label, size.width, size.height, most);
    take_errors();  // discards earlier errors, which are not this texture's
    const auto levels =
        static_cast<GLsizei>(std::bit_width(static_cast<unsigned>(std::max(size.width, size.height))));
    glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
    glTextureStorage2D(texture_, levels, GL_RGBA16F, size.width, size.height);
    glTextureSubImage2D(texture_, 0, 0, 0, size.width, size.height, GL_RGBA, GL_HALF_FLOAT, texels.data());
    glGenerateTextureMipmap(texture_);
    for (int level = 0; level < levels; ++level)
        bytes_ += light_texel_bytes * std::max<std::uint64_t>(static_cast<unsigned>(size.width) >> level, 1) *
                  std::max<std::uint64_t>(static_cast<unsigned>(size.height) >> level, 1);
    glTextureParameteri(texture_, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTextureParameteri(texture_, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTextureParameteri(texture_, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTextureParameteri(texture_, GL_TEXTURE_WRAP_T, repeats ? GL_REPEAT : GL_CLAMP_TO_EDGE);
    if (repeats) glTextureParameterf(texture_, GL_TEXTURE_MAX_ANISOTROPY, anisotropy);
    label_object(GL_TEXTURE, texture_, label);
    if (!take_errors().out_of_memory) return;
    glDeleteTextures(1, &texture_);
    bad_input("{}: {}x{} pixels do not fit into this device's memory", label, size.width, size.height);
}

LightTexture::~LightTexture() {
    glDeleteTextures(1, &texture_);
}

void LightTexture::bind(std::uint32_t unit) const {
    glBindTextureUnit(unit, texture_);
}

VolumeTexture::VolumeTexture(std::uint32_t side, const std::string& label) {
    const auto texels = static_cast<GLsizei>(side);
    take_errors();  // discards earlier errors, which are not this texture's
    glCreateTextures(GL_TEXTURE_3D, 1, &texture_);
    glTextureStorage3D(texture_, 1, GL_RGBA16F, texels, texels, texels);
    glTextureParameteri(texture_, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(texture_, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R})
        glTextureParameteri(texture_, wrap, GL_CLAMP_TO_EDGE);
    label_object(GL_TEXTURE, texture_, label);
    if (!take_errors().out_of_memory) return;
    glDeleteTextures(1, &texture_);
    bad_input("{}: a cube of {} texels a side does not fit into this device's memory", label, side);
}

VolumeTexture::~VolumeTexture() {
    glDeleteTextures(1, &texture_);
}

void VolumeTexture::bind(std::uint32_t unit) const {
    glBindTextureUnit(unit, texture_);
}

void VolumeTexture::bind_image(std::uint32_t unit) const {
    glBindImageTexture(unit, texture_, 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_RGBA16F);
}

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
