// Lines in the world and a panel of rectangles and text, drawn over another program's picture.
#pragma once

#include <glm/glm.hpp>

#include <string_view>
#include <vector>

#include "gl/buffer.h"
#include "gl/program.h"
#include "render/drawing.h"
#include "render/host_picture.h"

namespace winnow::render {

/// Marks are drawn in this order. Colours are sRGB-coded, 0 to 1, with opacity. Places on the picture are in
/// pixels from its upper left corner.
class Marks {
  public:
    /// A line between two places in the world, metres.
    void line(const glm::vec3& from, const glm::vec3& to, const glm::vec4& color);
    /// The edges of an upright box.
    void box(const glm::vec3& low, const glm::vec3& high, const glm::vec4& color);
    void rectangle(const glm::vec2& corner, const glm::vec2& size, const glm::vec4& color);
    /// A line of text; each pixel of the font has `scale` pixels each way.
    void text(const glm::vec2& corner, std::string_view text, float scale, const glm::vec4& color);

    /// As shaders/render/host/marks.glsl reads them: two ends and a colour.
    struct Mark {
        glm::vec4 from, to;  // w is 1: a line in the world; 0: the corners of a rectangle on the picture
        glm::vec4 color;
    };
    const std::vector<Mark>& all() const { return all_; }

  private:
    std::vector<Mark> all_;
};

class MarkRenderer {
  public:
    explicit MarkRenderer(gl::ShaderLibrary& shaders);

    /// Draws over the host's picture of this size. Precondition: the camera's block is bound. Throws
    /// Error(bad_input) if the marks do not fit in memory.
    void draw(const Marks& marks, const HostView& view, gl::Size size, const HostTarget& target,
              const VertexPulling& vertices);

  private:
    VariantProgram program_;
    gl::Buffer marks_;
};

}  // namespace winnow::render
