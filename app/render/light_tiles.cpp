#include "render/light_tiles.h"

#include "gl/fence.h"

namespace winnow::render {
namespace {

constexpr std::uint64_t words_per_sum = 2;

gl::ProgramSource project_source(gl::Defines defines, const char* projected) {
    defines.emplace_back("TILED", "1");
    defines.emplace_back("PROJECTED", gl::define_path(projected));
    return {"render/tiles/light.comp#project",
            {{gl::ShaderStage::compute, "render/tiles/light.comp#project"}},
            std::move(defines)};
}

gl::Defines sum_defines(LightTiles::View view) {
    const bool shade = view == LightTiles::View::shade;
    gl::Defines all{{"CHANNELS", gl::define_number(LightTiles::channels_of(view))},
                    {"WINDOW", shade ? "SHADE_WINDOW" : "LIGHT_WINDOW"}};
    if (shade) all.emplace_back("SHADE", "1");
    return all;
}

}  // namespace

LightTiles::LightTiles(gl::ShaderLibrary& shaders, gl::Passes& passes, TileWork& work)
    : shaders_(shaders),
      passes_(passes),
      work_(work),
      light_pass_(passes.declare("light", "adds up each tile's light in shared memory", gl::Work::compute)),
      project_(shaders, project_source({}, "render/tiles/projected.glsl")),
      project_listed_(shaders, project_source({{"LISTED", "1"}}, "render/tiles/projected.glsl")),
      project_shade_(shaders, project_source({{"SHADE", "1"}}, "render/tiles/projected_shade.glsl")) {}

const gl::Program& LightTiles::project_program(const particles::ParticleView& living, bool listed, View view,
                                               const gl::Defines& air) {
    LookProgram& program = view == View::shade ? project_shade_ : listed ? project_listed_ : project_;
    return program.of(living, view == View::shade ? gl::Defines() : air);
}

const gl::Program& LightTiles::resolve_program(View view) {
    auto& program = resolve_[view == View::shade];
    if (!program) program = shaders_.load_compute("render/tiles/light.comp#resolve", sum_defines(view));
    return *program;
}

void LightTiles::load(const particles::ParticleView& living, bool listed, View view, const gl::Defines& air) {
    project_program(living, listed, view, air);
    load(living.program->has_pictures, view);
}

void LightTiles::load(bool has_pictures, View view) {
    light_program(view, has_pictures);
    resolve_program(view);
}

std::uint64_t LightTiles::sum_bytes(View view, gl::Size frame) {
    return channels_of(view) * words_per_sum * pixels_of(frame) * gl::word_bytes;
}

std::vector<BufferRequest> LightTiles::holdings(std::uint32_t capacity, std::uint64_t sum_bytes,
                                                bool has_pictures) {
    const std::uint64_t elements = has_pictures ? 2 : 1;
    return {{&sprites_, elements * capacity * sizeof(shared::uvec4), "tiles: sprites"},
            {&sums_, sum_bytes, "tiles: sums", true}};
}

const TileGrid& LightTiles::grid_of(View view, gl::Size frame) {
    TileGrid& grid = grids_[static_cast<std::size_t>(view)];
    const std::uint32_t window = view == View::shade ? shared::SHADE_WINDOW : shared::LIGHT_WINDOW;
    if (grid.size() != frame) grid = TileGrid(frame, light_levels(frame, window), false);
    return grid;
}

const gl::Program& LightTiles::light_program(View view, bool has_pictures) {
    const bool shows_pictures = has_pictures && view != View::shade;
    auto& program = shows_pictures ? light_of_pictures_ : view == View::shade ? shade_ : light_;
    if (!program) {
        gl::Defines defines = sum_defines(view);
        if (shows_pictures) defines.emplace_back("PICTURES", "1");
        program = shaders_.load_compute("render/tiles/light.comp#add", std::move(defines));
    }
    return *program;
}

void LightTiles::add(const Shown& shown, const SpriteLook& look, const Target& target) {
    const gl::PassScope scope(passes_, work_.project_pass());
    const TileGrid& grid = grid_of(sum_.view, target.size());
    const gl::Program& project = project_program(shown.living, shown.list.has_value(), sum_.view, look.air);
    work_.begin(shown, grid, sum_.max_entries > 0);
    sprites_.bind_storage(shared::BIND_TILE_SPRITES);
    grid.bind_for(project);
    set_look(project, shown, look);
    project.set("texels", static_cast<float>(target.size().width));
    project.set("brightest", sum_.brightest);
    project.set("is_reflection", sum_.view == View::mirrored ? 1 : 0);
    work_.for_each_particle(project);
    sum_.max_entries += shown.living.capacity;
}

void LightTiles::end(const Target& target) {
    const TileGrid& grid = grid_of(sum_.view, target.size());
    work_.sort(grid, sum_.max_entries);
    work_.divide(grid, false);
    sums_.bind_storage(shared::BIND_TILE_SUMS);
    {
        const gl::PassScope scope(passes_, light_pass_);
        sprites_.bind_storage(shared::BIND_TILE_SPRITES);
        const gl::Program& light = light_program(sum_.view, sum_.has_pictures);
        grid.bind_for(light);
        work_.for_each_part(light);
    }
    const gl::PassScope scope(passes_, work_.resolve_pass());
    target.bind_image(shared::IMAGE_FRAME);
    const gl::Program& resolve = resolve_program(sum_.view);
    resolve.set("unit", sum_.brightest / static_cast<float>(shared::LIGHT_UNITS));
    resolve.dispatch(gl::Groups::over(pixels_of(target.size()), shared::TILE_THREADS));
    gl::drawing_barrier();
}

void LightTiles::draw(const Shown& shown, const SpriteLook& look, View view, const Target& target) {
    begin({view, look.brightest, shown.living.program->has_pictures});
    add(shown, look, target);
    end(target);
}

void LightTiles::forget_times() const {
    passes_.forget(light_pass_);
}

}  // namespace winnow::render
