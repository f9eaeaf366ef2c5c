#include "render/objects.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <string>

#include "effects/data/scene_mesh.h"
#include "shaders/render/surfaces/scenery.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

constexpr std::size_t corners_per_triangle = 3;

constexpr float min_shadow_bias = 0.02f;  // metres
constexpr float shadow_bias = 2.5f;       // texels

VariantProgram objects_program(gl::ShaderLibrary& shaders, const std::string& label, gl::Defines defines) {
    return {shaders,
            {label,
             {{gl::ShaderStage::vertex, "render/objects/objects.glsl#vertex"},
              {gl::ShaderStage::fragment, "render/objects/objects.glsl#fragment"}},
             std::move(defines)}};
}

/// Returns a colour as a whole number below 2^24, which a float holds exactly.
float packed(const glm::vec3& colour) {
    const glm::vec3 steps = glm::round(colour * 255.0f);
    return steps.r + steps.g * 256.0f + steps.b * 65536.0f;
}

/// Returns the matrix from the world to a map, 0 to 1 in all directions, that holds the corners of all rows
/// as the lamp sees them.
glm::mat4 map_of(const std::vector<glm::vec4>& rows) {
    glm::vec3 low(rows[0]), high(rows[0]);
    for (std::size_t i = 0; i < rows.size(); i += 2) {
        low = glm::min(low, glm::vec3(rows[i]));
        high = glm::max(high, glm::vec3(rows[i]));
    }
    const glm::vec3 to_lamp(shared::TO_LAMP_X, shared::TO_LAMP_Y, shared::TO_LAMP_Z);
    const glm::vec3 centre = 0.5f * (low + high);
    const float radius = 0.51f * glm::distance(low, high);
    const glm::mat4 view = glm::lookAt(centre + glm::normalize(to_lamp), centre, {0, 1, 0});
    const glm::mat4 box = glm::ortho(-radius, radius, -radius, radius, 1 - radius, 1 + radius);
    return glm::translate(glm::mat4(1), glm::vec3(0.5f)) * glm::scale(glm::mat4(1), glm::vec3(0.5f)) * box *
           view;
}

/// Returns the bias of a map of such a matrix: a row of the matrix turns metres into shares of the map.
float bias_of(const glm::mat4& to_map, int side) {
    const auto per_metre = [&](int row) {
        return glm::length(glm::vec3(to_map[0][row], to_map[1][row], to_map[2][row]));
    };
    const float texel = 1 / (per_metre(0) * static_cast<float>(side));  // metres
    return std::max(min_shadow_bias, shadow_bias * texel) * per_metre(2);
}

/// Returns the rows that shaders/render/objects/objects.glsl reads.
std::vector<glm::vec4> rows_of(const std::vector<effects::SceneObject>& objects, const std::string& folder) {
    std::vector<glm::vec4> rows;
    for (const effects::SceneObject& object : objects)
        for (const effects::SceneCorner& corner : effects::triangles_of(object, folder)) {
            rows.emplace_back(corner.place, packed(object.colour));
            rows.emplace_back(corner.normal, object.glow);
        }
    return rows;
}

}  // namespace

void Shadows::set(const gl::Program& program) const {
    program.set("has_shadows", any ? 1 : 0);
    program.set("has_solid_shadows", of_solids ? 1 : 0);
    program.set("has_fine_shadows", fine ? 1 : 0);
    program.set("to_shadows", to_map);
    program.set("shadow_bias", bias);
}

gl::Defines ObjectLight::defines() const {
    const std::uint32_t bits = (is_shaded ? shared::LIT_BY_SHADE : 0) |
                               (shadows.any ? shared::LIT_BY_SHADOWS : 0) |
                               (shadows.of_solids ? shared::LIT_BY_SOLID_SHADOWS : 0) |
                               (has_point_lights ? shared::LIT_BY_POINT_LIGHTS : 0) |
                               (shadows.fine ? shared::LIT_BY_FINE_SHADOWS : 0);
    return {{"LIT_BY", gl::define_number(bits)}};
}

void ObjectLight::set(const gl::Program& program) const {
    program.set("lamp", lamp);
    program.set("is_shaded", is_shaded ? 1 : 0);
    program.set("has_point_lights", has_point_lights ? 1 : 0);
    shadows.set(program);
}

Objects::Objects(gl::ShaderLibrary& shaders)
    : shaders_(shaders),
      direct_(objects_program(shaders, "render/objects", {})),
      mirrored_(objects_program(shaders, "render/objects: mirrored", {{"REFLECTION", "1"}})) {}

void Objects::prepare(const effects::Scenery& scenery, const effects::Folder& folder) {
    if (scenery.objects == objects_ && folder == folder_) return;
    const std::vector<glm::vec4> rows = rows_of(scenery.objects, folder.path);
    const auto triangles = static_cast<std::uint32_t>(rows.size() / (2 * corners_per_triangle));
    std::unique_ptr<gl::RowTexture> corners;
    if (triangles > 0 && triangles == triangles_)
        corners = std::move(corners_);  // as where objects only moved
    else if (triangles > 0)
        corners = std::make_unique<gl::RowTexture>(rows.size(), "render: objects");
    if (corners) corners->write(0, rows);
    if (corners && !is_loaded_) {
        shadow_ = shaders_.load({"render/shadow",
                                 {{gl::ShaderStage::vertex, "render/objects/objects.glsl#shadow_vertex"},
                                  {gl::ShaderStage::fragment, "render/objects/objects.glsl#shadow_fragment"}},
                                 {}});
        is_loaded_ = true;
    }
    corners_ = std::move(corners);
    triangles_ = triangles;
    shadows_ = {.any = triangles_ > 0, .to_map = triangles_ > 0 ? map_of(rows) : glm::mat4(1)};
    is_map_drawn_ = false;
    objects_ = scenery.objects;
    folder_ = folder;
}

const Shadows& Objects::cast_shadows(int side, const VertexPulling& vertices) {
    const bool has_map = map_.size() == gl::Size{side, side};
    if (any() && !(has_map && is_map_drawn_)) {
        if (!has_map) map_ = Target({side, side}, Format::shown, "shadows", DepthKind::kept);
        map_.clear();
        shadows_.bias = bias_of(shadows_.to_map, side);
        shadow_.set("to_shadows", shadows_.to_map);
        draw_all(shadow_, map_, vertices);
        is_map_drawn_ = true;
    }
    if (any()) map_.bind_depth_texture(shared::TEXTURE_SHADOW);
    return shadows_;
}

void Objects::draw_all(const gl::Program& program, const Target& target,
                       const VertexPulling& vertices) const {
    bind();
    target.bind();
    set_solid();
    program.use();
    vertices.triangles(triangles_);
}

void Objects::draw_lit(VariantProgram& variants, const ObjectLight& light, const effects::Plane& plane,
                       const Target& target, const VertexPulling& vertices) {
    const gl::Program& program = variants.of(light.defines());
    light.set(program);
    program.set("plane_height", height_of(plane));
    const ClipDistances clip(1);
    draw_all(program, target, vertices);
}

void Objects::draw(const ObjectLight& light, const effects::Plane& plane, const Target& target,
                   const VertexPulling& vertices) {
    draw_lit(direct_, light, plane, target, vertices);
}

void Objects::draw_mirrored(const ObjectLight& light, const effects::Plane& plane, const Target& target,
                            const VertexPulling& vertices) {
    draw_lit(mirrored_, light, plane, target, vertices);
}

}  // namespace winnow::render
