#include "library/effect/host_state.h"

#include "shaders/shared.h"

namespace winnow::library {
namespace {

/// Switches that the commands change, and those that must be off for them.
constexpr std::array switches{GL_POLYGON_SMOOTH,
                              GL_DEPTH_TEST,
                              GL_CULL_FACE,
                              GL_STENCIL_TEST,
                              GL_RASTERIZER_DISCARD,
                              GL_COLOR_LOGIC_OP,
                              GL_SAMPLE_MASK,
                              GL_SAMPLE_COVERAGE,
                              GL_SAMPLE_ALPHA_TO_COVERAGE,
                              GL_SAMPLE_ALPHA_TO_ONE,
                              GL_SAMPLE_SHADING,
                              GL_DEPTH_CLAMP,
                              GL_PRIMITIVE_RESTART,
                              GL_PRIMITIVE_RESTART_FIXED_INDEX,
                              GL_POLYGON_OFFSET_FILL,
                              GL_CLIP_DISTANCE0,
                              GL_CLIP_DISTANCE1,
                              GL_CLIP_DISTANCE2,
                              GL_CLIP_DISTANCE3,
                              GL_CLIP_DISTANCE4,
                              GL_CLIP_DISTANCE5,
                              GL_CLIP_DISTANCE6,
                              GL_CLIP_DISTANCE7};

// The headers of the core profile lack these names, because they belong to the compatibility profile.
constexpr GLenum alpha_test = 0x0BC0, polygon_stipple = 0x0B42, clamp_fragment_color = 0x891B;
constexpr std::array old_switches{alpha_test, polygon_stipple};

bool has_old_state() {
    GLint profile = 0;
    glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    return (profile & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
}

/// Single numbers, in the order of put_numbers().
constexpr std::array numbers{GL_CURRENT_PROGRAM,
                             GL_VERTEX_ARRAY_BINDING,
                             GL_DRAW_FRAMEBUFFER_BINDING,
                             GL_READ_FRAMEBUFFER_BINDING,
                             GL_DEPTH_FUNC,
                             GL_DEPTH_WRITEMASK,
                             GL_POLYGON_MODE,
                             GL_CLIP_ORIGIN,
                             GL_CLIP_DEPTH_MODE,
                             GL_PROVOKING_VERTEX,
                             GL_FRONT_FACE,
                             GL_ACTIVE_TEXTURE};

struct BufferTarget {
    GLenum target, binding;
};
constexpr std::array buffer_targets{
    BufferTarget{GL_SHADER_STORAGE_BUFFER, GL_SHADER_STORAGE_BUFFER_BINDING},
    BufferTarget{GL_UNIFORM_BUFFER, GL_UNIFORM_BUFFER_BINDING},
    BufferTarget{GL_DISPATCH_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER_BINDING},
    BufferTarget{GL_DRAW_INDIRECT_BUFFER, GL_DRAW_INDIRECT_BUFFER_BINDING},
    BufferTarget{GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING},
    BufferTarget{GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING}};

/// The targets of textures that are bound to units, by glBindTextureUnit.
constexpr std::array texture_bindings{GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_2D_MULTISAMPLE,
                                      GL_TEXTURE_BINDING_3D, GL_TEXTURE_BINDING_BUFFER};
constexpr std::array texture_targets{GL_TEXTURE_2D, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_3D,
                                     GL_TEXTURE_BUFFER};

// The bindings below these are used.
constexpr std::uint32_t storage_bindings = shared::BIND_BIRTHS + 1,
                        uniform_bindings = shared::BIND_LIGHTING + 1,
                        texture_units = shared::TEXTURE_RIBBON_LOOKS + 1,
                        image_units = shared::IMAGE_RASTER_DEPTH + 1;

GLint get(GLenum what) {
    GLint value[4] = {};
    glGetIntegerv(what, value);
    return value[0];
}

GLint get(GLenum what, GLuint index) {
    GLint value = 0;
    glGetIntegeri_v(what, index, &value);
    return value;
}

void put_switch(GLenum what, bool on) {
    on ? glEnable(what) : glDisable(what);
}

void put_switch(GLenum what, GLuint index, bool on) {
    on ? glEnablei(what, index) : glDisablei(what, index);
}

void put_numbers(const std::vector<GLint>& n) {
    const auto name = [&](std::size_t i) { return static_cast<GLuint>(n[i]); };
    glUseProgram(name(0));
    glBindVertexArray(name(1));
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, name(2));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, name(3));
    glDepthFunc(name(4));
    glDepthMask(static_cast<GLboolean>(n[5]));
    glPolygonMode(GL_FRONT_AND_BACK, name(6));
    glClipControl(name(7), name(8));
    glProvokingVertex(name(9));
    glFrontFace(name(10));
    glActiveTexture(name(11));
}

}  // namespace

HostState::HostState()
    : storage_(gl::RangeTarget::storage, storage_bindings),
      uniform_(gl::RangeTarget::uniform, uniform_bindings) {
    for (const GLenum one : switches) switches_.push_back(glIsEnabled(one));
    for (const GLenum one : numbers) numbers_.push_back(get(one));
    for (const BufferTarget& one : buffer_targets) buffers_.push_back(get(one.binding));
    save_textures();
    save_output();
    save_old_state();
    set_what_is_relied_on();
}

HostState::~HostState() {
    for (std::size_t i = 0; i < switches.size(); ++i) put_switch(switches[i], switches_[i] != GL_FALSE);
    put_numbers(numbers_);
    storage_.put();
    uniform_.put();
    // After the ranges, which change these too.
    for (std::size_t i = 0; i < buffer_targets.size(); ++i)
        glBindBuffer(buffer_targets[i].target, static_cast<GLuint>(buffers_[i]));
    put_textures();
    put_output();
    for (std::size_t i = 0; i < old_switches_.size(); ++i)
        put_switch(old_switches[i], old_switches_[i] != GL_FALSE);
    if (!old_switches_.empty()) glClampColor(clamp_fragment_color, static_cast<GLenum>(clamps_fragments_));
}

/// Switches off what would change what shaders give.
void HostState::save_old_state() {
    if (!has_old_state()) return;
    for (const GLenum one : old_switches) {
        old_switches_.push_back(glIsEnabled(one));
        glDisable(one);
    }
    glGetIntegerv(clamp_fragment_color, &clamps_fragments_);
    glClampColor(clamp_fragment_color, GL_FALSE);
}

void HostState::save_textures() {
    const GLint active = get(GL_ACTIVE_TEXTURE);
    for (GLuint unit = 0; unit < texture_units; ++unit) {
        glActiveTexture(GL_TEXTURE0 + unit);
        Unit& saved = units_.emplace_back();
        for (const GLenum binding : texture_bindings)
            saved.textures.push_back(static_cast<GLuint>(get(binding)));
        saved.sampler = static_cast<GLuint>(get(GL_SAMPLER_BINDING));
    }
    glActiveTexture(static_cast<GLenum>(active));
    for (GLuint unit = 0; unit < image_units; ++unit)
        images_.push_back({get(GL_IMAGE_BINDING_NAME, unit), get(GL_IMAGE_BINDING_LEVEL, unit),
                           get(GL_IMAGE_BINDING_LAYERED, unit), get(GL_IMAGE_BINDING_LAYER, unit),
                           get(GL_IMAGE_BINDING_ACCESS, unit), get(GL_IMAGE_BINDING_FORMAT, unit)});
}

void HostState::put_textures() const {
    const GLint active = get(GL_ACTIVE_TEXTURE);
    for (GLuint unit = 0; unit < units_.size(); ++unit) {
        glActiveTexture(GL_TEXTURE0 + unit);
        for (std::size_t t = 0; t < texture_targets.size(); ++t)
            glBindTexture(texture_targets[t], units_[unit].textures[t]);
        glBindSampler(unit, units_[unit].sampler);
    }
    glActiveTexture(static_cast<GLenum>(active));
    for (GLuint unit = 0; unit < images_.size(); ++unit) {
        const Image& image = images_[unit];
        glBindImageTexture(unit, static_cast<GLuint>(image.name), image.level,
                           static_cast<GLboolean>(image.is_layered), image.layer,
                           static_cast<GLenum>(image.access), static_cast<GLenum>(image.format));
    }
}

void HostState::save_output() {
    for (GLuint i = 0; i < static_cast<GLuint>(get(GL_MAX_DRAW_BUFFERS)); ++i) {
        Blend& blend = blends_.emplace_back();
        blend = {glIsEnabledi(GL_BLEND, i),       get(GL_BLEND_SRC_RGB, i),
                 get(GL_BLEND_SRC_ALPHA, i),      get(GL_BLEND_DST_RGB, i),
                 get(GL_BLEND_DST_ALPHA, i),      get(GL_BLEND_EQUATION_RGB, i),
                 get(GL_BLEND_EQUATION_ALPHA, i), {}};
        glGetBooleani_v(GL_COLOR_WRITEMASK, i, blend.mask.data());
    }
    for (GLuint i = 0; i < static_cast<GLuint>(get(GL_MAX_VIEWPORTS)); ++i) {
        Viewport& viewport = viewports_.emplace_back();
        glGetFloati_v(GL_VIEWPORT, i, viewport.area.data());
        glGetDoublei_v(GL_DEPTH_RANGE, i, viewport.depths.data());
        viewport.is_cut = glIsEnabledi(GL_SCISSOR_TEST, i);
    }
    glGetFloatv(GL_POLYGON_OFFSET_FACTOR, &offset_factor_);
    glGetFloatv(GL_POLYGON_OFFSET_UNITS, &offset_units_);
}

void HostState::put_output() const {
    for (GLuint i = 0; i < blends_.size(); ++i) {
        const Blend& blend = blends_[i];
        const auto name = [](GLint value) { return static_cast<GLenum>(value); };
        put_switch(GL_BLEND, i, blend.is_on != GL_FALSE);
        glBlendFuncSeparatei(i, name(blend.source_color), name(blend.target_color), name(blend.source_alpha),
                             name(blend.target_alpha));
        glBlendEquationSeparatei(i, name(blend.color_equation), name(blend.alpha_equation));
        glColorMaski(i, blend.mask[0], blend.mask[1], blend.mask[2], blend.mask[3]);
    }
    for (GLuint i = 0; i < viewports_.size(); ++i) {
        const Viewport& viewport = viewports_[i];
        glViewportIndexedfv(i, viewport.area.data());
        glDepthRangeIndexed(i, viewport.depths[0], viewport.depths[1]);
        put_switch(GL_SCISSOR_TEST, i, viewport.is_cut != GL_FALSE);
    }
    glPolygonOffset(offset_factor_, offset_units_);
}

/// Sets what our passes do not set themselves, because a context of ours has it from the beginning.
void HostState::set_what_is_relied_on() {
    for (const GLenum one : switches) glDisable(one);
    glDisable(GL_SCISSOR_TEST);  // of all viewports
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    glProvokingVertex(GL_LAST_VERTEX_CONVENTION);
    glFrontFace(GL_CCW);
    glDepthMask(GL_TRUE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthRange(0, 1);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    for (GLuint unit = 0; unit < texture_units; ++unit) glBindSampler(unit, 0);
}

}  // namespace winnow::library
