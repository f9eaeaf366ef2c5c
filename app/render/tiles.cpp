#include "render/tiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "gl/fence.h"
#include "scan/glsl_scan.h"

namespace winnow::render {
namespace {

using gl::word_bytes;
using gl::word_of;

constexpr std::uint32_t most_entries = 4096;   // that a work group may add up without overflow (pixels.glsl)
constexpr float units_of_brightest = 1048574;  // pixels.glsl's UNITS
constexpr std::uint32_t sum_words = 6;         // per pixel: three channels of 64 bits
constexpr std::uint32_t most_short_keys = 65535;

std::uint32_t parts(std::uint32_t pixels, std::uint32_t side) {
    return (pixels + side - 1) / side;
}

gl::Defines defines_of(bool listed, Tiles::View view) {
    gl::Defines all;
    if (listed) all.emplace_back("LISTED", "1");
    if (view == Tiles::View::mirrored) all.emplace_back("REFLECTION", "1");
    return all;
}

std::uint64_t sum_bytes(gl::Size frame) {
    return std::uint64_t{sum_words} * static_cast<std::uint64_t>(frame.width) *
           static_cast<std::uint64_t>(frame.height) * word_bytes;
}

/// Makes the buffer larger if it must be.
void grow(const gl::Facts& facts, gl::Buffer& buffer, std::uint64_t bytes, const char* label) {
    if (bytes <= buffer.bytes()) return;
    buffer = {};
    buffer = gl::fastest_gl_memory(facts)->allocate(bytes, label);
}

}  // namespace

std::vector<shared::TileLevel> tile_levels(gl::Size frame) {
    constexpr std::uint32_t small_chunk = most_entries, large_chunk = 512, coarse_level = 4;
    const auto width = static_cast<std::uint32_t>(frame.width);
    const auto height = static_cast<std::uint32_t>(frame.height);
    std::vector<shared::TileLevel> levels;
    std::uint32_t first_key = 0;
    const auto add = [&](std::uint32_t side, std::uint32_t apron, std::uint32_t window_columns,
                         std::uint32_t windows, std::uint32_t chunk) {
        const std::uint32_t columns = parts(width, side), rows = parts(height, side);
        levels.push_back({first_key, columns, rows, side, apron, windows, window_columns, chunk});
        first_key += columns * rows;
    };
    add(32, shared::FINEST_APRON, 1, 1, small_chunk);
    add(16, 2 * shared::FINEST_APRON, 1, 1, small_chunk);
    for (std::uint32_t level = shared::SMALL_LEVELS;; ++level) {
        const std::uint32_t side = 32u << level, apron = shared::FINEST_APRON << level;
        if (side >= std::max(width, height)) break;
        const std::uint32_t across = parts(side + 2 * apron, shared::TILE_LARGE_WINDOW);
        add(side, apron, across, across * across, level < coarse_level ? large_chunk : most_entries);
    }
    const std::uint32_t across = parts(width, shared::TILE_LARGE_WINDOW);
    const std::uint32_t whole = std::max(width, height);
    add(whole, 0, across, across * parts(height, shared::TILE_LARGE_WINDOW), most_entries);
    return levels;
}

std::uint32_t Tiles::Grid::keys() const {
    return levels.back().first_key + levels.back().columns * levels.back().rows;
}

Tiles::Tiles(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes)
    : facts_(facts),
      passes_(passes),
      project_pass_(
          passes.declare("project", "each particle's pixels and the key of its tile", gl::Work::compute)),
      sort_pass_(passes.declare("bin", "sorts the particles by tile", gl::Work::compute)),
      divide_pass_(passes.declare("divide", "each tile's particles, divided among work groups by a scan",
                                  gl::Work::compute)),
      light_pass_(passes.declare("light", "adds up each tile's light in shared memory", gl::Work::compute)),
      resolve_pass_(passes.declare("resolve", "turns the sums into light", gl::Work::draw)),
      begin_(shaders.load_compute("render/tiles/begin.comp")),
      ranges_(shaders.load_compute("render/tiles/ranges.comp")),
      plan_program_(shaders.load_compute("render/tiles/plan.comp")),
      small_(shaders.load_compute("render/tiles/small.comp")),
      resolve_(load_filter(shaders, "render/tiles/resolve.frag")),
      scan_(scan::make_glsl_scan(facts, shaders, ScanChoice{})),
      sort_(facts, shaders, scan::make_glsl_scan(facts, shaders, ScanChoice{})),
      plan_(gl::plain_memory()->allocate(sizeof(shared::TilePlan), "tiles: plan")) {
    for (const bool listed : {false, true})
        for (const View view : {View::direct, View::mirrored}) {
            const gl::Defines defines = defines_of(listed, view);
            programs_[listed][static_cast<int>(view)] = {
                shaders.load_compute("render/tiles/project.comp", defines),
                shaders.load_compute("render/tiles/large.comp", defines)};
        }
}

const Tiles::Programs& Tiles::programs(bool listed, View view) const {
    return programs_[listed][static_cast<int>(view)];
}

Availability Tiles::offers(gl::Size frame, std::uint32_t capacity) const {
    try {
        const std::uint64_t each = std::uint64_t{capacity} * sizeof(shared::uvec4);
        gl::check_fits(facts_, fmt::format("drawing {} particles by tiles", capacity), each, 0);
        gl::check_fits(facts_,
                       fmt::format("a frame of {}x{} pixels drawn by tiles", frame.width, frame.height),
                       sum_bytes(frame), 0);
    } catch (const Error& error) {
        return Availability::no(error.what());
    }
    return {};
}

Tiles::Grid& Tiles::grid_of(View view, gl::Size frame) {
    Grid& grid = grids_[static_cast<int>(view)];
    if (grid.size == frame) return grid;
    Grid made{frame, tile_levels(frame), {}};
    made.table =
        gl::plain_memory()->allocate(made.levels.size() * sizeof(shared::TileLevel), "tiles: levels");
    made.table.write_all(std::span(made.levels));
    grid = std::move(made);
    return grid;
}

void Tiles::reserve(std::uint32_t capacity, const Grid& grid) {
    const std::uint64_t words = std::uint64_t{capacity} * word_bytes;
    const std::uint64_t key_words = (std::uint64_t{grid.keys()} + 1) * word_bytes;
    for (gl::Buffer* buffer : {&keys_, &other_keys_, &entries_, &other_entries_})
        grow(facts_, *buffer, words, "tiles: keys and entries");
    grow(facts_, sprites_, std::uint64_t{capacity} * sizeof(shared::uvec4), "tiles: sprites");
    grow(facts_, ranges_of_keys_, key_words, "tiles: ranges");
    grow(facts_, work_, key_words, "tiles: work");
    if (sums_.bytes() < sum_bytes(grid.size)) {
        grow(facts_, sums_, sum_bytes(grid.size), "tiles: sums");
        sums_.fill(0);
    }
    scan_->reserve(grid.keys());
    sort_.reserve(capacity);
}

void Tiles::bind(const particles::Living& living, const std::optional<Listed>& list, const Grid& grid) const {
    bind_drawn(living);
    if (list) {
        list->slots->bind_storage(shared::BIND_LIST_SLOTS);
        list->state->bind_storage(shared::BIND_LIST_STATE);
    }
    grid.table.bind_storage(shared::BIND_TILE_LEVELS);
    plan_.bind_storage(shared::BIND_TILE_PLAN);
    keys_.bind_storage(shared::BIND_TILE_KEYS);
    entries_.bind_storage(shared::BIND_TILE_ENTRIES);
    sprites_.bind_storage(shared::BIND_TILE_SPRITES);
}

void Tiles::project(const particles::Living& living, const std::optional<Listed>& list,
                    const SpriteLook& look, const Programs& programs, std::uint32_t every,
                    const Grid& grid) const {
    const gl::PassScope scope(passes_, project_pass_);
    bind(living, list, grid);
    begin_.set("is_listed", list ? 1 : 0);
    begin_.set("every", every);
    begin_.dispatch({1});
    gl::command_barrier();
    const glm::vec2 frame_size(grid.size.width, grid.size.height);
    for (const gl::Program* program : {&programs.project, &programs.large}) {
        set_look(*program, living, look, every);
        program->set("brightest", look.brightest);
        program->set("frame_size", frame_size);
        program->set("level_count", static_cast<std::uint32_t>(grid.levels.size()));
    }
    programs.project.dispatch_indirect(plan_, offsetof(shared::TilePlan, project_x));
    gl::storage_barrier();
}

void Tiles::sort(std::uint32_t capacity, const Grid& grid) {
    const gl::PassScope scope(passes_, sort_pass_);
    sort::Request request;
    request.pairs = {{&keys_, 0}, {&entries_, 0}};
    request.scratch = {{&other_keys_, 0}, {&other_entries_, 0}};
    request.bound = capacity;
    request.count = {&plan_, word_of(offsetof(shared::TilePlan, drawn))};
    request.bits = grid.keys() <= most_short_keys ? 16 : 32;
    sort_.run(request);
}

void Tiles::divide(const Grid& grid) {
    const gl::PassScope scope(passes_, divide_pass_);
    const auto levels = static_cast<std::uint32_t>(grid.levels.size());
    grid.table.bind_storage(shared::BIND_TILE_LEVELS);
    plan_.bind_storage(shared::BIND_TILE_PLAN);
    keys_.bind_storage(shared::BIND_TILE_KEYS);
    ranges_of_keys_.bind_storage(shared::BIND_TILE_RANGES);
    work_.bind_storage(shared::BIND_TILE_WORK);
    ranges_.set("level_count", levels);
    ranges_.dispatch(gl::Groups::over(grid.keys() + 1, shared::TILE_THREADS));
    gl::storage_barrier();
    scan::Request request;
    request.input = request.output = {&work_, 0};
    request.bound = grid.keys();
    request.total = {&work_, grid.keys()};
    scan_->run(request);
    grid.table.bind_storage(shared::BIND_TILE_LEVELS);
    plan_.bind_storage(shared::BIND_TILE_PLAN);
    work_.bind_storage(shared::BIND_TILE_WORK);
    plan_program_.set("level_count", levels);
    plan_program_.dispatch({1});
    gl::command_barrier();
}

void Tiles::resolve(const Grid& grid, float brightest, const VertexPulling& vertices) const {
    const gl::PassScope scope(passes_, resolve_pass_);
    sums_.bind_storage(shared::BIND_TILE_SUMS);
    resolve_.set("frame_size", glm::vec2(grid.size.width, grid.size.height));
    resolve_.set("unit", brightest / units_of_brightest);
    set_blending(Blending::add);
    resolve_.use();
    vertices.whole_frame();
    gl::storage_barrier();
}

void Tiles::draw(const particles::Living& living, const std::optional<Listed>& list, const SpriteLook& look,
                 View view, std::uint32_t every, gl::Size frame, const VertexPulling& vertices) {
    const Grid& grid = grid_of(view, frame);
    reserve(living.capacity, grid);
    const Programs& programs = this->programs(list.has_value(), view);
    project(living, list, look, programs, every, grid);
    sort(living.capacity, grid);
    divide(grid);
    {
        const gl::PassScope scope(passes_, light_pass_);
        bind(living, list, grid);
        ranges_of_keys_.bind_storage(shared::BIND_TILE_RANGES);
        work_.bind_storage(shared::BIND_TILE_WORK);
        sums_.bind_storage(shared::BIND_TILE_SUMS);
        small_.set("frame_size", glm::vec2(frame.width, frame.height));
        small_.set("level_count", static_cast<std::uint32_t>(grid.levels.size()));
        small_.dispatch_indirect(plan_, offsetof(shared::TilePlan, small_x));
        programs.large.dispatch_indirect(plan_, offsetof(shared::TilePlan, large_x));
        gl::storage_barrier();
    }
    resolve(grid, look.brightest, vertices);
}

void Tiles::release() {
    for (const gl::PassId pass : {project_pass_, sort_pass_, divide_pass_, light_pass_, resolve_pass_})
        passes_.forget(pass);
    for (gl::Buffer* buffer : {&keys_, &other_keys_, &entries_, &other_entries_, &sprites_, &sums_})
        *buffer = {};
}

std::uint64_t Tiles::memory_bytes() const {
    std::uint64_t bytes = 0;
    for (const gl::Buffer* buffer :
         {&keys_, &other_keys_, &entries_, &other_entries_, &sprites_, &ranges_of_keys_, &work_, &sums_})
        bytes += buffer->bytes();
    return bytes;
}

}  // namespace winnow::render
