#include "render/vertex_pulling.h"

#include <glad/gl.h>

#include "gl/debug.h"

namespace winnow::render {

VertexPulling::VertexPulling() {
    glCreateVertexArrays(1, &array_);
    glBindVertexArray(array_);  // a name becomes an object when it is bound
    gl::label_object(GL_VERTEX_ARRAY, array_, "render: no vertices");
}

VertexPulling::~VertexPulling() {
    glDeleteVertexArrays(1, &array_);
}

void VertexPulling::whole_picture() const {
    triangles(1);
}

void VertexPulling::triangles(std::uint32_t count) const {
    constexpr std::uint32_t corners = 3;
    glBindVertexArray(array_);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(count * corners));
}

void VertexPulling::indirect(const gl::Buffer& arguments, std::uint64_t byte_offset) const {
    glBindVertexArray(array_);
    arguments.bind_draw_indirect();
    // OpenGL takes the offset as a pointer.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    glDrawArraysIndirect(GL_TRIANGLES, reinterpret_cast<const void*>(byte_offset));
}

}  // namespace winnow::render
