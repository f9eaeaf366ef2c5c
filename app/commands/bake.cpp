// winnow bake: writes a run as files for other programs.
#include "bake/bake.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "bake/flipbook.h"
#include "bake/points.h"
#include "base/error.h"
#include "base/message.h"
#include "base/output.h"
#include "base/text.h"
#include "base/version.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "film/frame_sink.h"
#include "session/machine.h"
#include "session/offline_render.h"
#include "session/start.h"
#include "session/trace.h"

namespace winnow::commands {
namespace {

/// Declares what every export takes.
void add_outcome(Arguments& arguments, BakeOptions& options) {
    add_json(arguments, options.json);
    arguments.add_flag("--dry-run", "Only say which files would be written, and how large at most",
                       options.is_dry_run);
    add_device(arguments, options);
}

/// Declares the frames of an export.
void add_range(Arguments& arguments, bake::Bake& bake, const std::string& command) {
    const auto was_given = std::make_shared<bool>(false);
    arguments.add_value("--frames", "A-B", "Numbers of the first and the last frame, from 1",
                        [&bake, was_given](const std::string& text) {
                            std::tie(bake.frames.first, bake.frames.last) =
                                parse_range("--frames", text, session::max_frames);
                            *was_given = true;
                        });
    arguments.finally([was_given, command] {
        if (!*was_given) bad_input("winnow bake {} needs --frames A-B, such as --frames 1-120", command);
    });
    arguments.add_count("--fps", "Frames per second of simulated time (default 60)", 1,
                        session::max_frames_per_second, [&](std::uint32_t n) { bake.fps = n; });
}

void declare_points(Arguments& arguments, BakeOptions& options) {
    bake::Bake& bake = options.bake;
    add_start(arguments, bake.run);
    add_range(arguments, bake, "points");
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

/// Parses "4x4".
std::pair<std::uint32_t, std::uint32_t> parse_pair(std::string_view option, const std::string& text,
                                                   std::uint32_t least, std::uint32_t most) {
    const std::size_t cross = text.find('x');
    if (cross == std::string::npos)
        bad_input("{} {}: must be WIDTHxHEIGHT, such as 8x8", option, shortened(text));
    const auto number = [&](const std::string& part) {
        return static_cast<std::uint32_t>(parse_count(option, part, least, most));
    };
    return {number(text.substr(0, cross)), number(text.substr(cross + 1))};
}

void declare_flipbook(Arguments& arguments, BakeOptions& options) {
    bake::Bake& bake = options.bake;
    bake::Flipbook& book = bake.flipbook;
    add_beginning(arguments, bake.run);
    add_range(arguments, bake, "flipbook");
    arguments.add_value(
        "--grid", "COLUMNSxROWS", "Cells of the sheet (default 4x4)", [&](const std::string& text) {
            std::tie(book.columns, book.rows) = parse_pair("--grid", text, 1, bake::max_cells_each_way);
        });
    arguments.add_value("--cell", "WxH", "Size of a cell with its padding, pixels (default 256x256)",
                        [&](const std::string& text) {
                            std::tie(book.width, book.height) =
                                parse_pair("--cell", text, bake::min_cell_side, bake::max_cell_side);
                        });
    arguments.add_count("--padding", "Empty pixels at each side of a cell (default 0)", 0,
                        bake::max_cell_side / 2, [&](std::uint32_t n) { book.padding = n; });
    arguments.add_value("--emitters", "NAME,...",
                        "Only these emitters, and those that they are children of (default: all)",
                        [&](const std::string& text) { book.emitters = parse_names(text); });
    arguments.add_flag("--loop", "The last cell leads into the first", book.loops);
    arguments.add_name("--alpha", "How colours relate to the alpha (default straight)", bake::alpha_modes,
                       book.alpha);
    arguments.add_name("--encoding", "What the numbers of a PNG mean (default srgb)", bake::encodings,
                       book.encoding);
    arguments.add_name("--motion", "Write NAME_motion.png too, in this convention (default none)",
                       bake::motion_conventions, book.motion);
    arguments.add_value(
        "--camera", "YAW,PITCH,DISTANCE[,X,Y,Z]",
        "Camera in degrees and metres, and its target (default: sees all that the particles reach)",
        [&](const std::string& text) { book.camera = parse_camera("--camera", text); });
    arguments.add_output("--output", "OUT", "NAME.png or NAME.exr; NAME.json says how it is laid out",
                         bake.output);
    add_outcome(arguments, options);
    arguments.finally([&] { bake.product = bake::Product::flipbook; });
}

bake::Bake bake_of(const BakeOptions& options) {
    if (options.file.empty()) return options.bake;
    bake::Bake bake = bake::read_bake(options.file);
    static_cast<Algorithm&>(bake.run) = options.bake.run;
    return bake;
}

/// Returns what the JSON of all exports has.
nlohmann::ordered_json to_json(const bake::Bake& bake, const std::string& effect) {
    return {{"schema", json_schema},
            {"version", version()},
            {"bake", name_of(bake::products, bake.product)},
            {"effect", effect},
            {"frames", {bake.frames.first, bake.frames.last}},
            {"fps", bake.fps},
            {"output", bake.output}};
}

nlohmann::ordered_json to_json(const bake::Bake& bake, const bake::PointsPlan& plan) {
    static constexpr std::array types{"f32", "u32", "u64"};
    auto columns = nlohmann::ordered_json::array();
    for (const bake::Column& column : plan.columns)
        columns.push_back({{"name", column.name},
                           {"type", types[static_cast<std::size_t>(column.type)]},
                           {"numbers", column.numbers()}});
    nlohmann::ordered_json document = to_json(bake, plan.origin.effect);
    document.update({{"files", plan.files()},
                     {"columns", std::move(columns)},
                     {"max_particles", plan.max_particles},
                     {"max_file_bytes", plan.max_file_bytes}});
    return document;
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

/// Plans the export and, unless this is a rehearsal, makes it. Returns the JSON.
nlohmann::ordered_json run_points(const BakeOptions& options, const bake::Bake& bake, session::Start& start,
                                  effects::Settings settings) {
    const bake::PointsPlan plan = bake::plan_points(bake, settings);
    nlohmann::ordered_json document = to_json(bake, plan);
    if (!options.is_dry_run) {
        document.update(write_points(options, bake, plan, start, std::move(settings)));
    } else if (has_standard_output()) {
        print_lines(table_stream({options.json}),
                    fmt::format("{}: {}, each of at most {} and {}\n", files_text(plan),
                                counted(plan.files(), "file"), counted(plan.max_particles, "particle"),
                                bytes_text(plan.max_file_bytes)));
    }
    return document;
}

constexpr std::array loop_words{"none", "exact", "cross-faded"};

/// Returns the layout of a flip-book, which stands beside it in a file.
nlohmann::ordered_json layout_of(const bake::Bake& bake, const bake::FlipbookPlan& plan,
                                 const std::string& effect) {
    const bake::Flipbook& book = bake.flipbook;
    nlohmann::ordered_json document = to_json(bake, effect);
    const auto name_only = [](const std::string& path) {
        return std::filesystem::path(path).filename().string();
    };
    auto frames = nlohmann::ordered_json::array();
    for (std::uint32_t cell = 0; cell < plan.cells; ++cell)
        frames.push_back(plan.frame_of(bake.frames, cell, book.loops));
    document.update({{"columns", book.columns},
                     {"rows", book.rows},
                     {"order", "left to right, then down"},
                     {"cell", {book.width, book.height}},
                     {"padding", book.padding},
                     {"size", {plan.size.width, plan.size.height}},
                     {"cells_per_second", bake.fps / plan.frames_per_cell(bake.frames, book.loops)},
                     {"frame_of_cell", std::move(frames)},
                     {"alpha", name_of(bake::alpha_modes, book.alpha)},
                     {"encoding", name_of(bake::encodings, book.encoding)},
                     {"sheet", name_only(plan.sheet)}});
    if (film::ending_of(plan.sheet) == film::exr_ending)
        document.update({{"alpha", "premultiplied"}, {"encoding", "light"}});
    if (!plan.motion.empty())
        document.update({{"motion", name_only(plan.motion)},
                         {"motion_convention", name_of(bake::motion_conventions, book.motion)}});
    return document;
}

nlohmann::ordered_json run_flipbook(const BakeOptions& options, const bake::Bake& bake, session::Start& start,
                                    effects::Settings settings) {
    const bake::FlipbookPlan plan = bake::plan_flipbook(bake, settings);
    nlohmann::ordered_json document = layout_of(bake, plan, settings.effect.name);
    const std::string files =
        fmt::format("{}{} and {}", plan.sheet, plan.motion.empty() ? "" : ", " + plan.motion, plan.layout);
    const std::string cells =
        fmt::format("{} of {}x{} pixels, {}x{} in all", counted(plan.cells, "cell"), plan.cell.width,
                    plan.cell.height, plan.size.width, plan.size.height);
    std::string loop;
    if (!options.is_dry_run) {
        OutputFile layout(plan.layout);
        const auto context = gl::make_headless({.debug = options.gl_debug, .device = options.device});
        session::choose_default_capacity(bake.run, context->facts(), settings);
        session::Session session = start.with_room(
            bake.run, [&] { return session::Session(*context, options.shaders, std::move(settings)); });
        const bake::FlipbookResult result = bake::bake_flipbook(session, bake, plan);
        document.update({{"loop", loop_words[static_cast<std::size_t>(result.loop)]},
                         {"metres", {result.metres.x, result.metres.y}}});
        if (!plan.motion.empty()) document["motion_strength"] = result.motion_strength;
        layout.write(document.dump(2) + "\n");
        layout.commit();
        if (bake.flipbook.loops)
            loop = result.loop == bake::LoopKind::exact
                       ? "; the loop is exact"
                       : "; the effect does not repeat itself: the loop is cross-faded";
    }
    if (has_standard_output())
        print_lines(table_stream({options.json}), fmt::format("{}: {}{}\n", files, cells, loop));
    return document;
}

}  // namespace

void declare(Arguments& arguments, BakeOptions& options) {
    declare_points(arguments.add_command("points", "write the particles: PLY, NPZ, CSV or USD"), options);
    declare_flipbook(arguments.add_command("flipbook", "write a sheet of frames, to be played as a picture"),
                     options);
    arguments.add_input("FILE", "A file that describes the export", options.file);
    add_scan(arguments, options.bake.run);
    add_compaction(arguments, options.bake.run);
    add_outcome(arguments, options);
    arguments.finally([&options] {
        if (options.file.empty())
            bad_input(
                "winnow bake needs a command or a file: points, flipbook or FILE.json; see winnow bake "
                "--help");
    });
}

int run(const BakeOptions& options) {
    JsonFile json(options.json);
    const bake::Bake bake = bake_of(options);
    session::Start start(bake.run);
    effects::Settings settings = start.settings(bake.run);
    settings.compiled = effects::compiled_of(settings);
    const auto make = bake.product == bake::Product::points ? run_points : run_flipbook;
    json.write(make(options, bake, start, std::move(settings)));
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
