#include "render/ribbons.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "gl/buffer.h"
#include "gl/fence.h"
#include "render/list_pass.h"
#include "scan/glsl_scan.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

using gl::word_bytes;
using gl::word_of;

gl::Program load_ribbons(gl::ShaderLibrary& shaders, const char* label, gl::Defines defines) {
    return shaders.load({label,
                         {{gl::Stage::vertex, "render/ribbons/ribbons.vert"},
                          {gl::Stage::fragment, "render/ribbons/ribbons.frag"}},
                         std::move(defines)});
}

}  // namespace

Ribbons::Ribbons(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes)
    : facts_(facts),
      shaders_(shaders),
      passes_(passes),
      make_pass_(passes.declare("ribbons", "lists particles by votes, sorts them by ribbon, makes points",
                                gl::Work::compute)),
      draw_pass_(passes.declare("ribbon bands", "segments between points, by indirect draw", gl::Work::draw)),
      points_(shaders, {"render/ribbons/points", {{gl::Stage::compute, "render/ribbons/points.comp"}}, {}}),
      tiles_(list_variant(facts), "ribbons") {}

void Ribbons::load(const particles::Living& living) {
    if (!living.program->has_ribbons) return;
    gl::ShaderLibrary::Building building(shaders_);
    points_.of(living);
    if (!sort_) load_views();
    building.finish();
}

void Ribbons::load_views() {
    list_ = load_list(facts_, shaders_, {shared::MOST_PARTICLE_COLUMNS, false, true});
    direct_ = load_ribbons(shaders_, "render/ribbons", {});
    mirrored_ = load_ribbons(shaders_, "render/ribbons: mirrored", {{"REFLECTION", "1"}});
    sort_ = std::make_unique<sort::RadixSort>(facts_, shaders_,
                                              scan::make_glsl_scan(facts_, shaders_, ScanChoice{}));
}

void Ribbons::reserve(std::uint32_t capacity) {
    if (capacity == capacity_) return;
    const std::uint64_t word = capacity * word_bytes, point = std::uint64_t{capacity} * shared::COLUMN_BYTES;
    gl::check_fits(facts_, fmt::format("the ribbons of {} particles", capacity), point, 4 * word + 2 * point);
    tiles_.reserve(groups_of_list(facts_, capacity));
    sort_->reserve(capacity);
    const auto memory = gl::fastest_gl_memory(facts_);
    Buffers made;
    made.state = gl::plain_memory()->allocate(sizeof(shared::DrawList), "ribbons: state");
    made.slots = memory->allocate(word, "ribbons: slots");
    made.keys = memory->allocate(word, "ribbons: numbers");
    made.other_slots = memory->allocate(word, "ribbons: slots, sorting");
    made.other_keys = memory->allocate(word, "ribbons: numbers, sorting");
    made.places = memory->allocate(point, "ribbons: places");
    made.looks = memory->allocate(point, "ribbons: looks");
    held_ = std::move(made);
    capacity_ = capacity;
}

void Ribbons::make(const particles::Living& living, const SpriteLook& look) {
    load(living);
    const gl::PassScope scope(passes_, make_pass_);
    reserve(living.capacity);
    bind_drawn(living);
    list(living);
    sort();
    compute_points(living, look);
}

void Ribbons::list(const particles::Living& living) {
    held_.slots.bind_storage(shared::BIND_LIST_SLOTS);
    held_.keys.bind_storage(shared::BIND_LIST_KEYS);
    held_.state.bind_storage(shared::BIND_LIST_STATE);
    list_.set("epoch", tiles_.begin_run(shared::BIND_COMPACT_TILES, shared::BIND_COMPACT_TICKETS));
    list_.set("count_on_gpu", 1);
    list_.set("count_index", word_of(offsetof(shared::Pool, alive)));
    list_.set("first_index", word_of(offsetof(shared::Pool, first)));
    list_.set("bound", living.capacity);
    list_.set("capacity", living.capacity);
    list_.set("has_keys", 1);
    list_.set("lists_numbers", 0);
    list_.dispatch(gl::Groups::over(groups_of_list(facts_, living.capacity), 1));
    gl::command_barrier();
}

void Ribbons::sort() {
    sort::Request request;
    request.pairs = {{&held_.keys, 0}, {&held_.slots, 0}};
    request.scratch = {{&held_.other_keys, 0}, {&held_.other_slots, 0}};
    request.bound = capacity_;
    request.count = {&held_.state, word_of(offsetof(shared::DrawList, drawn))};
    sort_->run(request);
}

void Ribbons::compute_points(const particles::Living& living, const SpriteLook& look) {
    const gl::Program& program = points_.of(living);
    bind_drawn(living);
    held_.slots.bind_storage(shared::BIND_LIST_SLOTS);
    held_.keys.bind_storage(shared::BIND_LIST_KEYS);
    held_.state.bind_storage(shared::BIND_LIST_STATE);
    held_.places.bind_storage(shared::BIND_RIBBON_PLACES);
    held_.looks.bind_storage(shared::BIND_RIBBON_LOOKS);
    set_look(program, living, look, 1);
    program.dispatch_indirect(held_.state, offsetof(shared::DrawList, groups_x));
    gl::storage_barrier();
}

void Ribbons::draw(const gl::Program& program, const SpriteLook& look, float coarseness,
                   const VertexPulling& vertices) {
    held_.state.bind_storage(shared::BIND_LIST_STATE);
    held_.places.bind_storage(shared::BIND_RIBBON_PLACES);
    held_.looks.bind_storage(shared::BIND_RIBBON_LOOKS);
    set_light(program, look);
    program.set("coarseness", coarseness);
    set_blending(blending_of(look));
    program.use();
    vertices.indirect(held_.state, 0);
}

void Ribbons::draw(const SpriteLook& look, const VertexPulling& vertices) {
    const gl::PassScope scope(passes_, draw_pass_);
    draw(direct_, look, 1, vertices);
}

void Ribbons::draw_mirrored(const SpriteLook& look, float coarseness, const VertexPulling& vertices) {
    draw(mirrored_, look, coarseness, vertices);
}

void Ribbons::release() {
    held_ = {};
    capacity_ = 0;
    passes_.forget(make_pass_);
    passes_.forget(draw_pass_);
}

std::uint64_t Ribbons::memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const gl::Buffer* buffer :
         {&held_.slots, &held_.keys, &held_.other_slots, &held_.other_keys, &held_.places, &held_.looks})
        bytes += buffer->bytes();
    return bytes;
}

}  // namespace winnow::render
