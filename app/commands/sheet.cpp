// winnow sheet: pictures of an effect with several seeds, values or times, on one sheet.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/message.h"
#include "base/output.h"
#include "base/output_file.h"
#include "base/text.h"
#include "base/version.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "gl/context.h"
#include "render/sheet.h"
#include "session/contact_sheet.h"
#include "session/machine.h"
#include "session/session.h"
#include "session/start.h"

namespace winnow::commands {
namespace {

constexpr std::uint32_t max_pictures = 1024;
constexpr float max_time = 3600;  // seconds

/// Returns the numbers of pictures along what varies, in the order of session::pictures_of().
std::vector<std::size_t> axes_of(const SheetOptions& options) {
    std::vector<std::size_t> axes;
    if (!options.seeds.empty()) axes.push_back(options.seeds.size());
    for (const session::PropertySeries& one : options.series) axes.push_back(one.values.size());
    if (!options.times.empty()) axes.push_back(options.times.size());
    return axes;
}

/// Precondition: one thing or two vary. The first of two varies from row to row.
render::SheetLayout layout_of(const SheetOptions& options) {
    const std::vector<std::size_t> axes = axes_of(options);
    const bool is_table = axes.size() > 1;
    const int count = static_cast<int>(is_table ? axes[0] * axes[1] : axes[0]);
    const gl::Size picture = options.still().size;
    if (is_table) return {picture, count, static_cast<int>(axes[1])};
    if (options.columns) return {picture, count, std::min(static_cast<int>(*options.columns), count)};
    return render::widescreen_layout(picture, count);
}

void check(const SheetOptions& options) {
    const std::vector<std::size_t> axes = axes_of(options);
    if (axes.empty())
        bad_input("winnow sheet: nothing varies: give --seeds, --set NAME=FIRST..LAST:N or --times");
    if (axes.size() > 2)
        bad_input("winnow sheet: {} things vary, but a sheet has only rows and columns: leave out {}",
                  axes.size(), axes.size() > 3 ? "the others" : "one of them");
    if (axes.size() > 1 && options.columns)
        bad_input("--columns: two things vary, so the second has the columns; leave --columns out");
    if (const std::size_t count = axes.front() * (axes.size() > 1 ? axes.back() : 1); count > max_pictures)
        bad_input("winnow sheet: these are {} pictures; a sheet may have {}", grouped(count),
                  grouped(max_pictures));
    const auto [width, height] = layout_of(options).size();
    if (const int most = max_frame_side; width > most || height > most)
        bad_input("--size: the sheet would have {}x{} pixels; a side may have {}, so make pictures smaller",
                  width, height, most);
    if (options.output.empty())
        bad_input("winnow sheet: nothing to write: give --output FILE.png, or - for standard output");
    if (options.output != "-" && std::filesystem::path(options.output).extension() != ".png")
        bad_input("cannot write {}: a sheet is a PNG file: give --output FILE.png, or - for standard output",
                  options.output);
}

/// Declares --set for a value of the whole sheet or for one that varies.
void add_series(Arguments& arguments, SheetOptions& options) {
    const auto take = [&options](const std::string& name, const std::string& value) {
        const bool varies = value.find_first_of(",:") != std::string::npos || value.find("..") != value.npos;
        const auto is_same = [&name](const auto& other) { return other.name == name; };
        if (std::ranges::any_of(options.properties, is_same) || std::ranges::any_of(options.series, is_same))
            bad_input("--set {}: it is given more than once", shortened(name));
        const auto [least, most] = effects::any_property;
        if (varies)
            options.series.push_back({name, parse_series("--set " + name, value, static_cast<float>(least),
                                                         static_cast<float>(most), max_pictures)});
        else
            options.properties.push_back(parse_property(name, value));
    };
    add_set(arguments, "NAME=VALUE|FIRST..LAST:N",
            "Set a property of the effect, or draw it with N values at even distances (or several, separated "
            "by commas); can be given several times",
            take);
}

/// Returns what all pictures have in common, for the title's line.
std::string note_of(const SheetOptions& options) {
    std::string note;
    const auto add = [&note](const std::string& words) { note += (note.empty() ? "" : ", ") + words; };
    if (options.seeds.empty()) add(fmt::format("seed {}", options.seed));
    for (const session::PropertyChoice& one : options.properties)
        add(fmt::format("{}={}", one.name, one.value));
    if (options.times.empty()) add(session::time_words(options.time));
    return note;
}

render::SheetText text_of(const SheetOptions& options, const std::string& title,
                          const std::vector<session::SheetPicture>& pictures) {
    render::SheetText text{title, note_of(options), {}};
    for (const session::SheetPicture& one : pictures) text.captions.push_back(one.caption);
    return text;
}

nlohmann::ordered_json to_json(const session::SheetPicture& picture, glm::ivec2 place) {
    nlohmann::ordered_json properties = nlohmann::ordered_json::object();
    for (const session::PropertyChoice& one : picture.properties) properties[one.name] = one.value;
    return {{"x", place.x},           {"y", place.y},
            {"seed", picture.seed},   {"properties", properties},
            {"frame", picture.frame}, {"caption", picture.caption}};
}

nlohmann::ordered_json to_json(const SheetOptions& options, session::Session& session,
                               const render::SheetLayout& layout,
                               const std::vector<session::SheetPicture>& pictures) {
    const effects::SimulationSettings& chosen = session.settings().simulation;
    auto all = nlohmann::ordered_json::array();
    for (const session::SheetPicture& one : pictures)
        all.push_back(to_json(one, layout.picture_place(static_cast<int>(all.size()))));
    return {{"schema", json_schema},
            {"version", version()},
            {"device", session::to_json(session.facts())},
            {"effect", options.effect},
            {"backend", name_of(session.algorithm().backend)},
            {"capacity", chosen.capacity},
            {"density", chosen.density},
            {"width", layout.picture.width},
            {"height", layout.picture.height},
            {"supersample", options.supersample},
            {"fps", session::sheet_frames_per_second},
            {"columns", layout.columns},
            {"rows", layout.rows()},
            {"output", options.output},
            {"pictures", all}};
}

/// Returns settings that suit all pictures, with room for the particles of each. Throws Error(bad_input) if
/// the effect refuses a value.
effects::Settings common_settings(const SheetOptions& options, const session::Start& start,
                                  const std::vector<session::SheetPicture>& pictures) {
    effects::Settings settings = start.settings(options);
    session::set_drawing(options, settings.display);
    std::uint32_t& capacity = settings.simulation.capacity;
    for (const session::SheetPicture& one : pictures) {
        const effects::Settings own = session::settings_of(settings, one);
        if (!options.capacity)
            capacity = std::max(capacity, session::capacity_for(own.effect, own.simulation.density));
    }
    return settings;
}

}  // namespace

void declare(Arguments& arguments, SheetOptions& options) {
    add_run(arguments, options);
    arguments.add_value(
        "--seeds", "A-B,...", "Draw a picture with each of these seeds",
        [&](const std::string& text) { options.seeds = parse_ranges("--seeds", text, max_pictures); });
    arguments.exclude("--seeds", {"--seed"});
    add_series(arguments, options);
    arguments.add_value("--times", "SECONDS,...|FIRST..LAST:N",
                        "Draw a picture of each run at each of these simulated times",
                        [&](const std::string& text) {
                            options.times = parse_series("--times", text, 0, max_time, max_pictures);
                        });
    arguments.add_value(
        "--time", "SECONDS",
        fmt::format("Simulated time of all pictures (default {}); the frame nearest to it, of "
                    "{} a second, is drawn",
                    options.time, session::sheet_frames_per_second),
        [&](const std::string& text) { options.time = parse_between("--time", text, 0, max_time); });
    arguments.exclude("--time", {"--times"});
    arguments.add_count("--columns",
                        "Pictures in a row (default: what comes nearest to 16:9 with few empty places)", 1,
                        max_pictures, [&](std::uint32_t n) { options.columns = n; });
    add_picture(arguments, options, "a picture");
    add_looks(arguments, options);
    arguments.add_output("--output", "FILE.png|-", "Where to write the sheet", options.output);
    arguments.finally([&] { check(options); });
    add_json(arguments, options.json);
    add_device(arguments, options);
}

int run(const SheetOptions& options) {
    const render::SheetLayout layout = layout_of(options);
    const std::vector<session::SheetPicture> pictures = session::pictures_of(options, options.seed);
    session::Start start(options);
    effects::Settings settings = common_settings(options, start, pictures);
    JsonFile json(options.json);
    OutputFile output(options.output);
    const auto context = gl::make_headless({.debug = options.gl_debug, .device = options.device});
    session::choose_default_capacity(options, context->facts(), settings);
    gl::ShaderLibrary shaders(options.shaders);
    std::optional<gl::ShaderLibrary::Building> first_programs(std::in_place, shaders);  // of step and picture
    session::Session session(*context, shaders, session::settings_of(settings, pictures.front()));
    session::Still still(session, options.still());
    if (!options.shaders.empty()) first_programs->finish();  // a broken file is refused at once
    first_programs.reset();

    render::Sheet sheet(layout, text_of(options, settings.effect.name, pictures));
    session::draw_pictures(pictures, settings, start, session, still,
                           [&](std::size_t index, const render::Image& picture) {
                               sheet.put(static_cast<int>(index), picture);
                           });
    const ExitStatus status = finish_each({
        [&] {
            output.write(render::encode_png(sheet.image()));
            output.commit();
        },
        [&] { json.write(to_json(options, session, layout, pictures)); },
    });
    if (status == ExitStatus::fine)
        print_lines(table_stream({options.output, options.json}),
                    fmt::format("{}: {}, {} in a row, {}x{} pixels\n", printable(options.output),
                                counted(pictures.size(), "picture"), layout.columns, layout.size().width,
                                layout.size().height));
    return static_cast<int>(status);
}

}  // namespace winnow::commands
