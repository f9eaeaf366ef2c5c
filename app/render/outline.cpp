#include "render/outline.h"

#include "render/drawing.h"

namespace winnow::render {
namespace {

constexpr float nearer = 0.06f, farther = 2.6f;  // distances of the edges, by that between eye and target
constexpr std::uint32_t edges = 12, triangles_an_edge = 2;

}  // namespace

Outline::Outline(gl::ShaderLibrary& shaders)
    : program_(shaders.load({"render/outline",
                             {{gl::ShaderStage::vertex, "render/objects/outline.glsl#vertex"},
                              {gl::ShaderStage::fragment, "render/objects/outline.glsl#fragment"}},
                             {}})) {}

void Outline::draw(const Camera& camera, gl::Size frame, const VertexPulling& vertices) const {
    const glm::mat4 projection = camera.projection(frame);
    const float distance = camera.pose().distance;
    program_.set("to_world", glm::inverse(camera.pose().view()));
    program_.set("slopes", glm::vec2(1 / projection[0].x, 1 / projection[1].y));
    program_.set("shift", glm::vec2(projection[2]));
    program_.set("distances", glm::vec2(nearer * distance, farther * distance));
    set_blending(Blending::add);
    program_.use();
    vertices.triangles(edges * triangles_an_edge);
}

}  // namespace winnow::render
