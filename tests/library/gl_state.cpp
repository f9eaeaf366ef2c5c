#include "library/gl_state.h"

#include <algorithm>

namespace winnow::test {
namespace {

std::int64_t get(GLenum what) {
    GLint64 value = 0;
    glGetInteger64v(what, &value);
    return value;
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
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, "the caller's group");
}

BusyContext::~BusyContext() {
    glPopDebugGroup();
    glUseProgram(0);
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
