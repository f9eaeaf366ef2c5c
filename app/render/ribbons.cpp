#include "render/ribbons.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "gl/buffer.h"
#include "gl/fence.h"
#include "render/draw_list.h"
#include "scan/glsl_scan.h"
#include "shaders/particles/ribbon.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

using gl::word_bytes;
using gl::word_of;

VariantProgram bands(gl::ShaderLibrary& shaders, const std::string& label, gl::Defines defines) {
    return {shaders,
            {label,
             {{gl::ShaderStage::vertex, "render/ribbons/ribbons.glsl#vertex"},
              {gl::ShaderStage::fragment, "render/ribbons/ribbons.glsl#fragment"}},
             std::move(defines)}};
}

RibbonView view_of(gl::ShaderLibrary& shaders, const std::string& label, const gl::Defines& defines,
                   bool is_blurred) {
    return {bands(shaders, label, defines), bands(shaders, label + ", covering", defines), is_blurred, {}};
}

const char* define_of(RibbonKind kind) {
    switch (kind) {
        case RibbonKind::adds:
            return "KIND_ADDS";
        case RibbonKind::covers:
            return "KIND_COVERS";
        case RibbonKind::all:
            break;
    }
    return "KIND_ALL";
}

/// The content of held_.state: the list, and the arguments of the draws of its parts.
struct State {
    shared::DrawList list;
    shared::DrawArguments draws[shared::RIBBON_DRAWS];
};

/// Returns where a draw has its arguments there, in bytes.
constexpr std::uint64_t draw_at(std::uint32_t draw) {
    return offsetof(State, draws) + draw * sizeof(shared::DrawArguments);
}

/// Returns the size of the mirror's pixels in pixels of the frame.
float coarseness_of(gl::Size frame, const Target& mirror) {
    return static_cast<float>(frame.height) / static_cast<float>(mirror.size().height);
}

}  // namespace

Ribbons::Ribbons(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
                 gl::MemoryProvider& memory)
    : facts_(facts),
      shaders_(shaders),
      passes_(passes),
      memory_(memory),
      make_pass_(passes.declare("ribbons", "lists particles by votes, sorts them by ribbon, makes points",
                                gl::Work::compute)),
      draw_pass_(passes.declare("ribbon bands", "segments between points, by indirect draw", gl::Work::draw)),
      points_(shaders,
              {"render/ribbons/points", {{gl::ShaderStage::compute, "render/ribbons/points.comp"}}, {}}),
      direct_(view_of(shaders, "render/ribbons", {}, false)),
      mirrored_(view_of(shaders, "render/ribbons: mirrored", {{"REFLECTION", "1"}}, true)),
      identities_(bands(shaders, "render/ribbons: identities", {{"IDENTITY", "1"}})),
      tiles_(list_variant(facts), "ribbons") {}

void Ribbons::load(const particles::ParticleView& living, bool covers, bool mirrored,
                   const gl::Defines& air) {
    if (!living.program->has_ribbons) return;
    gl::ShaderLibrary::Building building(shaders_);
    has_pictures_ = living.program->has_ribbon_pictures;
    points_of(living, air);
    if (!sort_) load_views();
    if (covers && !loaded_layers_) load_layers();
    SpriteLook look;
    look.before_ribbons = covers;
    const auto load_view = [&](RibbonView& view) {
        after_of(view, look);
        if (covers) view.covers.of(defines_of(RibbonKind::covers, false));
    };
    load_view(direct_);
    if (mirrored) load_view(mirrored_);
    building.finish();
}

const gl::Program& Ribbons::points_of(const particles::ParticleView& living, const gl::Defines& air) {
    gl::Defines all = air;
    if (has_pictures_) all.emplace_back("RIBBON_PICTURES", "1");
    return points_.of(living, all);
}

void Ribbons::load_views() {
    list_ = load_list(facts_, shaders_, {shared::MAX_PARTICLE_COLUMNS, false, true});
    sort_ = std::make_unique<sort::RadixSort>(facts_, shaders_,
                                              scan::make_glsl_scan(facts_, shaders_, ScanChoice{}));
}

void Ribbons::load_layers() {
    gl::ProgramSource compose = filter_source("render/ribbons/ribbons.glsl#compose", Format::hdr);
    over_ = shaders_.load(compose);
    compose.defines.emplace_back("UNDER", "1");
    under_ = shaders_.load(std::move(compose));
    loaded_layers_ = true;
}

void Ribbons::reserve(std::uint32_t capacity, bool has_pictures) {
    if (capacity == capacity_ && has_pictures == (held_.pictures.bytes() > 0)) return;
    const std::uint64_t word = capacity * word_bytes, point = std::uint64_t{capacity} * shared::COLUMN_BYTES;
    gl::check_fits(facts_, fmt::format("the ribbons of {} particles", capacity), point,
                   4 * word + (has_pictures ? 3 : 2) * point);
    tiles_.reserve(groups_of_list(facts_, capacity));
    sort_->reserve(capacity);
    const auto allocate = [&](std::uint64_t bytes, const char* label) {
        return gl::allocate_by_size(memory_, bytes, label);
    };
    Buffers made;
    made.state = gl::plain_memory()->allocate(sizeof(State), "ribbons: state");
    made.slots = allocate(word, "ribbons: slots");
    made.keys = allocate(word, "ribbons: numbers");
    made.other_slots = allocate(word, "ribbons: slots, sorting");
    made.other_keys = allocate(word, "ribbons: numbers, sorting");
    made.places = allocate(point, "ribbons: places");
    made.looks = allocate(point, "ribbons: looks");
    if (has_pictures) made.pictures = allocate(point, "ribbons: pictures");
    held_ = std::move(made);
    capacity_ = capacity;
}

void Ribbons::make(const particles::ParticleView& living, const SpriteLook& look) {
    load(living, look.before_ribbons, false, look.air);
    if (!look.before_ribbons) release_layers();
    const gl::PassScope scope(passes_, make_pass_);
    reserve(living.capacity, has_pictures_);
    bind_drawn(living);
    list(living);
    sort();
    compute_points(living, look);
}

void Ribbons::list(const particles::ParticleView& living) {
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

void Ribbons::compute_points(const particles::ParticleView& living, const SpriteLook& look) {
    const gl::Program& program = points_of(living, look.air);
    bind_drawn(living);
    held_.slots.bind_storage(shared::BIND_LIST_SLOTS);
    held_.keys.bind_storage(shared::BIND_LIST_KEYS);
    held_.state.bind_storage(shared::BIND_LIST_STATE);
    held_.places.bind_storage(shared::BIND_RIBBON_PLACES);
    held_.looks.bind_storage(shared::BIND_RIBBON_LOOKS);
    if (has_pictures_) held_.pictures.bind_storage(shared::BIND_RIBBON_PICTURES);
    set_look(program, living, look, 1);
    held_.state.fill(0, draw_at(0), sizeof(State::draws));
    program.dispatch_indirect(held_.state, offsetof(shared::DrawList, groups_x));
    gl::command_barrier();
}

gl::Defines Ribbons::defines_of(RibbonKind kind, bool before_ribbons) const {
    gl::Defines all{{"KIND", define_of(kind)}};
    if (before_ribbons) all.emplace_back("BEFORE_RIBBONS", "1");
    if (has_pictures_) all.emplace_back("RIBBON_PICTURES", "1");
    return all;
}

const gl::Program& Ribbons::after_of(RibbonView& view, const SpriteLook& look) {
    const RibbonKind kind = look.before_ribbons ? RibbonKind::adds : RibbonKind::all;
    return view.after.of(defines_of(kind, look.before_ribbons));
}

void Ribbons::prepare(const gl::Program& program, const SpriteLook& look, float coarseness) const {
    held_.state.bind_storage(shared::BIND_LIST_STATE);
    held_.places.bind_storage(shared::BIND_RIBBON_PLACES);
    held_.looks.bind_storage(shared::BIND_RIBBON_LOOKS);
    if (facts_.software) {
        held_.places.bind_words(shared::TEXTURE_RIBBON_PLACES);
        held_.looks.bind_words(shared::TEXTURE_RIBBON_LOOKS);
    }
    if (has_pictures_) held_.pictures.bind_storage(shared::BIND_RIBBON_PICTURES);
    set_light(program, look);
    program.set("coarseness", coarseness);
    program.use();
}

void Ribbons::draw_after(RibbonView& view, const SpriteLook& look, float coarseness,
                         const VertexPulling& vertices) {
    prepare(after_of(view, look), look, coarseness);
    set_blending(blending_of(look));
    vertices.indirect(held_.state, look.before_ribbons ? draw_at(shared::DRAW_ADDING) : 0);
}

void Ribbons::draw(const SpriteLook& look, const Target& target, const VertexPulling& vertices) {
    const gl::PassScope scope(passes_, draw_pass_);
    target.bind();
    draw_after(direct_, look, 1, vertices);
    if (look.before_ribbons && !look.over_background) run_on_each_pixel(under_, target);
}

void Ribbons::draw_mirrored(const SpriteLook& look, gl::Size frame, const Target& mirror,
                            const VertexPulling& vertices) {
    mirror.bind();
    draw_after(mirrored_, look, coarseness_of(frame, mirror), vertices);
}

/// The depths of what is less opaque hide no ribbons, so they are written last. Behind cores nothing lies
/// where there are none, so these share a draw's arguments. A view that is blurred does
/// without the ribbons that show through soft edges.
void Ribbons::draw_parts(RibbonView& view, gl::Size size, const SpriteLook& look, float coarseness,
                         const VertexPulling& vertices) {
    if (view.layer.size() != size)
        view.layer = Target(size, Format::hdr, "ribbons that cover", DepthKind::kept);
    const gl::Program& program = view.covers.of(defines_of(RibbonKind::covers, false));
    view.layer.clear();
    view.layer.bind();
    prepare(program, look, coarseness);
    const auto draw_part = [&](std::uint32_t part, std::uint32_t draw) {
        program.set("part", part);
        vertices.indirect(held_.state, draw_at(draw));
    };
    if (view.is_blurred) {
        set_solid();
    } else {
        set_depth_only();
        draw_part(shared::RIBBON_CORES, shared::DRAW_CORES);
        set_layered(Beside::behind);
        draw_part(shared::RIBBON_ALL, shared::DRAW_CORES);
        set_layered(Beside::up_to);
    }
    draw_part(shared::RIBBON_CORES, shared::DRAW_CORES);
    set_layered(Beside::before);
    draw_part(shared::RIBBON_FRINGES, shared::DRAW_COVERING);
    set_depth_only();
    draw_part(shared::RIBBON_FRINGE_DEPTHS, shared::DRAW_FRINGE_DEPTHS);
    set_solid();
    view.layer.bind_texture(shared::TEXTURE_RIBBONS);
    view.layer.bind_depth_texture(shared::TEXTURE_RIBBON_DEPTHS);
}

void Ribbons::draw_layer(const SpriteLook& look, gl::Size size, const VertexPulling& vertices) {
    draw_parts(direct_, size, look, 1, vertices);
}

void Ribbons::put_layer_over(const Target& target) const {
    run_on_each_pixel(over_, target);
}

void Ribbons::draw_mirrored_layer(const SpriteLook& look, gl::Size frame, const Target& mirror,
                                  const VertexPulling& vertices) {
    draw_parts(mirrored_, mirror.size(), look, coarseness_of(frame, mirror), vertices);
    run_on_each_pixel(over_, mirror);
}

void Ribbons::draw_identities(const SpriteLook& look, const VertexPulling& vertices) {
    prepare(identities_.of(defines_of(RibbonKind::all, false)), look, 1);
    held_.slots.bind_storage(shared::BIND_LIST_SLOTS);
    vertices.indirect(held_.state, 0);
}

void Ribbons::release_layers() {
    direct_.layer = {};
    mirrored_.layer = {};
}

void Ribbons::release() {
    held_ = {};
    capacity_ = 0;
    release_layers();
    passes_.forget(make_pass_);
    passes_.forget(draw_pass_);
}

std::uint64_t Ribbons::memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const gl::Buffer* buffer : {&held_.slots, &held_.keys, &held_.other_slots, &held_.other_keys,
                                     &held_.places, &held_.looks, &held_.pictures})
        bytes += buffer->bytes();
    return bytes;
}

}  // namespace winnow::render
