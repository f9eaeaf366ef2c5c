#include "effects/modules/glsl_types.h"

#include <fmt/format.h>

#include <algorithm>

#include "shaders/effects/rows.h"

namespace winnow::effects::glsl {
namespace {

constexpr std::string_view structures[] = {"Particle", "Parameters", "Birth",   "Moment", "Look",
                                           "Pointer",  "Objects",    "Mesh",    "Image",  "Field",
                                           "Distance", "Spline",     "Picture", "Parent", "View"};

constexpr Type structure(std::string_view name) {
    return {.base = Base::structure, .structure = name};
}
constexpr Type vec2 = vector_of(Base::real, 2);

struct Letters {
    Base base;
    std::string_view scalar, vector;
};
constexpr Letters letters[] = {{Base::truth, "bool", "bvec"},
                               {Base::integer, "int", "ivec"},
                               {Base::unsigned_integer, "uint", "uvec"},
                               {Base::real, "float", "vec"}};

/// Returns the base that both are converted to.
Base common(Base a, Base b) {
    if (a == Base::real || b == Base::real) return Base::real;
    return a == Base::unsigned_integer || b == Base::unsigned_integer ? Base::unsigned_integer
                                                                      : Base::integer;
}

bool same_size(Type a, Type b) {
    return a.rows == b.rows && a.columns == b.columns;
}

bool is_whole(Type type) {
    return type.base == Base::integer || type.base == Base::unsigned_integer;
}

std::optional<Type> arithmetic(std::string_view op, Type left, Type right) {
    if (!left.is_number() || !right.is_number()) return std::nullopt;
    const Base base = common(left.base, right.base);
    const auto sized = [base](Type type) {
        type.base = base;
        return type;
    };
    if (op == "*" && left.is_matrix() && right.is_vector() && left.rows == right.rows) return sized(right);
    if (op == "*" && left.is_vector() && right.is_matrix() && left.rows == right.rows) return sized(left);
    if (left.is_scalar()) return sized(right);
    if (right.is_scalar() || same_size(left, right)) return sized(left);
    return std::nullopt;
}

std::optional<Type> whole_arithmetic(std::string_view op, Type left, Type right) {
    if (!is_whole(left) || !is_whole(right)) return std::nullopt;
    if (op != "<<" && op != ">>") return arithmetic(op, left, right);
    return right.is_scalar() || same_size(left, right) ? std::optional(left) : std::nullopt;
}

/// How the type of one of GLSL's functions follows from its arguments.
enum class Rule {
    reals,
    signs,
    numbers,
    mixed,
    scalar,
    cross,
    compare,
    equate,
    classify,
    reduce,
    invert,
    same,
    bits,
    unbits
};

struct BuiltIn {
    std::string_view names;
    std::size_t arguments;
    Rule rule;
    unsigned scalars = 0;  // a bit for each argument that may be a scalar where the others are vectors
};
constexpr BuiltIn built_ins[] = {
    {" radians degrees sin cos tan asin acos sinh cosh tanh asinh acosh atanh exp log exp2 log2 sqrt "
     "inversesqrt floor trunc round roundEven ceil fract normalize atan ",
     1, Rule::reals},
    {" atan pow reflect ", 2, Rule::reals},
    {" mod ", 2, Rule::reals, 0b10},
    {" step ", 2, Rule::reals, 0b01},
    {" smoothstep ", 3, Rule::reals, 0b011},
    {" refract ", 3, Rule::reals, 0b100},
    {" faceforward fma ", 3, Rule::reals},
    {" abs sign ", 1, Rule::signs},
    {" min max ", 2, Rule::numbers, 0b10},
    {" clamp ", 3, Rule::numbers, 0b110},
    {" mix ", 3, Rule::mixed, 0b100},
    {" length determinant ", 1, Rule::scalar},
    {" distance dot ", 2, Rule::scalar},
    {" cross ", 2, Rule::cross},
    {" lessThan lessThanEqual greaterThan greaterThanEqual ", 2, Rule::compare},
    {" equal notEqual ", 2, Rule::equate},
    {" isnan isinf ", 1, Rule::classify},
    {" any all ", 1, Rule::reduce},
    {" not ", 1, Rule::invert},
    {" transpose inverse ", 1, Rule::same},
    {" matrixCompMult ", 2, Rule::same},
    {" floatBitsToInt floatBitsToUint ", 1, Rule::bits},
    {" intBitsToFloat uintBitsToFloat ", 1, Rule::unbits},
};

/// Returns the size that all arguments have, but for those that may be scalars together, of the base that all
/// are converted to.
std::optional<Type> widest(std::span<const Type> arguments, unsigned scalars = 0) {
    const auto may_be_scalar = [scalars](std::size_t i) { return (scalars >> i & 1u) != 0; };
    std::optional<Type> result;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!result && !may_be_scalar(i)) result = arguments[i];
    bool has_scalar = false, has_whole = false;  // among those that may be scalars
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Type& type = arguments[i];
        if (!type.is_number() || type.is_matrix()) return std::nullopt;
        const bool fits = same_size(type, *result);
        if (!fits && !(may_be_scalar(i) && type.is_scalar())) return std::nullopt;
        if (may_be_scalar(i)) (fits ? has_whole : has_scalar) = true;
        result->base = common(result->base, type.base);
    }
    return has_scalar && has_whole ? std::nullopt : result;
}

std::optional<Type> apply(const BuiltIn& row, std::string_view name, std::span<const Type> arguments) {
    const Type first = arguments[0];
    const auto with_base = [](std::optional<Type> type, Base base) {
        if (type) type->base = base;
        return type;
    };
    const auto when = [](bool fits, Type type) { return fits ? std::optional(type) : std::nullopt; };
    const auto all = widest(arguments, row.scalars);
    switch (row.rule) {
        case Rule::reals:
            if (name == "refract" && !arguments[2].is_scalar()) return std::nullopt;
            return with_base(all, Base::real);
        case Rule::signs:  // of int or float; a uint becomes a float
            return all && all->base == Base::unsigned_integer ? with_base(all, Base::real) : all;
        case Rule::numbers:
            return all;
        case Rule::mixed:
            if (arguments[2].base != Base::truth) return with_base(all, Base::real);
            return same_size(first, arguments[2]) ? widest(arguments.first(2)) : std::nullopt;
        case Rule::scalar:
            return when(name == "determinant" ? first.is_matrix() : all.has_value(), real);
        case Rule::cross:
            return when(first == vec3 && arguments[1] == vec3, vec3);
        case Rule::compare:
            return when(first.is_vector() && all, vector_of(Base::truth, first.rows));
        case Rule::equate:
            return when(first.is_vector() && (all || first == arguments[1]),
                        vector_of(Base::truth, first.rows));
        case Rule::classify:
            return when(first.is_real() && !first.is_matrix(), vector_of(Base::truth, first.rows));
        case Rule::reduce:
            return when(first.base == Base::truth && first.is_vector(), truth);
        case Rule::invert:
            return when(first.base == Base::truth && first.is_vector(), first);
        case Rule::same:
            return when(first.is_matrix() && arguments.back() == first, first);
        case Rule::bits: {
            const Base base = name == "floatBitsToInt" ? Base::integer : Base::unsigned_integer;
            return when(first.is_real() && !first.is_matrix(), vector_of(base, first.rows));
        }
        case Rule::unbits:
            return when(first.base == Base::integer || (is_whole(first) && name.starts_with("uint")),
                        vector_of(Base::real, first.rows));
    }
    return std::nullopt;
}

/// True if a constructor takes these arguments: one scalar or one value of the same kind for all components,
/// or as many components as are needed, of which those of the last argument may be left over.
bool is_constructed(Type type, std::span<const Type> arguments) {
    const int needed = type.rows * type.columns;
    int given = 0;
    for (const Type& argument : arguments) {
        if (!argument.is_number() && argument.base != Base::truth) return false;
        const bool is_needed = given < needed;
        if (!is_needed || (argument.is_matrix() && arguments.size() > 1)) return false;
        given += argument.rows * argument.columns;
    }
    if (arguments.size() == 1 && (arguments[0].is_scalar() || (type.is_matrix() && arguments[0].is_matrix())))
        return true;
    return type.is_matrix() ? given == needed : given >= needed;
}

struct NamedMember {
    std::string_view structure, name;
    Member member;
};
constexpr NamedMember members[] = {
    {"Particle", "position", {vec3}},
    {"Particle", "velocity", {vec3}},
    {"Particle", "age", {real}},
    {"Particle", "lifetime", {real}},
    {"Particle", "life", {real, true}},
    {"Birth", "place", {vec3, true}},
    {"Birth", "direction", {vec2, true}},
    {"Birth", "moment", {real, true}},
    {"Birth", "seconds", {real, true}},
    {"Birth", "time", {real, true}},
    {"Birth", "index", {unsigned_integer, true}},
    {"Birth", "count", {unsigned_integer, true}},
    {"Moment", "time", {real, true}},
    {"Moment", "seconds", {real, true}},
    {"Moment", "pointer", {structure("Pointer"), true}},
    {"Moment", "objects", {structure("Objects"), true}},
    {"Moment", camera_member, {structure("View"), true}},
    {"View", "position", {vec3, true}},
    {"View", "forward", {vec3, true}},
    {"View", "right", {vec3, true}},
    {"View", "up", {vec3, true}},
    {"View", "pixels", {real, true}},
    {"Birth", "pointer", {structure("Pointer"), true}},
    {"Birth", "parent", {structure("Parent"), true}},
    {"Parent", "position", {vec3, true}},
    {"Parent", "velocity", {vec3, true}},
    {"Parent", "age", {real, true}},
    {"Parent", "lifetime", {real, true}},
    {"Parent", "life", {real, true}},
    {"Parent", "random", {real, true}},
    {"Parent", "colour", {vec4, true}},
    {"Parent", "size", {real, true}},
    {"Pointer", "place", {vec3, true}},
    {"Pointer", "press", {real, true}},
    {"Pointer", "velocity", {vec3, true}},
    {"Spline", "length", {real, true}},
    {"Look", "colour", {vec4}},
    {"Look", "diameter", {real}},
    {"Look", "streak", {real}},
    {"Look", "shading", {real}},
    {"Look", "forward", {real}},
    {"Look", "softness", {real}},
    {"Look", "angle", {real}},
    {"Look", "width", {real}},
    {"Look", "light", {real}},
    {"Look", "reach", {real}},
    {"Look", "edge", {real}},
    {"Look", "picture_length", {real}},
    {"Look", "visible", {real}},
    {"Look", "distortion", {real}},
    {"Look", "sides", {vec2}},
};

}  // namespace

std::string text(Type type) {
    if (type.base == Base::structure) return std::string(type.structure);
    if (type.is_matrix()) return fmt::format("mat{}", type.columns);
    for (const Letters& row : letters)
        if (row.base == type.base)
            return type.is_vector() ? fmt::format("{}{}", row.vector, type.rows) : std::string(row.scalar);
    return "void";
}

std::optional<Type> type_named(std::string_view name) {
    if (name == "void") return nothing;
    for (const std::string_view known : structures)
        if (known == name) return structure(known);
    for (const Letters& row : letters)
        if (name == row.scalar) return vector_of(row.base, 1);
    if (name.empty() || name.back() < '2' || name.back() > '4') return std::nullopt;
    const int size = name.back() - '0';
    name.remove_suffix(1);
    for (const Letters& row : letters)
        if (name == row.vector) return vector_of(row.base, size);
    if (name == "mat") return Type{Base::real, size, size, {}};
    return std::nullopt;
}

bool converts(Type from, Type to) {
    if (from == to) return from.base != Base::nothing;
    return same_size(from, to) && from.is_number() && to.is_number() && common(from.base, to.base) == to.base;
}

std::optional<Type> type_of_binary(std::string_view op, Type left, Type right) {
    const auto when = [](bool fits) { return fits ? std::optional(truth) : std::nullopt; };
    if (op == "&&" || op == "||" || op == "^^") return when(left == truth && right == truth);
    if (op == "==" || op == "!=")
        return when(left.base != Base::structure && (converts(left, right) || converts(right, left)));
    if (op == "<" || op == ">" || op == "<=" || op == ">=")
        return when(left.is_number() && right.is_number() && left.is_scalar() && right.is_scalar());
    if (op == "+" || op == "-" || op == "*" || op == "/") return arithmetic(op, left, right);
    return whole_arithmetic(op, left, right);
}

std::optional<Type> type_of_call(std::string_view name, std::span<const Type> arguments, bool& is_known) {
    const auto type = type_named(name);
    is_known = type && type->base != Base::nothing && type->base != Base::structure;
    if (is_known) return is_constructed(*type, arguments) ? type : std::nullopt;
    const std::string word = fmt::format(" {} ", name);
    for (const BuiltIn& row : built_ins) {
        if (row.names.find(word) == std::string_view::npos) continue;
        is_known = true;
        if (row.arguments == arguments.size()) return apply(row, name, arguments);
    }
    return std::nullopt;
}

std::vector<std::pair<std::string_view, std::size_t>> own_functions() {
    std::vector<std::pair<std::string_view, std::size_t>> all;
    for (const BuiltIn& row : built_ins)
        for (std::size_t begin = 1, end = 0; begin < row.names.size(); begin = end + 1) {
            end = row.names.find(' ', begin);
            all.emplace_back(row.names.substr(begin, end - begin), row.arguments);
        }
    return all;
}

namespace {

/// The functions of shaders/effects/surfaces.glsl. A step calls them to react, and again to sweep the ways of
/// the living and of the newborn: their costs are of all these calls.
void add_collisions(std::vector<Signature>& all, const Signature::Formal& particle) {
    const auto add = [&](std::string_view name, std::initializer_list<Signature::Formal> surface, Cost cost) {
        std::vector<Signature::Formal> formals{particle};
        formals.insert(formals.end(), surface);
        formals.insert(formals.end(),
                       {{unsigned_integer}, {real}, {real}, {real}});  // hit, bounce, friction, radius
        all.push_back({name, nothing, formals, cost, 1});
    };
    add("collide_plane", {{real}}, repeated(1));
    add("collide_wall", {{vec3}, {vec3}}, repeated(1));
    add("collide_ball", {{vec3}, {real}, {truth}}, repeated(1));
    add("collide_box", {{vec3}, {vec3}, {truth}}, repeated(1, 3));
    add("collide_capsule", {{vec3}, {vec3}, {real}}, repeated(1, 1.5));
    add(mesh_call, {{structure("Distance")}, {vec3}, {real}, {vec3}, {real}, {truth}}, repeated(1, 3));
    add(object_call, {{structure("Objects")}}, repeated(max_objects, 8));
    add(collide_seen_call, {{real}}, repeated(1, 9));
}

}  // namespace

std::vector<Signature> engine_functions(Stage stage) {
    const Signature::Formal particle{structure("Particle"), true};
    std::vector<Signature> all{
        {"in_cone", vec3, {{vec3}, {real}, {vec2}}},
        {"smooth_noise", vec3, {{vec3}, {truth}}},
        {"noise_octaves", vec3, {{vec3}, {truth}, {unsigned_integer}, {real}, {real}}, repeated(max_octaves)},
        {"drifting_noise",
         vec3,
         {{vec3}, {vec3}, {real}, {real}, {truth}, {unsigned_integer}, {real}, {real}},
         repeated(max_octaves)},
        {"time_within", real, {{real}, {real}}},
        {"turned", vec3, {{vec3}, {vec3}, {real}}},
        {"across", vec3, {{vec3}}},
        {"aligned", vec3, {{vec3}, {vec3}}},
        {"oriented", vec3, {{vec3}, {vec3}}},
        {"reoriented", vec3, {{vec3}, {vec3}, {real}}},
        {"box_surface", vec4, {{vec3}, {vec3}}},
        {"placed", vec3, {{vec3}, {vec3}, {real}, {vec3}, {real}}},
        {"unplaced", vec3, {{vec3}, {vec3}, {real}, {vec3}, {real}}},
        {"mesh_surface", nothing, {{structure("Mesh")}, {vec3}, {vec3, true}, {vec3, true}}},
        {"mesh_edge", nothing, {{structure("Mesh")}, {vec3}, {vec3, true}}},
        {"lit_pixel", nothing, {{structure("Image")}, {vec3}, {vec3, true}, {vec4, true}}},
        {"field_at", vec4, {{structure("Field")}, {vec3}}},
        {"distance_at", vec4, {{structure("Distance")}, {vec3}}},
        {"spline_place", vec3, {{structure("Spline")}, {real}}},
        {"spline_tangent", vec3, {{structure("Spline")}, {real}}},
        {"spline_nearest", real, {{structure("Spline")}, {vec3}}, repeated(shared::SPLINE_SEGMENTS)},
    };
    if (stage == Stage::react) {
        all.push_back({"bounced", nothing, {particle}});
        all.push_back({signal_call, nothing, {particle}});
        all.push_back({"collide", nothing, {particle, {vec3}, {real}, {unsigned_integer}, {real}, {real}}});
        add_collisions(all, particle);
        all.push_back({seen_call, vec4, {{vec3}, {real}}});
    }
    if (stage == Stage::force) all.push_back({"stiff", nothing, {{real}}});
    if (stage == Stage::react) {
        all.push_back({"rolls", nothing, {{real}}});
        all.push_back({met_normal_call, vec3, {}});
    }
    if (stage == Stage::look) {
        const Signature::Formal look{structure("Look"), true};
        all.push_back({"pixels_at", real, {{structure("View")}, {vec3}}});
        all.push_back({"turn_about", nothing, {look, {vec3}}});
        all.push_back({"lie_across", nothing, {look, {vec3}}});
        all.push_back({"draw_sphere", nothing, {look, {real}}});
        all.push_back({"draw_mesh", nothing, {look, {structure("Mesh")}, {vec3}, {real}, {real}}});
        all.push_back({"cover_mesh", nothing, {look, {structure("Picture")}, {real}, {truth}}});
        all.push_back({"blend_mesh", nothing, {look, {vec4}, {vec3}, {real}, {real}}});
        all.push_back({"draw_picture", nothing, {look, {structure("Picture")}, {real}}});
    }
    if (stage == Stage::react || stage == Stage::spawn) all.push_back({"kill", nothing, {particle}});
    return all;
}

Signature stage_function(const Module& module) {
    const Signature::Formal particle{structure("Particle"), changes_particles(module.stage)},
        parameters{structure("Parameters")}, moment{structure("Moment")};
    Signature function{winnow::name_of(stages, module.stage), nothing, {particle, parameters, moment}};
    if (module.stage == Stage::spawn) function.formals.back() = {structure("Birth")};
    if (module.stage == Stage::force)
        function.formals.insert(function.formals.end(), {{vec3, true}, {real, true}});
    if (module.stage == Stage::look) function.formals.push_back({structure("Look"), true});
    for (const Parameter& parameter : module.parameters)
        if (parameter.type == effects::Type::attribute)
            function.formals.push_back({type_of(parameter), particle.is_written});
    return function;
}

std::optional<Member> member_of(const Module& module, std::string_view structure, std::string_view name) {
    for (const NamedMember& row : members)
        if (row.structure == structure && row.name == name) return row.member;
    if (structure == "Particle")
        for (const Attribute& attribute : module.attributes)
            if (attribute.name == name) return Member{type_of(attribute.type)};
    if (structure == "Parameters")
        for (const Parameter& parameter : module.parameters)
            if (parameter.name == name && parameter.type != effects::Type::attribute)
                return Member{type_of(parameter), true};
    return std::nullopt;
}

Type type_of(effects::Type type) {
    switch (type) {
        case effects::Type::boolean:
            return truth;
        case effects::Type::integer:
        case effects::Type::choice:
            return unsigned_integer;
        case effects::Type::vector:
        case effects::Type::direction:
            return vec3;
        case effects::Type::colour:
            return vec4;
        case effects::Type::spline:
            return structure("Spline");
        default:
            return real;
    }
}

Type type_of(const Parameter& parameter) {
    if (parameter.type == effects::Type::attribute) return type_of(parameter.attribute);
    if (parameter.type != effects::Type::file) return type_of(parameter.type);
    switch (parameter.file_kind) {
        case FileKind::mesh:
            return structure("Mesh");
        case FileKind::image:
            return structure("Image");
        case FileKind::field:
            return structure("Field");
        case FileKind::picture:
            return structure("Picture");
        case FileKind::distance:
        case FileKind::texture:
            break;
    }
    return structure("Distance");
}

}  // namespace winnow::effects::glsl
