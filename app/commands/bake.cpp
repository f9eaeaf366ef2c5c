// winnow bake: writes a run as files for other programs.
#include "bake/bake.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "bake/points.h"
#include "base/error.h"
#include "base/message.h"
#include "base/output.h"
#include "base/text.h"
#include "base/version.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "session/machine.h"
#include "session/offline_render.h"
#include "session/start.h"
#include "session/trace.h"

namespace winnow::commands {
namespace {

/// Parses "A-B", or one number.
bake::FrameRange parse_frames(std::string_view option, const std::string& text) {
    const auto number = [&](const std::string& part) {
        return static_cast<std::uint32_t>(parse_count(option, part, 1, session::max_frames));
    };
    const std::size_t dash = text.find('-');
    if (dash == 0 || dash + 1 == text.size())
        bad_input("{} {}: must be FIRST-LAST or one frame, such as 1-120", option, shortened(text));
    const std::uint32_t first = number(text.substr(0, dash));
    return {first, dash == std::string::npos ? first : number(text.substr(dash + 1))};
}

/// Declares what every export takes.
void add_outcome(Arguments& arguments, BakeOptions& options) {
    add_json(arguments, options.json);
    arguments.add_flag("--dry-run", "Only say which files would be written, and how large at most",
                       options.is_dry_run);
    add_device(arguments, options);
}

void declare_points(Arguments& arguments, BakeOptions& options) {
    bake::Bake& bake = options.bake;
    add_start(arguments, bake.run);
    const auto was_given = std::make_shared<bool>(false);
    arguments.add_value("--frames", "A-B", "Numbers of the first and the last frame, from 1",
                        [&bake, was_given](const std::string& text) {
                            bake.frames = parse_frames("--frames", text);
                            *was_given = true;
                        });
    arguments.finally([was_given] {
        if (!*was_given) bad_input("winnow bake points needs --frames A-B, such as --frames 1-120");
    });
    arguments.add_count("--fps", "Frames per second of simulated time (default 60)", 1,
                        session::max_frames_per_second, [&](std::uint32_t n) { bake.fps = n; });
    arguments.add_value(
        "--attributes", "NAME,...",
        "What is written beside the position, attributes of the effect's own too (default: all "
        "that any effect has)",
        [&](const std::string& text) { bake.attributes = parse_names(text); });
    arguments.add_output("--output", "OUT",
                         "NAME_#.ply, NAME_#.npz, NAME_#.csv, in which # is the frame's number, or NAME.usda",
                         bake.output);
    add_outcome(arguments, options);
}

bake::Bake bake_of(const BakeOptions& options) {
    if (options.file.empty()) return options.bake;
    bake::Bake bake = bake::read_bake(options.file);
    static_cast<Algorithm&>(bake.run) = options.bake.run;
    return bake;
}

nlohmann::ordered_json to_json(const bake::Bake& bake, const bake::PointsPlan& plan) {
    static constexpr std::array types{"f32", "u32", "u64"};
    auto columns = nlohmann::ordered_json::array();
    for (const bake::Column& column : plan.columns)
        columns.push_back({{"name", column.name},
                           {"type", types[static_cast<std::size_t>(column.type)]},
                           {"numbers", column.numbers()}});
    return {{"schema", json_schema},
            {"version", version()},
            {"bake", name_of(bake::products, bake.product)},
            {"effect", plan.origin.effect},
            {"frames", {plan.frames.first, plan.frames.last}},
            {"fps", bake.fps},
            {"output", bake.output},
            {"files", plan.files()},
            {"columns", std::move(columns)},
            {"max_particles", plan.max_particles},
            {"max_file_bytes", plan.max_file_bytes}};
}

std::string files_text(const bake::PointsPlan& plan) {
    const std::string first = plan.file_of(plan.frames.first);
    const std::string frames =
        plan.frames.count() == 1 ? first : fmt::format("{} to {}", first, plan.file_of(plan.frames.last));
    return plan.stage.empty() ? frames : fmt::format("{} and {}", plan.stage, frames);
}

/// Makes the frames and writes them. Returns what is added to the JSON.
nlohmann::ordered_json write_points(const BakeOptions& options, const bake::Bake& bake,
                                    const bake::PointsPlan& plan, session::Start& start,
                                    effects::Settings settings) {
    const auto context = gl::make_headless({.debug = options.gl_debug, .device = options.device});
    session::choose_default_capacity(bake.run, context->facts(), settings);
    session::Session session = start.with_room(
        bake.run, [&] { return session::Session(*context, options.shaders, std::move(settings)); });
    start.begin(session);
    if (session.simulation().living().program->sees_depth)
        say("no frame is drawn, so that particles do not meet what frames show");
    session::FramesChoice frames;
    frames.film = {{}, bake.fps, plan.frames.first, false};
    frames.count = static_cast<std::uint32_t>(plan.frames.count());
    frames.output = bake.output;
    session::Trace no_trace("");
    session::OfflineRender run(session, frames, start, no_trace, nullptr, true);
    bake::PointsExport points(session, plan);
    run.on_frames([&](const session::MadeFrame& frame) { points.take(frame); });
    run.run();
    points.finish();
    if (has_standard_output())
        print_lines(table_stream({options.json}),
                    fmt::format("{}: {}, {}, at most {}\n", files_text(plan), counted(plan.files(), "file"),
                                counted(session.simulation().steps(), "step"),
                                counted(points.largest_frame(), "particle")));
    return {{"device", session::to_json(session.facts())},
            {"steps", session.simulation().steps()},
            {"largest_frame", points.largest_frame()}};
}

}  // namespace

void declare(Arguments& arguments, BakeOptions& options) {
    declare_points(arguments.add_command("points", "write the particles: PLY, NPZ, CSV or USD"), options);
    arguments.add_input("FILE", "A file that describes the export", options.file);
    add_scan(arguments, options.bake.run);
    add_compaction(arguments, options.bake.run);
    add_outcome(arguments, options);
    arguments.finally([&options] {
        if (options.file.empty())
            bad_input("winnow bake needs a command or a file: points or FILE.json; see winnow bake --help");
    });
}

int run(const BakeOptions& options) {
    JsonFile json(options.json);
    const bake::Bake bake = bake_of(options);
    session::Start start(bake.run);
    effects::Settings settings = start.settings(bake.run);
    settings.compiled = effects::compiled_of(settings);
    const bake::PointsPlan plan = bake::plan_points(bake, settings);
    nlohmann::ordered_json document = to_json(bake, plan);
    if (options.is_dry_run) {
        if (has_standard_output())
            print_lines(table_stream({options.json}),
                        fmt::format("{}: {}, each of at most {} and {}\n", files_text(plan),
                                    counted(plan.files(), "file"), counted(plan.max_particles, "particle"),
                                    bytes_text(plan.max_file_bytes)));
    } else {
        document.update(write_points(options, bake, plan, start, std::move(settings)));
    }
    json.write(document);
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
