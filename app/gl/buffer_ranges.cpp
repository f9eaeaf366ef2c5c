#include "gl/buffer_ranges.h"

#include <glad/gl.h>

namespace winnow::gl {
namespace {

struct Names {
    GLenum target, binding, start, size;
};

Names names_of(RangeTarget target) {
    if (target == RangeTarget::storage)
        return {GL_SHADER_STORAGE_BUFFER, GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
                GL_SHADER_STORAGE_BUFFER_SIZE};
    return {GL_UNIFORM_BUFFER, GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE};
}

}  // namespace

BufferRanges::BufferRanges(RangeTarget target, std::uint32_t count) : target_(target), ranges_(count) {
    const Names names = names_of(target);
    for (GLuint i = 0; i < count; ++i) {
        GLint buffer = 0;
        GLint64 offset = 0, bytes = 0;
        glGetIntegeri_v(names.binding, i, &buffer);
        if (buffer == 0) continue;
        glGetInteger64i_v(names.start, i, &offset);
        glGetInteger64i_v(names.size, i, &bytes);
        ranges_[i] = {static_cast<unsigned>(buffer), offset, bytes};
    }
}

void BufferRanges::put() const {
    const GLenum target = names_of(target_).target;
    glBindBuffersBase(target, 0, static_cast<GLsizei>(ranges_.size()), nullptr);
    for (GLuint i = 0; i < ranges_.size(); ++i) {
        const Range& range = ranges_[i];
        if (range.buffer == 0) continue;
        if (range.bytes == 0)
            glBindBufferBase(target, i, range.buffer);
        else
            glBindBufferRange(target, i, range.buffer, static_cast<GLintptr>(range.offset),
                              static_cast<GLsizeiptr>(range.bytes));
    }
}

}  // namespace winnow::gl
