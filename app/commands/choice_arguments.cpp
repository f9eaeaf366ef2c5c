#include "commands/choice_arguments.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "commands/parse_values.h"
#include "effects/model/fields.h"
#include "render/image.h"
#include "render/lens.h"
#include "session/offline_render.h"
#include "settings/settings_fields.h"
#include "shaders/shared.h"

namespace winnow::commands {
namespace {

constexpr std::uint32_t max_seed = 0xFFFFFFFF;
constexpr std::uint64_t max_elements = 0xFFFFFFFF;  // in a scan: indices are 32 bits on the GPU
constexpr float max_prewarm = 600;                  // seconds

/// The CPU's reference has only one block scan, grid strategy and compactor, so it cannot be given with a
/// choice of them.
void refuse_choices_of_the_reference(const Algorithm& choice) {
    if (choice.backend != Backend::cpu) return;
    const auto refuse = [](std::string_view option, std::string_view name, std::string_view what) {
        bad_input("{} {}: the backend cpu has only one {}; leave {} out, or choose --backend glsl or cuda",
                  option, name, what, option);
    };
    if (choice.scan.block != BlockScan::automatic) refuse("--block", name_of(choice.scan.block), "scan");
    if (choice.scan.grid != GridStrategy::automatic) refuse("--grid", name_of(choice.scan.grid), "scan");
    if (choice.compaction != Compaction::automatic && choice.compaction != Compaction::staged)
        refuse("--compaction", name_of(choice.compaction), "compactor, staged");
}

void refuse_fused_beside_several_passes(const Algorithm& choice) {
    const bool one_pass = choice.scan.grid == GridStrategy::automatic || is_single_pass(choice.scan.grid);
    if (choice.compaction != Compaction::fused || one_pass) return;
    bad_input(
        "--compaction fused needs a single-pass scan, and --grid {} makes several passes; "
        "leave --grid out, or choose {} or {}",
        name_of(choice.scan.grid), name_of(GridStrategy::chained), name_of(GridStrategy::decoupled_lookback));
}

}  // namespace

void add_device(Arguments& arguments, session::DeviceChoice& choice) {
    arguments.add_text("--device", "DEVICE",
                       "GL device by number or part of its name (see winnow list); a window accepts only "
                       "a part of the name of its display's device",
                       choice.device);
    arguments.add_shaders(
        "--shaders", "Read the shaders from this directory and reload them when they change", choice.shaders);
    arguments.add_flag("--gl-debug", "Report the OpenGL driver's messages", choice.gl_debug);
}

void add_json(Arguments& arguments, std::string& path) {
    arguments.add_output("--json", "FILE|-", "Write the results as JSON", path);
}

void add_trace(Arguments& arguments, std::string& path) {
    arguments.add_output("--trace", "FILE|-", "Write one line of JSON for each step", path);
}

void add_trace_events(Arguments& arguments, std::string& path) {
    arguments.add_output("--trace-events", "FILE|-",
                         "Write the passes of steps and frames, host and GPU, as a time line for Perfetto",
                         path);
}

void add_backend(Arguments& arguments, Algorithm& choice) {
    arguments.add_name("--backend", "Backend that computes scans and compaction", backends, choice.backend);
}

void add_scan(Arguments& arguments, Algorithm& choice) {
    add_backend(arguments, choice);
    arguments.add_name("--block", "The scan inside a block", block_scans, choice.scan.block);
    arguments.add_name("--grid", "Grid strategy that combines the blocks' scans", grid_strategies,
                       choice.scan.grid);
    arguments.finally([&] { refuse_choices_of_the_reference(choice); });
}

void add_compaction(Arguments& arguments, Algorithm& choice) {
    arguments.add_name("--compaction", "Compactor that removes the dead", compactions, choice.compaction);
    arguments.finally([&] { refuse_fused_beside_several_passes(choice); });
}

void add_seed(Arguments& arguments, session::SimulationChoice& choice) {
    arguments.add_count("--seed", "Seed of all randomness (default 1)", 0, max_seed,
                        [&](std::uint32_t n) { choice.seed = n; });
    arguments.finally([&] { choice.seed_given = arguments.was_given("--seed"); });
}

void add_population(Arguments& arguments, session::SimulationChoice& choice) {
    arguments.add_count("--capacity",
                        "Largest number of particles (default: chosen for the device or the effect)", 1,
                        shared::MAX_CAPACITY, [&](std::uint32_t n) { choice.capacity = n; });
    arguments.add_value(
        "--density", "FACTOR",
        "Factor on every emitter's rate (default 1; a built-in effect in the window: what suits the device)",
        [&](const std::string& text) {
            choice.density = parse_between("--density", text, 0, effects::max_density);
        });
}

void add_set(Arguments& arguments, const std::string& type, const std::string& help,
             const std::function<void(const std::string& name, const std::string& value)>& take) {
    arguments.add_repeated("--set", type, help, [take](const std::string& text) {
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos)
            bad_input("--set {}: must be NAME=VALUE, such as speed=2", shortened(text));
        take(text.substr(0, equals), text.substr(equals + 1));
    });
}

session::PropertyChoice parse_property(const std::string& name, const std::string& value) {
    const auto [least, most] = effects::any_property;
    return {name, parse_between("--set " + name, value, static_cast<float>(least), static_cast<float>(most))};
}

void add_properties(Arguments& arguments, session::SimulationChoice& choice) {
    add_set(arguments, "NAME=VALUE", "Set a property of the effect; can be given several times",
            [&choice](const std::string& name, const std::string& value) {
                choice.properties.push_back(parse_property(name, value));
            });
}

void add_simulation(Arguments& arguments, session::SimulationChoice& choice) {
    add_scan(arguments, choice);
    add_compaction(arguments, choice);
    add_population(arguments, choice);
    add_seed(arguments, choice);
}

namespace {

void add_effect(Arguments& arguments, session::StartChoice& choice) {
    arguments.add_effect("EFFECT", "A built-in effect's name or a file (default fountain)", choice.effect);
    arguments.finally([&] { choice.effect_given = arguments.was_given("EFFECT"); });
}

void add_prewarm(Arguments& arguments, session::StartChoice& choice) {
    arguments.add_value(
        "--prewarm", "SECONDS", "Seconds to simulate before the first frame (default: set by the effect)",
        [&](const std::string& text) { choice.prewarm = parse_between("--prewarm", text, 0, max_prewarm); });
}

}  // namespace

void add_beginning(Arguments& arguments, session::StartChoice& choice) {
    add_effect(arguments, choice);
    add_backend(arguments, choice);
    add_population(arguments, choice);
    add_seed(arguments, choice);
    add_prewarm(arguments, choice);
    add_properties(arguments, choice);
}

void add_run(Arguments& arguments, session::StartChoice& choice) {
    add_effect(arguments, choice);
    add_simulation(arguments, choice);
    add_prewarm(arguments, choice);
}

void add_start(Arguments& arguments, session::StartChoice& choice) {
    add_run(arguments, choice);
    arguments.add_input("--load-state", "Continue from a saved state, with its effect, seed and density",
                        choice.load_state);
    arguments.add_input("--replay", "Replay a recording that --record wrote, at the same steps",
                        choice.replay);
    arguments.exclude("--prewarm", {"--load-state", "--replay"});
    add_properties(arguments, choice);
    arguments.exclude("--set", {"--load-state", "--replay"});
}

void add_looks(Arguments& arguments, session::DrawingChoice& choice) {
    arguments.add_name("--sort", "Draw from back to front (auto: where near particles cover far ones)",
                       effects::sortings, choice.sort);
    arguments.add_name("--sort-bits", "Key bits to sort by (default 32; in the window, as last used)",
                       effects::key_bits, choice.sort_bits);
    arguments.add_name("--draw", "How particles are drawn (auto: tiles on a GPU)", effects::draw_methods,
                       choice.draw);
}

void add_drawing(Arguments& arguments, session::DrawingChoice& choice) {
    add_looks(arguments, choice);
    arguments.add_flag("--cull", "Draw only the particles in view", choice.cull);
    arguments.add_count("--sort-every", "Frames between two sorts (default 1; in the window, as last used)",
                        1, effects::max_sort_every, [&](std::uint32_t n) { choice.sort_every = n; });
}

namespace {

/// The drawn frame has the limit of a frame.
void refuse_large_frames(const PictureOptions& options) {
    const std::uint32_t n = options.supersample, most = max_frame_side / n;
    const auto [width, height] = options.size;
    if (width <= most && height <= most) return;
    bad_input(
        "--supersample {}: frames of {}x{} would be drawn with {}x{} pixels; a side may have {}, so --size "
        "may have {}",
        n, width, height, n * width, n * height, max_frame_side, most);
}

}  // namespace

void add_picture(Arguments& arguments, PictureOptions& options, const std::string& thing) {
    arguments.add_value(
        "--size", "WxH",
        fmt::format("Size of {} in pixels (default {}x{})", thing, options.size.width, options.size.height),
        [&](const std::string& text) { options.size = parse_frame_size("--size", text, max_frame_side); });
    arguments.add_count(
        "--supersample",
        fmt::format("Draw {} with N times its width and height and average the light (default 1)", thing), 1,
        render::max_supersampling, [&](std::uint32_t n) { options.supersample = n; });
    arguments.finally([&] { refuse_large_frames(options); });
    arguments.add_value("--camera", "YAW,PITCH,DISTANCE[,X,Y,Z]",
                        "Camera in degrees and metres, and its target (default: the effect's view)",
                        [&](const std::string& text) { options.camera = parse_camera("--camera", text); });
    arguments.add_count(
        "--samples",
        fmt::format("Times that {} with depth of field or motion blur is drawn (default 16)", thing), 1,
        render::max_lens_samples, [&](std::uint32_t n) { options.samples = n; });
    arguments.add_flag("--no-bloom", "Bright light does not spread around its source", options.no_bloom);
    arguments.add_flag("--no-vignette", "Corners are as bright as the middle", options.no_vignette);
    arguments.add_flag("--no-grading", "Leave out the effect's tint, saturation and contrast",
                       options.no_grading);
}

session::StillChoice PictureOptions::still() const {
    return {{static_cast<int>(size.width), static_cast<int>(size.height)},
            static_cast<int>(supersample),
            camera,
            {!no_bloom, !no_vignette, !no_grading, static_cast<int>(samples)}};
}

void add_frames(Arguments& arguments, const std::string& help, std::optional<std::uint32_t>& frames) {
    arguments.add_count("--frames", help, 1, session::max_frames, [&](std::uint32_t n) { frames = n; });
}

void add_save_state(Arguments& arguments, std::string& path) {
    arguments.add_output("--save-state", "FILE|-", "Write the state at the end, to continue from it later",
                         path);
}

void add_sizes(Arguments& arguments, std::uint64_t least, std::vector<std::uint64_t>& sizes) {
    arguments.add_value("--sizes", "N,...",
                        "Numbers of elements, records, keys or particles, such as 1000,64k,2^20",
                        [least, &sizes](const std::string& text) {
                            sizes = parse_counts("--sizes", text, least, max_elements);
                        });
}

namespace {

/// Returns the range of a field of an effect's view.
effects::Interval range_of(std::string_view key) {
    effects::Interval range{};
    effects::View view;
    describe(view, [&](const effects::Field& field, const auto&) {
        if (field.key == key) range = field.range;
    });
    return range;
}

}  // namespace

session::CameraChoice parse_camera(std::string_view option, const std::string& text) {
    std::string_view rest = text;
    const auto take = [&](std::string_view key, std::string_view name) {
        const std::string_view one = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(one.size() + 1, rest.size()));
        const auto [least, most] = range_of(key);
        return parse_between(fmt::format("{}: {}", option, name), one, static_cast<float>(least),
                             static_cast<float>(most));
    };
    const auto commas = std::count(text.begin(), text.end(), ',');
    if (commas != 2 && commas != 5)
        bad_input("{} {}: must be YAW,PITCH,DISTANCE or YAW,PITCH,DISTANCE,X,Y,Z, such as 30,12,6,0,1,0",
                  option, shortened(text));
    session::CameraChoice camera;
    camera.yaw = take("yaw", "yaw");
    camera.pitch = take("pitch", "pitch");
    camera.distance = take("distance", "distance");
    if (commas == 5) {
        glm::vec3& target = camera.target.emplace();
        for (int i = 0; i < 3; ++i) target[i] = take("target", std::string_view("XYZ").substr(i, 1));
    }
    return camera;
}

}  // namespace winnow::commands
