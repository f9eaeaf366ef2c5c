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

// A mirrored sprite is blurred by its height, so it is large, and each pixel shows many of them: of many
// particles fewer are mirrored, each with more light.
constexpr std::uint32_t thinned_from = 10'000'000, thinned_to = 2'500'000;
constexpr std::uint32_t never_thinned = 0xFFFFFFFF;

std::uint32_t parts(std::uint32_t pixels, std::uint32_t side) {
    return (pixels + side - 1) / side;
}

gl::Defines defines_of(bool listed, Tiles::View view) {
    gl::Defines all{{"TILED", "1"}};
    if (listed) all.emplace_back("LISTED", "1");
    if (view == Tiles::View::mirrored) all.emplace_back("REFLECTION", "1");
    return all;
}

std::uint64_t pixels_of(gl::Size frame) {
    return static_cast<std::uint64_t>(frame.width) * static_cast<std::uint64_t>(frame.height);
}

std::uint64_t sum_bytes(gl::Size frame) {
    return sum_words * pixels_of(frame) * word_bytes;
}

/// Makes the buffer larger if it must be.
void grow(const gl::Facts& facts, gl::Buffer& buffer, std::uint64_t bytes, const char* label) {
    if (bytes <= buffer.bytes()) return;
    buffer = {};
    buffer = gl::fastest_gl_memory(facts)->allocate(bytes, label);
}

}  // namespace

std::vector<shared::TileLevel> tile_levels(gl::Size frame) {
    constexpr std::uint32_t apron = shared::FINEST_APRON, window = shared::TILE_WINDOW;
    const auto width = static_cast<std::uint32_t>(frame.width);
    const auto height = static_cast<std::uint32_t>(frame.height);
    std::vector<shared::TileLevel> levels;
    std::uint32_t first_key = 0;
    const auto add = [&](shared::TileLevel level) {
        level.first_key = first_key;
        level.columns = parts(width, level.side);
        level.rows = parts(height, level.side);
        levels.push_back(level);
        first_key += level.columns * level.rows;
    };
    for (std::uint32_t level = 0;; ++level) {
        shared::TileLevel made{};
        made.apron = apron << level;
        made.side = 4 * made.apron;
        if (made.side >= std::max(width, height)) break;
        made.window_columns = (made.side + 2 * made.apron) / window;
        made.windows = made.window_columns * made.window_columns;
        made.chunk = most_entries >> std::min(level, 3u);
        made.lanes = 4u << std::min(level, 2u);
        add(made);
    }
    shared::TileLevel whole{};
    whole.side = std::max(width, height);
    whole.window_columns = parts(width, shared::WHOLE_WINDOW);
    whole.windows = whole.window_columns * parts(height, shared::WHOLE_WINDOW);
    whole.chunk = most_entries;
    whole.lanes = 1;
    add(whole);
    return levels;
}

std::uint32_t Tiles::Grid::keys() const {
    return levels.back().first_key + levels.back().columns * levels.back().rows;
}

/// Classes are left out where keys would not fit 16 bits with them.
std::uint32_t Tiles::Grid::class_bits() const {
    std::uint32_t bits = shared::MOST_CLASS_BITS;
    while (bits > 0 && keys() << bits > most_short_keys) --bits;
    return bits;
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
      resolve_pass_(passes.declare("resolve", "adds the sums of light to the frame", gl::Work::compute)),
      begin_(shaders.load_compute("render/tiles/begin.comp")),
      ranges_(shaders.load_compute("render/tiles/ranges.comp")),
      plan_program_(shaders.load_compute("render/tiles/plan.comp")),
      light_(shaders.load_compute("render/tiles/light.comp")),
      resolve_(shaders.load_compute("render/tiles/resolve.comp")),
      scan_(scan::make_glsl_scan(facts, shaders, ScanChoice{})),
      sort_(facts, shaders, scan::make_glsl_scan(facts, shaders, ScanChoice{})),
      plan_(gl::plain_memory()->allocate(sizeof(shared::TilePlan), "tiles: plan")) {
    for (const bool listed : {false, true})
        for (const View view : {View::direct, View::mirrored}) {
            const gl::Defines defines = defines_of(listed, view);
            programs_[listed][static_cast<int>(view)] = {
                shaders.load_compute("render/tiles/project.comp", defines),
                shaders.load_compute("render/tiles/whole.comp", defines)};
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
                    const SpriteLook& look, View view, std::uint32_t every, const Grid& grid) const {
    const Programs& programs = this->programs(list.has_value(), view);
    const gl::PassScope scope(passes_, project_pass_);
    bind(living, list, grid);
    begin_.set("is_listed", list ? 1 : 0);
    begin_.set("every", every);
    begin_.set("thinned_from", view == View::mirrored ? thinned_from : never_thinned);
    begin_.set("thinned_to", thinned_to);
    begin_.dispatch({1});
    gl::command_barrier();
    const glm::vec2 frame_size(grid.size.width, grid.size.height);
    programs.project.set("class_bits", grid.class_bits());
    for (const gl::Program* program : {&programs.project, &programs.whole}) {
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
    request.bits = grid.keys() << grid.class_bits() <= most_short_keys ? 16 : 32;
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
    ranges_.set("class_bits", grid.class_bits());
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

void Tiles::resolve(const Target& target, float brightest) const {
    const gl::PassScope scope(passes_, resolve_pass_);
    sums_.bind_storage(shared::BIND_TILE_SUMS);
    target.bind_image(shared::IMAGE_FRAME);
    resolve_.set("unit", brightest / units_of_brightest);
    resolve_.dispatch(gl::Groups::over(pixels_of(target.size()), shared::TILE_THREADS));
    gl::drawing_barrier();
}

void Tiles::draw(const particles::Living& living, const std::optional<Listed>& list, const SpriteLook& look,
                 View view, std::uint32_t every, const Target& target) {
    const gl::Size frame = target.size();
    const Grid& grid = grid_of(view, frame);
    reserve(living.capacity, grid);
    const Programs& programs = this->programs(list.has_value(), view);
    project(living, list, look, view, every, grid);
    sort(living.capacity, grid);
    divide(grid);
    {
        const gl::PassScope scope(passes_, light_pass_);
        bind(living, list, grid);
        ranges_of_keys_.bind_storage(shared::BIND_TILE_RANGES);
        work_.bind_storage(shared::BIND_TILE_WORK);
        sums_.bind_storage(shared::BIND_TILE_SUMS);
        light_.set("frame_size", glm::vec2(frame.width, frame.height));
        light_.set("level_count", static_cast<std::uint32_t>(grid.levels.size()));
        light_.dispatch_indirect(plan_, offsetof(shared::TilePlan, light_x));
        programs.whole.dispatch_indirect(plan_, offsetof(shared::TilePlan, whole_x));
        gl::storage_barrier();
    }
    resolve(target, look.brightest);
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
