#include "render/targets.h"

#include <glad/gl.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"
#include "gl/debug.h"
#include "gl/fence.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

GLenum internal_format(Format format) {
    switch (format) {
        case Format::hdr:
            return GL_RGBA16F;
        case Format::number:
            return GL_R32F;
        case Format::claim:
            return GL_RG32UI;
        case Format::shown:
            break;
    }
    return GL_RGBA8;
}

/// Returns the largest width and height that can be both sampled and drawn into.
gl::Size largest() {
    GLint texture = 0, viewport[2] = {};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    return {std::min(texture, viewport[0]), std::min(texture, viewport[1])};
}

void require_side(gl::Size size) {
    gl::require_context();  // without a context every limit reads as 0
    const gl::Size most = largest();
    if (size.width < 1 || size.height < 1 || size.width > most.width || size.height > most.height)
        bad_input("an image of {}x{} pixels cannot be made here: each side must be 1 to {}", size.width,
                  size.height, std::min(most.width, most.height));
}

void require_complete(GLuint framebuffer, const std::string& name) {
    const GLenum status = glCheckNamedFramebufferStatus(framebuffer, GL_DRAW_FRAMEBUFFER);
    if (status == GL_FRAMEBUFFER_COMPLETE) return;
    gl::require_context();
    absent("{}: this OpenGL cannot draw into such a target: its framebuffer is incomplete (0x{:04x})", name,
           status);
}

constexpr int bytes_read = 4;  // per pixel, RGBA: drivers copy it without a conversion

/// Converts RGBA from the bottom row up to RGB, and alpha if it is wanted, from the top row down.
Image from_device(gl::Size size, const std::vector<std::uint8_t>& rgba, bool alpha) {
    Image image(size);
    if (alpha) image.alpha.reserve(rgba.size() / bytes_read);
    const auto row = static_cast<std::size_t>(size.width) * bytes_read;
    std::uint8_t* out = image.pixels.data();
    for (int y = size.height - 1; y >= 0; --y) {
        const std::uint8_t* in = rgba.data() + static_cast<std::size_t>(y) * row;
        for (int x = 0; x < size.width; ++x, in += bytes_read, out += Image::channels) {
            std::copy_n(in, Image::channels, out);
            if (alpha) image.alpha.push_back(in[Image::channels]);
        }
    }
    return image;
}

std::vector<std::uint8_t> room_for(gl::Size size) {
    return std::vector<std::uint8_t>(static_cast<std::size_t>(size.width) *
                                     static_cast<std::size_t>(size.height) * bytes_read);
}

}  // namespace

Target::Target(gl::Size size, Format format, std::string_view label, DepthKind depth) : Target() {
    require_side(size);
    size_ = size;
    format_ = format;
    gl::take_errors();  // discards earlier errors, which are not this target's
    glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
    glTextureStorage2D(texture_, 1, internal_format(format), size.width, size.height);
    const GLint filter = format == Format::claim ? GL_NEAREST : GL_LINEAR;
    glTextureParameteri(texture_, GL_TEXTURE_MIN_FILTER, filter);
    glTextureParameteri(texture_, GL_TEXTURE_MAG_FILTER, filter);
    glTextureParameteri(texture_, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture_, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glCreateFramebuffers(1, &framebuffer_);
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, texture_, 0);
    const std::string name = "render: " + std::string(label);
    gl::label_object(GL_TEXTURE, texture_, name);
    if (depth != DepthKind::none) {
        const bool is_drawn = depth == DepthKind::kept;
        depth_ = std::make_shared<const gl::DepthTexture>(
            size, name + ", depth", is_drawn ? gl::DepthStorage::drawing : gl::DepthStorage::shaders);
        if (is_drawn) glNamedFramebufferTexture(framebuffer_, GL_DEPTH_ATTACHMENT, depth_->name(), 0);
    }
    gl::label_object(GL_FRAMEBUFFER, framebuffer_, name);
    if (gl::take_errors().out_of_memory)
        bad_input("{}: {}x{} pixels do not fit into this device's memory", name, size.width, size.height);
    require_complete(framebuffer_, name);
}

Target::~Target() {
    if (texture_ == 0) return;
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteTextures(1, &texture_);
}

void Target::swap(Target& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(format_, other.format_);
    std::swap(texture_, other.texture_);
    std::swap(depth_, other.depth_);
    std::swap(framebuffer_, other.framebuffer_);
}

void set_viewport(int x, int y, gl::Size size) {
    glViewportIndexedf(0, static_cast<float>(x), static_cast<float>(y), static_cast<float>(size.width),
                       static_cast<float>(size.height));
}

DepthKind Target::depth_kind() const {
    if (!depth_) return DepthKind::none;
    return depth_->by() == gl::DepthStorage::drawing ? DepthKind::kept : DepthKind::computed;
}

void Target::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    set_viewport(0, 0, size_);
}

void Target::bind_square(int number) const {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    set_viewport(0, number * size_.width, {size_.width, size_.width});
}

void Target::clear_light(float alpha) const {
    const float black[4] = {0, 0, 0, alpha};
    glClearNamedFramebufferfv(framebuffer_, GL_COLOR, 0, black);
}

void Target::clear(float alpha) const {
    clear_light(alpha);
    const float farthest = 1;
    if (depth_kind() == DepthKind::kept) glClearNamedFramebufferfv(framebuffer_, GL_DEPTH, 0, &farthest);
}

void Target::clear_claims() const {
    constexpr GLuint none[4] = {};
    constexpr GLfloat farthest = 0;
    glClearNamedFramebufferuiv(framebuffer_, GL_COLOR, 0, none);
    glClearNamedFramebufferfv(framebuffer_, GL_DEPTH, 0, &farthest);
}

void Target::bind_texture(unsigned unit) const {
    glBindTextureUnit(unit, texture_);
}

void Target::bind_depth_texture(unsigned unit) const {
    depth_->bind(unit);
}

void Target::bind_image(unsigned unit) const {
    glBindImageTexture(unit, texture_, 0, GL_FALSE, 0, GL_READ_WRITE, internal_format(format_));
}

void Target::bind_depth_image(unsigned unit) const {
    glBindImageTexture(unit, depth_->name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
}

void Target::copy_to(const Target& other) const {
    glBlitNamedFramebuffer(framebuffer_, other.framebuffer_, 0, 0, size_.width, size_.height, 0, 0,
                           size_.width, size_.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void Target::copy_from(unsigned framebuffer, int x, int y) const {
    glBlitNamedFramebuffer(framebuffer, framebuffer_, x, y, x + size_.width, y + size_.height, 0, 0,
                           size_.width, size_.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void Target::show(gl::Size window) const {
    glBlitNamedFramebuffer(framebuffer_, 0, 0, 0, size_.width, size_.height, 0, 0, window.width,
                           window.height, GL_COLOR_BUFFER_BIT, window == size_ ? GL_NEAREST : GL_LINEAR);
}

void Target::show_from(int left, gl::Size window, const Target* into) const {
    const int first = left * size_.width / window.width;
    glBlitNamedFramebuffer(framebuffer_, into != nullptr ? into->framebuffer_ : 0, first, 0, size_.width,
                           size_.height, left, 0, window.width, window.height, GL_COLOR_BUFFER_BIT,
                           window == size_ ? GL_NEAREST : GL_LINEAR);
}

void Target::read(void* pixels) const {
    const GLsizei bytes = size_.width * size_.height * 4;
    glGetTextureImage(texture_, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes, pixels);
    gl::require_context();  // without a context nothing was written
}

namespace {

/// Returns the colours of all pixels of a texture as OpenGL's `type`, which Pixel has four of.
template <typename Pixel>
std::vector<Pixel> read_colors(unsigned texture, gl::Size size, GLenum type) {
    std::vector<Pixel> pixels(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
    glGetTextureImage(texture, 0, GL_RGBA, type, static_cast<GLsizei>(pixels.size() * sizeof(Pixel)),
                      pixels.data());
    gl::require_context();
    return pixels;
}

}  // namespace

std::vector<glm::vec4> Target::read_light() const {
    return read_colors<glm::vec4>(texture_, size_, GL_FLOAT);
}

std::vector<glm::u16vec4> Target::read_halves() const {
    return read_colors<glm::u16vec4>(texture_, size_, GL_HALF_FLOAT);
}

namespace {

const char* glsl_format(Format format) {
    if (format == Format::number) return "r32f";
    return format == Format::hdr ? "rgba16f" : "rgba8";
}

}  // namespace

gl::ProgramSource filter_source(const std::string& path, Format target) {
    return {path, {{gl::ShaderStage::compute, path}}, {{"TARGET_FORMAT", glsl_format(target)}}};
}

void run_on_each_pixel(const gl::Program& program, const Target& target) {
    run_on_each_pixel(program, target, {0, target.size().height});
}

void run_on_each_pixel(const gl::Program& program, const Target& target, Rows rows) {
    const auto groups = [](int pixels) {
        return (static_cast<std::uint32_t>(pixels) + shared::FILTER_SIDE - 1) / shared::FILTER_SIDE;
    };
    target.bind_image(shared::IMAGE_FRAME);
    program.dispatch({groups(target.size().width), groups(rows.end - rows.first)});
    gl::drawing_barrier();
}

void bind_window(gl::Size size) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    set_viewport(0, 0, size);
}

void clear_window(gl::Size size) {
    constexpr GLfloat black[] = {0, 0, 0, 1};
    bind_window(size);
    glClearNamedFramebufferfv(0, GL_COLOR, 0, black);
}

TargetImage::TargetImage(gl::Size size) : target_(size, Format::shown, "frame") {}

Image TargetImage::read(bool alpha) const {
    auto rgba = room_for(size());
    target_.read(rgba.data());
    return from_device(size(), rgba, alpha);
}

}  // namespace winnow::render
