#include "render/point_lights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "gl/fence.h"
#include "scan/glsl_scan.h"
#include "scan/glsl_tiles.h"
#include "shaders/render/lighting/point_lights.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

using gl::word_bytes;
using gl::word_of;

constexpr std::uint32_t light_rows =
    shared::POINT_LIGHT_HEAD + shared::POINT_LIGHT_ROWS * (shared::DARK_LIGHT + 1);
constexpr std::uint32_t cell_rows = shared::POINT_LIGHT_CELLS + shared::POINT_LIGHT_CELLS *
                                                                    shared::POINT_LIGHTS_PER_CELL /
                                                                    shared::POINT_LIGHTS_PER_ROW;

std::string shader(const char* name) {
    return fmt::format("render/lighting/point_lights.comp#{}", name);
}

LookProgram look_program(gl::ShaderLibrary& shaders, const char* name) {
    return {shaders, {shader(name), {{gl::ShaderStage::compute, shader(name)}}, {}}};
}

gl::Buffer words(std::uint64_t count, const char* label) {
    return gl::plain_memory()->allocate(count * word_bytes, label);
}

std::uint32_t tiles_of(std::uint32_t capacity) {
    return static_cast<std::uint32_t>(scan::tiles_of(capacity, shared::POINT_LIGHT_TILE));
}

}  // namespace

PointLights::Held::Held(const gl::Facts& facts, gl::ShaderLibrary& shaders)
    : levels(words(shared::POINT_LIGHT_LEVELS, "lights: levels")),
      plan(gl::plain_memory()->allocate(sizeof(shared::PointLightPlan), "lights: plan")),
      starts(words(shared::POINT_LIGHT_CELLS, "lights: starts of cells")),
      lights(light_rows, "lights: list"),
      cells(cell_rows, "lights: cells", gl::RowOf::words),
      begin(shaders.load_compute(shader("begin"))),
      choose(shaders.load_compute(shader("choose"))),
      box(shaders.load_compute(shader("box"))),
      count(shaders.load_compute(shader("count"))),
      fill(shaders.load_compute(shader("fill"))),
      scan(scan::make_glsl_scan(facts, shaders, ScanChoice{})) {
    levels.fill(0);
}

PointLights::PointLights(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
                         gl::MemoryProvider& memory)
    : facts_(facts),
      shaders_(shaders),
      passes_(passes),
      memory_(memory),
      pass_(passes.declare("lights", "the brightest particles that light others, in the cells of a grid",
                           gl::Work::compute)),
      keys_program_(look_program(shaders, "keys")),
      votes_program_(look_program(shaders, "votes")),
      list_program_(look_program(shaders, "list")) {}

void PointLights::load(const particles::ParticleView& living) {
    if (!living.program->shines) return;
    if (!held_) held_ = std::make_unique<Held>(facts_, shaders_);
    for (LookProgram* program : {&keys_program_, &votes_program_, &list_program_}) program->of(living);
}

void PointLights::reserve(std::uint32_t capacity) {
    const std::uint64_t bytes = std::uint64_t{capacity} * word_bytes;
    if (keys_.bytes() == bytes) return;
    gl::check_fits(facts_, fmt::format("the lights among {} particles", capacity), bytes, bytes);
    const std::uint32_t tiles = tiles_of(capacity);
    held_->scan->reserve(std::max(tiles, shared::POINT_LIGHT_CELLS));
    tiles_ = words(tiles, "lights: tiles");
    keys_ = gl::allocate_by_size(memory_, bytes,
                                 "lights: keys");  // last, because its size tells that both are there
}

bool PointLights::gather(const particles::ParticleView& living, const SpriteLook& look) {
    if (!living.program->shines) {
        held_.reset();
        keys_ = {};
        tiles_ = {};
        passes_.forget(pass_);
        return false;
    }
    load(living);
    reserve(living.capacity);
    const gl::PassScope scope(passes_, pass_);
    choose(living, look);
    divide();
    held_->lights.bind(shared::TEXTURE_POINT_LIGHTS);
    held_->cells.bind(shared::TEXTURE_LIGHT_CELLS);
    return true;
}

void PointLights::choose(const particles::ParticleView& living, const SpriteLook& look) {
    const auto bind = [&] {
        bind_drawn(living);
        keys_.bind_storage(shared::BIND_LIGHT_KEYS);
        tiles_.bind_storage(shared::BIND_LIGHT_TILES);
        held_->levels.bind_storage(shared::BIND_LIGHT_LEVELS);
        held_->plan.bind_storage(shared::BIND_LIGHT_PLAN);
        held_->lights.buffer().bind_storage(shared::BIND_LIGHT_LIST);
    };
    const auto run = [&](LookProgram& pass) {
        const gl::Program& program = pass.of(living);
        set_look(program, living, look, 1);
        program.dispatch_indirect(held_->plan, offsetof(shared::PointLightPlan, groups_x));
        gl::storage_barrier();
    };
    bind();
    held_->begin.dispatch({1});
    gl::command_barrier();
    run(keys_program_);
    held_->choose.dispatch({1});
    gl::storage_barrier();
    run(votes_program_);
    scan::Request request;
    request.input = request.output = {&tiles_, 0};
    request.bound = tiles_of(living.capacity);
    request.count = {&held_->plan, word_of(offsetof(shared::PointLightPlan, tiles))};
    request.total = {&held_->plan, word_of(offsetof(shared::PointLightPlan, lights))};
    held_->scan->run(request);
    bind();
    run(list_program_);
}

void PointLights::divide() {
    const auto bind = [&] {
        held_->plan.bind_storage(shared::BIND_LIGHT_PLAN);
        held_->lights.buffer().bind_storage(shared::BIND_LIGHT_LIST);
        held_->starts.bind_storage(shared::BIND_LIGHT_STARTS);
        held_->cells.buffer().bind_storage(shared::BIND_LIGHT_CELLS);
    };
    const auto run = [](const gl::Program& program) {
        program.dispatch(gl::Groups::over(shared::POINT_LIGHT_CELLS, shared::LIGHT_CELL_THREADS));
        gl::storage_barrier();
    };
    bind();
    held_->box.dispatch({1});
    gl::storage_barrier();
    run(held_->count);
    scan::Request request;
    request.input = request.output = {&held_->starts, 0};
    request.bound = shared::POINT_LIGHT_CELLS;
    held_->scan->run(request);
    bind();
    run(held_->fill);
    gl::texture_barrier();
}

std::uint64_t PointLights::memory_bytes() const {
    if (!held_) return 0;
    return keys_.bytes() + tiles_.bytes() + held_->levels.bytes() + held_->starts.bytes() +
           held_->lights.buffer().bytes() + held_->cells.buffer().bytes();
}

}  // namespace winnow::render
