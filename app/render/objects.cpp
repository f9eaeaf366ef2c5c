#include "render/objects.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <span>
#include <string>

#include "effects/data/scene_mesh.h"
#include "shaders/render/surfaces/scenery.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

constexpr std::size_t corners_per_triangle = 3;

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

/// Returns the map that holds the corners of all rows as the lamp sees them.
LampMap map_of(const std::vector<glm::vec4>& rows, const effects::Lamp& lamp) {
    glm::vec3 low(rows[0]), high(rows[0]);
    for (std::size_t i = 0; i < rows.size(); i += 2) {
        low = glm::min(low, glm::vec3(rows[i]));
        high = glm::max(high, glm::vec3(rows[i]));
    }
    const glm::vec3 centre = 0.5f * (low + high), towards = to_lamp(lamp);
    const float radius = 0.51f * glm::distance(low, high);
    const glm::mat4 view = glm::lookAt(centre + towards, centre, glm::cross(towards, level_across(towards)));
    const glm::mat4 box = glm::ortho(-radius, radius, -radius, radius, 1 - radius, 1 + radius);
    return {glm::translate(glm::mat4(1), glm::vec3(0.5f)) * glm::scale(glm::mat4(1), glm::vec3(0.5f)) * box *
                view,
            2 * radius};
}

/// Returns the ball that gives as much light as an object of these rows: a body without hollows shows, in the
/// mean of all directions, a quarter of its surface.
shared::Glow ball_of(std::span<const glm::vec4> rows, const effects::SceneObject& object) {
    glm::vec3 middle(0);
    float surface = 0;
    for (std::size_t i = 0; i + 4 < rows.size(); i += 2 * corners_per_triangle) {
        const glm::vec3 a(rows[i]), b(rows[i + 2]), c(rows[i + 4]);
        const float area = 0.5f * glm::length(glm::cross(b - a, c - a));
        surface += area;
        middle += (a + b + c) * (area / 3);
    }
    const glm::vec3 light = object.colour * object.glow;
    const float radius = std::sqrt(surface / (4 * std::numbers::pi_v<float>));
    if (surface > 0) middle /= surface;
    return {{middle.x, middle.y, middle.z, radius}, {light.x, light.y, light.z, 0}};
}

/// Returns what a ball's light is, seen from far away.
float strength_of(const shared::Glow& ball) {
    return std::max({ball.light.x, ball.light.y, ball.light.z}) * ball.place.w * ball.place.w;
}

/// Returns the rows that shaders/render/objects/objects.glsl reads, and the light of objects that light
/// others.
std::vector<glm::vec4> rows_of(const std::vector<effects::SceneObject>& objects, const std::string& folder,
                               std::vector<shared::Glow>& glows) {
    std::vector<glm::vec4> rows;
    for (const effects::SceneObject& object : objects) {
        const std::size_t first = rows.size();
        for (const effects::SceneCorner& corner : effects::triangles_of(object, folder)) {
            rows.emplace_back(corner.place, packed(object.colour));
            rows.emplace_back(corner.normal, object.glow);
        }
        if (lights_others(object)) glows.push_back(ball_of(std::span(rows).subspan(first), object));
    }
    std::ranges::stable_sort(glows, std::greater(), strength_of);
    if (glows.size() > shared::MAX_GLOWS) glows.resize(shared::MAX_GLOWS);
    return rows;
}

}  // namespace

gl::Defines ObjectLight::defines() const {
    const std::uint32_t bits = (is_shaded ? shared::LIT_BY_SHADE : 0) |
                               (shadows.any ? shared::LIT_BY_SHADOWS : 0) |
                               (shadows.of_solids ? shared::LIT_BY_SOLID_SHADOWS : 0) |
                               (has_point_lights ? shared::LIT_BY_POINT_LIGHTS : 0) |
                               (shadows.fine ? shared::LIT_BY_FINE_SHADOWS : 0);
    gl::Defines all = asked;
    all.emplace_back("LIT_BY", gl::define_number(bits));
    return all;
}

void ObjectLight::set(const gl::Program& program) const {
    program.set("is_shaded", is_shaded ? 1 : 0);
    program.set("has_point_lights", has_point_lights ? 1 : 0);
    program.set("has_shadows", shadows.any ? 1 : 0);
    program.set("has_solid_shadows", shadows.of_solids ? 1 : 0);
    program.set("has_fine_shadows", shadows.fine ? 1 : 0);
}

Objects::Objects(gl::ShaderLibrary& shaders)
    : shaders_(shaders),
      direct_(objects_program(shaders, "render/objects", {})),
      mirrored_(objects_program(shaders, "render/objects: mirrored", {{"REFLECTION", "1"}})) {}

void Objects::prepare(const effects::Scenery& scenery, const effects::Folder& folder) {
    if (scenery.objects == objects_ && scenery.lamps == lamps_ && folder == folder_) return;
    LightOfObjects light;
    const std::vector<glm::vec4> rows = rows_of(scenery.objects, folder.path, light.glows);
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
    if (triangles > 0)
        for (const effects::Lamp& lamp : lamps_of(scenery))
            if (lamp.shadows) light.maps.push_back(map_of(rows, lamp));
    corners_ = std::move(corners);
    triangles_ = triangles;
    light_ = std::move(light);
    are_maps_drawn_ = false;
    objects_ = scenery.objects;
    lamps_ = scenery.lamps;
    folder_ = folder;
}

bool Objects::cast_shadows(int side, const VertexPulling& vertices) {
    if (light_.maps.empty()) return false;
    const auto count = static_cast<int>(light_.maps.size());
    const bool has_maps = maps_.size() == gl::Size{side, side * count};
    if (!has_maps) maps_ = Target({side, side * count}, Format::shown, "shadows", DepthKind::kept);
    if (!has_maps || !are_maps_drawn_) {
        maps_.clear();
        for (int i = 0; i < count; ++i) {
            const glm::mat4 above =
                glm::translate(glm::scale(glm::mat4(1), {1, 1 / static_cast<float>(count), 1}),
                               {0, static_cast<float>(i), 0});
            shadow_.set("to_shadows", above * light_.maps[static_cast<std::size_t>(i)].to_map);
            draw_all(shadow_, maps_, vertices);
        }
        are_maps_drawn_ = true;
    }
    maps_.bind_depth_texture(shared::TEXTURE_SHADOW);
    return true;
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
