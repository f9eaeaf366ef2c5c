#include "render/marks.h"

#include <glad/gl.h>

#include <algorithm>
#include <span>

#include "base/glyphs.h"
#include "shaders/shared.h"

namespace winnow::render {

void Marks::line(const glm::vec3& from, const glm::vec3& to, const glm::vec4& color) {
    all_.push_back({glm::vec4(from, 1), glm::vec4(to, 1), color});
}

void Marks::box(const glm::vec3& low, const glm::vec3& high, const glm::vec4& color) {
    for (int axis = 0; axis < 3; ++axis)
        for (int edge = 0; edge < 4; ++edge) {
            glm::vec3 from = low;
            const int second = (axis + 1) % 3, third = (axis + 2) % 3;
            if ((edge & 1) != 0) from[second] = high[second];
            if ((edge & 2) != 0) from[third] = high[third];
            glm::vec3 to = from;
            to[axis] = high[axis];
            line(from, to, color);
        }
}

void Marks::rectangle(const glm::vec2& corner, const glm::vec2& size, const glm::vec4& color) {
    all_.push_back({glm::vec4(corner, 0, 0), glm::vec4(corner + size, 0, 0), color});
}

void Marks::text(const glm::vec2& corner, std::string_view text, float scale, const glm::vec4& color) {
    for (const GlyphRectangle& one : glyphs_of(text))
        rectangle(corner + scale * glm::vec2(one.x, one.y), scale * glm::vec2(one.width, one.height), color);
}

MarkRenderer::MarkRenderer(gl::ShaderLibrary& shaders)
    : program_(shaders, {"render/host/marks",
                         {{gl::ShaderStage::vertex, "render/host/marks.glsl#vertex"},
                          {gl::ShaderStage::fragment, "render/host/marks.glsl#fragment"}},
                         {}}) {}

void MarkRenderer::draw(const Marks& marks, const HostView& view, gl::Size size, const HostTarget& target,
                        const VertexPulling& vertices) {
    constexpr std::uint32_t triangles = 2;  // of a mark
    const std::vector<Marks::Mark>& all = marks.all();
    if (all.empty()) return;
    const std::uint64_t bytes = all.size() * sizeof(Marks::Mark);
    if (marks_.bytes() < bytes) marks_ = gl::plain_memory()->allocate(2 * bytes, "render: marks");
    marks_.write(0, std::as_bytes(std::span(all)));
    const gl::Program& program = program_.of({{"ENCODED", gl::define_flag(target.is_encoded)}});
    program.set("upwards", view.is_flipped ? -1.0f : 1.0f);
    marks_.bind_storage(shared::BIND_MARKS);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    set_viewport(target.x, target.y, size);
    set_blending(Blending::over);
    program.use();
    vertices.triangles(triangles * static_cast<std::uint32_t>(all.size()));
}

}  // namespace winnow::render
