#include "gl/saved_state.h"

#include <glad/gl.h>

namespace winnow::gl {
namespace {

unsigned get_name(GLenum what) {
    GLint name = 0;
    glGetIntegerv(what, &name);
    return static_cast<unsigned>(name);
}

}  // namespace

SavedState::Range SavedState::storage_range(std::uint32_t binding) {
    GLint buffer = 0;
    GLint64 offset = 0, bytes = 0;
    glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, binding, &buffer);
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, binding, &offset);
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, binding, &bytes);
    return {static_cast<unsigned>(buffer), offset, bytes};
}

SavedState::SavedState(std::uint32_t storage_bindings)
    : program_(get_name(GL_CURRENT_PROGRAM)),
      storage_(get_name(GL_SHADER_STORAGE_BUFFER_BINDING)),
      dispatch_indirect_(get_name(GL_DISPATCH_INDIRECT_BUFFER_BINDING)) {
    for (std::uint32_t binding = 0; binding < storage_bindings; ++binding)
        ranges_.push_back(storage_range(binding));
}

SavedState::~SavedState() {
    for (GLuint binding = 0; binding < ranges_.size(); ++binding) {
        const Range& range = ranges_[binding];
        if (range.buffer == 0 || range.bytes == 0)
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, range.buffer);
        else
            glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, range.buffer,
                              static_cast<GLintptr>(range.offset), static_cast<GLsizeiptr>(range.bytes));
    }
    // After the indexed bindings, which change the generic one.
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, storage_);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, dispatch_indirect_);
    glUseProgram(program_);
}

}  // namespace winnow::gl
