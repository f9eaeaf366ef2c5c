// winnow render: pictures without a window.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/output.h"
#include "base/progress.h"
#include "base/text.h"
#include "base/version.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "commands/draw_order.h"
#include "commands/headless_settings.h"
#include "commands/machine.h"
#include "commands/pace.h"
#include "commands/session.h"
#include "commands/start.h"
#include "commands/trace.h"
#include "effects/json.h"
#include "render/camera.h"
#include "render/renderer.h"
#include "render/target_image.h"
#include "render/video.h"

namespace winnow::commands {
namespace {

constexpr std::uint32_t default_seconds = 5;
constexpr std::uint32_t most_pixels = 16384;  // of a frame's side
constexpr std::uint32_t most_fps = 1000;

gl::Size size_of(const RenderOptions& options) {
    return {static_cast<int>(options.size.width), static_cast<int>(options.size.height)};
}

effects::Settings settings_of(const RenderOptions& options, const Start& start) {
    effects::Effect effect = effects::load(options.effect);
    const std::uint32_t capacity =
        options.capacity.value_or(capacity_for(effect, options.density.value_or(1)));
    effects::Settings settings = headless_settings(options, std::move(effect), capacity);
    settings.effect.prewarm = options.prewarm.value_or(settings.effect.prewarm);
    set_drawing(options, settings.display);
    start.put_into(settings, options);
    return settings;
}

/// Draws the session as the effect's own view shows it.
class Pictures {
  public:
    Pictures(Session& session, const RenderOptions& options, std::unique_ptr<render::FrameSink> sink)
        : session_(session),
          renderer_(session.facts(), session.shaders(), session.passes()),
          target_(size_of(options)),
          sink_(std::move(sink)) {}

    bool last_only() const { return sink_ && sink_->last_only(); }
    bool failed() const { return failure_ != nullptr; }
    std::uint32_t written() const { return written_; }

    /// A failure to write is for finish() to throw: the steps go on for the other outputs.
    void draw() {
        if (failed()) return;
        draw_scene();
        const render::Image image = target_.read();
        try {
            sink_->write(image);
            ++written_;
        } catch (const Error&) {
            check_interrupted();
            failure_ = std::current_exception();
            sink_.reset();  // the room that it took is free for the other outputs
        }
    }

    /// Throws what went wrong with the first picture that could not be written.
    void finish() {
        if (failed()) std::rethrow_exception(failure_);
        if (written_ > 0) sink_->finish();
    }

  private:
    void draw_scene() {
        const effects::Settings& settings = session_.settings();
        render::Scene scene;
        scene.living = session_.simulation().living();
        scene.floor = settings.effect.floor;
        scene.blend = settings.effect.blend;
        scene.shaded = effects::has_shading(settings.effect);
        scene.camera = render::Camera(settings.effect.view);
        scene.camera.set_floor(scene.floor);
        scene.exposure = settings.effect.view.exposure;
        scene.density = settings.simulation.density;
        scene.seconds = static_cast<double>(session_.simulation().steps()) / settings.effect.steps_per_second;
        scene.order = order_of(session_);
        renderer_.draw(scene, target_);
    }

    Session& session_;
    render::Renderer renderer_;
    render::TargetImage target_;
    std::unique_ptr<render::FrameSink> sink_;
    std::exception_ptr failure_;
    std::uint32_t written_ = 0;
};

/// Steps up to each picture's time, draws, and keeps the books.
class Run {
  public:
    /// `effect`: as reports name it. With a replay and no number of pictures, there are as many as it takes.
    /// No `sink`: no pictures are drawn.
    Run(Session& session, const RenderOptions& options, std::string effect, Start& start, Trace& trace,
        std::unique_ptr<render::FrameSink> sink)
        : session_(session),
          options_(options),
          effect_(std::move(effect)),
          trace_(trace),
          replay_(start.take_replay()),
          clock_(start.clock()),
          frames_(options.frames) {
        if (!frames_ && !replay_) frames_ = default_seconds * options.fps;
        session_.simulation().set_hashing(trace.wanted() || !options.json.empty());
        if (sink) pictures_ = std::make_unique<Pictures>(session, options, std::move(sink));
    }

    void run() {
        Progress progress;
        if (session_.simulation().steps() == 0) prewarm(progress);
        for (; !finished(); ++made_) {
            show(progress);
            make_steps(clock_.advance(session_.settings().effect.steps_per_second, options_.fps));
            if (pictures_ && !pictures_->last_only()) pictures_->draw();
        }
        if (pictures_ && pictures_->last_only()) pictures_->draw();
        if (pictures_ && !pictures_->last_only() && made_ == 0)
            bad_input("{}: the recording ends before its first frame, so that there is nothing to write",
                      options_.output);
        note(session_.wait_reports());
        progress.clear();
        tell_difference();
    }

    bool frames_failed() const { return pictures_ && pictures_->failed(); }
    void finish_pictures() {
        if (pictures_) pictures_->finish();
    }

    SavedState save() {
        SavedState saved = session_.save();
        saved.clock = clock_.phase();
        return saved;
    }

    nlohmann::ordered_json to_json() const {
        const effects::Simulation& chosen = session_.settings().simulation;
        const particles::Figures& f = last_;
        return {{"schema", json_schema},
                {"version", version()},
                {"device", commands::to_json(session_.facts())},
                {"effect", effect_},
                {"backend", name_of(session_.backend())},
                {"capacity", chosen.capacity},
                {"seed", chosen.seed},
                {"density", chosen.density},
                {"width", options_.size.width},
                {"height", options_.size.height},
                {"fps", options_.fps},
                {"frames", frames_failed() ? pictures_->written() : made_},
                {"steps", session_.simulation().steps()},
                {"output", options_.output},
                {"alive", f.alive},
                {"hash", hex16(f.hash)}};
    }

    std::string to_text() const {
        return fmt::format("{}: {} frames, {} steps, {} alive at the end\n",
                           printable(options_.output.empty() ? effect_ : options_.output), made_,
                           session_.simulation().steps(), last_.alive);
    }

  private:
    bool finished() const {
        if (!wanted()) return true;
        return frames_ ? made_ == *frames_ : replay_->finished(session_.simulation().steps());
    }

    /// Whether something is still to be written: where all that was asked for has failed, nobody needs more
    /// steps.
    bool wanted() const {
        const bool at_the_end = !options_.json.empty() || !options_.save_state.empty();
        const bool traced = trace_.wanted() && !trace_.failed();
        return at_the_end || traced || (pictures_ && !pictures_->failed());
    }

    /// A run of its own as far as the time left goes: its steps are not drawn.
    void prewarm(Progress& progress) {
        const std::uint64_t steps = prewarm_steps(session_.settings().effect);
        for (std::uint64_t i = 0; i < steps; ++i) {
            progress.show(fmt::format("step {} of {} before the first frame", i + 1, steps),
                          share_of(i, steps));
            make_steps(1);
        }
        progress.begin();
    }

    void show(Progress& progress) const {
        if (frames_)
            progress.show(fmt::format("frame {} of {}", made_ + 1, *frames_), share_of(made_, *frames_));
        else
            progress.show(fmt::format("frame {}", made_ + 1),
                          share_of(session_.simulation().steps(), replay_->end()));
    }

    static double share_of(std::uint64_t done, std::uint64_t all) {
        return static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(all, 1));
    }

    void tell_difference() const {
        if (!replay_) return;
        const std::string difference = replay_->difference(session_.simulation().steps());
        if (!difference.empty()) say(difference);
    }

    /// What was recorded for now.
    void feed() {
        if (!replay_) return;
        const Replay::Hands hands{[this](const effects::Edit& edit) {
                                      note(session_.wait_reports());  // a new seed forgets them
                                      session_.apply(edit);
                                  },
                                  [this] {
                                      note(session_.wait_reports());
                                      session_.reset();
                                  }};
        replay_->feed([this] { return session_.simulation().steps(); }, hands);
    }

    void make_steps(std::uint64_t steps) {
        for (; steps > 0; --steps) {
            check_interrupted();
            session_.simulation().settle();
            feed();
            if (!frames_ && finished()) break;
            session_.step();
            note(session_.take_reports());
        }
        session_.simulation().settle();
    }

    void note(const std::vector<StepReport>& reports) {
        trace_.write(reports);
        if (!reports.empty()) last_ = reports.back().figures;
    }

    Session& session_;
    const RenderOptions& options_;
    const std::string effect_;
    Trace& trace_;
    std::optional<Replay> replay_;
    FrameClock clock_;
    std::optional<std::uint64_t> frames_;
    std::uint64_t made_ = 0;  // pictures
    std::unique_ptr<Pictures> pictures_;
    particles::Figures last_;
};

}  // namespace

void declare(Arguments& arguments, RenderOptions& options) {
    add_start(arguments, options);
    add_drawing(arguments, options);
    add_frames(arguments, "Frames to make (default: 5 s of them, or as many as the recording takes)",
               options.frames);
    arguments.add_value(
        "--size", "WxH", "Of a frame in pixels (default 1280x720)",
        [&](const std::string& text) { options.size = parse_picture_size("--size", text, most_pixels); });
    arguments.add_count("--fps", "Frames per second of simulated time (default 60)", 1, most_fps,
                        [&](std::uint32_t n) { options.fps = n; });
    arguments.add_output("--output", "OUT",
                         "A directory, FILE.png (the last frame), FILE.mp4, or - for PNG after PNG",
                         options.output);
    add_save_state(arguments, options.save_state);
    add_json(arguments, options.json);
    add_trace(arguments, options.trace);
    add_device(arguments, options);
}

int run(const RenderOptions& options) {
    if (options.output.empty() && options.trace.empty() && options.json.empty() && options.save_state.empty())
        bad_input(
            "render: nothing to write: give --output DIR, FILE.png, FILE.mp4 or -, --trace FILE or "
            "--save-state FILE");
    Start start(options);
    require_writable(options.save_state);
    JsonFile json(options.json);
    Trace trace(options.trace);
    auto sink =
        options.output.empty() ? nullptr : render::make_sink(options.output, size_of(options), options.fps);
    effects::Settings settings = settings_of(options, start);
    const std::string effect = start.effect_name(options);
    const auto context = gl::make_headless({.debug = options.gl_debug, .device = options.device});
    hold_default_capacity(options, context->facts(), settings);
    Session session =
        start.with_room(options, [&] { return Session(*context, options.shaders, std::move(settings)); });
    start.begin(session);
    Run run(session, options, effect, start, trace, std::move(sink));
    ExitStatus status = ExitStatus::fine;
    try {
        run.run();
    } catch (const Error&) {
        check_interrupted();
        status = say_current_exception();  // what was made until then is completed
    }
    const ExitStatus finished = finish_each({
        [&] { run.finish_pictures(); },
        [&] { trace.commit(); },
        [&] {
            if (!options.save_state.empty()) write_state(options.save_state, run.save());
        },
        [&] { json.write(run.to_json()); },
        [&] {
            if (status == ExitStatus::fine && !run.frames_failed())
                print_lines(table_stream({options.output, options.json, options.trace, options.save_state}),
                            run.to_text());
        },
    });
    return static_cast<int>(status != ExitStatus::fine ? status : finished);
}

}  // namespace winnow::commands
