#include "library/effect/host_state.h"

#include <algorithm>
#include <span>

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
/// Likewise, which exist for each viewport or for each output; the first is used.
constexpr std::array indexed_switches{GL_BLEND, GL_SCISSOR_TEST};

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

/// Numbers of the first output, in the order of put_output().
constexpr std::array blend_numbers{GL_BLEND_SRC_RGB,   GL_BLEND_DST_RGB,      GL_BLEND_SRC_ALPHA,
                                   GL_BLEND_DST_ALPHA, GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA};

struct Target {
    GLenum target, binding;
};
constexpr std::array buffer_targets{Target{GL_SHADER_STORAGE_BUFFER, GL_SHADER_STORAGE_BUFFER_BINDING},
                                    Target{GL_UNIFORM_BUFFER, GL_UNIFORM_BUFFER_BINDING},
                                    Target{GL_DISPATCH_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER_BINDING},
                                    Target{GL_DRAW_INDIRECT_BUFFER, GL_DRAW_INDIRECT_BUFFER_BINDING},
                                    Target{GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING},
                                    Target{GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING}};

// The bindings below these are used.
constexpr std::uint32_t storage_bindings = shared::BIND_BIRTHS + 1,
                        uniform_bindings = shared::BIND_LIGHTING + 1,
                        texture_units = shared::TEXTURE_RIBBON_LOOKS + 1,
                        image_units = shared::IMAGE_RASTER_DEPTH + 1;

constexpr Target plane{GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D},
    rows{GL_TEXTURE_BUFFER, GL_TEXTURE_BINDING_BUFFER},
    samples{GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE},
    volume{GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D};
constexpr std::array usual_targets{plane, rows}, targets_of_frame{plane, samples},
    targets_of_scattered{plane, volume};

/// Returns the targets of the textures that the library binds to a unit.
std::span<const Target, 2> texture_targets(GLuint unit) {
    return unit == shared::TEXTURE_FRAME       ? targets_of_frame
           : unit == shared::TEXTURE_SCATTERED ? targets_of_scattered
                                               : usual_targets;
}

GLint get(GLenum what) {
    GLint value[4] = {};
    glGetIntegerv(what, value);
    return value[0];
}

GLuint get_name(GLenum what) {
    return static_cast<GLuint>(get(what));
}

GLint get(GLenum what, GLuint index) {
    GLint value = 0;
    glGetIntegeri_v(what, index, &value);
    return value;
}

void put_switch(GLenum what, bool on) {
    on ? glEnable(what) : glDisable(what);
}

void put_first_switch(GLenum what, bool on) {
    on ? glEnablei(what, 0) : glDisablei(what, 0);
}

void put_numbers(std::span<const GLint> n) {
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

/// Sets what a context begins with, and what the passes rely on without setting it themselves.
void set_what_is_relied_on() {
    for (const GLenum one : switches) glDisable(one);
    for (const GLenum one : indexed_switches) glDisablei(one, 0);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    glProvokingVertex(GL_LAST_VERTEX_CONVENTION);
    glFrontFace(GL_CCW);
    glDepthMask(GL_TRUE);
    // The library draws into the first output alone, and must not spoil others.
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glColorMaski(0, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthRangeIndexed(0, 0, 1);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glBindSamplers(0, texture_units, nullptr);
    if (!has_old_state()) return;
    for (const GLenum one : old_switches) glDisable(one);
    glClampColor(clamp_fragment_color, GL_FALSE);
}

/// Sets what was declared, and what a context begins with.
void put(const DeclaredState& state) {
    for (std::size_t i = 0; i < declared_switches.size(); ++i) {
        const GLenum one = declared_switches[i];
        const bool is_indexed = std::ranges::count(indexed_switches, one) > 0;
        is_indexed ? put_first_switch(one, state.switches[i]) : put_switch(one, state.switches[i]);
    }
    glUseProgram(state.program);
    glBindVertexArray(state.vertex_array);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, state.draw_framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, state.read_framebuffer);
    glDepthFunc(state.depth_func);
    glDepthMask(state.writes_depth ? GL_TRUE : GL_FALSE);
    glClipControl(state.clip_origin, state.clip_depth);
    glFrontFace(state.front_face);
    glActiveTexture(GL_TEXTURE0 + state.active_unit);
    glBlendFuncSeparatei(0, state.source_color, state.target_color, state.source_alpha, state.target_alpha);
    glBlendEquationSeparatei(0, state.color_equation, state.alpha_equation);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    if (const auto& v = state.viewport) glViewport((*v)[0], (*v)[1], (*v)[2], (*v)[3]);
    glPolygonOffset(0, 0);
    glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, storage_bindings, nullptr);
    glBindBuffersBase(GL_UNIFORM_BUFFER, 0, uniform_bindings, nullptr);
    for (const Target& one : buffer_targets) glBindBuffer(one.target, 0);
    glBindTextures(0, texture_units, nullptr);
    glBindImageTextures(0, image_units, nullptr);
    if (has_old_state()) glClampColor(clamp_fragment_color, GL_FIXED_ONLY);
}

}  // namespace

SavedHostState::SavedHostState()
    : storage_(gl::RangeTarget::storage, storage_bindings),
      uniform_(gl::RangeTarget::uniform, uniform_bindings) {
    for (const GLenum one : switches) switches_.push_back(glIsEnabled(one));
    for (const GLenum one : indexed_switches) switches_.push_back(glIsEnabledi(one, 0));
    for (const GLenum one : numbers) numbers_.push_back(get(one));
    for (const Target& one : buffer_targets) buffers_.push_back(get_name(one.binding));
    save_textures();
    save_output();
    save_old_state();
}

SavedHostState::~SavedHostState() {
    for (std::size_t i = 0; i < switches.size(); ++i) put_switch(switches[i], switches_[i] != GL_FALSE);
    for (std::size_t i = 0; i < indexed_switches.size(); ++i)
        put_first_switch(indexed_switches[i], switches_[switches.size() + i] != GL_FALSE);
    storage_.put();
    uniform_.put();
    // After the ranges, which change these too.
    for (std::size_t i = 0; i < buffer_targets.size(); ++i)
        glBindBuffer(buffer_targets[i].target, buffers_[i]);
    put_textures();
    put_numbers(numbers_);
    put_output();
    for (std::size_t i = 0; i < old_switches_.size(); ++i)
        put_switch(old_switches[i], old_switches_[i] != GL_FALSE);
    if (!old_switches_.empty()) glClampColor(clamp_fragment_color, static_cast<GLenum>(clamps_fragments_));
}

void SavedHostState::save_old_state() {
    if (!has_old_state()) return;
    for (const GLenum one : old_switches) old_switches_.push_back(glIsEnabled(one));
    glGetIntegerv(clamp_fragment_color, &clamps_fragments_);
}

void SavedHostState::save_textures() {
    for (GLuint unit = 0; unit < texture_units; ++unit) {
        glActiveTexture(GL_TEXTURE0 + unit);
        const auto targets = texture_targets(unit);
        units_.push_back(
            {{get_name(targets[0].binding), get_name(targets[1].binding)}, get_name(GL_SAMPLER_BINDING)});
    }
    for (GLuint unit = 0; unit < image_units; ++unit)
        images_.push_back({get(GL_IMAGE_BINDING_NAME, unit), get(GL_IMAGE_BINDING_LEVEL, unit),
                           get(GL_IMAGE_BINDING_LAYERED, unit), get(GL_IMAGE_BINDING_LAYER, unit),
                           get(GL_IMAGE_BINDING_ACCESS, unit), get(GL_IMAGE_BINDING_FORMAT, unit)});
}

/// Leaves another unit active.
void SavedHostState::put_textures() const {
    for (GLuint unit = 0; unit < units_.size(); ++unit) {
        glActiveTexture(GL_TEXTURE0 + unit);
        const auto targets = texture_targets(unit);
        for (std::size_t t = 0; t < targets.size(); ++t)
            glBindTexture(targets[t].target, units_[unit].textures[t]);
        if (units_[unit].sampler != 0) glBindSampler(unit, units_[unit].sampler);
    }
    for (GLuint unit = 0; unit < images_.size(); ++unit) {
        const Image& image = images_[unit];
        glBindImageTexture(unit, static_cast<GLuint>(image.name), image.level,
                           static_cast<GLboolean>(image.is_layered), image.layer,
                           static_cast<GLenum>(image.access), static_cast<GLenum>(image.format));
    }
}

void SavedHostState::save_output() {
    for (const GLenum one : blend_numbers) numbers_.push_back(get(one, 0));
    for (GLuint i = 0; i < get_name(GL_MAX_DRAW_BUFFERS); ++i)
        glGetBooleani_v(GL_COLOR_WRITEMASK, i, color_masks_.emplace_back().data());
    glGetFloati_v(GL_VIEWPORT, 0, viewport_.data());
    glGetDoublei_v(GL_DEPTH_RANGE, 0, depths_.data());
    glGetFloatv(GL_POLYGON_OFFSET_FACTOR, &offset_factor_);
    glGetFloatv(GL_POLYGON_OFFSET_UNITS, &offset_units_);
}

void SavedHostState::put_output() const {
    const auto blend = [&](std::size_t i) { return static_cast<GLenum>(numbers_[numbers.size() + i]); };
    glBlendFuncSeparatei(0, blend(0), blend(1), blend(2), blend(3));
    glBlendEquationSeparatei(0, blend(4), blend(5));
    const auto& [red, green, blue, alpha] = color_masks_.front();
    glColorMask(red, green, blue, alpha);
    for (GLuint i = 1; i < color_masks_.size(); ++i)
        if (const auto& mask = color_masks_[i]; mask != color_masks_.front())
            glColorMaski(i, mask[0], mask[1], mask[2], mask[3]);
    glViewportIndexedfv(0, viewport_.data());
    glDepthRangeIndexed(0, depths_[0], depths_[1]);
    glPolygonOffset(offset_factor_, offset_units_);
}

HostState::HostState(StateMode mode, const DeclaredState& declared)
    : declared_(mode == StateMode::declared ? &declared : nullptr) {
    if (mode == StateMode::restore)
        saved_.emplace();
    else
        gl::set_usual_pixel_store();
    set_what_is_relied_on();
}

HostState::~HostState() {
    if (declared_ != nullptr) put(*declared_);
}

}  // namespace winnow::library
