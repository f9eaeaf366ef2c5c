#include "bake/points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "effects/compile/max_alive.h"
#include "state/state_file.h"

namespace winnow::bake {
namespace {

namespace fs = std::filesystem;

const Format& format_of(const std::string& output) {
    if (output.empty())
        bad_input("points: nothing to write: give --output NAME_#.ply, NAME_#.npz, NAME_#.csv or NAME.usda");
    std::vector<std::string_view> suffixes;
    for (const Format& format : formats) {
        if (output.ends_with(format.suffix)) return format;
        suffixes.push_back(format.suffix);
    }
    bad_input("--output {}: the name must end with {}", shortened(output), join_or(suffixes));
}

/// Returns the names of the files of frames.
NumberedName name_of(const Bake& bake, const Format& format) {
    NumberedName name(bake.output, "--output");
    if (!format.has_stage) {
        if (!name.has_number() && bake.frames.count() > 1)
            bad_input("--output {}: {} need a # in the name, which stands for the number of the frame",
                      shortened(bake.output), counted(bake.frames.count(), "frame"));
        return name;
    }
    if (name.has_number())
        bad_input("--output {}: the files of {} are numbered after its name; leave the # out",
                  shortened(bake.output), format.suffix);
    const std::string stem = bake.output.substr(0, bake.output.size() - format.suffix.size());
    return {fmt::format("{}_#{}", stem, format.suffix), "--output"};
}

/// Returns an upper bound on the bytes of a file.
std::uint64_t bytes_of(const Format& format, std::span<const Column> columns, std::uint64_t particles) {
    constexpr std::uint64_t max_head = 4096, max_column_head = 512, around_value = 4;
    std::uint64_t each = 0;
    for (const Column& column : columns)
        each += format.is_text ? column.words.size() * max_word_text + around_value
                               : column.words.size() * sizeof(std::uint32_t);
    return max_head + columns.size() * max_column_head + particles * each;
}

void require_room(const PointsPlan& plan, std::uint64_t particles) {
    const Format& format = *plan.format;
    const std::uint64_t bytes = bytes_of(format, plan.columns, particles);
    if (format.max_bytes == 0 || bytes <= format.max_bytes) return;
    bad_input("{}: {} can take {}, and a {} file holds {}; choose fewer --attributes, or PLY",
              shortened(plan.name.pattern()), counted(particles, "particle"), bytes_text(bytes),
              format.suffix, bytes_text(format.max_bytes));
}

}  // namespace

PointsPlan plan_points(const Bake& bake, const effects::Settings& settings) {
    check(bake.frames);
    const Format& format = format_of(bake.output);
    const effects::Compiled compiled = effects::compiled_of(settings);
    PointsPlan plan{columns_of(*compiled, bake.attributes), &format,     name_of(bake, format),
                    format.has_stage ? bake.output : "",    bake.frames, {compiled->effect.name, bake.fps}};
    const double alive = std::ceil(effects::max_alive(settings.effect, settings.simulation.density));
    plan.max_particles =
        static_cast<std::uint64_t>(std::min(alive, static_cast<double>(settings.simulation.capacity)));
    plan.max_file_bytes = bytes_of(format, plan.columns, plan.max_particles);
    require_room(plan, plan.max_particles);
    return plan;
}

PointsExport::PointsExport(session::Session& session, const PointsPlan& plan)
    : plan_(plan), reader_(session, plan.columns) {
    state::require_writable(plan.file_of(plan.frames.first));
    state::require_writable(plan.stage);
}

void PointsExport::wait() {
    if (writing_.valid()) writing_.get();
}

void PointsExport::take(const session::MadeFrame& frame) {
    reader_.read(frame, next_);
    require_room(plan_, next_.count);
    largest_ = std::max(largest_, next_.count);
    wait();
    std::swap(frame_, next_);
    writing_ = std::async(std::launch::async, [this] {
        OutputFile file(plan_.file_of(frame_.number));
        plan_.format->write(file, plan_.columns, frame_, plan_.origin);
        file.commit();
    });
}

void PointsExport::finish() {
    wait();
    if (plan_.stage.empty()) return;
    OutputFile stage(plan_.stage);
    write_usda_stage(stage, plan_.columns, plan_.frames, plan_.origin, [this](std::uint64_t frame) {
        return fs::path(plan_.file_of(frame)).filename().string();
    });
    stage.commit();
}

}  // namespace winnow::bake
