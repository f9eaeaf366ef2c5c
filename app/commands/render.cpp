// winnow render: renders frames without a window.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/input_file.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/output.h"
#include "base/text.h"
#include "base/time_line.h"
#include "base/version.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "effects/format/effect_file.h"
#include "effects/format/packing.h"
#include "effects/format/writer.h"
#include "film/frame_sink.h"
#include "session/machine.h"
#include "session/manifest.h"
#include "session/offline_render.h"
#include "session/session.h"
#include "session/start.h"
#include "session/trace.h"
#include "settings/settings_fields.h"

namespace winnow::commands {
namespace {

constexpr float whole_turn = 360;                    // degrees
constexpr float max_aperture = 10, max_focus = 1e6;  // metres

film::Film film_of(const RenderOptions& options) {
    return {options.still().size, options.fps,      options.start,
            options.transparent,  options.channels, options.has_floats};
}

/// Returns the seconds in which the shutter is open, if the options say it.
std::optional<float> shutter_of(const RenderOptions& options) {
    if (!options.shutter_angle) return std::nullopt;
    constexpr float max_open = 0.05f;  // seconds, over which particles may be taken to fly straight
    const float open = *options.shutter_angle / whole_turn / static_cast<float>(options.fps);
    if (open > max_open)
        bad_input("--shutter {}: is open for {} s at {} frames per second; {} s are the most",
                  *options.shutter_angle, open, options.fps, max_open);
    return open;
}

session::FramesChoice frames_of(const RenderOptions& options) {
    session::StillChoice still = options.still();
    still.finish.aperture = options.aperture;
    still.finish.focus = options.focus;
    still.finish.shutter = shutter_of(options);
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

nlohmann::ordered_json number_or_null(const std::optional<float>& number) {
    return number ? nlohmann::ordered_json(*number) : nullptr;
}

/// Returns what the results and the manifest have in common.
nlohmann::ordered_json conditions_of(const RenderOptions& options, const std::string& effect,
                                     const session::Session& session) {
    const effects::SimulationSettings& chosen = session.settings().simulation;
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
            {"fps", options.fps}};
}

nlohmann::ordered_json to_json(const RenderOptions& options, const std::string& effect,
                               session::Session& session, const session::OfflineRender& render) {
    nlohmann::ordered_json json = conditions_of(options, effect, session);
    const particles::StepFigures& last = render.last();
    json.update({{"start", options.start},
                 {"frames", render.frames()},
                 {"steps", session.simulation().steps()},
                 {"output", options.output},
                 {"draw", drawn_by(render)},
                 {"alive", last.alive},
                 {"hash", hex16(last.hash)}});
    return json;
}

/// Returns a hash of what a run begins with or replays; empty without a path.
std::string hash_of_file(const std::string& path) {
    constexpr std::uint64_t any_size = std::numeric_limits<std::uint64_t>::max();
    return path.empty() ? path : session::content_hash(read_file(path, any_size));
}

/// Returns all that determines the bytes of the frames.
nlohmann::ordered_json manifest_conditions(const RenderOptions& options, const session::Session& session) {
    const effects::Settings& settings = session.settings();
    const effects::DisplaySettings& display = settings.display;
    nlohmann::ordered_json json = conditions_of(options, settings.effect.name, session);
    json.update({{"commit", commit()},
                 {"digest", session::content_hash(effects::to_json(effects::pack(settings.effect)).dump())},
                 {"algorithm", session::describe(session.algorithm())},
                 {"load_state", hash_of_file(options.load_state)},
                 {"replay", hash_of_file(options.replay)},
                 {"float", options.has_floats},
                 {"channels", nlohmann::ordered_json::array()},
                 {"camera", nullptr},
                 {"samples", options.samples},
                 {"shutter", number_or_null(options.shutter_angle)},
                 {"aperture", number_or_null(options.aperture)},
                 {"focus", number_or_null(options.focus)},
                 {"bloom", !options.no_bloom},
                 {"vignette", !options.no_vignette},
                 {"grading", !options.no_grading},
                 {"cull", display.culling},
                 {"sort", name_of(effects::sortings, display.sorting)},
                 {"sort_every", display.sort_every},
                 {"sort_bits", name_of(effects::key_bits, display.sort_key_bits)},
                 {"draw", name_of(effects::draw_methods, display.draw)}});
    for (const auto& [name, channel] : film::channel_names)
        if (options.channels & channel) json["channels"].push_back(name);
    if (const auto& camera = options.camera) {
        json["camera"] = {camera->yaw, camera->pitch, camera->distance};
        if (camera->target)
            for (int axis = 0; axis < 3; ++axis) json["camera"].push_back((*camera->target)[axis]);
    }
    return json;
}

/// Returns the manifest that a run begins with: of one that is resumed it has the frames whose files are
/// intact. Throws Error(bad_input) if the manifest that is there has other conditions.
session::Manifest begun_manifest(const RenderOptions& options, const session::Session& session,
                                 const session::OfflineRender& render, const film::FrameSink& files) {
    if (!render.end()) bad_input("--manifest: a replay needs --range or --frames");
    session::Manifest manifest{
        options.manifest, manifest_conditions(options, session), options.start, *render.end(), {}};
    std::error_code unknown;  // reading the file reports the error
    if (!options.is_resumed || !std::filesystem::exists(options.manifest, unknown)) return manifest;
    const session::Manifest earlier = session::read_manifest(options.manifest);
    if (const std::string what = session::difference(earlier, manifest.conditions); !what.empty())
        bad_input("{}; --resume needs the same", what);
    if (earlier.first != manifest.first || earlier.last != manifest.last)
        bad_input("{}: range is {}-{}, not {}-{}; --resume needs the same", options.manifest, earlier.first,
                  earlier.last, manifest.first, manifest.last);
    for (const auto& [number, frame] : earlier.frames)
        if (manifest.path_of(frame) == absolute_path(files.path_of(number)) &&
            session::damage(earlier, frame, true).empty())
            manifest.frames[number] = frame;
    return manifest;
}

/// Begins the manifest and lets it see what the run makes, which it must outlive. Returns how many frames are
/// kept.
std::size_t begin_manifest(std::optional<session::ManifestWriter>& manifest, const RenderOptions& options,
                           session::Session& session, session::OfflineRender& render,
                           film::FrameSink& files) {
    const session::Manifest begun = begun_manifest(options, session, render, files);
    session::ManifestWriter& writer = manifest.emplace(begun);
    std::set<std::uint64_t> kept;
    for (const auto& [number, frame] : begun.frames) kept.insert(number);
    render.keep(kept);
    files.on_written([&writer](std::uint64_t number, const std::string& path, std::string_view bytes) {
        writer.wrote(number, path, bytes);
    });
    render.on_frames(
        [&](const session::MadeFrame& frame) { writer.made(frame.number, session.simulation().steps()); });
    render.on_reports([&writer](const std::vector<session::StepReport>& reports) { writer.take(reports); });
    return kept.size();
}

void refuse_manifest_without_files(const RenderOptions& options, const film::FrameSink* sink) {
    if (options.manifest.empty() || !sink->path_of(1).empty()) return;
    bad_input("--manifest: {} is no sequence of files; write to --output DIR, NAME_#.png or NAME_#.exr",
              options.output);
}

std::string kept_text(std::size_t kept) {
    return kept == 0 ? "" : fmt::format(" of which {} were there", grouped(kept));
}

/// `kept`: frames that were complete already.
void print_made(const RenderOptions& options, const std::string& effect, session::Session& session,
                const session::OfflineRender& render, std::size_t kept) {
    print_lines(table_stream({options.output, options.json, options.meter, options.trace,
                              options.trace_events, options.save_state, options.manifest}),
                fmt::format("{}: {}{}, {}, {} alive at the end\n",
                            printable(options.output.empty() ? effect : options.output),
                            counted(render.frames(), "frame"), kept_text(kept),
                            counted(session.simulation().steps(), "step"), grouped(render.last().alive)));
}

/// Says it of the output that a replay is compared with.
void warn_if_not_replayable(const RenderOptions& options, const effects::Effect& effect) {
    for (const std::string* output : {&options.trace, &options.json, &options.manifest})
        if (!output->empty()) return state::warn_if_not_replayable(*output, effect);
}

void refuse_no_output(const RenderOptions& options) {
    if (options.output.empty() && options.trace.empty() && options.trace_events.empty() &&
        options.json.empty() && options.save_state.empty())
        bad_input(
            "render: nothing to write: give --output DIR, FILE.png, FILE.exr, FILE.mp4, FILE.webm or -, "
            "--trace FILE, "
            "--trace-events FILE or --save-state FILE");
}

/// Declares the files that a run has beside its frames.
void add_results(Arguments& arguments, RenderOptions& options) {
    arguments.add_output("--meter", "FILE|-",
                         "Write the exposures that suit the frames, for `exposures` of the effect's view",
                         options.meter);
    arguments.need("--meter", "--output");
    arguments.add_output("--manifest", "FILE|-",
                         "Write what the files of a sequence are and all that determines them, as JSON",
                         options.manifest);
    arguments.need("--manifest", "--output");
    arguments.add_flag("--resume", "Keep the frames that the manifest lists, if their files are intact",
                       options.is_resumed);
    arguments.need("--resume", "--manifest");
    arguments.exclude("--resume", {"--meter"});
    arguments.finally([&] {
        if (options.is_resumed && options.manifest == "-") bad_input("--resume: --manifest must name a file");
    });
    add_save_state(arguments, options.save_state);
    add_json(arguments, options.json);
    add_trace(arguments, options.trace);
    add_trace_events(arguments, options.trace_events);
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
        "--shutter", "DEGREES",
        "The part of a frame's time in which it is exposed, of 360 (default: the effect's view)",
        [&](const std::string& text) {
            options.shutter_angle = parse_between("--shutter", text, 0, whole_turn);
        });
    arguments.add_value("--aperture", "METRES",
                        "Diameter of the lens; 0: all is sharp (default: the effect's view)",
                        [&](const std::string& text) {
                            options.aperture = parse_between("--aperture", text, 0, max_aperture);
                        });
    arguments.add_value(
        "--focus", "METRES",
        "Distance from the camera to what is sharp; 0: that of its target (default: the effect's view)",
        [&](const std::string& text) { options.focus = parse_between("--focus", text, 0, max_focus); });
    arguments.finally([&] { shutter_of(options); });
    arguments.add_value(
        "--channels", "NAME,...|all",
        "What EXR says of the particle that each pixel shows, beside its light: depth, velocity, "
        "emitter, identity, position",
        [&](const std::string& text) { options.channels = parse_channels(text); });
    arguments.add_flag("--float", "EXR has 32 bits for each number instead of 16", options.has_floats);
    arguments.finally([&] { refuse_channels_without_exr(options); });
    arguments.need("--transparent", "--output");
    add_results(arguments, options);
    add_device(arguments, options);
}

int run(const RenderOptions& options) {
    refuse_no_output(options);
    session::Start start(options);
    state::require_writable(options.save_state);
    JsonFile json(options.json), meter(options.meter);
    session::Trace trace(options.trace);
    TimeLine time_line(options.trace_events);
    auto sink = options.output.empty() ? nullptr : film::make_sink(options.output, film_of(options));
    refuse_manifest_without_files(options, sink.get());
    state::require_writable(options.manifest);  // maybe in the folder of the frames
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
    const bool is_hashed = trace.wanted() || !options.json.empty() || !options.manifest.empty();
    session.simulation().set_hashing(is_hashed);
    if (is_hashed) warn_if_not_replayable(options, session.settings().effect);
    film::FrameSink* const files = sink.get();
    std::optional<session::ManifestWriter> manifest;
    session::OfflineRender render(session, frames_of(options), start, trace, std::move(sink),
                                  !options.json.empty() || !options.save_state.empty());
    std::size_t kept = 0;
    if (!options.manifest.empty()) kept = begin_manifest(manifest, options, session, render, *files);
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
        [&] {
            if (manifest) manifest->finish();
        },
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
        print_made(options, effect, session, render, kept);
    return static_cast<int>(status);
}

}  // namespace winnow::commands
