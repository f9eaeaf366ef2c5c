#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "effects/format/effect_file.h"
#include "measure/draw_report.h"
#include "measure/glsl_baselines.h"
#include "measure/measure.h"
#include "measure/timing.h"
#include "render/drawing.h"
#include "render/renderer.h"
#include "render/sprite_look.h"
#include "session/machine.h"
#include "session/scene.h"
#include "session/session.h"
#include "session/start.h"
#include "settings/settings_fields.h"
#include "shaders/shared.h"

namespace winnow::measure {
namespace {

constexpr gl::Size small_frame{1280, 720}, large_frame{1920, 1080}, frame_in_software{640, 360};
constexpr std::uint32_t seconds_until_steady = 10;
constexpr double room = 1.02;                                 // capacity by the wanted number alive
constexpr std::uint64_t usual_large_from = 20'000'000;        // alive; see DrawCase
constexpr std::uint32_t max_alive_by_triangles = 40'000'000;  // more take seconds a frame

std::uint32_t room_for(std::uint64_t alive) {
    const double capacity = static_cast<double>(alive) * room;
    if (capacity > shared::MAX_CAPACITY)
        bad_input("bench draw: --sizes: {} alive need room for more than the {} that are possible", alive,
                  shared::MAX_CAPACITY);
    return static_cast<std::uint32_t>(capacity);
}

/// One population that is drawn.
struct DrawCase {
    effects::Effect effect;
    std::uint64_t alive = 0;       // 0: at the effect's own density
    std::uint64_t large_from = 0;  // so many alive are drawn in a large frame too
};

std::string text_of(gl::Size frame) {
    return fmt::format("{}x{}", frame.width, frame.height);
}

std::string text_of(const DrawCase& one) {
    if (one.alive == 0) return one.effect.name + " at its own density";
    return fmt::format("{} alive in {}", one.alive, one.effect.name);
}

std::vector<DrawCase> draw_cases(const DrawBenchChoice& options, bool software) {
    for (const std::uint64_t alive : options.sizes) room_for(alive);
    std::vector<DrawCase> cases;
    const auto add = [&](const std::string& effect, const std::vector<std::uint64_t>& sizes,
                         std::uint64_t large_from) {
        for (const std::uint64_t alive : chosen_values(options.sizes, sizes))
            cases.push_back({effects::load(effect), alive, large_from});
    };
    if (!options.effect.empty()) {
        add(options.effect, {0}, usual_large_from);
    } else if (software) {
        add("fountain", {0}, usual_large_from);
        add("smoke", {0}, usual_large_from);
    } else {
        add("fountain", {475'000, 4'700'000, 20'000'000, 100'000'000}, usual_large_from);
        add("smoke", {28'000, 1'100'000, 5'600'000}, 5'600'000);
    }
    return cases;
}

std::string method_of_frames(std::uint32_t frames, bool software) {
    return fmt::format(
        "Median, 10th and 90th percentile of {} frames, drawn into an image without a window while the "
        "simulation stands still, after {} s of simulated time: {}. Passes are medians of {} further frames, "
        "each waited for; the pass \"particles\" includes the passes of tiles, which run for the reflection "
        "first. A row \"atomics\" is of the particles alone, without reflection, floor, bloom and tone map; "
        "compare it with that pass of the frames.",
        frames, seconds_until_steady,
        software ? "a CPU renders, and each is timed by its clock"
                 : "the span between two timestamps on the GPU; ahead of each, copies of 128 MiB flush the "
                   "caches and keep the GPU busy while its commands are queued",
        runs_for_passes);
}

class DrawCases {
  public:
    DrawCases(session::Machine& machine, const DrawBenchChoice& options, Progress& progress)
        : machine_(machine),
          options_(options),
          progress_(progress),
          cases_(draw_cases(options, machine.facts().software)),
          toolbox_(machine, options),
          timing_(toolbox_.tools(), 1),
          copies_(copy_baselines(machine.suites())) {
        bench_.method = method_of_frames(options.runs, machine.facts().software);
    }

    DrawBench run() {
        for (const DrawCase& one : cases_) {
            passes_or_is_left_out(bench_.left_out, text_of(one), [&] { measure(one); });
            ++done_;
        }
        return std::move(bench_);
    }

  private:
    /// The particles that are drawn, in each way and at each size.
    struct Subject {
        const DrawCase& one;
        session::Session& session;
        std::uint32_t alive;
        double copy_ms;          // of the living's columns
        std::size_t first_pass;  // of drawing, among the session's
    };

    static std::string row_text(const Subject& subject, gl::Size frame, std::string_view method) {
        return fmt::format("{} of {} alive in {} at {}", method, subject.alive, subject.one.effect.name,
                           text_of(frame));
    }

    /// Returns the scene as `winnow render` draws it.
    static render::Scene scene_of(const Subject& subject) {
        render::Scene scene = session::scene_of(subject.session, render::Camera(subject.one.effect.view));
        scene.camera.set_plane(scene.plane);
        return scene;
    }

    std::vector<gl::Size> frames_of(const Subject& subject) const {
        if (options_.frame) return {*options_.frame};
        if (machine_.facts().software) return {frame_in_software};
        const std::uint64_t wanted = subject.one.alive > 0 ? subject.one.alive : subject.alive;
        if (wanted < subject.one.large_from) return {small_frame};
        return {small_frame, large_frame};
    }

    /// Throws Error(bad_input) if nothing is alive then.
    std::unique_ptr<session::Session> filled(const DrawCase& one, float density, std::uint32_t capacity) {
        effects::Settings settings = session::first_settings(options_, one.effect, capacity);
        settings.simulation.density = density;
        settings.simulation.backend = Backend::glsl;  // fills the pool faster, with the same state
        auto session =
            std::make_unique<session::Session>(machine_.context(), machine_.shaders(), std::move(settings));
        for (std::uint32_t i = 0; i < seconds_until_steady * one.effect.steps_per_second; ++i) {
            check_interrupted();
            session->step();
            session->simulation().settle();
            note(session->take_reports());
        }
        note(session->wait_reports());
        if (alive_ == 0) bad_input("nothing is alive after {} s", seconds_until_steady);
        return session;
    }

    void note(const std::vector<session::StepReport>& reports) {
        if (!reports.empty()) alive_ = reports.back().figures.alive;
    }

    /// Finds the density by a run at the effect's own.
    void measure(const DrawCase& one) {
        show(one, "filling");
        auto session = filled(one, 1, session::capacity_for(one.effect, 1));
        if (one.alive > 0) {
            const float density = static_cast<float>(one.alive) / static_cast<float>(alive_);
            session.reset();
            session = filled(one, density, room_for(one.alive));
        }
        const ColumnCopy copy = time_column_copy(toolbox_.tools(), copies_, alive_);
        const Subject subject{one, *session, alive_, copy.milliseconds, session->passes().rows().size()};
        render::Renderer renderer(session->facts(), session->shaders(), session->passes(),
                                  &session->suites().memory());
        for (const gl::Size frame : frames_of(subject)) measure_frames(subject, renderer, frame);
    }

    void measure_frames(const Subject& subject, render::Renderer& renderer, gl::Size frame) {
        const auto measure_or_leave_out = [&](std::string_view method, const auto& measured_row) {
            show(subject.one, fmt::format("{} by {}", text_of(frame), method));
            passes_or_is_left_out(bench_.left_out, row_text(subject, frame, method), [&] {
                DrawRow row = measured_row();
                row.method = method;
                bench_.rows.push_back(std::move(row));
            });
        };
        for (const effects::DrawMethod by : {effects::DrawMethod::tiles, effects::DrawMethod::triangles}) {
            if (options_.draw != effects::DrawMethod::automatic && options_.draw != by) continue;
            const std::string_view name = winnow::name_of(effects::draw_methods, by);
            if (by == effects::DrawMethod::triangles && options_.draw != by &&
                subject.alive > max_alive_by_triangles)
                leave_out(bench_.left_out, row_text(subject, frame, name),
                          "a frame takes seconds; ask for it with --draw triangles");
            else
                measure_or_leave_out(name, [&] { return frame_row(subject, renderer, frame, name); });
        }
        if (options_.draw == effects::DrawMethod::automatic)
            measure_or_leave_out(atomics_method, [&] { return atomics_row(subject, frame); });
    }

    DrawRow row_of(const Subject& subject, gl::Size frame) const {
        DrawRow row;
        row.effect = subject.one.effect.name;
        row.alive = subject.alive;
        row.width = static_cast<std::uint32_t>(frame.width);
        row.height = static_cast<std::uint32_t>(frame.height);
        row.runs = options_.runs;
        row.copy_ms = subject.copy_ms;
        return row;
    }

    /// Throws Error(bad_input) if the renderer draws by triangles what should be drawn by tiles.
    DrawRow frame_row(const Subject& subject, render::Renderer& renderer, gl::Size frame,
                      std::string_view method) {
        session::Session& session = subject.session;
        session.apply({"/display/draw", std::string(method)});
        const render::TargetImage image(frame);
        const render::Scene scene = scene_of(subject);
        const auto draw = [&] { renderer.draw(scene, image); };
        draw();
        if (!renderer.why_triangles().empty()) bad_input("{}", renderer.why_triangles());
        DrawRow row = row_of(subject, frame);
        row.ms = spread_of(timing_.in_gl([&](std::uint32_t) { draw(); }));
        row.passes = time_passes(session.passes(), subject.first_pass, draw);
        row.memory_bytes = renderer.drawing_bytes();
        return row;
    }

    /// Throws Error(bad_input) if atomics cannot draw the effect, or the sums do not fit.
    DrawRow atomics_row(const Subject& subject, gl::Size frame) {
        session::Session& session = subject.session;
        const render::Scene scene = scene_of(subject);
        if (scene.covers) bad_input("sprites that cover others have an order, and atomics have none");
        DrawAtomics atomics(session.facts(), session.shaders(), frame);
        const render::Target target(frame, render::Format::hdr, "bench: frame");
        const render::SpriteLook look{
            .plane = scene.plane,
            .density = scene.density,
            .seconds = scene.seconds,
            .brightest = render::brightest_light(scene.order.bounds.brightest_color, scene.density,
                                                 scene.living.program->has_singles)};
        render::UniformBlock camera(shared::BIND_CAMERA, sizeof(shared::Camera), "bench: camera");
        camera.set(render::camera_block(scene.camera.sight(frame), frame, static_cast<float>(scene.seconds)));
        gl::Passes passes(session.facts());
        const gl::PassId particles = passes.declare("particles", "", gl::Work::compute);
        const auto draw = [&] {
            const gl::PassScope scope(passes, particles);
            atomics.draw(scene.living, look, target);
        };
        target.clear();
        DrawRow row = row_of(subject, frame);
        row.ms = spread_of(timing_.in_gl([&](std::uint32_t) { draw(); }));
        row.passes = time_passes(passes, 0, draw);
        row.memory_bytes = atomics.memory_bytes();
        return row;
    }

    void show(const DrawCase& one, const std::string& what) {
        progress_.show(fmt::format("{}: {}", one.effect.name, what),
                       done_ / static_cast<double>(cases_.size()));
    }

    session::Machine& machine_;
    const DrawBenchChoice& options_;
    Progress& progress_;
    DrawBench bench_;
    std::vector<DrawCase> cases_;
    BenchToolbox toolbox_;
    Timing timing_;
    ScanBaselines copies_;
    std::uint32_t alive_ = 0;  // at the end of the newest filling
    double done_ = 0;
};

}  // namespace

DrawBench bench_draw(session::Machine& machine, const DrawBenchChoice& options, Progress& progress) {
    if (options.backend == Backend::cuda || options.backend == Backend::cpu)
        bad_input("bench draw: --backend {}: drawing always runs in GLSL", winnow::name_of(options.backend));
    return DrawCases(machine, options, progress).run();
}

}  // namespace winnow::measure
