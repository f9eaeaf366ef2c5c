// winnow render: renders frames without a window.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/output.h"
#include "base/text.h"
#include "base/time_line.h"
#include "base/version.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "effects/format/effect_file.h"
#include "effects/format/writer.h"
#include "film/frame_sink.h"
#include "session/machine.h"
#include "session/offline_render.h"
#include "session/session.h"
#include "session/start.h"
#include "session/trace.h"
#include "settings/settings_fields.h"

namespace winnow::commands {
namespace {

film::Film film_of(const RenderOptions& options) {
    return {options.still().size, options.fps,      options.start,
            options.transparent,  options.channels, options.has_floats};
}

session::FramesChoice frames_of(const RenderOptions& options) {
    const session::StillChoice still = options.still();
    return {film_of(options), options.frames,         still.supersample, still.camera,
            still.finish,     !options.meter.empty(), options.output};
}

/// A replay can restart, and its frames are sorted from there on; so a range of it would be sorted at others
/// than the whole.
void refuse_range_of_sorted_replay(const RenderOptions& options) {
    if (options.start == 1 || options.replay.empty() || options.sort_every.value_or(1) == 1) return;
    bad_input("--start: a range of a replay sorts every frame; leave --sort-every out");
}

/// Returns bits of film::Channel.
std::uint32_t parse_channels(const std::string& text) {
    std::vector<std::string_view> names{"all"};
    std::uint32_t all = 0;
    for (const auto& [name, channel] : film::channel_names) {
        names.push_back(name);
        all |= channel;
    }
    if (text == "all") return all;
    std::uint32_t chosen = 0;
    for (const std::string& word : parse_names(text)) {
        const auto found =
            std::ranges::find(film::channel_names, word, [](const auto& one) { return one.first; });
        if (found == std::end(film::channel_names))
            bad_input("--channels {}: there is no channel {}{}", shortened(text), shortened(word),
                      did_you_mean(word, names));
        chosen |= found->second;
    }
    return chosen;
}

void refuse_channels_without_exr(const RenderOptions& options) {
    if (options.channels == 0 && !options.has_floats) return;
    if (film::ending_of(options.output) == film::exr_ending) return;
    bad_input("{}: only EXR has these; write to --output FILE.exr or FILE_#.exr",
              options.channels != 0 ? "--channels" : "--float");
}

/// Returns null if no frame was drawn.
nlohmann::ordered_json drawn_by(const session::OfflineRender& render) {
    const std::optional<bool> tiles = render.drew_by_tiles();
    if (!tiles) return nullptr;
    return name_of(effects::draw_methods,
                   *tiles ? effects::DrawMethod::tiles : effects::DrawMethod::triangles);
}

nlohmann::ordered_json to_json(const RenderOptions& options, const std::string& effect,
                               session::Session& session, const session::OfflineRender& render) {
    const effects::SimulationSettings& chosen = session.settings().simulation;
    const particles::StepFigures& last = render.last();
    return {{"schema", json_schema},
            {"version", version()},
            {"device", session::to_json(session.facts())},
            {"effect", effect},
            {"backend", name_of(session.algorithm().backend)},
            {"capacity", chosen.capacity},
            {"seed", chosen.seed},
            {"density", chosen.density},
            {"width", options.size.width},
            {"height", options.size.height},
            {"supersample", options.supersample},
            {"transparent", options.transparent},
            {"fps", options.fps},
            {"start", options.start},
            {"frames", render.frames()},
            {"steps", session.simulation().steps()},
            {"output", options.output},
            {"draw", drawn_by(render)},
            {"alive", last.alive},
            {"hash", hex16(last.hash)}};
}

}  // namespace

void declare(Arguments& arguments, RenderOptions& options) {
    add_start(arguments, options);
    add_drawing(arguments, options);
    arguments.add_count(
        "--start",
        "Number of the first frame that is written (default 1); those before it are simulated "
        "but not drawn",
        1, session::max_frames, [&](std::uint32_t n) { options.start = n; });
    add_frames(arguments, "Frames to write (default: to the end of 5 s, or of the recording)",
               options.frames);
    arguments.add_value("--range", "A-B", "Numbers of the first and the last frame that are written",
                        [&](const std::string& text) {
                            const auto [first, last] = parse_range("--range", text, session::max_frames);
                            options.start = first;
                            options.frames = last - first + 1;
                        });
    arguments.exclude("--range", {"--start", "--frames"});
    arguments.finally([&] { refuse_range_of_sorted_replay(options); });
    add_picture(arguments, options, "a frame");
    arguments.add_count("--fps", "Frames per second of simulated time (default 60)", 1,
                        session::max_frames_per_second, [&](std::uint32_t n) { options.fps = n; });
    arguments.add_output(
        "--output", "OUT",
        "A directory, FILE.png or FILE.exr (the last frame), FILE_#.png or FILE_#.exr (each frame, by its "
        "number), FILE.mp4, FILE.webm, or - for PNG after PNG",
        options.output);
    arguments.add_flag(
        "--transparent",
        "Draw neither sky nor ground, nor bloom, vignette and grading, and write alpha (PNG and "
        "FILE.webm, EXR)",
        options.transparent);
    arguments.add_value(
        "--channels", "NAME,...|all",
        "What EXR says of the particle that each pixel shows, beside its light: depth, velocity, "
        "emitter, identity, position",
        [&](const std::string& text) { options.channels = parse_channels(text); });
    arguments.add_flag("--float", "EXR has 32 bits for each number instead of 16", options.has_floats);
    arguments.finally([&] { refuse_channels_without_exr(options); });
    arguments.need("--transparent", "--output");
    arguments.add_output("--meter", "FILE|-",
                         "Write the exposures that suit the frames, for `exposures` of the effect's view",
                         options.meter);
    arguments.need("--meter", "--output");
    add_save_state(arguments, options.save_state);
    add_json(arguments, options.json);
    add_trace(arguments, options.trace);
    add_trace_events(arguments, options.trace_events);
    add_device(arguments, options);
}

int run(const RenderOptions& options) {
    if (options.output.empty() && options.trace.empty() && options.trace_events.empty() &&
        options.json.empty() && options.save_state.empty())
        bad_input(
            "render: nothing to write: give --output DIR, FILE.png, FILE.exr, FILE.mp4, FILE.webm or -, "
            "--trace FILE, "
            "--trace-events FILE or --save-state FILE");
    session::Start start(options);
    state::require_writable(options.save_state);
    JsonFile json(options.json), meter(options.meter);
    session::Trace trace(options.trace);
    TimeLine time_line(options.trace_events);
    auto sink = options.output.empty() ? nullptr : film::make_sink(options.output, film_of(options));
    effects::Settings settings = start.settings(options);
    session::set_drawing(options, settings.display);
    const std::string effect = start.effect_name(options);
    const auto context = gl::make_headless({.debug = options.gl_debug, .device = options.device});
    session::choose_default_capacity(options, context->facts(), settings);
    gl::ShaderLibrary shaders(options.shaders);
    std::optional<gl::ShaderLibrary::Building> first_programs(std::in_place, shaders);  // of step and frame
    session::Session session =
        start.with_room(options, [&] { return session::Session(*context, shaders, std::move(settings)); });
    session.passes().show_on(time_line);
    start.begin(session);
    const bool is_hashed = trace.wanted() || !options.json.empty();
    session.simulation().set_hashing(is_hashed);
    if (is_hashed)
        state::warn_if_not_replayable(trace.wanted() ? options.trace : options.json,
                                      session.settings().effect);
    session::OfflineRender render(session, frames_of(options), start, trace, std::move(sink),
                                  !options.json.empty() || !options.save_state.empty());
    if (!options.shaders.empty()) first_programs->finish();  // a broken file is refused at once
    first_programs.reset();
    ExitStatus status = ExitStatus::fine;
    try {
        render.run();
    } catch (const Error&) {
        check_interrupted();
        status = say_current_exception();  // the frames made until then are completed
    }
    const ExitStatus finished = finish_each({
        [&] { render.finish_frames(); },
        [&] { trace.commit(); },
        [&] {
            if (!options.save_state.empty()) state::write_state(options.save_state, render.save());
        },
        [&] { meter.write(effects::write(render.exposures())); },
        [&] { json.write(to_json(options, effect, session, render)); },
        [&] { session.passes().finish_time_line(); },
    });
    if (status == ExitStatus::fine) status = finished;
    if (status == ExitStatus::fine && has_standard_output())
        print_lines(table_stream({options.output, options.json, options.meter, options.trace,
                                  options.trace_events, options.save_state}),
                    fmt::format("{}: {}, {}, {} alive at the end\n",
                                printable(options.output.empty() ? effect : options.output),
                                counted(render.frames(), "frame"),
                                counted(session.simulation().steps(), "step"), grouped(render.last().alive)));
    return static_cast<int>(status);
}

}  // namespace winnow::commands
