#include "render/tile_work.h"

#include <algorithm>
#include <cstddef>

#include "gl/fence.h"
#include "render/sprite_look.h"
#include "scan/glsl_scan.h"

namespace winnow::render {
namespace {

using gl::word_bytes;
using gl::word_of;

constexpr std::uint32_t max_short_keys = 65535;

// A mirrored sprite is blurred by its height, so it is large, and each pixel shows many of them: of many
// particles fewer are mirrored, each with more light.
struct Thinning {
    std::uint32_t from, to;  // living particles; particles that are mirrored
};
constexpr Thinning thinning_of_light{10'000'000, 2'500'000}, thinning_of_covering{500'000, 250'000};
constexpr std::uint32_t never_thinned = 0xFFFFFFFF;

std::uint32_t parts(std::uint32_t pixels, std::uint32_t side) {
    return (pixels + side - 1) / side;
}

std::uint32_t longer_side(gl::Size frame) {
    return static_cast<std::uint32_t>(std::max(frame.width, frame.height));
}

/// Completes a level of this side, and adds it.
void add_level(std::vector<shared::TileLevel>& levels, gl::Size frame, shared::TileLevel level) {
    level.columns = parts(static_cast<std::uint32_t>(frame.width), level.side);
    level.rows = parts(static_cast<std::uint32_t>(frame.height), level.side);
    levels.push_back(level);
}

gl::Defines covering(bool covers) {
    return covers ? gl::Defines{{"COVERS", "1"}} : gl::Defines{};
}

}  // namespace

std::uint64_t pixels_of(gl::Size frame) {
    return static_cast<std::uint64_t>(frame.width) * static_cast<std::uint64_t>(frame.height);
}

std::vector<shared::TileLevel> light_levels(gl::Size frame, std::uint32_t window) {
    const std::uint32_t aprons_per_side = window / shared::FINEST_APRON - 2;
    std::vector<shared::TileLevel> levels;
    for (std::uint32_t apron = shared::FINEST_APRON; apron <= shared::LAST_APRON; apron *= 2) {
        const auto nth = static_cast<std::uint32_t>(levels.size());
        shared::TileLevel level{};
        level.apron = apron;
        level.side = aprons_per_side * apron;
        level.window_columns = (level.side + 2 * apron) / window;
        level.windows = level.window_columns * level.window_columns;
        level.chunk = shared::LIGHT_CHUNK >> std::min(nth, 3u);
        level.lanes = 4u << std::min(nth, 2u);
        if (level.side >= longer_side(frame)) {  // one tile, with windows over the frame only
            level.side = longer_side(frame);
            level.margin = apron;
            level.window_columns = parts(static_cast<std::uint32_t>(frame.width), window);
            level.windows = level.window_columns * parts(static_cast<std::uint32_t>(frame.height), window);
        }
        if (nth > 0) level.first_key = levels.back().first_key + levels.back().columns * levels.back().rows;
        add_level(levels, frame, level);
    }
    return levels;
}

std::vector<shared::TileLevel> cover_levels(gl::Size frame) {
    const std::uint32_t columns = parts(static_cast<std::uint32_t>(frame.width), shared::COVER_WINDOW);
    const std::uint32_t rows = parts(static_cast<std::uint32_t>(frame.height), shared::COVER_WINDOW);
    std::vector<shared::TileLevel> levels;
    for (std::uint32_t windows = 1; levels.size() < shared::COVER_LEVELS; windows *= 2) {
        shared::TileLevel level{};
        level.side = windows * shared::COVER_WINDOW;
        level.window_columns = std::min(windows, columns);
        level.windows = level.window_columns * std::min(windows, rows);
        add_level(levels, frame, level);
        if (windows >= std::max(columns, rows)) break;
    }
    return levels;
}

TileGrid::TileGrid(gl::Size size, std::vector<shared::TileLevel> levels, bool covers)
    : size_(size),
      levels_(std::move(levels)),
      covers_(covers),
      table_(gl::plain_memory()->allocate(levels_.size() * sizeof(shared::TileLevel), "tiles: levels")) {
    table_.write_all(std::span(levels_));
}

std::uint32_t TileGrid::keys() const {
    const shared::TileLevel& last = covers_ ? levels_.front() : levels_.back();
    return last.first_key + last.columns * last.rows;
}

std::uint32_t TileGrid::class_bits() const {
    if (covers_) return 0;
    std::uint32_t bits = shared::MAX_CLASS_BITS;
    while (bits > 0 && keys() << bits > max_short_keys) --bits;
    return bits;
}

std::uint32_t TileGrid::key_bits() const {
    return keys() << class_bits() <= max_short_keys ? 16 : 32;
}

void TileGrid::bind_for(const gl::Program& program) const {
    table_.bind_storage(shared::BIND_TILE_LEVELS);
    program.set("level_count", static_cast<std::uint32_t>(levels_.size()));
    program.set("class_bits", class_bits());
    program.set("frame_size", glm::vec2(size_.width, size_.height));
}

TileWork::TileWork(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes)
    : passes_(passes),
      project_pass_(
          passes.declare("project", "each particle's pixels and the key of its tile", gl::Work::compute)),
      sort_pass_(passes.declare("bin", "sorts the entries of sprites by tile", gl::Work::compute)),
      divide_pass_(passes.declare("divide", "each tile's entries, divided among work groups by a scan",
                                  gl::Work::compute)),
      resolve_pass_(
          passes.declare("resolve", "adds what the tiles have become to the frame", gl::Work::compute)),
      begin_(shaders.load_compute("render/tiles/tile_work.comp#begin")),
      scan_(scan::make_glsl_scan(facts, shaders, ScanChoice{})),
      sort_(facts, shaders, scan::make_glsl_scan(facts, shaders, ScanChoice{})),
      plan_(gl::plain_memory()->allocate(sizeof(shared::TilePlan), "tiles: plan")) {
    for (const bool covers : {false, true}) {
        ranges_[covers] = shaders.load_compute("render/tiles/tile_work.comp#ranges", covering(covers));
        plan_programs_[covers] = shaders.load_compute("render/tiles/tile_work.comp#plan", covering(covers));
    }
}

std::vector<BufferRequest> TileWork::holdings(std::uint64_t max_entries, std::uint32_t max_keys) {
    const std::uint64_t words = max_entries * word_bytes;
    const std::uint64_t of_keys = max_keys > 0 ? (std::uint64_t{max_keys} + 1) * word_bytes : 0;
    return {{&keys_, words, "tiles: keys"},
            {&other_keys_, words, "tiles: keys, sorting"},
            {&entries_, words, "tiles: entries"},
            {&other_entries_, words, "tiles: entries, sorting"},
            {&ranges_of_keys_, of_keys, "tiles: ranges"},
            {&work_, of_keys, "tiles: work"}};
}

void TileWork::reserve() {
    scan_->reserve(work_.bytes() / word_bytes);
    sort_.reserve(keys_.bytes() / word_bytes);
}

void TileWork::begin(const Shown& shown, const TileGrid& grid, bool appends) const {
    bind(shown);
    grid.bind_for(begin_);
    begin_.set("is_listed", shown.list ? 1 : 0);
    begin_.set("appends", appends ? 1 : 0);
    begin_.set("every", shown.every);
    const Thinning thinning = grid.covers() ? thinning_of_covering : thinning_of_light;
    begin_.set("thinned_from", shown.is_thinned ? thinning.from : never_thinned);
    begin_.set("thinned_to", thinning.to);
    begin_.dispatch({1});
    gl::command_barrier();
}

void TileWork::bind(const Shown& shown) const {
    bind_drawn(shown.living);
    if (shown.list) {
        shown.list->slots->bind_storage(shared::BIND_LIST_SLOTS);
        shown.list->state->bind_storage(shared::BIND_LIST_STATE);
    }
    plan_.bind_storage(shared::BIND_TILE_PLAN);
    keys_.bind_storage(shared::BIND_TILE_KEYS);
    entries_.bind_storage(shared::BIND_TILE_ENTRIES);
}

void TileWork::for_each_particle(const gl::Program& program) const {
    program.dispatch_indirect(plan_, offsetof(shared::TilePlan, project_x));
    gl::storage_barrier();
}

void TileWork::sort(const TileGrid& grid, std::uint64_t max_entries) {
    const gl::PassScope scope(passes_, sort_pass_);
    sort::Request request;
    request.pairs = {{&keys_, 0}, {&entries_, 0}};
    request.scratch = {{&other_keys_, 0}, {&other_entries_, 0}};
    request.bound = std::min(max_entries, keys_.bytes() / word_bytes);
    request.count = {&plan_, word_of(offsetof(shared::TilePlan, entries))};
    request.bits = grid.key_bits();
    sort_.run(request);
}

void TileWork::divide(const TileGrid& grid, bool covers) {
    const gl::PassScope scope(passes_, divide_pass_);
    plan_.bind_storage(shared::BIND_TILE_PLAN);
    keys_.bind_storage(shared::BIND_TILE_KEYS);
    ranges_of_keys_.bind_storage(shared::BIND_TILE_RANGES);
    work_.bind_storage(shared::BIND_TILE_WORK);
    grid.bind_for(ranges_[covers]);
    ranges_[covers].dispatch(gl::Groups::over(grid.keys() + 1, shared::TILE_THREADS));
    gl::storage_barrier();
    scan::Request request;
    request.input = request.output = {&work_, 0};
    request.bound = grid.keys();
    request.total = {&work_, grid.keys()};
    scan_->run(request);
    plan_.bind_storage(shared::BIND_TILE_PLAN);
    work_.bind_storage(shared::BIND_TILE_WORK);
    grid.bind_for(plan_programs_[covers]);
    plan_programs_[covers].dispatch({1});
    gl::command_barrier();
}

void TileWork::for_each_part(const gl::Program& program) const {
    plan_.bind_storage(shared::BIND_TILE_PLAN);
    entries_.bind_storage(shared::BIND_TILE_ENTRIES);
    ranges_of_keys_.bind_storage(shared::BIND_TILE_RANGES);
    work_.bind_storage(shared::BIND_TILE_WORK);
    program.dispatch_indirect(plan_, offsetof(shared::TilePlan, work_x));
    gl::storage_barrier();
}

void TileWork::forget_times() const {
    for (const gl::PassId pass : {project_pass_, sort_pass_, divide_pass_, resolve_pass_})
        passes_.forget(pass);
}

}  // namespace winnow::render
