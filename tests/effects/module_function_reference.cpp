// The documentation of the functions that modules may call: types are those that the checker knows, and each
// function of the engine has the names of its arguments and a sentence.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "effects/modules/glsl_types.h"
#include "effects/reference.h"

namespace winnow::effects {
namespace {

struct ExplainedCall {
    std::string_view name, arguments, text;
};

constexpr ExplainedCall explained_calls[] = {
    {"in_cone", "axis, spread, u",
     "A unit vector in the cone of half angle `spread`, in radians, around the unit vector `axis`, uniform "
     "for a "
     "random `u`."},
    {"smooth_noise", "x, curls",
     "A smooth field of random vectors, a cell for each unit; with `curls` its curl, in which nothing "
     "gathers."},
    {"noise_octaves", "x, curls, octaves, strength, roughness",
     "The sum of so many such fields, each twice as fine and `roughness` times as strong as the one before."},
    {"drifting_noise", "position, motion, time, scale, curls, octaves, strength, roughness",
     "`noise_octaves()` of a pattern that moves, with `scale` cells for each metre."},
    {"time_within", "time, period", "The time modulo the period, without loss in long runs."},
    {"turned", "v, axis, angle",
     "The vector turned around a unit vector, counterclockwise where that points at the viewer."},
    {"across", "axis", "A unit vector at a right angle to `axis`."},
    {"aligned", "v, axis", "The vector turned as the y axis must be to become the unit vector `axis`."},
    {"oriented", "v, orientation", "The vector turned by an orientation."},
    {"reoriented", "orientation, axis, angle",
     "The orientation that follows from this one by a turn around a unit vector; of `vec3(0)`, the turn "
     "itself."},
    {"box_surface", "d, extent",
     "The direction out of a box around the origin by the shortest way, and in `w` how long this is, below 0 "
     "outside; `extent` is half of its edges."},
    {"placed", "v, centre, scale, axis, angle", "The point scaled, turned and moved to `centre`."},
    {"unplaced", "place, centre, scale, axis, angle", "The point that `placed()` puts there."},
    {"mesh_surface", "mesh, random, place, normal",
     "Sets a place on the faces, uniform by area, and the normal there; `random` are three numbers from 0 to "
     "1."},
    {"mesh_edge", "mesh, random, place", "Sets a place on the edges, uniform by length."},
    {"lit_pixel", "image, random, place, colour",
     "Sets a place in a lit pixel, by brightness, and its colour. The image is 1 wide, around the origin, "
     "and faces "
     "z."},
    {"field_at", "field, place", "The vector at the place, and 1; zeros outside of the field's box."},
    {"distance_at", "field, place",
     "The direction that leads away from the surface, and in `w` the distance from it, below 0 inside."},
    {"spline_place", "spline, share", "The place at a share of the length, 0 to 1."},
    {"spline_tangent", "spline, share", "The unit vector in which the spline leads there."},
    {"spline_nearest", "spline, place",
     "The share of the length at which the spline is nearest to the place."},
    {"bounced", "p", "Says that the particle has met something: its children on `collision` are born."},
    {"collide", "p, normal, depth, hit, bounce, friction",
     "Reacts to a surface that lies `depth` metres above the particle. `hit` is the number of bounce, stick, "
     "slide "
     "or kill, from 0."},
    {"collide_plane", "p, height, hit, bounce, friction, radius", "Meets a horizontal plane from above."},
    {"collide_wall", "p, point, normal, hit, bounce, friction, radius",
     "Meets the plane through a point, from the side to which the unit vector `normal` points."},
    {"collide_ball", "p, centre, size, keeps, hit, bounce, friction, radius",
     "Meets a ball of the radius `size`, from inside if it `keeps` particles, else from outside."},
    {"collide_box", "p, centre, size, keeps, hit, bounce, friction, radius",
     "Likewise a box with these edges."},
    {"collide_capsule", "p, from, to, size, hit, bounce, friction, radius",
     "Meets the points that are nearer to a line than `size`, from outside."},
    {"collide_mesh", "p, mesh, centre, scale, axis, angle, keeps, hit, bounce, friction, radius",
     "Meets a closed mesh that is placed as by `placed()`."},
    {"collide_objects", "p, objects, hit, bounce, friction, radius",
     "Meets the objects of the scenery, which are `m.objects`."},
    {"collide_seen", "p, thickness, hit, bounce, friction, radius", "Meets what the camera saw."},
    {"seen_surface", "place, thickness",
     "The normal of what the camera saw there, and in `w` how deep the place is behind it; zeros if it saw "
     "none."},
    {"stiff", "k", "Says that the force grows by `k` for each metre, 1/s², so that it stays stable."},
    {"rolls", "share",
     "Says how much the particle rolls on the surfaces that it meets next; `rolls(0.0)` ends it."},
    {"met_normal", "",
     "The normal of the surface that the particle has met in this step; zeros if it met none."},
    {"pixels_at", "camera, place",
     "How many pixels of the shown frame a metre takes at the place; the camera is `m.camera`."},
    {"turn_about", "look, axis",
     "Lays the longer side along the unit vector `axis`, about which the sprite turns to the camera."},
    {"lie_across", "look, normal",
     "Lays the sprite in the plane at a right angle to the unit vector `normal`."},
    {"draw_sphere", "look, glow", "Draws the particle as a sphere of its diameter."},
    {"draw_mesh", "look, mesh, axis, angle, glow",
     "Draws it as a mesh, turned around the unit vector `axis`."},
    {"cover_mesh", "look, picture, roughness, is_one_sided",
     "Says how the mesh's surface looks: the picture on it, how wide the gleam is, and if its back is not "
     "seen."},
    {"blend_mesh", "look, colour, axis, from, to",
     "Blends the mesh's colour to another one along an axis of its own space, whose farthest corner is 1 "
     "from "
     "the origin."},
    {"draw_picture", "look, picture, frame", "Draws it as a frame of a picture."},
    {"signal", "p", "The program that plays the effect hears of the particle in this step."},
    {"kill", "p", "The particle dies at the end of this step."},
};

/// Throws std::runtime_error if the function has no sentence.
const ExplainedCall& explained(std::string_view name) {
    const auto found = std::ranges::find(explained_calls, name, &ExplainedCall::name);
    if (found == std::end(explained_calls)) throw std::runtime_error(fmt::format("no sentence for {}", name));
    return *found;
}

/// Returns the function as GLSL declares it. Throws std::runtime_error if another number of arguments has
/// names.
std::string declaration_of(const glsl::Signature& function, std::string_view arguments) {
    std::string text;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < function.formals.size(); ++i) {
        if (begin > arguments.size())
            throw std::runtime_error(fmt::format("too few names: {}", function.name));
        const std::size_t end = std::min(arguments.find(", ", begin), arguments.size());
        const bool is_optional = i + function.optional >= function.formals.size();
        text += fmt::format("{}{}{}{} {}", is_optional ? "[" : "", i == 0 ? "" : ", ",
                            function.formals[i].is_written ? "inout " : "",
                            glsl::text(function.formals[i].type), arguments.substr(begin, end - begin));
        begin = end + 2;
    }
    if (!function.formals.empty() && begin != arguments.size() + 2)
        throw std::runtime_error(fmt::format("too many names: {}", function.name));
    return fmt::format("{} {}({}{})", glsl::text(function.result), function.name, text,
                       std::string(function.optional, ']'));
}

}  // namespace

std::string module_function_markdown() {
    std::vector<glsl::Signature> all;
    std::map<std::string_view, std::vector<std::string_view>> stages_of;
    for (const auto& stage : stages)
        for (const glsl::Signature& function : glsl::engine_functions(stage.value)) {
            auto& names = stages_of[function.name];
            if (names.empty()) all.push_back(function);
            names.push_back(stage.name);
        }
    std::string text = "| function of the engine | stages | |\n| --- | --- | --- |\n";
    for (const glsl::Signature& function : all) {
        const ExplainedCall& row = explained(function.name);
        const auto& names = stages_of[function.name];
        text += fmt::format("| `{}` | {} | {} |\n", declaration_of(function, row.arguments),
                            names.size() == stages.size() ? "all" : fmt::format("{}", fmt::join(names, ", ")),
                            row.text);
    }
    std::map<std::size_t, std::string> by_arguments;
    for (const auto& [name, arguments] : glsl::own_functions())
        by_arguments[arguments] += fmt::format("{}`{}`", by_arguments[arguments].empty() ? "" : ", ", name);
    text += "\n| arguments | functions of GLSL |\n| --- | --- |\n";
    for (const auto& [arguments, names] : by_arguments)
        text += fmt::format("| {} | {} |\n", arguments, names);
    return text;
}

}  // namespace winnow::effects
