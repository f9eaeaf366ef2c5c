#include "render/drawing.h"

#include <glad/gl.h>

#include <span>

#include "gl/debug.h"

namespace winnow::render {
namespace {

constexpr std::uint32_t per_triangle = 3;  // corners

}  // namespace

void set_blending(Blending blending) {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDisablei(GL_SCISSOR_TEST, 0);
    glEnablei(GL_BLEND, 0);
    glBlendEquationi(0, GL_FUNC_ADD);
    if (blending == Blending::add)
        glBlendFunci(0, GL_ONE, GL_ONE);
    else if (blending == Blending::tint)
        glBlendFuncSeparatei(0, GL_ONE, GL_ONE_MINUS_SRC1_COLOR, GL_ZERO, GL_ONE_MINUS_SRC1_ALPHA);
    else if (blending == Blending::over)
        glBlendFunci(0, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    else if (blending == Blending::none)
        glDisablei(GL_BLEND, 0);
    else
        glBlendFuncSeparatei(0, GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA);
}

void set_solid(float pixels_away) {
    glDisablei(GL_BLEND, 0);
    glDisable(GL_CULL_FACE);
    glDisablei(GL_SCISSOR_TEST, 0);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glColorMaski(0, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glPolygonOffset(pixels_away, 0);
    if (pixels_away > 0)
        glEnable(GL_POLYGON_OFFSET_FILL);
    else
        glDisable(GL_POLYGON_OFFSET_FILL);
}

void set_depth_only() {
    set_solid();
    glColorMaski(0, GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
}

void set_foremost() {
    set_solid();
    glDepthFunc(GL_EQUAL);
    glDepthMask(GL_FALSE);
}

void set_claiming() {
    set_solid();
    glDepthFunc(GL_GREATER);
}

void set_layered(Beside beside) {
    set_solid();
    glDepthFunc(beside == Beside::before ? GL_LESS : beside == Beside::up_to ? GL_LEQUAL : GL_GREATER);
    glDepthMask(GL_FALSE);
    glEnablei(GL_BLEND, 0);
    glBlendEquationi(0, GL_FUNC_ADD);
    glBlendFunci(0, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

ClipDistances::ClipDistances(std::uint32_t count) : count_(count) {
    for (std::uint32_t i = 0; i < count_; ++i) glEnable(GL_CLIP_DISTANCE0 + i);
}

ClipDistances::~ClipDistances() {
    for (std::uint32_t i = 0; i < count_; ++i) glDisable(GL_CLIP_DISTANCE0 + i);
}

float height_of(const effects::Plane& plane) {
    constexpr float no_plane = -1e30f;
    return plane.enabled ? plane.height : no_plane;
}

VertexPulling::VertexPulling() {
    glCreateVertexArrays(1, &array_);
    glBindVertexArray(
        array_);  // a driver may create the object, which the label needs, only when it is bound
    gl::label_object(GL_VERTEX_ARRAY, array_, "render: no vertices");
}

VertexPulling::~VertexPulling() {
    glDeleteVertexArrays(1, &array_);
}

void VertexPulling::triangles(std::uint32_t count) const {
    glBindVertexArray(array_);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(count * per_triangle));
}

void VertexPulling::indexed(const gl::Buffer& corners, std::uint32_t count, std::uint32_t first) const {
    glBindVertexArray(array_);
    corners.bind_indices(array_);
    const std::uint64_t byte_offset = std::uint64_t{first} * per_triangle * gl::word_bytes;
    // OpenGL takes the offset as a pointer.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* at = reinterpret_cast<const void*>(byte_offset);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(count * per_triangle), GL_UNSIGNED_INT, at);
}

void VertexPulling::indirect(const gl::Buffer& arguments, std::uint64_t byte_offset) const {
    glBindVertexArray(array_);
    arguments.bind_draw_indirect();
    // OpenGL takes the offset as a pointer.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    glDrawArraysIndirect(GL_TRIANGLES, reinterpret_cast<const void*>(byte_offset));
}

UniformBlock::UniformBlock(std::uint32_t binding, std::uint64_t bytes, const std::string& label)
    : binding_(binding),
      block_(gl::plain_memory()->allocate(bytes, label)),
      uploads_(slots, bytes, label + ", on its way") {}

void UniformBlock::upload(std::span<const std::byte> data) {
    gl::Fence& arrival = arrivals_[submitted_++ % slots];
    if (!arrival.passed()) arrival.wait();
    uploads_.upload(data, block_);
    arrival = gl::Fence::here();
    block_.bind_uniform(binding_);
}

const gl::Program& VariantProgram::of(const gl::Defines& variant) {
    return programs_.of(variant, [&] {
        gl::ProgramSource source = source_;
        source.defines.insert(source.defines.end(), variant.begin(), variant.end());
        return shaders_->load(std::move(source));
    });
}

const gl::Program& LookProgram::of(const particles::ParticleView& living, const gl::Defines& more) {
    gl::Defines variant = particles::look_defines(*living.program, living.step);
    variant.insert(variant.end(), more.begin(), more.end());
    if (!variants_.is(variant)) particles::provide(variants_.shaders(), living.program->look);
    return variants_.of(variant);
}

}  // namespace winnow::render
