#include "render/objects.h"

#include <glm/gtc/matrix_access.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <optional>
#include <span>
#include <string>

#include "effects/data/scene_mesh.h"
#include "shaders/render/surfaces/scenery.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

constexpr std::size_t rows_per_corner = 2, rows_per_triangle = 3 * rows_per_corner;
constexpr float widest_map = 48;  // metres; wider ones have cascades
constexpr int cube_faces = 6;

/// Returns a program that draws the objects, from the eye or in a mirror, with one of the fragment shaders of
/// objects.glsl.
VariantProgram objects_program(gl::ShaderLibrary& shaders, const std::string& label,
                               const std::string& fragments, gl::Defines defines) {
    return {shaders,
            {label,
             {{gl::ShaderStage::vertex, "render/objects/objects.glsl#vertex"},
              {gl::ShaderStage::fragment, "render/objects/objects.glsl#" + fragments}},
             std::move(defines)}};
}

/// Returns a colour as a whole number below 2^24, which a float holds exactly.
float packed(const glm::vec3& colour) {
    const glm::vec3 steps = glm::round(colour * 255.0f);
    return steps.r + steps.g * 256.0f + steps.b * 65536.0f;
}

/// Returns the map that holds the corners of all rows as the lamp sees them.
LampMap map_of(std::span<const glm::vec4> rows, const effects::Lamp& lamp) {
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
    for (std::size_t i = 0; i + 4 < rows.size(); i += rows_per_triangle) {
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

/// Adds the rows of an object's surface. Patches of equal objects begin at places of their own.
void add_surface(std::vector<glm::vec4>& rows, const effects::SceneObject& object, std::size_t index) {
    constexpr float bump_share = 0.2f;  // of a patch's size, the height of bumps at 1
    const effects::ObjectSurface& surface = object.surface;
    const glm::mat3 to_own = glm::transpose(effects::axes_of(object));
    const glm::vec3 patches = 1.0f / (surface.patch_size * surface.stretch);  // in a metre
    const float begin = 17.3f * static_cast<float>(index);
    for (int axis = 0; axis < 3; ++axis) {
        const glm::vec3 along = glm::row(to_own, axis) * patches[axis];
        rows.emplace_back(along, begin - glm::dot(along, object.position));
    }
    const float height = bump_share * surface.bumps * surface.patch_size;
    rows.emplace_back(surface.grain, height, surface.roughness, surface.cover);
    rows.emplace_back(surface.cover_colour, 0);
}

/// Returns for each corner the first one that is the same.
std::vector<std::uint32_t> first_equal(const std::vector<effects::SceneCorner>& corners) {
    using Key = std::array<float, 6>;
    std::map<Key, std::uint32_t> found;
    std::vector<std::uint32_t> first;
    first.reserve(corners.size());
    for (const auto& [place, normal] : corners) {
        const Key key{place.x, place.y, place.z, normal.x, normal.y, normal.z};
        first.push_back(found.try_emplace(key, static_cast<std::uint32_t>(first.size())).first->second);
    }
    return first;
}

OwnTriangles with_equal_corners(std::vector<effects::SceneCorner> corners) {
    std::vector<std::uint32_t> first = first_equal(corners);
    return std::make_shared<const ObjectTriangles>(ObjectTriangles{std::move(corners), std::move(first)});
}

/// Returns which corners the triangles have, of those of all objects; an empty buffer if there are none. An
/// object's corners that are the same have the same rows too, so one of them stands for all.
gl::Buffer indices_of(const std::vector<OwnTriangles>& own_triangles) {
    std::vector<std::uint32_t> indices;
    for (const OwnTriangles& own : own_triangles) {
        const auto begin = static_cast<std::uint32_t>(indices.size());
        for (const std::uint32_t first : own->first_equal) indices.push_back(begin + first);
    }
    if (indices.empty()) return {};
    gl::Buffer buffer =
        gl::plain_memory()->allocate(indices.size() * gl::word_bytes, "render: corners of objects");
    buffer.write_all(std::span(indices));
    return buffer;
}

/// The rows that shaders/render/objects/objects.glsl reads.
struct ObjectRows {
    std::vector<glm::vec4> rows;          // of all triangles, then of the surfaces
    std::vector<std::size_t> first_rows;  // of the triangles of each object, and the end
};

/// Returns the rows, from the triangles of the objects' own spaces.
ObjectRows rows_of(const std::vector<effects::SceneObject>& objects,
                   const std::vector<OwnTriangles>& own_triangles) {
    ObjectRows all;
    std::vector<glm::vec4>& rows = all.rows;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        all.first_rows.push_back(rows.size());
        for (const effects::SceneCorner& corner :
             effects::put_into_world(own_triangles[i]->corners, objects[i])) {
            rows.emplace_back(corner.place, packed(objects[i].colour));
            rows.emplace_back(corner.normal, objects[i].glow);
        }
    }
    all.first_rows.push_back(rows.size());
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const float surface = has_surface(objects[i]) ? static_cast<float>(rows.size()) : 0;  // below 2^24
        for (std::size_t row = all.first_rows[i]; row < all.first_rows[i + 1]; row += rows_per_triangle)
            rows[row + rows_per_corner].w = surface;
        if (surface > 0) add_surface(rows, objects[i], i);
    }
    return all;
}

/// Returns the matrix to one of the squares around a place, which show what lies along an axis: those of its
/// two directions, then of the next axis; shaders/render/lighting/lamp.glsl reads them.
glm::mat4 to_square(const glm::vec3& middle, int square) {
    const int axis = square / 2;
    glm::mat4 rows(0);  // from the place to x, y and depth of the square, 0 to 1, times the last row
    rows[3][axis] = square % 2 == 0 ? 1.0f : -1.0f;
    rows[0] = 0.5f * rows[3];
    rows[1] = 0.5f * rows[3];
    rows[0][(axis + 1) % 3] = 0.5f / shared::GLOW_MARGIN;
    rows[1][(axis + 2) % 3] = 0.5f / shared::GLOW_MARGIN;
    rows[2] = rows[3];
    rows[2][3] = -shared::GLOW_NEAREST;
    return glm::transpose(rows) * glm::translate(glm::mat4(1), -middle);
}

}  // namespace

/// Returns the triangles of those objects whose light has maps of shadows, and sets the light of all that
/// light others.
std::vector<Objects::GlowCaster> Objects::light_others(const std::vector<effects::SceneObject>& objects,
                                                       const std::vector<glm::vec4>& rows,
                                                       const std::vector<std::size_t>& first_rows,
                                                       std::vector<shared::Glow>& glows) {
    struct Light {
        shared::Glow ball;
        GlowCaster caster;
        bool casts = false;
    };
    std::vector<Light> lights;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        if (!lights_others(objects[i])) continue;
        const std::size_t first = first_rows[i], end = first_rows[i + 1];
        const shared::Glow ball = ball_of(std::span(rows).subspan(first, end - first), objects[i]);
        const auto triangle = [](std::size_t row) {
            return static_cast<std::uint32_t>(row / rows_per_triangle);
        };
        lights.push_back({ball,
                          {{ball.place.x, ball.place.y, ball.place.z}, triangle(first), triangle(end)},
                          casts_glow_shadows(objects[i])});
    }
    std::ranges::stable_sort(lights, std::greater(),
                             [](const Light& light) { return strength_of(light.ball); });
    if (lights.size() > shared::MAX_GLOWS) lights.resize(shared::MAX_GLOWS);
    std::vector<GlowCaster> casters;
    for (Light& light : lights) {
        if (light.casts) {
            casters.push_back(light.caster);
            light.ball.light.w = static_cast<float>(casters.size());
        }
        glows.push_back(light.ball);
    }
    return casters;
}

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

Objects::View Objects::view_of(gl::ShaderLibrary& shaders, const std::string& name,
                               const gl::Defines& defines) {
    return {objects_program(shaders, "render/objects" + name + ": depth", "shadow_fragment", defines),
            objects_program(shaders, "render/objects" + name, "fragment", defines)};
}

Objects::Objects(gl::ShaderLibrary& shaders)
    : shaders_(shaders),
      direct_(view_of(shaders, "", {})),
      mirrored_(view_of(shaders, ": mirrored", {{"REFLECTION", "1"}})) {}

/// Returns the triangles of each object in its own space: those that there are of objects that have only
/// moved.
std::vector<OwnTriangles> Objects::own_triangles_of(const std::vector<effects::SceneObject>& objects,
                                                    const effects::Folder& folder) const {
    const auto has_same_shape = [&](std::size_t i) {
        return i < objects_.size() && folder == folder_ && objects[i].shape == objects_[i].shape &&
               objects[i].size == objects_[i].size && objects[i].mesh == objects_[i].mesh;
    };
    std::vector<OwnTriangles> all;
    for (std::size_t i = 0; i < objects.size(); ++i)
        all.push_back(has_same_shape(i)
                          ? own_triangles_[i]
                          : with_equal_corners(effects::own_triangles_of(objects[i], folder.path)));
    return all;
}

void Objects::prepare(const effects::Scenery& scenery, const effects::Folder& folder) {
    if (scenery.objects == objects_ && scenery.lamps == lamps_ && folder == folder_) return;
    LightOfObjects light;
    std::vector<OwnTriangles> own_triangles = own_triangles_of(scenery.objects, folder);
    std::optional<gl::Buffer> indices;
    if (own_triangles != own_triangles_) indices = indices_of(own_triangles);  // else objects only moved
    const auto [rows, first_rows] = rows_of(scenery.objects, own_triangles);
    const std::span corner_rows = std::span(rows).first(first_rows.back());
    std::vector<GlowCaster> casters = light_others(scenery.objects, rows, first_rows, light.glows);
    const auto triangles = static_cast<std::uint32_t>(corner_rows.size() / rows_per_triangle);
    std::unique_ptr<gl::RowTexture> object_rows;
    if (triangles > 0 && rows.size() == rows_)
        object_rows = std::move(object_rows_);  // as where objects only moved
    else if (triangles > 0)
        object_rows = std::make_unique<gl::RowTexture>(rows.size(), "render: objects");
    if (object_rows) object_rows->write(0, rows);
    if (object_rows && !is_loaded_) {
        shadow_ = shaders_.load({"render/shadow",
                                 {{gl::ShaderStage::vertex, "render/objects/objects.glsl#shadow_vertex"},
                                  {gl::ShaderStage::fragment, "render/objects/objects.glsl#shadow_fragment"}},
                                 {}});
        is_loaded_ = true;
    }
    if (triangles > 0)
        for (const effects::Lamp& lamp : lamps_of(scenery))
            if (lamp.shadows) light.maps.push_back(map_of(corner_rows, lamp));
    light.is_wide = !light.maps.empty() && light.maps.front().side > widest_map;
    object_rows_ = std::move(object_rows);
    triangles_ = triangles;
    rows_ = rows.size();
    light_ = std::move(light);
    casters_ = std::move(casters);
    drawn_maps_.clear();
    are_glow_maps_drawn_ = false;
    objects_ = scenery.objects;
    if (indices) indices_ = std::move(*indices);
    own_triangles_ = std::move(own_triangles);
    lamps_ = scenery.lamps;
    folder_ = folder;
}

void Objects::follow(const ShadowView& view, int side) {
    if (!light_.is_wide) return;
    for (LampMap& map : light_.maps) map.cascades = cascades_of(map, view, side);
}

/// Begins to draw one of the squares of a target. The caller draws its triangles.
void Objects::begin_map(const Target& maps, int square, const glm::mat4& to_map) const {
    shadow_.set("to_shadows", to_map);
    bind();
    maps.bind_square(square);
    set_solid();
    shadow_.use();
}

void Objects::draw_lamp_maps(int side, const VertexPulling& vertices) {
    const int levels = light_.is_wide ? static_cast<int>(shared::CASCADES) : 1;
    const gl::Size size{side, side * levels * static_cast<int>(light_.maps.size())};
    if (maps_.size() == size && drawn_maps_ == light_.maps) return;
    if (maps_.size() != size) maps_ = Target(size, Format::shown, "shadows", DepthKind::kept);
    maps_.clear();
    int square = 0;
    for (const LampMap& map : light_.maps)
        for (int level = 0; level < levels; ++level) {
            const glm::vec3 part =
                light_.is_wide ? map.cascades[static_cast<std::size_t>(level)] : glm::vec3(0, 0, 1);
            const glm::mat4 to_part =
                glm::scale(glm::translate(glm::mat4(1), {part.x, part.y, 0}), {part.z, part.z, 1});
            begin_map(maps_, square++, to_part * map.to_map);
            vertices.indexed(indices_, triangles_);
        }
    drawn_maps_ = light_.maps;
}

/// An object casts no shadow in its own light.
void Objects::draw_glow_maps(int side, const VertexPulling& vertices) {
    const gl::Size size{side, side * cube_faces * static_cast<int>(casters_.size())};
    if (glow_maps_.size() == size && are_glow_maps_drawn_) return;
    if (glow_maps_.size() != size)
        glow_maps_ = Target(size, Format::shown, "shadows in the light of objects", DepthKind::kept);
    glow_maps_.clear();
    int square = 0;
    for (const GlowCaster& caster : casters_)
        for (int face = 0; face < cube_faces; ++face) {
            begin_map(glow_maps_, square++, to_square(caster.middle, face));
            if (caster.first > 0) vertices.indexed(indices_, caster.first);
            if (caster.end < triangles_) vertices.indexed(indices_, triangles_ - caster.end, caster.end);
        }
    are_glow_maps_drawn_ = true;
}

bool Objects::cast_shadows(int side, const VertexPulling& vertices) {
    constexpr int finer = 8;  // the side of maps of lamps by that of a cube's face
    if (!casters_.empty()) {
        draw_glow_maps(side / finer, vertices);
        glow_maps_.bind_depth_texture(shared::TEXTURE_GLOW_SHADOW);
    }
    if (light_.maps.empty()) return false;
    draw_lamp_maps(side, vertices);
    maps_.bind_depth_texture(shared::TEXTURE_SHADOW);
    return true;
}

/// Draws the depths first: then the light, which costs much more, is computed once for a pixel.
void Objects::draw_lit(View& view, const ObjectLight& light, const effects::Plane& plane,
                       const Target& target, const VertexPulling& vertices) {
    const gl::Program &depths = view.depths.of({}), &lit = view.lit.of(light.defines());
    light.set(lit);
    bind();
    target.bind();
    const ClipDistances clip(1);
    const auto draw_all = [&](const gl::Program& program) {
        program.set("plane_height", height_of(plane));
        program.use();
        vertices.indexed(indices_, triangles_);
    };
    set_depth_only();
    draw_all(depths);
    set_foremost();
    draw_all(lit);
    set_solid();
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
