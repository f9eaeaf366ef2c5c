#include "library/gl_state.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace winnow::test {
namespace {

std::int64_t get(GLenum what) {
    GLint64 values[4] = {};  // some queries have several
    glGetInteger64v(what, values);
    return values[0];
}

void add_indexed(State& state, const std::string& name, GLenum most, GLenum binding, GLenum start,
                 GLenum size) {
    for (GLuint i = 0; i < static_cast<GLuint>(get(most)); ++i) {
        const std::string at = name + "[" + std::to_string(i) + "]";
        GLint buffer = 0;
        glGetIntegeri_v(binding, i, &buffer);
        state[at] = buffer;
        glGetInteger64i_v(start, i, &state[at + ".start"]);
        glGetInteger64i_v(size, i, &state[at + ".size"]);
    }
}

struct Query {
    const char* name;
    GLenum what;
};

constexpr std::array switches{Query{"depth test", GL_DEPTH_TEST},
                              Query{"cull face", GL_CULL_FACE},
                              Query{"stencil test", GL_STENCIL_TEST},
                              Query{"rasterizer discard", GL_RASTERIZER_DISCARD},
                              Query{"logic op", GL_COLOR_LOGIC_OP},
                              Query{"sample mask", GL_SAMPLE_MASK},
                              Query{"sample coverage", GL_SAMPLE_COVERAGE},
                              Query{"alpha to coverage", GL_SAMPLE_ALPHA_TO_COVERAGE},
                              Query{"alpha to one", GL_SAMPLE_ALPHA_TO_ONE},
                              Query{"sample shading", GL_SAMPLE_SHADING},
                              Query{"depth clamp", GL_DEPTH_CLAMP},
                              Query{"primitive restart", GL_PRIMITIVE_RESTART},
                              Query{"fixed restart", GL_PRIMITIVE_RESTART_FIXED_INDEX},
                              Query{"offset fill", GL_POLYGON_OFFSET_FILL},
                              Query{"offset line", GL_POLYGON_OFFSET_LINE},
                              Query{"offset point", GL_POLYGON_OFFSET_POINT},
                              Query{"clip distance 0", GL_CLIP_DISTANCE0},
                              Query{"clip distance 5", GL_CLIP_DISTANCE5},
                              Query{"srgb", GL_FRAMEBUFFER_SRGB},
                              Query{"multisample", GL_MULTISAMPLE},
                              Query{"point size", GL_PROGRAM_POINT_SIZE},
                              Query{"line smooth", GL_LINE_SMOOTH},
                              Query{"polygon smooth", GL_POLYGON_SMOOTH},
                              Query{"seamless", GL_TEXTURE_CUBE_MAP_SEAMLESS},
                              Query{"dither", GL_DITHER}};

constexpr std::array numbers{Query{"read framebuffer", GL_READ_FRAMEBUFFER_BINDING},
                             Query{"renderbuffer", GL_RENDERBUFFER_BINDING},
                             Query{"depth func", GL_DEPTH_FUNC},
                             Query{"depth mask", GL_DEPTH_WRITEMASK},
                             Query{"polygon mode", GL_POLYGON_MODE},
                             Query{"clip origin", GL_CLIP_ORIGIN},
                             Query{"clip depth", GL_CLIP_DEPTH_MODE},
                             Query{"provoking", GL_PROVOKING_VERTEX},
                             Query{"front face", GL_FRONT_FACE},
                             Query{"cull mode", GL_CULL_FACE_MODE},
                             Query{"logic op mode", GL_LOGIC_OP_MODE},
                             Query{"stencil func", GL_STENCIL_FUNC},
                             Query{"stencil mask", GL_STENCIL_WRITEMASK},
                             Query{"stencil fail", GL_STENCIL_FAIL},
                             Query{"restart index", GL_PRIMITIVE_RESTART_INDEX},
                             Query{"unpack alignment", GL_UNPACK_ALIGNMENT},
                             Query{"unpack row length", GL_UNPACK_ROW_LENGTH},
                             Query{"unpack skip rows", GL_UNPACK_SKIP_ROWS},
                             Query{"unpack swap", GL_UNPACK_SWAP_BYTES},
                             Query{"pack alignment", GL_PACK_ALIGNMENT},
                             Query{"pack row length", GL_PACK_ROW_LENGTH},
                             Query{"pack skip pixels", GL_PACK_SKIP_PIXELS},
                             Query{"sample mask value", GL_SAMPLE_COVERAGE_INVERT}};

constexpr std::array blend_parts{
    Query{"source color", GL_BLEND_SRC_RGB},        Query{"source alpha", GL_BLEND_SRC_ALPHA},
    Query{"target color", GL_BLEND_DST_RGB},        Query{"target alpha", GL_BLEND_DST_ALPHA},
    Query{"color equation", GL_BLEND_EQUATION_RGB}, Query{"alpha equation", GL_BLEND_EQUATION_ALPHA}};

constexpr std::array unit_bindings{
    Query{"1D", GL_TEXTURE_BINDING_1D},         Query{"2D", GL_TEXTURE_BINDING_2D},
    Query{"3D", GL_TEXTURE_BINDING_3D},         Query{"2D array", GL_TEXTURE_BINDING_2D_ARRAY},
    Query{"cube", GL_TEXTURE_BINDING_CUBE_MAP}, Query{"rectangle", GL_TEXTURE_BINDING_RECTANGLE},
    Query{"buffer", GL_TEXTURE_BINDING_BUFFER}, Query{"multisample", GL_TEXTURE_BINDING_2D_MULTISAMPLE},
    Query{"sampler", GL_SAMPLER_BINDING}};

constexpr std::array image_parts{
    Query{"name", GL_IMAGE_BINDING_NAME},       Query{"level", GL_IMAGE_BINDING_LEVEL},
    Query{"layered", GL_IMAGE_BINDING_LAYERED}, Query{"layer", GL_IMAGE_BINDING_LAYER},
    Query{"access", GL_IMAGE_BINDING_ACCESS},   Query{"format", GL_IMAGE_BINDING_FORMAT}};

std::string at(const char* name, GLuint index, const char* part = "") {
    return std::string(name) + "[" + std::to_string(index) + "]" + part;
}

void add_output(State& state) {
    for (GLuint i = 0; i < static_cast<GLuint>(get(GL_MAX_DRAW_BUFFERS)); ++i) {
        state[at("blend", i)] = glIsEnabledi(GL_BLEND, i);
        for (const Query& part : blend_parts) {
            GLint value = 0;
            glGetIntegeri_v(part.what, i, &value);
            state[at("blend", i, part.name)] = value;
        }
        GLboolean mask[4] = {};
        glGetBooleani_v(GL_COLOR_WRITEMASK, i, mask);
        state[at("color mask", i)] = mask[0] | mask[1] << 1 | mask[2] << 2 | mask[3] << 3;
    }
    for (GLuint i = 0; i < static_cast<GLuint>(get(GL_MAX_VIEWPORTS)); ++i) {
        GLfloat area[4] = {};
        GLint box[4] = {};
        GLdouble depths[2] = {};
        glGetFloati_v(GL_VIEWPORT, i, area);
        glGetIntegeri_v(GL_SCISSOR_BOX, i, box);
        glGetDoublei_v(GL_DEPTH_RANGE, i, depths);
        state[at("scissor", i)] = glIsEnabledi(GL_SCISSOR_TEST, i);
        for (GLuint k = 0; k < 4; ++k) {
            state[at("viewport", i, at(" ", k).c_str())] = std::llround(area[k] * 64);
            state[at("scissor box", i, at(" ", k).c_str())] = box[k];
        }
        state[at("depth near", i)] = std::llround(depths[0] * 1e6);
        state[at("depth far", i)] = std::llround(depths[1] * 1e6);
    }
    GLfloat offset[2] = {};
    glGetFloatv(GL_POLYGON_OFFSET_FACTOR, &offset[0]);
    glGetFloatv(GL_POLYGON_OFFSET_UNITS, &offset[1]);
    state["offset factor"] = std::llround(offset[0] * 64);
    state["offset units"] = std::llround(offset[1] * 64);
}

void add_units(State& state) {
    const GLint active = static_cast<GLint>(get(GL_ACTIVE_TEXTURE));
    for (GLuint unit = 0; unit < static_cast<GLuint>(get(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS)); ++unit) {
        glActiveTexture(GL_TEXTURE0 + unit);
        for (const Query& one : unit_bindings) state[at("unit", unit, one.name)] = get(one.what);
    }
    glActiveTexture(static_cast<GLenum>(active));
    for (GLuint unit = 0; unit < static_cast<GLuint>(get(GL_MAX_IMAGE_UNITS)); ++unit)
        for (const Query& part : image_parts) {
            GLint value = 0;
            glGetIntegeri_v(part.what, unit, &value);
            state[at("image", unit, part.name)] = value;
        }
}

constexpr GLuint units = 32;  // more than the library binds
constexpr std::array odd_switches{GL_DEPTH_TEST,
                                  GL_CULL_FACE,
                                  GL_STENCIL_TEST,
                                  GL_RASTERIZER_DISCARD,
                                  GL_COLOR_LOGIC_OP,
                                  GL_SAMPLE_MASK,
                                  GL_SAMPLE_ALPHA_TO_COVERAGE,
                                  GL_DEPTH_CLAMP,
                                  GL_PRIMITIVE_RESTART,
                                  GL_POLYGON_OFFSET_FILL,
                                  GL_CLIP_DISTANCE0,
                                  GL_CLIP_DISTANCE5,
                                  GL_SCISSOR_TEST};
constexpr GLsizeiptr aligned = 256;      // a multiple of every offset's alignment
constexpr std::int64_t max_ranges = 16;  // the most that the library binds

}  // namespace

State query_state() {
    State state{
        {"program", get(GL_CURRENT_PROGRAM)},
        {"pipeline", get(GL_PROGRAM_PIPELINE_BINDING)},
        {"array buffer", get(GL_ARRAY_BUFFER_BINDING)},
        {"storage buffer", get(GL_SHADER_STORAGE_BUFFER_BINDING)},
        {"uniform buffer", get(GL_UNIFORM_BUFFER_BINDING)},
        {"atomic buffer", get(GL_ATOMIC_COUNTER_BUFFER_BINDING)},
        {"dispatch indirect", get(GL_DISPATCH_INDIRECT_BUFFER_BINDING)},
        {"draw indirect", get(GL_DRAW_INDIRECT_BUFFER_BINDING)},
        {"copy read", get(GL_COPY_READ_BUFFER_BINDING)},
        {"copy write", get(GL_COPY_WRITE_BUFFER_BINDING)},
        {"pixel pack", get(GL_PIXEL_PACK_BUFFER_BINDING)},
        {"pixel unpack", get(GL_PIXEL_UNPACK_BUFFER_BINDING)},
        {"vertex array", get(GL_VERTEX_ARRAY_BINDING)},
        {"active texture", get(GL_ACTIVE_TEXTURE)},
        {"framebuffer", get(GL_DRAW_FRAMEBUFFER_BINDING)},
        {"debug group depth", get(GL_DEBUG_GROUP_STACK_DEPTH)},
        {"debug output", glIsEnabled(GL_DEBUG_OUTPUT)},
        {"debug synchronous", glIsEnabled(GL_DEBUG_OUTPUT_SYNCHRONOUS)},
    };
    void* callback = nullptr;
    glGetPointerv(GL_DEBUG_CALLBACK_FUNCTION, &callback);
    state["debug callback"] = reinterpret_cast<std::int64_t>(callback);
    add_indexed(state, "storage", GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, GL_SHADER_STORAGE_BUFFER_BINDING,
                GL_SHADER_STORAGE_BUFFER_START, GL_SHADER_STORAGE_BUFFER_SIZE);
    add_indexed(state, "uniform", GL_MAX_UNIFORM_BUFFER_BINDINGS, GL_UNIFORM_BUFFER_BINDING,
                GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE);
    for (const Query& one : switches) state[one.name] = glIsEnabled(one.what);
    for (const Query& one : numbers) state[one.name] = get(one.what);
    add_output(state);
    add_units(state);
    return state;
}

std::string changes_since(const State& before) {
    std::string changes;
    for (const auto& [name, value] : query_state())
        if (const std::int64_t then = before.at(name); value != then)
            changes += name + " " + std::to_string(then) + " -> " + std::to_string(value) + "; ";
    return changes;
}

BusyContext::BusyContext()
    : buffer_(gl::plain_memory()->allocate(max_ranges * aligned, "bound by the caller")),
      generic_(gl::plain_memory()->allocate(64, "bound by the caller to no index")),
      program_(shaders_.load_compute("measure/baselines.comp#copy")) {
    program_.use();
    bind_ranges(GL_SHADER_STORAGE_BUFFER, GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS);
    bind_ranges(GL_UNIFORM_BUFFER, GL_MAX_UNIFORM_BUFFER_BINDINGS);
    for (const GLenum target : {GL_ARRAY_BUFFER, GL_DISPATCH_INDIRECT_BUFFER, GL_DRAW_INDIRECT_BUFFER,
                                GL_COPY_READ_BUFFER, GL_PIXEL_UNPACK_BUFFER})
        glBindBuffer(target, generic_.name());
    make_objects();
    set_oddly();
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "the caller's group");
}

void BusyContext::make_objects() {
    glCreateTextures(GL_TEXTURE_2D, 1, &texture_);
    glTextureStorage2D(texture_, 2, GL_RGBA16F, 8, 8);
    glCreateTextures(GL_TEXTURE_3D, 1, &volume_);
    glTextureStorage3D(volume_, 1, GL_RGBA8, 4, 4, 4);
    glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &layers_);
    glTextureStorage3D(layers_, 1, GL_RGBA8, 4, 4, 4);
    glCreateSamplers(1, &sampler_);
    glSamplerParameteri(sampler_, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glSamplerParameteri(sampler_, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glCreateFramebuffers(1, &framebuffer_);
    glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, texture_, 0);
    glCreateVertexArrays(1, &vertices_);
}

/// Sets state in ways in which no drawing of ours would be right.
void BusyContext::set_oddly() const {
    for (GLuint unit = 0; unit < units; ++unit) {
        glBindTextureUnit(unit, unit % 2 == 0 ? texture_ : volume_);
        glBindTextureUnit(unit, layers_);
        glBindSampler(unit, sampler_);
    }
    glActiveTexture(GL_TEXTURE5);
    for (GLuint unit = 0; unit < 4; ++unit)
        glBindImageTexture(unit, texture_, 1, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA16F);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glBindVertexArray(vertices_);
    for (const GLenum one : odd_switches) glEnable(one);
    for (GLuint i = 0; i < 4; ++i) {
        i % 2 == 0 ? glEnablei(GL_BLEND, i) : glDisablei(GL_BLEND, i);
        glBlendFuncSeparatei(i, GL_DST_COLOR, GL_ZERO, GL_ONE_MINUS_DST_ALPHA, GL_ONE);
        glBlendEquationSeparatei(i, GL_FUNC_REVERSE_SUBTRACT, GL_MAX);
        glColorMaski(i, i % 2 == 1, GL_FALSE, GL_TRUE, GL_FALSE);
    }
    for (GLuint i = 0; i < 16; ++i) {
        glViewportIndexedf(i, 1.5f + static_cast<float>(i), 2, 3, 4);
        glScissorIndexed(i, static_cast<GLint>(i), 1, 1, 1);
        glDepthRangeIndexed(i, 0.75, 0.25);
    }
    glDepthFunc(GL_NEVER);
    glDepthMask(GL_FALSE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_POINT);
    glPolygonOffset(3, 5);
    glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
    glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
    glFrontFace(GL_CW);
    glCullFace(GL_FRONT_AND_BACK);
    glLogicOp(GL_CLEAR);
    glStencilFunc(GL_NEVER, 3, 0xF0);
    glSampleMaski(0, 0);
    glPrimitiveRestartIndex(2);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 3);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 1);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ROW_LENGTH, 5);
    glPixelStorei(GL_PACK_SKIP_PIXELS, 2);
}

BusyContext::~BusyContext() {
    glPopDebugGroup();
    glUseProgram(0);
    for (const GLenum one : odd_switches) glDisable(one);
    for (GLuint unit = 0; unit < units; ++unit) {
        glBindTextureUnit(unit, 0);
        glBindSampler(unit, 0);
    }
    glActiveTexture(GL_TEXTURE0);
    glDisable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ZERO);
    glBlendEquation(GL_FUNC_ADD);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthRange(0, 1);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    glProvokingVertex(GL_LAST_VERTEX_CONVENTION);
    glFrontFace(GL_CCW);
    glCullFace(GL_BACK);
    glLogicOp(GL_COPY);
    glSampleMaski(0, ~0u);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
    for (const GLenum target : {GL_PIXEL_UNPACK_BUFFER, GL_DRAW_INDIRECT_BUFFER}) glBindBuffer(target, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glBindVertexArray(0);
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteVertexArrays(1, &vertices_);
    glDeleteSamplers(1, &sampler_);
    for (const GLuint one : {texture_, volume_, layers_}) glDeleteTextures(1, &one);
}

void BusyContext::bind_ranges(GLenum target, GLenum most) const {
    const auto bindings = static_cast<GLuint>(std::min(get(most), max_ranges));
    for (GLuint i = 0; i < bindings; ++i) {
        if (i % 3 == 0) glBindBufferBase(target, i, buffer_.name());
        if (i % 3 == 1) glBindBufferRange(target, i, buffer_.name(), i * aligned, aligned);
        if (i % 3 == 2) glBindBufferBase(target, i, 0);
    }
    glBindBuffer(target, generic_.name());
}

}  // namespace winnow::test
