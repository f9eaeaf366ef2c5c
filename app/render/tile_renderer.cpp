#include "render/tile_renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace winnow::render {
namespace {

constexpr std::uint32_t plan_slots = 8;  // readbacks under way; further frames read none

/// True if a buffer has the bytes of a request, and not more than twice as many, so that demands that change
/// from picture to picture do not allocate each time.
bool suffices(const BufferRequest& one) {
    return one.buffer->bytes() >= one.bytes && one.buffer->bytes() <= 2 * one.bytes;
}

bool has_pixels(gl::Size size) {
    return size.width > 0 && size.height > 0;
}

}  // namespace

TileDemand both(const TileDemand& a, const TileDemand& b) {
    return {.frame = a.frame,
            .mirror = a.mirror,
            .shade_texels = std::max(a.shade_texels, b.shade_texels),
            .adding = std::max(a.adding, b.adding),
            .covering = std::max(a.covering, b.covering),
            .has_pictures = a.has_pictures || b.has_pictures,
            .rasterises = a.rasterises || b.rasterises,
            .looks = std::max(a.looks, b.looks),
            .tints = a.tints || b.tints};
}

TileRenderer::TileRenderer(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
                           gl::MemoryProvider& memory)
    : facts_(facts),
      shaders_(shaders),
      passes_(passes),
      memory_(memory),
      work_(facts, shaders, passes),
      light_(shaders, passes, work_),
      rasteriser_(shaders),
      plans_(plan_slots, sizeof(shared::TilePlan), "tiles: plans read back") {}

CoverTiles& TileRenderer::cover() {
    if (!cover_) cover_.emplace(facts_, shaders_, passes_, work_);
    return *cover_;
}

void TileRenderer::load(const particles::ParticleView& living, const Pictures& pictures) {
    const bool has_pictures = living.program->has_pictures;
    if (pictures.covers) {
        cover().project_program(living, pictures.listed, pictures.air);
        const bool tints = living.program->tints;
        cover().cover_program({pictures.has_surfaces, pictures.before_ribbons, has_pictures, tints});
        cover().resolve_program(tints);
    } else {
        light_.load(living, pictures.listed, LightTiles::View::direct, pictures.air);
    }
    if (pictures.shaded) light_.load(living, false, LightTiles::View::shade, {});
    if (pictures.rasterises)
        rasteriser_.load(living.program->solids.surfaces, pictures.light, pictures.shadows);
}

/// A demand without capacity holds nothing.
std::vector<BufferRequest> TileRenderer::holdings(const TileDemand& demand) {
    const gl::Size map{demand.shade_texels, demand.shade_texels};
    const std::uint32_t covering = demand.covering * demand.looks;
    const std::uint32_t adding = std::max(demand.adding, has_pixels(map) ? demand.covering : 0);
    std::uint64_t entries =
        std::max<std::uint64_t>(adding, covering > 0 ? CoverTiles::max_entries(covering) : 0);
    std::uint64_t windows = 0, sum_bytes = 0;
    std::uint32_t keys = 0;
    const auto add_light = [&](LightTiles::View view, gl::Size size) {
        if (!has_pixels(size)) return;
        keys = std::max(keys, light_.grid_of(view, size).keys());
        sum_bytes = std::max(sum_bytes, LightTiles::sum_bytes(view, size));
    };
    const auto add_cover = [&](CoverTiles::View view, gl::Size size) {
        if (!has_pixels(size)) return;
        keys = std::max(keys, cover_->grid_of(view, size).keys());
        windows = std::max(windows, cover_->max_windows(view, size));
    };
    if (demand.covering > 0) {
        add_cover(CoverTiles::View::direct, demand.frame);
        add_cover(CoverTiles::View::mirrored, demand.mirror);
        add_light(LightTiles::View::shade, map);
    }
    if (demand.adding > 0) {
        add_light(LightTiles::View::direct, demand.frame);
        add_light(LightTiles::View::mirrored, demand.mirror);
    }
    std::vector<BufferRequest> all = work_.holdings(entries, keys);
    for (const BufferRequest& one :
         light_.holdings(adding, sum_bytes, demand.has_pictures && demand.adding > 0))
        all.push_back(one);
    if (cover_)
        for (const BufferRequest& one :
             cover_->holdings(covering, windows, demand.has_pictures, demand.tints))
            all.push_back(one);
    return all;
}

/// Frees before it allocates: nothing of an earlier frame is needed.
void TileRenderer::hold(const TileDemand& demand) {
    const std::vector<BufferRequest> all = holdings(demand);
    std::uint64_t largest = 0, missing = 0;
    for (const BufferRequest& one : all) {
        if (suffices(one)) continue;
        *one.buffer = {};
        largest = std::max(largest, one.bytes);
        missing += one.bytes;
    }
    gl::check_fits(
        facts_,
        fmt::format("{} particles by tiles in {}x{} pixels", std::max(demand.adding, demand.covering),
                    demand.frame.width, demand.frame.height),
        largest, missing);
    for (const BufferRequest& one : all) {
        if (suffices(one)) continue;
        *one.buffer = gl::allocate_by_size(memory_, one.bytes, one.label);
        if (one.is_cleared) one.buffer->fill(0);
    }
}

void TileRenderer::hold_nothing() {
    hold({});
    rasteriser_.release();
    work_.forget_times();
    light_.forget_times();
    if (cover_) cover_->forget_times();
}

Availability TileRenderer::reserve(const TileDemand& demand) {
    if (demand_ == demand) return answer_;
    demand_ = demand;
    answer_ = {};
    if (demand.covering > 0) cover();
    if (!demand.rasterises) rasteriser_.release();
    try {
        hold(demand);
        work_.reserve();
        if (demand.covering > 0) cover_->reserve(demand.covering * demand.looks);
    } catch (const Error& error) {
        if (error.status() != ExitStatus::bad_input) throw;
        hold_nothing();
        answer_ = Availability::no(error.what());
    }
    return answer_;
}

void TileRenderer::begin_sum(float brightest, bool has_pictures) {
    light_.begin({LightTiles::View::direct, brightest, has_pictures});
}

void TileRenderer::end_sum(const Target& frame) {
    light_.end(frame);
}

void TileRenderer::draw(const Shown& shown, const SpriteLook& look, const Target& frame) {
    for_each_look(shown, [&](const Shown& one) {
        if (look.is_summed)
            light_.add(one, look, frame);
        else if (look.covers)
            cover_->draw(one, look, CoverTiles::View::direct, frame);
        else
            light_.draw(one, look, LightTiles::View::direct, frame);
    });
}

void TileRenderer::draw_mirrored(const Shown& shown, const SpriteLook& look, const Target& mirror) {
    for_each_look(shown, [&](const Shown& one) {
        if (look.covers)
            cover_->draw(one, look, CoverTiles::View::mirrored, mirror);
        else
            light_.draw(one, look, LightTiles::View::mirrored, mirror);
    });
    if (plans_.has_room()) plans_.submit(work_.plan());
}

std::uint32_t TileRenderer::mirrored_every(std::uint32_t /*asked*/) {
    shared::TilePlan plan{};
    for (; const std::byte* arrived = plans_.arrived(); plans_.taken()) {
        std::memcpy(&plan, arrived, sizeof(plan));
        mirrored_every_ = plan.every;
    }
    return mirrored_every_;
}

void TileRenderer::draw_shade(const particles::ParticleView& living, const SpriteLook& look,
                              const Target& map) {
    SpriteLook of_map = look;
    of_map.brightest = max_shade(look.density, living.program->has_singles);
    light_.draw({living, std::nullopt}, of_map, LightTiles::View::shade, map);
}

void TileRenderer::draw_surfaces(const SurfaceView& view, const Target& target) {
    rasteriser_.draw({view.objects, view.solids}, view.light, target);
}

void TileRenderer::draw_mirrored_surfaces(const SurfaceView& view, const Target& target) {
    rasteriser_.draw_mirrored({view.objects, view.solids}, view.light, view.plane.height, target);
}

void TileRenderer::cast_shadows(Solids& solids, const SolidShadows& shadows) {
    rasteriser_.cast_shadows(solids, shadows, solids.maps_of_shadows(shadows, depth()));
}

void TileRenderer::release() {
    if (!demand_) return;
    hold_nothing();
    demand_.reset();
}

std::uint64_t TileRenderer::memory_bytes() {
    std::uint64_t bytes = rasteriser_.memory_bytes();
    for (const BufferRequest& one : holdings({})) bytes += one.buffer->bytes();
    return bytes;
}

}  // namespace winnow::render
