#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "effects/json.h"
#include "effects/settings_fields.h"
#include "measure/copies.h"
#include "measure/draw_report.h"
#include "measure/measure.h"
#include "measure/timing.h"
#include "render/renderer.h"
#include "session/machine.h"
#include "session/scene.h"
#include "session/session.h"
#include "session/start.h"
#include "shaders/shared.h"

namespace winnow::measure {
namespace {

constexpr gl::Size small_frame{1280, 720}, large_frame{1920, 1080}, frame_in_software{640, 360};
constexpr std::uint32_t seconds_until_steady = 10;
constexpr double room = 1.02;                                  // capacity by the wanted number alive
constexpr std::uint32_t most_alive_by_triangles = 40'000'000;  // more take seconds a frame

/// One population and the frames that are drawn of it.
struct DrawCase {
    effects::Effect effect;
    std::uint64_t alive = 0;  // 0: at the effect's own density
    std::vector<gl::Size> frames;
};

std::vector<DrawCase> usual_draw_cases(const DrawBenchChoice& options, bool software) {
    std::vector<DrawCase> cases;
    const auto add = [&](const char* effect, std::vector<std::uint64_t> sizes,
                         std::uint64_t in_large_frames) {
        if (software) sizes = {0};
        for (const std::uint64_t alive : chosen_values(options.sizes, sizes)) {
            std::vector<gl::Size> frames{software ? frame_in_software : small_frame};
            if (!software && alive >= in_large_frames) frames.push_back(large_frame);
            cases.push_back({effects::load(effect), alive, std::move(frames)});
        }
    };
    add("fountain", {475'000, 4'700'000, 20'000'000, 100'000'000}, 20'000'000);
    add("smoke", {28'000, 1'100'000, 5'600'000}, 5'600'000);
    return cases;
}

std::vector<DrawCase> draw_cases(const DrawBenchChoice& options, bool software) {
    std::vector<DrawCase> cases;
    if (options.effect.empty())
        cases = usual_draw_cases(options, software);
    else
        for (const std::uint64_t alive : chosen_values(options.sizes, {0}))
            cases.push_back({effects::load(options.effect), alive, {small_frame}});
    if (options.frame)
        for (DrawCase& one : cases) one.frames = {*options.frame};
    return cases;
}

std::string method_of_frames(std::uint32_t frames, bool software) {
    return fmt::format(
        "Median, 10th and 90th percentile of {} frames, drawn into an image without a window while the "
        "simulation stands still, after {} s of simulated time: {}. Passes are medians of {} further frames, "
        "each waited for; the pass \"particles\" includes the passes of tiles, which run for the reflection "
        "first.",
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
            const std::string what = fmt::format("{} alive in {}", one.alive, one.effect.name);
            passes_or_is_left_out(bench_.left_out, what, [&] { measure(one); });
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
        return session;
    }

    void note(const std::vector<session::StepReport>& reports) {
        if (!reports.empty()) alive_ = reports.back().figures.alive;
    }

    /// Finds the density by a run at the effect's own.
    void measure(const DrawCase& one) {
        show(one, "filling");
        auto session = filled(one, 1, session::capacity_for(one.effect, 1));
        std::uint32_t alive = std::max(1u, alive_);
        if (one.alive > 0) {
            const auto capacity = static_cast<double>(one.alive) * room;
            if (capacity > shared::MAX_CAPACITY)
                bad_input("{} alive need room for more than the {} that are possible", one.alive,
                          shared::MAX_CAPACITY);
            const float density = static_cast<float>(one.alive) / static_cast<float>(alive);
            session.reset();
            session = filled(one, density, static_cast<std::uint32_t>(capacity));
            alive = std::max(1u, alive_);
        }
        const ColumnCopy copy = time_column_copy(toolbox_.tools(), copies_, alive);
        const Subject subject{one, *session, alive, copy.milliseconds, session->passes().rows().size()};
        render::Renderer renderer(session->facts(), session->shaders(), session->passes());
        for (const gl::Size frame : one.frames) measure_frames(subject, renderer, frame);
    }

    void measure_frames(const Subject& subject, render::Renderer& renderer, gl::Size frame) {
        const DrawCase& one = subject.one;
        const std::uint32_t alive = subject.alive;
        for (const effects::DrawMethod by : {effects::DrawMethod::tiles, effects::DrawMethod::triangles}) {
            if (options_.draw != effects::DrawMethod::automatic && options_.draw != by) continue;
            const std::string name(winnow::name_of(effects::draw_methods, by));
            const std::string what = fmt::format("{} of {} alive in {}", name, alive, one.effect.name);
            if (by == effects::DrawMethod::tiles && one.effect.blend != effects::Blend::additive)
                leave_out(bench_.left_out, what, "its particles cover each other");
            else if (by == effects::DrawMethod::triangles && options_.draw != by &&
                     alive > most_alive_by_triangles)
                leave_out(bench_.left_out, what, "a frame takes seconds; ask for it with --draw triangles");
            else
                bench_.rows.push_back(measure_row(subject, renderer, frame, by));
        }
    }

    DrawRow measure_row(const Subject& subject, render::Renderer& renderer, gl::Size frame,
                        effects::DrawMethod by) {
        session::Session& session = subject.session;
        const std::string name(winnow::name_of(effects::draw_methods, by));
        show(subject.one, fmt::format("{}x{} by {}", frame.width, frame.height, name));
        session.apply({"/display/draw", name});
        const render::TargetImage image(frame);
        const render::Scene scene = session::scene_of(session, render::Camera(subject.one.effect.view));
        const auto draw = [&] { renderer.draw(scene, image); };
        DrawRow row;
        row.method = name;
        row.effect = subject.one.effect.name;
        row.alive = subject.alive;
        row.width = static_cast<std::uint32_t>(frame.width);
        row.height = static_cast<std::uint32_t>(frame.height);
        row.runs = options_.runs;
        row.ms = spread_of(timing_.in_gl([&](std::uint32_t) { draw(); }));
        row.passes = time_passes(session.passes(), subject.first_pass, draw);
        row.copy_ms = subject.copy_ms;
        row.memory_bytes = renderer.list_bytes();
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
    return DrawCases(machine, options, progress).run();
}

}  // namespace winnow::measure
