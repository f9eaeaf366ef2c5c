#include "particles/module_run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>
#include <span>
#include <variant>

#include "effects/data_files.h"
#include "effects/glsl_types.h"
#include "effects/module_text.h"
#include "effects/object_rows.h"
#include "effects/spline.h"
#include "gl/buffer.h"
#include "gl/row_texture.h"
#include "support/temporary_directory.h"
#include "support/words.h"

namespace winnow::particles {
namespace {

using effects::Module;
using effects::Parameter;
using effects::Stage;

constexpr std::size_t most_parameters = 16;  // rows of a module in the buffer of rows

/// The types in GLSL of the particles' attributes, by name.
using Attributes = std::map<std::string, std::string>;

/// The numbers of modules' parameters, and what they refer to behind them.
struct ModuleNumbers {
    std::vector<glm::vec4> rows, files{glm::vec4(0)};
};

/// Appends what is in a file, and returns the number of the first row.
float add_file(ModuleNumbers& numbers, const std::filesystem::path& file, effects::Holds holds) {
    if (file.empty()) return 0;
    const auto data = effects::read_data(file.parent_path().string(), file.filename().string(), holds);
    const auto first = static_cast<float>(numbers.files.size());
    numbers.files.insert(numbers.files.end(), data->begin(), data->end());
    return first;
}

glm::vec4 row_of(const effects::Constant& value, const Parameter& parameter, ModuleNumbers& numbers) {
    glm::vec4 row(0);
    if (parameter.type == effects::Type::attribute) return row;
    if (const auto* const file = std::get_if<std::string>(&value.value))
        row.x = add_file(numbers, *file, parameter.holds);
    if (const auto* const spline = std::get_if<effects::Spline>(&value.value)) {
        row.x = static_cast<float>(numbers.rows.size());
        std::ranges::copy(effects::spline_table(*spline), std::back_inserter(numbers.rows));
    }
    if (const auto* const number = std::get_if<float>(&value.value))
        row.x = parameter.unit == "degrees" ? glm::radians(*number) : *number;
    else if (const auto* const flag = std::get_if<bool>(&value.value))
        row.x = *flag ? 1.0f : 0.0f;
    else if (const auto* const whole = std::get_if<std::uint32_t>(&value.value))
        row.x = static_cast<float>(*whole);
    else if (const auto* const vector = std::get_if<glm::vec3>(&value.value))
        row = glm::vec4(parameter.type == effects::Type::direction ? glm::normalize(*vector) : *vector, 0);
    else if (const auto* const colour = std::get_if<glm::vec4>(&value.value))
        row = *colour;
    return row;
}

/// Appends the objects, and returns the number of their first row; 0: there are none.
std::uint32_t add_objects(ModuleNumbers& numbers, const ModuleScenery& scenery) {
    if (scenery.objects.empty()) return 0;
    effects::FileRows files;
    const auto rows = effects::object_rows({.objects = scenery.objects}, scenery.folder, files, {});
    const auto first = static_cast<std::uint32_t>(numbers.rows.size());
    numbers.rows.insert(numbers.rows.end(), rows.begin(), rows.end());
    numbers.files.resize(1);  // the numbers of rows in `files` begin behind one
    for (const auto& placed : files.all())
        numbers.files.insert(numbers.files.end(), placed.data->begin(), placed.data->end());
    return first;
}

const effects::Constant& value_of(const ModuleUse& use, const Parameter& parameter) {
    const auto found = use.values.find(parameter.name);
    return found == use.values.end() ? parameter.value : found->second;
}

/// Returns the parameter's value in GLSL; `row` is its row in the buffer.
std::string argument(const ModuleUse& use, const Parameter& parameter, std::size_t row) {
    if (const auto found = use.expressions.find(parameter.name); found != use.expressions.end())
        return found->second;
    switch (parameter.type) {
        case effects::Type::truth:
            return fmt::format("row_at({}u).x > 0.0", row);
        case effects::Type::whole:
            return fmt::format("uint(row_at({}u).x)", row);
        case effects::Type::number:
            return fmt::format("row_at({}u).x", row);
        case effects::Type::colour:
            return fmt::format("row_at({}u)", row);
        case effects::Type::choice:
            return fmt::format("{}u", std::get<std::uint32_t>(value_of(use, parameter).value));
        case effects::Type::file:
            return fmt::format("{}_in(uint(row_at({}u).x))",
                               winnow::name_of(effects::file_kinds, parameter.holds), row);
        case effects::Type::spline:
            return fmt::format("spline_in(uint(row_at({}u).x))", row);
        default:
            return fmt::format("row_at({}u).xyz", row);
    }
}

std::string name_in(const ModuleUse& use, const Parameter& parameter) {
    return std::get<std::string>(value_of(use, parameter).value);
}

/// Adds the attributes that the module declares, and those that its parameters name.
void add_attributes(Attributes& all, const ModuleUse& use, const Module& module) {
    for (const effects::Attribute& attribute : module.attributes)
        all[attribute.name] = effects::glsl::text(effects::glsl::type_of(attribute.type));
    for (const Parameter& parameter : module.parameters)
        if (parameter.type == effects::Type::attribute && !name_in(use, parameter).empty())
            all[name_in(use, parameter)] = effects::glsl::text(effects::glsl::type_of(parameter));
}

std::string call(const ModuleUse& use, const Module& module, std::size_t first_row) {
    std::string arguments, named, before, after;
    for (std::size_t i = 0; i < module.parameters.size(); ++i) {
        const Parameter& parameter = module.parameters[i];
        if (parameter.type != effects::Type::attribute) {
            arguments += (arguments.empty() ? "" : ", ") + argument(use, parameter, first_row + i);
            continue;
        }
        const std::string type = effects::glsl::text(effects::glsl::type_of(parameter)),
                          name = name_in(use, parameter);
        before +=
            fmt::format("precise {} named{} = {};\n", type, i, name.empty() ? type + "(0.0)" : "p." + name);
        named += fmt::format(", named{}", i);
        if (!name.empty()) after += fmt::format("p.{} = named{};\n", name, i);
    }
    const std::string prefix = effects::prefix_of(module);
    constexpr const char* rest[] = {"p, {}, birth", "p, {}, moment, acceleration, drag", "p, {}, moment",
                                    "p, {}, moment, look"};
    const std::string all = fmt::format(fmt::runtime(rest[static_cast<int>(module.stage)]),
                                        fmt::format("{}Parameters({})", prefix, arguments));
    return fmt::format("{{\n{}{}{}({}{});\n{}}}\n", before, prefix,
                       winnow::name_of(effects::stages, module.stage), all, named, after);
}

constexpr const char* frame = R"(
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Particles { vec4 stored[]; };
#include "effects/row_buffer.glsl"
uniform uint count, steps, first_step, seed, are_born, objects;
uniform float seconds;
uniform vec3 constant_acceleration, given, pointer_velocity;
void load(inout Particle p, uint i) {
    p.position = stored[i * 4u].xyz;
    p.age = stored[i * 4u].w;
    p.velocity = stored[i * 4u + 1u].xyz;
    p.lifetime = stored[i * 4u + 1u].w;
}
void store(Particle p, uint i, vec4 colour, vec3 look) {
    stored[i * 4u] = vec4(p.position, p.age);
    stored[i * 4u + 1u] = vec4(p.velocity, p.lifetime);
    stored[i * 4u + 2u] = colour;
    stored[i * 4u + 3u] = vec4(look, uintBitsToFloat(p.events));
}
)";

constexpr const char* begin_of_main = R"(
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    Particle p = none();
    Pointer pointer = Pointer(given, 1.0, pointer_velocity);
    load(p, i);
    if (are_born != 0u) {
        vec4 lot_direction = random4(seed, first_step, i, 0u), lot_place = random4(seed, first_step, i, 1u);
        Birth birth = Birth(lot_place.xyz, lot_direction.xy, lot_place.w, seconds, float(first_step) * seconds, i, count, pointer);
)";

constexpr const char* begin_of_step = R"(
        precise vec3 position = p.position + p.velocity * (seconds * birth.moment);
        p.position = position;
    }
    for (uint k = 0u; k < steps; ++k) {
        Moment moment = Moment(float(first_step + k) * seconds, seconds, pointer, Objects(objects));
        p.life = p.age / p.lifetime;
        vec3 acceleration = constant_acceleration;
        float drag = 0.0;
)";

constexpr const char* engine_step = R"(
        precise vec3 velocity = (p.velocity + acceleration * seconds) / (1.0 + drag * seconds);
        precise vec3 position = p.position + velocity * seconds;
        p.velocity = velocity;
        p.position = position;
        p.age += seconds;
)";

constexpr const char* begin_of_look = R"(
    }
    Moment moment = Moment(float(first_step + steps) * seconds, seconds, pointer, Objects(0u));
    p.life = p.age / p.lifetime;
    Look look = plain_look();
)";

/// Returns the files that modules with these bodies need to meet objects and what was seen.
std::string scene_includes(const std::string& bodies) {
    std::string text;
    if (bodies.find(effects::glsl::object_call) != std::string::npos)
        text += "#define MEETS_OBJECTS\n#include \"effects/objects.glsl\"\n";
    if (bodies.find(effects::glsl::collide_seen_call) != std::string::npos)
        text += "#define SEES_DEPTH\n#include \"effects/seen.glsl\"\n";
    return text + "#include \"effects/surfaces.glsl\"\n";
}

}  // namespace

std::string module_program_frame() {
    return frame;
}

std::string module_program(const std::vector<ModuleUse>& uses) {
    std::string attributes, defaults, bodies, calls[4];
    Attributes declared;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const Module module = effects::built_in_module(uses[i].name);
        const std::string prefix = effects::prefix_of(module);
        calls[static_cast<int>(module.stage)] += call(uses[i], module, i * most_parameters);
        add_attributes(declared, uses[i], module);
        if (!seen.insert(module.name).second) continue;
        bodies += effects::parameters_text(module, prefix) + effects::body_text(module, prefix).text + '\n';
    }
    for (const auto& [name, type] : declared) {
        attributes += fmt::format("    {} {};\n", type, name);
        defaults += fmt::format(", {}(0.0)", type);
    }
    return "#include \"effects/engine.glsl\"\n#include \"effects/files.glsl\"\n#include "
           "\"effects/stages.glsl\"\n"
           "struct Particle {\n    vec3 position;\n    vec3 velocity;\n    float age, lifetime, life;\n    "
           "uint events;\n" +
           attributes + "};\nParticle none() { return Particle(vec3(0.0), vec3(0.0), 0.0, 1.0, 0.0, 0u" +
           defaults +
           "); }\nconst uint EVENT_BOUNCED = 1u, EVENT_KILLED = 2u;\n#include "
           "\"effects/particle_functions.glsl\"\n" +
           frame + "#include \"effects/spline.glsl\"\n" + scene_includes(bodies) + bodies + begin_of_main +
           calls[0] + begin_of_step + calls[1] + engine_step + calls[2] + begin_of_look + calls[3] +
           "    store(p, i, look.colour, vec3(look.diameter, look.streak, look.angle + (look.width - 1.0) + "
           "(look.edge - 1.0) + look.light + look.reach + "
           "max(look.softness, 0.0) + look.shading + float(look.solid.kind) + look.solid.angle + "
           "look.solid.axis.z + "
           "look.solid.glow + float(look.picture.picture.first) + look.picture.frame));\n}\n";
}

std::vector<ModuleParticle> run_modules(const std::vector<ModuleUse>& uses, const ModuleSteps& steps,
                                        const std::vector<ModuleParticle>& particles) {
    ModuleNumbers numbers;
    numbers.rows.resize(uses.size() * most_parameters);
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const Module module = effects::built_in_module(uses[i].name);
        for (const auto& [name, value] : uses[i].values)
            EXPECT_TRUE(std::ranges::count(module.parameters, name, &Parameter::name))
                << module.name << '.' << name;
        for (std::size_t k = 0; k < module.parameters.size(); ++k)
            numbers.rows[i * most_parameters + k] =
                row_of(value_of(uses[i], module.parameters[k]), module.parameters[k], numbers);
    }
    ModuleSteps with_objects = steps;
    with_objects.first_object = add_objects(numbers, steps.scenery);
    return run_program(module_program(uses), with_objects, numbers.rows, particles, numbers.files);
}

std::vector<ModuleParticle> run_program(const std::string& text, const ModuleSteps& steps,
                                        const std::vector<glm::vec4>& rows,
                                        const std::vector<ModuleParticle>& particles,
                                        const std::vector<glm::vec4>& files) {
    static_assert(sizeof(ModuleParticle) == 4 * sizeof(glm::vec4));
    const test::ShippedShaders folder;
    folder.write("modules.comp", text);
    gl::ShaderLibrary library(folder.path());
    const gl::Program program = library.load_compute("modules.comp");
    const auto bytes = particles.size() * sizeof(ModuleParticle);
    test::Words words(std::max<std::size_t>(1, bytes / sizeof(std::uint32_t))), data(rows.size() * 4);
    std::memcpy(words.data(), particles.data(), bytes);
    std::memcpy(data.data(), rows.data(), rows.size() * sizeof(glm::vec4));
    const gl::Buffer stored = test::upload(words, "test particles"), table = test::upload(data, "test rows");
    stored.bind_storage(0);
    table.bind_storage(shared::BIND_EMITTERS);
    const gl::RowTexture texture(files.size(), "test files");
    texture.write(0, files);
    texture.bind(shared::TEXTURE_FILES);
    const Seen& seen = steps.seen;
    test::Words block(sizeof(shared::Seen) / sizeof(std::uint32_t));
    const shared::Seen camera = seen.block();
    std::memcpy(block.data(), &camera, sizeof camera);
    const gl::Buffer seen_block = test::upload(block, "test camera");
    seen_block.bind_uniform(shared::BIND_SEEN);
    if (seen.depth) seen.depth->bind(shared::TEXTURE_SEEN);
    program.set("objects", steps.first_object);
    program.set("count", static_cast<std::uint32_t>(particles.size()));
    program.set("steps", steps.steps);
    program.set("first_step", steps.first_step);
    program.set("seed", steps.seed);
    program.set("are_born", steps.are_born ? 1u : 0u);
    program.set("seconds", steps.seconds);
    program.set("constant_acceleration", steps.acceleration);
    program.set("given", steps.given);
    program.set("pointer_velocity", steps.pointer_velocity);
    program.dispatch(gl::Groups::over(particles.size(), 64));
    return stored.read_all<ModuleParticle>(particles.size());
}

}  // namespace winnow::particles
