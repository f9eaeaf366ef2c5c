#include "particles/module_run.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "gl/buffer.h"
#include "gl/fence.h"
#include "gl/program.h"
#include "gl/texture.h"
#include "particles/parameters.h"
#include "support/words.h"

namespace winnow::particles {
namespace {

/// Both shaders have this: the buffer of particles, as ModuleParticle lays them out, and the uniforms.
constexpr const char* shared_text = R"(#include "common.glsl"
#include "effects/stack.glsl"

layout(local_size_x = 64) in;
struct StoredLook {
    vec4 colour;
    float diameter, streak, shading, softness, angle, width, light, reach;
    vec3 solid_axis;
    float solid_angle;
    uint solid_kind;
    float solid_glow, edge;
    uint picture;
    float frame, visible, distortion;
    uint facing;
    vec3 facing_axis;
    float roughness;
    vec2 sides, blend_ends;
    vec4 other_colour;
    vec3 blend_axis;
};
struct StoredParticle {
    vec3 position;
    float age;
    vec3 velocity;
    float lifetime;
    uvec4 attributes;
    uint events;
    StoredLook look;
};
layout(std430, binding = BIND_SOURCE) buffer Particles { StoredParticle stored[]; };
uniform uint count, steps, first_step, seed, are_born, objects, first_row;
uniform float seconds;
uniform vec3 constant_acceleration, given, pointer_velocity;
Particle particle_of(uint i) {
    Particle p = particle_at(stored[i].position, stored[i].velocity, stored[i].age, stored[i].lifetime);
    stack_load(0u, stored[i].attributes, p);
    return p;
}
)";

constexpr const char* step_text = R"(
void give_birth(inout Particle p, uint i, RandomKey d, Pointer pointer) {
    const vec4 lot_direction = random_numbers(d, 0u), lot_place = random_numbers(d, 1u);
    stack_birth(0u, p);
    const Birth b = Birth(lot_place.xyz, lot_direction.xy, lot_place.w, seconds, float(first_step) * seconds, i, count, pointer,
                          Parent(vec3(0.0), vec3(0.0), 0.0, 0.0, 0.0, 0.0, vec4(0.0), 0.0));
    stack_spawn(0u, first_row, p, b, d);
    precise vec3 position = p.position + p.velocity * (seconds * b.moment);
    p.position = position;
}
void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    const RandomKey d = RandomKey(seed, first_step, i);
    const Pointer pointer = Pointer(given, 1.0, pointer_velocity);
    Particle p = particle_of(i);
    if (are_born != 0u) give_birth(p, i, d, pointer);
    for (uint k = 0u; k < steps; ++k) {
        const Moment m = Moment(float(first_step + k) * seconds, seconds, pointer, Objects(objects), NO_VIEW);
        p.life = p.age / p.lifetime;
        vec3 acceleration = constant_acceleration;
        float drag = 0.0;
        stack_force(0u, first_row, p, m, d, acceleration, drag);
        precise vec3 velocity = (p.velocity + acceleration * seconds) / (1.0 + drag * seconds);
        precise vec3 position = p.position + velocity * seconds;
        p.velocity = velocity;
        p.position = position;
        p.age += seconds;
        stack_react(0u, first_row, p, m, d);
    }
    stored[i].position = p.position;
    stored[i].age = p.age;
    stored[i].velocity = p.velocity;
    stored[i].lifetime = p.lifetime;
    stored[i].attributes = stack_stored(0u, p);
    stored[i].events = p.events;
}
)";

constexpr const char* look_text = R"(
void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    const Particle p = particle_of(i);
    const Moment m = Moment(float(first_step + steps) * seconds, seconds, NO_POINTER, NO_OBJECTS,
                            View(vec3(0.0, 0.0, 2.0), vec3(0.0, 0.0, -1.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), 100.0));
    Look look = plain_look();
    stack_look(0u, first_row, p, m, RandomKey(seed, first_step, i), look);
    stored[i].look = StoredLook(look.colour, look.diameter, look.streak, look.shading, look.softness, look.angle, look.width,
                                look.light, look.reach, look.solid.axis, look.solid.angle, look.solid.kind, look.solid.glow,
                                look.edge, look.picture.picture.first, look.picture.frame, look.visible,
                                look.distortion, look.facing, look.facing_axis, look.surface.roughness, look.sides, look.surface.ends,
                                look.surface.other_colour, look.surface.axis);
}
)";
static_assert(sizeof(ModuleParticle) == 14 * sizeof(glm::vec4));

/// Returns the value as an effect has it: a choice by its name, and a file's path from `folder` on, which is
/// set to where the file lies.
effects::Constant constant_of(const effects::Constant& value, const effects::Parameter& parameter,
                              std::string& folder) {
    if (parameter.type == effects::Type::choice)
        return effects::Constant(parameter.choices.at(std::get<std::uint32_t>(value.value)).name);
    if (parameter.type != effects::Type::file) return value;
    const std::filesystem::path file = std::get<std::string>(value.value);
    folder = file.parent_path().string();
    return effects::Constant(file.filename().string());
}

/// Binds the rows of the stack, with a row that belongs to none before them and the objects behind them, and
/// tells the shader where they are.
gl::Buffer bind_rows(const gl::Program& program, const std::vector<glm::vec4>& of_stack,
                     const std::vector<glm::vec4>& objects) {
    std::vector<glm::vec4> rows{glm::vec4(0)};
    rows.insert(rows.end(), of_stack.begin(), of_stack.end());
    program.set("first_row", 1u);
    program.set("objects", objects.empty() ? 0u : static_cast<std::uint32_t>(rows.size()));
    rows.insert(rows.end(), objects.begin(), objects.end());
    test::Words words(rows.size() * 4);
    std::memcpy(words.data(), rows.data(), rows.size() * sizeof(glm::vec4));
    gl::Buffer buffer = test::upload(words, "test rows");
    particles::bind_rows(buffer);
    return buffer;
}

void write(const gl::RowTexture& texture, const effects::FileRows& files) {
    texture.write(0, std::vector{glm::vec4(0)});
    for (const auto& placed : files.all()) texture.write(placed.first, *placed.data);
}

void run_shader(gl::ShaderLibrary& library, const ModuleShader& shader, const effects::ProgramText& text,
                const std::vector<glm::vec4>& rows, const std::vector<glm::vec4>& objects,
                const ModuleSteps& steps, std::size_t count) {
    provide(library, text);
    library.provide(shader.path, shader.text, "");
    const gl::Program program = library.load_compute(shader.path, {{"STACKS", gl::define_path(text.path())}});
    const gl::Buffer bound = bind_rows(program, rows, objects);
    program.set("count", static_cast<std::uint32_t>(count));
    program.set("steps", steps.steps);
    program.set("first_step", steps.first_step);
    program.set("seed", steps.seed);
    program.set("are_born", steps.are_born ? 1u : 0u);
    program.set("seconds", steps.seconds);
    program.set("constant_acceleration", steps.acceleration);
    program.set("given", steps.given);
    program.set("pointer_velocity", steps.pointer_velocity);
    program.dispatch(gl::Groups::over(count, 64));
    gl::storage_barrier();
}

}  // namespace

ModuleShader step_shader() {
    return {"test/step.comp", std::string(shared_text) + step_text};
}

ModuleShader look_shader() {
    return {"test/look.comp", std::string(shared_text) + look_text};
}

effects::StackProgram stack_program_of(const std::vector<ModuleUse>& uses, const ModuleScenery& scenery) {
    effects::Emitter emitter;
    std::string folder = scenery.folder;
    for (const ModuleUse& use : uses) {
        effects::Values values;
        const auto& parameters = effects::built_in_module(use.name).parameters;
        for (const auto& [name, value] : use.values) {
            const auto found = std::ranges::find(parameters, name, &effects::Parameter::name);
            if (found == parameters.end()) throw std::logic_error(use.name + " has no parameter " + name);
            values[name] = constant_of(value, *found, folder);
        }
        for (const auto& [name, text] : use.expressions) values[name] = effects::Formula(text);
        emitter.modules.push_back({use.name, true, std::move(values)});
    }
    effects::Effect effect;
    effect.emitters = {emitter};
    effect.folder.path = folder;
    effect.scenery.objects = scenery.objects;
    // Without objects, a module that meets them does nothing, although no file may have it then.
    if (scenery.objects.empty()) return effects::write_program(effects::stacks_of(effect), effect.properties);
    return effects::program_of(effect);
}

std::vector<ModuleParticle> run_modules(const std::vector<ModuleUse>& uses, const ModuleSteps& steps,
                                        const std::vector<ModuleParticle>& particles) {
    const effects::StackProgram program = stack_program_of(uses, steps.scenery);
    gl::ShaderLibrary library;
    const auto bytes = particles.size() * sizeof(ModuleParticle);
    test::Words words(std::max<std::size_t>(1, bytes / sizeof(std::uint32_t)));
    std::memcpy(words.data(), particles.data(), bytes);
    const gl::Buffer stored = test::upload(words, "test particles");
    stored.bind_storage(shared::BIND_SOURCE);
    const gl::RowTexture files(program.files.count(), "test files");
    write(files, program.files);
    files.bind(shared::TEXTURE_FILES);
    const shared::Seen camera = steps.seen.block();
    test::Words block(sizeof camera / sizeof(std::uint32_t));
    std::memcpy(block.data(), &camera, sizeof camera);
    const gl::Buffer seen_block = test::upload(block, "test camera");
    seen_block.bind_uniform(shared::BIND_SEEN);
    if (steps.seen.depth) steps.seen.depth->bind(shared::TEXTURE_SEEN);
    const effects::StackCode& stack = program.stacks.front();
    run_shader(library, step_shader(), program.step, stack.step_rows, program.objects, steps,
               particles.size());
    run_shader(library, look_shader(), program.look, stack.look_rows, {}, steps, particles.size());
    return stored.read_all<ModuleParticle>(particles.size());
}

}  // namespace winnow::particles
