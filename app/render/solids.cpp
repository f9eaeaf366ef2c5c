#include "render/solids.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "gl/buffer.h"
#include "gl/fence.h"
#include "render/sprite_look.h"
#include "scan/glsl_scan.h"
#include "shaders/render/solids/solids.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

using gl::word_bytes;
using gl::word_of;

std::uint32_t groups_for(std::uint32_t all, std::uint32_t per_part) {
    return (all + per_part - 1) / per_part;
}

}  // namespace

gl::Defines surface_defines(std::uint32_t surfaces) {
    if (surfaces == 0) return {};
    return {{"SURFACED", gl::define_number(surfaces)}};
}

namespace {

VariantProgram drawing(gl::ShaderLibrary& shaders, const std::string& what, const std::string& view,
                       gl::Defines defines) {
    const std::string path = "render/solids/solids.glsl#" + what;
    return {shaders,
            {path + view,
             {{gl::ShaderStage::vertex, path + "_vertex"}, {gl::ShaderStage::fragment, path + "_fragment"}},
             std::move(defines)}};
}

}  // namespace

Solids::Solids(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
               gl::MemoryProvider& memory)
    : facts_(facts),
      shaders_(shaders),
      passes_(passes),
      memory_(memory),
      pass_(passes.declare("solids",
                           "lists particles that are solid things by votes and scans, and makes them",
                           gl::Work::compute)),
      make_(shaders,
            {"render/solids/make", {{gl::ShaderStage::compute, "render/solids/solids.comp#make"}}, {}}),
      state_(gl::plain_memory()->allocate(sizeof(shared::SolidList), "solids: list")) {
    state_.fill(0);
}

Solids::Sizes Solids::sizes_of(const particles::ParticleView& living) {
    const std::uint32_t triangles = living.program->solids.max_triangles;
    Sizes sizes;
    sizes.capacity = living.capacity;
    sizes.have_spheres = living.program->solids.have_spheres;
    sizes.surfaces = living.program->solids.surfaces;
    sizes.solids = std::min(living.capacity, shared::MAX_SOLIDS);
    if (triangles == 0) return sizes;
    const std::uint64_t batches = std::uint64_t{sizes.solids} * groups_for(triangles, shared::VOTES_PER_WORD);
    sizes.batches = static_cast<std::uint32_t>(std::min<std::uint64_t>(batches, shared::MAX_SOLID_BATCHES));
    sizes.seen = static_cast<std::uint32_t>(std::min<std::uint64_t>(
        std::uint64_t{sizes.batches} * shared::VOTES_PER_WORD, shared::MAX_SEEN_TRIANGLES));
    return sizes;
}

/// Frees before it allocates: nothing of an earlier frame is needed.
void Solids::reserve(const Sizes& sizes) {
    if (sizes == sizes_) return;
    sizes_ = {};
    held_ = {};
    if (sizes.capacity == 0) return;
    const std::uint32_t tiles = groups_for(sizes.capacity, shared::PARTICLE_THREADS);
    const auto words = [](std::uint64_t count) { return count * word_bytes; };
    const std::uint64_t record =
        sizeof(shared::Solid) + (sizes.surfaces != 0 ? sizeof(shared::SolidSurface) : 0);
    const std::uint64_t records = std::uint64_t{sizes.solids} * record;
    gl::check_fits(facts_, fmt::format("{} solid particles", sizes.solids), records,
                   records + words(tiles + 2ull * sizes.solids + 3ull * sizes.batches + 2ull * sizes.seen));
    const auto allocate = [&](std::uint64_t bytes, const char* label) {
        return gl::allocate_by_size(memory_, bytes, label);
    };
    held_.offsets = allocate(words(tiles), "solids: offsets of tiles");
    held_.slots = allocate(words(sizes.solids), "solids: slots");
    held_.solids = allocate(records, "solids");
    held_.counts = allocate(words(sizes.solids), "solids: counts of batches");
    if (sizes.batches > 0) {
        held_.batches = allocate(words(sizes.batches), "solids: batches");
        held_.votes = allocate(words(sizes.batches), "solids: votes for triangles");
        held_.ranks = allocate(words(sizes.batches), "solids: ranks of triangles");
        held_.seen = allocate(2 * words(sizes.seen), "solids: triangles in view");
    }
    sizes_ = sizes;
}

void Solids::load(const particles::ParticleView& living, const gl::Defines& light,
                  const gl::Defines& shadows) {
    const effects::SolidLooks& looks = living.program->solids;
    if (!looks.any) return;
    Views& views = views_[looks.surfaces];
    gl::ShaderLibrary::Building building(shaders_);
    if (!is_loaded_) load_lists();
    if (!views.are_loaded) load_views(views, looks.surfaces);
    const auto load_view = [&](View& view, const gl::Defines& culling, const gl::Defines& variant) {
        if (looks.have_spheres) view.spheres.of(variant);
        if (looks.max_triangles == 0) return;
        view.cull.of(culling);
        view.meshes.of(variant);
    };
    load_view(views.direct, {}, light);
    load_view(views.mirrored, {}, light);
    load_view(views.shadow, shadows, shadows);
    make_program(living);
    building.finish();
    is_loaded_ = views.are_loaded = true;
}

const gl::Program& Solids::make_program(const particles::ParticleView& living) {
    return make_.of(living, surface_defines(living.program->solids.surfaces));
}

void Solids::load_lists() {
    count_ = shaders_.load_compute("render/solids/solids.comp#count");
    list_ = shaders_.load_compute("render/solids/solids.comp#list");
    expand_ = shaders_.load_compute("render/solids/solids.comp#expand");
    pack_ = shaders_.load_compute("render/solids/solids.comp#pack");
    if (!scan_) scan_ = winnow::scan::make_glsl_scan(facts_, shaders_, ScanChoice{});
}

void Solids::load_views(Views& views, std::uint32_t wanted) {
    const auto view = [&](const std::string& name, gl::Defines defines) {
        const gl::Defines surfaces = surface_defines(wanted);
        defines.insert(defines.end(), surfaces.begin(), surfaces.end());
        const std::string cull = "render/solids/solids.comp#cull";
        return View{{shaders_, {cull, {{gl::ShaderStage::compute, cull}}, defines}},
                    drawing(shaders_, "sphere", name, defines),
                    drawing(shaders_, "mesh", name, defines)};
    };
    views.direct = view("", {});
    views.mirrored = view(": mirrored", {{"REFLECTION", "1"}});
    views.shadow = view(": shadow", {{"SHADOW", "1"}});
    views.identity = view(": identity", {{"IDENTITY", "1"}});
    views.shadow.pixels_away = shadow_filter;
}

void Solids::prepare(const particles::ParticleView& living, float density, double seconds) {
    if (!living.program->solids.any) {
        if (any_) {
            reserve({});
            maps_ = {};
        }
        any_ = false;
        state_.bind_uniform(shared::BIND_SOLIDS_SEEN);
        return passes_.forget(pass_);
    }
    if (!is_loaded_ || !views_[living.program->solids.surfaces].are_loaded) load(living);
    reserve(sizes_of(living));
    any_ = true;
    const gl::PassScope scope(passes_, pass_);
    state_.fill(0);
    list(living);
    make(living, density, seconds);
    if (sizes_.batches > 0) expand();
    state_.bind_uniform(shared::BIND_SOLIDS_SEEN);
    gl::all_barriers();
}

void Solids::scan(const gl::Buffer& counts, std::uint64_t bound, std::size_t count_offset,
                  std::size_t total_offset) {
    winnow::scan::Request request;
    request.input = request.output = {&counts, 0};
    request.bound = bound;
    request.count = {&state_, word_of(count_offset)};
    request.total = {&state_, word_of(total_offset)};
    scan_->run(request);
}

void Solids::list(const particles::ParticleView& living) {
    const auto run = [&](const gl::Program& program) {
        bind_drawn(living);
        state_.bind_storage(shared::BIND_SOLID_LIST);
        held_.offsets.bind_storage(shared::BIND_SOLID_OFFSETS);
        held_.slots.bind_storage(shared::BIND_SOLID_SLOTS);
        program.set("capacity", living.capacity);
        program.set("max_solids", sizes_.solids);
        program.dispatch_indirect(*living.pool, offsetof(shared::Pool, groups_x));
        gl::command_barrier();
    };
    run(count_);
    scan(held_.offsets, groups_for(sizes_.capacity, shared::PARTICLE_THREADS),
         offsetof(shared::SolidList, tiles), offsetof(shared::SolidList, found));
    run(list_);
}

void Solids::make(const particles::ParticleView& living, float density, double seconds) {
    const gl::Program& program = make_program(living);
    bind_drawn(living);
    state_.bind_storage(shared::BIND_SOLID_LIST);
    held_.slots.bind_storage(shared::BIND_SOLID_SLOTS);
    held_.solids.bind_storage(shared::BIND_SOLIDS);
    held_.counts.bind_storage(shared::BIND_SOLID_COUNTS);
    program.set("capacity", living.capacity);
    program.set("size_factor", size_factor(density));
    set_time(program, living, seconds);
    program.dispatch_indirect(state_, offsetof(shared::SolidList, groups_x));
    gl::command_barrier();
}

void Solids::expand() {
    scan(held_.counts, sizes_.solids, offsetof(shared::SolidList, solids),
         offsetof(shared::SolidList, batches));
    state_.bind_storage(shared::BIND_SOLID_LIST);
    held_.counts.bind_storage(shared::BIND_SOLID_COUNTS);
    held_.batches.bind_storage(shared::BIND_SOLID_BATCHES);
    expand_.set("max_batches", sizes_.batches);
    expand_.dispatch_indirect(state_, offsetof(shared::SolidList, groups_x));
    gl::command_barrier();
}

/// Lists the triangles of meshes that the view may show.
void Solids::cull(const gl::Program& program, gl::Size size) {
    if (sizes_.batches == 0) return;
    const auto run = [&](const gl::Program& one) {
        state_.bind_storage(shared::BIND_SOLID_LIST);
        held_.solids.bind_storage(shared::BIND_SOLIDS);
        held_.batches.bind_storage(shared::BIND_SOLID_BATCHES);
        held_.votes.bind_storage(shared::BIND_SOLID_VOTES);
        held_.ranks.bind_storage(shared::BIND_SOLID_RANKS);
        held_.seen.bind_storage(shared::BIND_SOLID_SEEN);
        one.set("max_batches", sizes_.batches);
        one.dispatch_indirect(state_, offsetof(shared::SolidList, batch_groups_x));
        gl::command_barrier();
    };
    program.set("frame_size", glm::vec2(size.width, size.height));
    run(program);
    scan(held_.ranks, sizes_.batches, offsetof(shared::SolidList, batches),
         offsetof(shared::SolidList, seen));
    pack_.set("max_seen", sizes_.seen);
    run(pack_);
}

/// Draws into the bound target after cull(), with the state that is set. `set` sets the uniforms of the
/// programs.
template <typename Set>
void Solids::draw(View& view, const gl::Defines& variant, const VertexPulling& vertices, const Set& set) {
    const auto show = [&](VariantProgram& variants, std::size_t arguments) {
        const gl::Program& program = variants.of(variant);
        set(program);
        program.use();
        vertices.indirect(state_, arguments);
    };
    held_.solids.bind_storage(shared::BIND_SOLIDS);
    if (sizes_.have_spheres) show(view.spheres, offsetof(shared::SolidList, sphere_vertices));
    if (sizes_.batches == 0) return;
    held_.seen.bind_storage(shared::BIND_SOLID_SEEN);
    show(view.meshes, offsetof(shared::SolidList, mesh_vertices));
}

void Solids::bind() const {
    state_.bind_storage(shared::BIND_SOLID_LIST);
    held_.solids.bind_storage(shared::BIND_SOLIDS);
    if (sizes_.batches == 0) return;
    held_.batches.bind_storage(shared::BIND_SOLID_BATCHES);
    held_.votes.bind_storage(shared::BIND_SOLID_VOTES);
}

const Target& Solids::maps_of_shadows(const SolidShadows& shadows, DepthKind depth) {
    const gl::Size size{shadows.side, shadows.side * static_cast<int>(shadows.lamps.size())};
    if (maps_.size() != size || maps_.depth_kind() != depth)
        maps_ = Target(size, Format::shown, "shadows of solids", depth);
    return maps_;
}

void Solids::cast_shadows(const SolidShadows& shadows, const VertexPulling& vertices) {
    maps_of_shadows(shadows, DepthKind::kept).clear();
    View& view = views().shadow;
    const gl::Defines variant = shadows.defines();
    const gl::Program& culling = view.cull.of(variant);
    for (std::size_t i = 0; i < shadows.lamps.size(); ++i) {
        const auto set = [&](const gl::Program& program) {
            if (!variant.empty()) program.set("seeing_lamp", shadows.lamps[i]);
        };
        set(culling);
        cull(culling, {shadows.side, shadows.side});
        maps_.bind_square(static_cast<int>(i));
        set_solid(view.pixels_away);
        draw(view, variant, vertices, set);
    }
}

void Solids::bind_shadows() const {
    maps_.bind_depth_texture(shared::TEXTURE_SOLID_SHADOW);
}

void Solids::draw(const ObjectLight& light, const Target& target, const VertexPulling& vertices) {
    View& view = views().direct;
    cull(view.cull.of({}), target.size());
    target.bind();
    set_solid();
    draw(view, light.defines(), vertices, [&](const gl::Program& program) { light.set(program); });
}

void Solids::draw_identities(gl::Size size, const VertexPulling& vertices) {
    cull(views().direct.cull.of({}), size);
    held_.slots.bind_storage(shared::BIND_SOLID_SLOTS);
    draw(views().identity, {}, vertices, [](const gl::Program&) {});
}

void Solids::draw_mirrored(const ObjectLight& light, float plane_height, const Target& target,
                           const VertexPulling& vertices) {
    View& view = views().mirrored;
    const gl::Program& culling = view.cull.of({});
    culling.set("plane_height", plane_height);
    cull(culling, target.size());
    target.bind();
    set_solid();
    draw(view, light.defines(), vertices, [&](const gl::Program& program) {
        light.set(program);
        program.set("plane_height", plane_height);
    });
}

std::uint64_t Solids::memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const gl::Buffer* buffer : {&held_.offsets, &held_.slots, &held_.solids, &held_.counts,
                                     &held_.batches, &held_.votes, &held_.ranks, &held_.seen})
        bytes += buffer->bytes();
    return bytes;
}

}  // namespace winnow::render
