// Bounds of the looks of a stack's particles, from its modules and their values.
#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <string_view>
#include <vector>

#include "effects/compile/stack.h"
#include "effects/expression/expression_bounds.h"
#include "effects/model/smooth_curve.h"
#include "shaders/effects/rows.h"

namespace winnow::effects {
namespace {

/// Returns how many triangles there are in the data of a mesh.
std::uint32_t triangles_in(const FileData& mesh) {
    return static_cast<std::uint32_t>(mesh.front().x);
}

bool calls_it(const StackModule& use, std::string_view function) {
    return use.module->body.find(function) != std::string::npos;
}

/// Returns the data of the module's first file of a kind; null if it names none.
const FileData* data_of(const StackModule& use, FileKind kind) {
    for (std::size_t i = 0; i < use.values.size(); ++i)
        if (use.values[i].data && use.module->parameters[i].file_kind == kind)
            return use.values[i].data.get();
    return nullptr;
}

bool has_default(const StackModule& use, std::string_view parameter) {
    for (std::size_t i = 0; i < use.values.size(); ++i) {
        const auto* const constant = std::get_if<Constant>(&use.values[i].value);
        if (use.module->parameters[i].name == parameter)
            return constant != nullptr && constant->value == use.module->parameters[i].value.value;
    }
    return false;
}

/// Returns the bits MESH_HAS_... of the data of a mesh.
std::uint32_t details_of(const FileData& mesh) {
    return static_cast<std::uint32_t>(mesh.front().w);
}

/// Returns what the meshes that the module draws have beside a colour: bits SURFACE_....
std::uint32_t surfaces_of(const StackModule& use) {
    std::uint32_t all = calls_it(use, "blend_mesh") ? shared::SURFACE_COLORS : 0;
    const FileData* const mesh = data_of(use, FileKind::mesh);
    if (calls_it(use, "draw_mesh") && mesh != nullptr && (details_of(*mesh) & shared::MESH_HAS_NORMALS) != 0)
        all |= shared::SURFACE_NORMALS;
    if (!calls_it(use, "cover_mesh")) return all;
    if (data_of(use, FileKind::picture) != nullptr) all |= shared::SURFACE_PICTURES;
    if (!has_default(use, "roughness") || !has_default(use, "sides")) all |= shared::SURFACE_COLORS;
    return all;
}

float greatest_of(const Constant& constant) {
    if (const auto* const number = std::get_if<float>(&constant.value)) return *number;
    if (const auto* const whole = std::get_if<std::uint32_t>(&constant.value))
        return static_cast<float>(*whole);
    if (const auto* const v = std::get_if<glm::vec3>(&constant.value)) return std::max({v->x, v->y, v->z});
    if (const auto* const c = std::get_if<glm::vec4>(&constant.value)) return std::max({c->r, c->g, c->b});
    return 0;
}

Bounds bounds_of_name(std::string_view name) {
    if (name == "life" || name == "random" || name.starts_with(shared_random)) return {0, 1};
    if (name == "age" || name == "time") return {.least = 0};
    return {};
}

float greatest_of(const Expression& expression, const NameBounds& name_bounds) {
    const std::array<Bounds, 4> bounds = bounds_of(expression, name_bounds);
    const double most = expression.type == ExpressionType::number
                            ? bounds[0].most
                            : std::max({bounds[0].most, bounds[1].most, bounds[2].most});
    return static_cast<float>(most);
}

float greatest_of(const StackValue& value, const Parameter& parameter, const NameBounds& name_bounds) {
    float most = -std::numeric_limits<float>::infinity();
    if (const auto* const constant = std::get_if<Constant>(&value.value)) return greatest_of(*constant);
    if (const auto* const random = std::get_if<Random>(&value.value))
        return std::max(greatest_of(random->least), greatest_of(random->most));
    if (const auto* const curve = std::get_if<Curve>(&value.value)) {
        for (const glm::vec2& point : line_of(*curve, parameter.range)) most = std::max(most, point.y);
        return most;
    }
    if (const auto* const gradient = std::get_if<Gradient>(&value.value)) {
        for (const auto& stop : gradient->stops)
            most = std::max({most, stop.second.r, stop.second.g, stop.second.b});
        return most;
    }
    const auto max_of_range = static_cast<float>(parameter.range.most);
    return value.expression ? std::min(greatest_of(*value.expression, name_bounds), max_of_range)
                            : max_of_range;
}

/// Bounds of the names that expressions of a stack read. An attribute that is a number has those of all that
/// the modules `attribute` and `set` give it, if no other module names or declares it.
class StackNameBounds {
  public:
    explicit StackNameBounds(const Stack& stack) : stack_(stack) {}

    Bounds operator()(std::string_view name) {
        const bool is_open = std::ranges::find(open_, name) != open_.end();  // it depends on itself
        if (is_open ||
            std::ranges::find(stack_.attributes, name, &Attribute::name) == stack_.attributes.end())
            return is_open ? Bounds() : bounds_of_name(name);
        open_.push_back(name);
        const std::optional<Bounds> given = of_attribute(name);
        open_.pop_back();
        return given.value_or(Bounds());
    }

  private:
    /// Returns nothing if what the attribute can be is not known.
    std::optional<Bounds> of_attribute(std::string_view name) {
        std::optional<Bounds> all;
        for (const StackModule& use : stack_.modules) {
            const Module& module = *use.module;
            if (std::ranges::find(module.attributes, name, &Attribute::name) != module.attributes.end())
                return std::nullopt;
            if (!names(use, name)) continue;
            if (module.name != "attribute" && module.name != "set") return std::nullopt;
            const Bounds given = of_number(use.values.back(), module.parameters.back());
            all = all ? Bounds{std::min(all->least, given.least), std::max(all->most, given.most)} : given;
        }
        return all;
    }

    static bool names(const StackModule& use, std::string_view attribute) {
        for (std::size_t i = 0; i < use.values.size(); ++i) {
            const auto* const constant = std::get_if<Constant>(&use.values[i].value);
            const auto* const text =
                constant != nullptr ? std::get_if<std::string>(&constant->value) : nullptr;
            if (use.module->parameters[i].type == Type::attribute && text != nullptr && *text == attribute)
                return true;
        }
        return false;
    }

    Bounds of_number(const StackValue& value, const Parameter& parameter) {
        if (const auto* const constant = std::get_if<Constant>(&value.value))
            return {std::get<float>(constant->value), std::get<float>(constant->value)};
        if (const auto* const random = std::get_if<Random>(&value.value)) {
            const auto [least, most] =
                std::minmax(std::get<float>(random->least.value), std::get<float>(random->most.value));
            return {least, most};
        }
        if (const auto* const curve = std::get_if<Curve>(&value.value)) {
            const auto line = line_of(*curve, parameter.range);
            const auto [least, most] = std::ranges::minmax(line, {}, &glm::vec2::y);
            return {least.y, most.y};
        }
        return value.expression ? bounds_of(*value.expression, std::ref(*this))[0] : Bounds();
    }

    const Stack& stack_;
    std::vector<std::string_view> open_;  // attributes whose bounds are being found
};

}  // namespace

float greatest(const StackValue& value, const Parameter& parameter) {
    return greatest_of(value, parameter, bounds_of_name);
}

SolidLooks solid_looks(const Stack& stack) {
    SolidLooks looks;
    for (const StackModule& use : stack.modules) {
        const bool draws_mesh = calls_it(use, "draw_mesh");
        looks.surfaces |= surfaces_of(use);
        looks.have_spheres = looks.have_spheres || calls_it(use, "draw_sphere");
        looks.any = looks.any || draws_mesh || looks.have_spheres;
        if (!draws_mesh) continue;
        looks.max_triangles = std::max(looks.max_triangles, shared::OCTAHEDRON_TRIANGLES);
        for (std::size_t i = 0; i < use.values.size(); ++i)
            if (use.values[i].data && use.module->parameters[i].file_kind == FileKind::mesh)
                looks.max_triangles = std::max(looks.max_triangles, triangles_in(*use.values[i].data));
    }
    return looks;
}

void check_picture_on_mesh(const StackModule& use, const Path& path) {
    if (use.module->stage != Stage::look || !calls_it(use, "cover_mesh")) return;
    const FileData* const mesh = data_of(use, FileKind::mesh);
    if (data_of(use, FileKind::picture) == nullptr) return;
    if (mesh != nullptr && (details_of(*mesh) & shared::MESH_HAS_COORDINATES) != 0) return;
    for (const Parameter& parameter : use.module->parameters)
        if (parameter.type == Type::file && parameter.file_kind == FileKind::picture)
            throw Invalid{Path(path, parameter.name).pointer(),
                          mesh == nullptr ? "must have a mesh that it lies on, an OBJ file"
                                          : "must have a mesh with texture coordinates; its file has no "
                                            "lines vt, or no corner such as 1/2"};
}

bool has_pictures(const Stack& stack) {
    return std::ranges::any_of(stack.modules, [](const StackModule& use) {
        const auto is_picture = [](const StackValue& value) { return value.data != nullptr; };
        return use.module->body.find("draw_picture") != std::string::npos &&
               std::ranges::any_of(use.values, is_picture);
    });
}

bool draws_ribbons(const Stack& stack) {
    return std::ranges::any_of(stack.modules, [](const StackModule& use) {
        return use.module->name == ribbon && use.module->stage == Stage::look;
    });
}

bool shines(const Stack& stack) {
    return std::ranges::any_of(stack.modules, [](const StackModule& use) {
        return use.module->body.find("look.light") != std::string::npos;
    });
}

bool distorts(const Stack& stack) {
    return std::ranges::any_of(stack.modules, [](const StackModule& use) {
        return use.module->body.find("look.distortion") != std::string::npos;
    });
}

LookBounds look_bounds(const Stack& look, const Stack& stack) {
    constexpr LookBounds plain{0.02f, 0, 1};        // as shaders/render/sprites/look.glsl begins
    constexpr LookBounds unknown{1000, 10, 10000};  // of modules that this does not know
    constexpr float boundless = 1e9f;
    LookBounds bounds = plain;
    StackNameBounds name_bounds(stack);
    for (const StackModule& use : look.modules) {
        const Module& module = *use.module;
        if (module.stage != Stage::look) continue;
        const auto mentions = [&](const char* member) {
            return module.body.find(member) != std::string::npos;
        };
        const auto first = [&] { return greatest(use.values.front(), module.parameters.front()); };
        // A size in pixels grows with the distance without bound.
        const float any_diameter = mentions("m.camera") ? boundless : unknown.diameter;
        if (mentions("look.diameter")) bounds.diameter = module.name == "size" ? first() : any_diameter;
        if (mentions("look.streak")) bounds.streak = module.name == "streak" ? first() : unknown.streak;
        if (mentions("look.colour") && module.name != "opacity")
            // Particles born before an edit may have an attribute beyond its bounds. Their light may be
            // clipped, but a size that is too small would hide them.
            bounds.brightness =
                module.name == "colour"
                    ? greatest_of(use.values.front(), module.parameters.front(), std::ref(name_bounds))
                    : unknown.brightness;
    }
    for (const StackModule& use : look.modules) {
        const std::string& body = use.module->body;
        constexpr float max_seen =
            2;  // by how much a sprite that is turned away may be longer at the frame's edge
        if (body.find("turn_about") != std::string::npos || body.find("lie_across") != std::string::npos)
            bounds.diameter *= max_seen;
        if (body.find("look.sides") == std::string::npos) continue;
        float most = 1;
        for (std::size_t i = 0; i < use.values.size(); ++i)
            most = std::max(most, greatest(use.values[i], use.module->parameters[i]));
        bounds.diameter *= use.module->name == "proportions" ? most : unknown.diameter;
    }
    if (has_pictures(look)) bounds.diameter *= std::numbers::sqrt2_v<float>;
    return bounds;
}

}  // namespace winnow::effects
