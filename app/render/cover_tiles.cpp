#include "render/cover_tiles.h"

#include <algorithm>
#include <cstddef>

#include "gl/fence.h"
#include "scan/glsl_scan.h"

namespace winnow::render {
namespace {

constexpr std::uint64_t entries_per_particle = 4, spare_entries = std::uint64_t{1} << 20;
constexpr std::uint64_t sprite_bytes = 2 * sizeof(shared::uvec4), picture_bytes = sizeof(shared::uvec4),
                        box_bytes = 2 * gl::word_bytes;
constexpr std::uint64_t cells = std::uint64_t{shared::COVER_THREADS} * shared::COVER_PIXELS;
constexpr std::uint64_t cell_bytes = 2 * gl::word_bytes, tinted_cell_bytes = 4 * gl::word_bytes;

gl::Defines project_defines(bool listed) {
    gl::Defines all{{"TILED", "1"}, {"COVERS", "1"}};
    if (listed) all.emplace_back("LISTED", "1");
    return all;
}

/// Returns the most entries of what is shown.
std::uint32_t entries_of(const Shown& shown) {
    return shown.living.capacity * shown.living.program->looks;
}

gl::Program load(gl::ShaderLibrary& shaders, const char* path) {
    return shaders.load_compute(path, {{"COVERS", "1"}});
}

}  // namespace

CoverTiles::CoverTiles(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes, TileWork& work)
    : shaders_(shaders),
      passes_(passes),
      work_(work),
      expand_pass_(passes.declare("expand", "an entry for each tile that a sprite touches, placed by a scan",
                                  gl::Work::compute)),
      cover_pass_(
          passes.declare("cover", "blends each tile's sprites from front to back", gl::Work::compute)),
      count_(load(shaders, "render/tiles/cover.comp#count")),
      expand_(load(shaders, "render/tiles/cover.comp#expand")),
      scan_(scan::make_glsl_scan(facts, shaders, ScanChoice{})) {
    cover_program({});
    resolve_program(false);
    for (const bool listed : {false, true})
        project_[listed] = {shaders,
                            {"render/tiles/cover.comp#project",
                             {{gl::ShaderStage::compute, "render/tiles/cover.comp#project"}},
                             project_defines(listed)}};
}

std::uint64_t CoverTiles::max_entries(std::uint32_t capacity) {
    return entries_per_particle * capacity + spare_entries;
}

std::uint64_t CoverTiles::max_windows(View view, gl::Size frame) {
    std::uint64_t most = 0;
    for (const shared::TileLevel& level : grid_of(view, frame).levels())
        most = std::max(most, std::uint64_t{level.columns} * level.rows * level.windows);
    return most;
}

/// A level has at most a chunk per COVER_CHUNK entries and window, and one more in each window.
std::vector<BufferRequest> CoverTiles::holdings(std::uint32_t capacity, std::uint64_t windows,
                                                bool has_pictures, bool tints) {
    const std::uint64_t bytes = sprite_bytes + (has_pictures ? picture_bytes : 0);
    const std::uint64_t chunks = capacity > 0 ? max_entries(capacity) / shared::COVER_CHUNK + windows : 0;
    return {{&sprites_, capacity * bytes, "tiles: sprites that cover"},
            {&boxes_, capacity * box_bytes, "tiles: boxes"},
            {&offsets_, capacity * gl::word_bytes, "tiles: offsets"},
            {&chunks_, chunks * cells * (tints ? tinted_cell_bytes : cell_bytes), "tiles: chunks"}};
}

void CoverTiles::reserve(std::uint32_t capacity) {
    scan_->reserve(capacity);
}

const TileGrid& CoverTiles::grid_of(View view, gl::Size frame) {
    TileGrid& grid = grids_[static_cast<std::size_t>(view)];
    if (grid.size() != frame) grid = TileGrid(frame, cover_levels(frame), true);
    return grid;
}

void CoverTiles::project(const Shown& shown, const SpriteLook& look, View view, const TileGrid& grid) {
    const gl::PassScope scope(passes_, work_.project_pass());
    const gl::Program& program = project_program(shown.living, shown.list.has_value(), look.air);
    work_.begin(shown, grid);
    sprites_.bind_storage(shared::BIND_TILE_SPRITES);
    boxes_.bind_storage(shared::BIND_TILE_BOXES);
    grid.bind_for(program);
    set_look(program, shown, look);
    program.set("brightest", 1.0f);
    program.set("is_reflection", view == View::mirrored ? 1 : 0);
    work_.for_each_particle(program);
}

void CoverTiles::expand(const Shown& shown, const TileGrid& grid) {
    const gl::PassScope scope(passes_, expand_pass_);
    boxes_.bind_storage(shared::BIND_TILE_BOXES);
    offsets_.bind_storage(shared::BIND_TILE_OFFSETS);
    grid.bind_for(count_);
    count_.set("max_entries", static_cast<std::uint32_t>(max_entries(entries_of(shown))));
    work_.for_each_particle(count_);
    scan::Request request;
    request.input = request.output = {&offsets_, 0};
    request.bound = entries_of(shown);
    request.count = {&work_.plan(), gl::word_of(offsetof(shared::TilePlan, drawn))};
    request.total = {&work_.plan(), gl::word_of(offsetof(shared::TilePlan, entries))};
    scan_->run(request);
    work_.bind(shown);
    boxes_.bind_storage(shared::BIND_TILE_BOXES);
    offsets_.bind_storage(shared::BIND_TILE_OFFSETS);
    grid.bind_for(expand_);
    work_.for_each_particle(expand_);
}

const gl::Program& CoverTiles::cover_program(const Blended& blended) {
    auto& program = cover_[(blended.has_objects ? 1u : 0u) | (blended.before_ribbons ? 2u : 0u) |
                           (blended.has_pictures ? 4u : 0u) | (blended.tints ? 8u : 0u)];
    if (!program) {
        gl::Defines defines{{"COVERS", "1"}};
        if (blended.has_objects) defines.emplace_back("OBJECTS", "1");
        if (blended.before_ribbons) defines.emplace_back("BEFORE_RIBBONS", "1");
        if (blended.has_pictures) defines.emplace_back("PICTURES", "1");
        if (blended.tints) defines.emplace_back("TINTS", "1");
        program = shaders_.load_compute("render/tiles/cover.comp#blend", std::move(defines));
    }
    return *program;
}

const gl::Program& CoverTiles::resolve_program(bool tints) {
    auto& program = resolve_[tints];
    if (!program) {
        gl::Defines defines{{"COVERS", "1"}};
        if (tints) defines.emplace_back("TINTS", "1");
        program = shaders_.load_compute("render/tiles/cover.comp#resolve", std::move(defines));
    }
    return *program;
}

void CoverTiles::draw(const Shown& shown, const SpriteLook& look, View view, const Target& target) {
    const TileGrid& grid = grid_of(view, target.size());
    project(shown, look, view, grid);
    expand(shown, grid);
    work_.sort(grid, max_entries(entries_of(shown)));
    work_.divide(grid, true);
    chunks_.bind_storage(shared::BIND_TILE_CHUNKS);
    {
        const gl::PassScope scope(passes_, cover_pass_);
        sprites_.bind_storage(shared::BIND_TILE_SPRITES);
        const gl::Program& cover = cover_program(
            {look.has_objects, look.before_ribbons, shown.living.program->has_pictures, look.tints});
        grid.bind_for(cover);
        work_.for_each_part(cover);
    }
    const gl::PassScope scope(passes_, work_.resolve_pass());
    target.bind_image(shared::IMAGE_FRAME);
    const std::uint64_t windows = std::uint64_t{grid.levels().front().columns} * grid.levels().front().rows;
    resolve_program(look.tints).dispatch(gl::Groups::over(windows * cells, shared::TILE_THREADS));
    gl::drawing_barrier();
}

void CoverTiles::forget_times() const {
    for (const gl::PassId pass : {expand_pass_, cover_pass_}) passes_.forget(pass);
}

}  // namespace winnow::render
