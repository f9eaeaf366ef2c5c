#include "base/frame_costs.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace winnow {
namespace {

constexpr double seconds_between_summaries = 0.25;

/// Returns the value of the nearest rank. Changes the order.
double ranked(std::vector<float>& values, double share) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

}  // namespace

std::optional<std::size_t> FrameCosts::find(const std::string& name) const {
    const auto found = std::ranges::find(passes_, name, &Pass::name);
    return found == passes_.end() ? std::nullopt : std::optional<std::size_t>(found - passes_.begin());
}

void FrameCosts::clear() {
    first_ = count_ = 0;
    summarise();
}

void FrameCosts::add(double seconds, std::span<const PassRow> passes) {
    Frame frame;
    frame.between = static_cast<float>(seconds * 1000);
    for (std::size_t i = 0; i < passes.size(); ++i) {
        const PassRow& row = passes[i];
        // Rows keep their order as a rule, so the search is the exception.
        const bool is_in_place = i < passes_.size() && passes_[i].name == row.name;
        std::optional<std::size_t> at = is_in_place ? std::optional(i) : find(row.name);
        if (!at && passes_.size() < max_passes) {
            at = passes_.size();
            passes_.push_back({row.name, row.simulates});
            seen_.push_back(row.runs);
        }
        if (!at) continue;
        const std::uint64_t runs = row.runs - std::min(row.runs, seen_[*at]);
        seen_[*at] = row.runs;
        if (!row.milliseconds || runs == 0) continue;
        const auto time = static_cast<float>(*row.milliseconds * static_cast<double>(runs));
        frame.passes[*at] = time;
        frame.runs[*at] = static_cast<std::uint16_t>(std::min<std::uint64_t>(runs, 0xFFFF));
        (row.simulates ? frame.simulation : frame.drawing) += time;
    }
    if (paused_) return;
    now_ += seconds;
    frame.at = now_;
    ring_.resize(max_frames);
    while (count_ == max_frames || (count_ > 0 && this->frame(0).at < now_ - seconds_kept)) {
        first_ = (first_ + 1) % max_frames;
        --count_;
    }
    ring_[(first_ + count_++) % max_frames] = frame;
    if (now_ >= summarised_at_ + seconds_between_summaries) summarise();
}

/// `time` returns the time of a frame; 0: there was nothing to measure.
template <typename Time>
Spread FrameCosts::spread_of(const Time& time) const {
    sorted_.clear();
    for (std::size_t i = 0; i < count_; ++i)
        if (const float one = time(frame(i)); one > 0) sorted_.push_back(one);
    if (sorted_.empty()) return {};
    return {ranked(sorted_, 0.5), ranked(sorted_, 0.99), static_cast<std::uint32_t>(sorted_.size())};
}

void FrameCosts::summarise() {
    summarised_at_ = now_;
    between_ = spread_of([](const Frame& one) { return one.between; });
    simulation_ = spread_of([](const Frame& one) { return one.simulation; });
    drawing_ = spread_of([](const Frame& one) { return one.drawing; });
    step_ = 0;
    for (std::size_t i = 0; i < passes_.size(); ++i) {
        Pass& pass = passes_[i];
        pass.spread = spread_of([i](const Frame& one) { return one.passes[i]; });
        pass.each = spread_of([i](const Frame& one) {
                        return one.runs[i] > 0 ? one.passes[i] / static_cast<float>(one.runs[i]) : 0;
                    }).median;
        if (pass.simulates && 2 * pass.spread.frames > simulation_.frames) step_ += pass.each;
    }
}

// --- as files

namespace {

/// The columns of those passes that have run.
std::vector<std::size_t> used(const FrameCosts& costs) {
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < costs.passes().size(); ++i)
        if (costs.passes()[i].spread.frames > 0) columns.push_back(i);
    return columns;
}

std::string quoted(const std::string& text) {
    std::string made = "\"";
    for (const char c : text) made += c == '"' ? "\"\"" : std::string(1, c);
    return made + "\"";
}

std::string csv(const FrameCosts& costs, const std::vector<std::size_t>& columns) {
    std::string text = "seconds,frame_ms,simulation_ms,drawing_ms";
    for (const std::size_t i : columns) text += "," + quoted(costs.passes()[i].name + " ms");
    text += "\n";
    for (std::size_t f = 0; f < costs.frames(); ++f) {
        const FrameCosts::Frame& one = costs.frame(f);
        text += fmt::format("{:.4f},{:.4f},{:.5f},{:.5f}", one.at, one.between, one.simulation, one.drawing);
        for (const std::size_t i : columns) text += fmt::format(",{:.5f}", one.passes[i]);
        text += "\n";
    }
    return text;
}

nlohmann::ordered_json spread_json(const Spread& spread) {
    return {{"median_ms", spread.median}, {"p99_ms", spread.p99}, {"frames", spread.frames}};
}

template <typename Time>
nlohmann::ordered_json series(const FrameCosts& costs, const Time& time) {
    auto list = nlohmann::ordered_json::array();
    for (std::size_t f = 0; f < costs.frames(); ++f) list.push_back(time(costs.frame(f)));
    return list;
}

std::string json(const FrameCosts& costs, const std::vector<std::size_t>& columns, const std::string& title) {
    using Frame = FrameCosts::Frame;
    nlohmann::ordered_json all{{"schema", 1},
                               {"title", title},
                               {"frame", spread_json(costs.between())},
                               {"simulation", spread_json(costs.simulation())},
                               {"drawing", spread_json(costs.drawing())},
                               {"step_ms", costs.step_milliseconds()},
                               {"seconds", series(costs, [](const Frame& one) { return one.at; })},
                               {"frame_ms", series(costs, [](const Frame& one) { return one.between; })},
                               {"passes", nlohmann::ordered_json::array()}};
    for (const std::size_t i : columns) {
        nlohmann::ordered_json pass = spread_json(costs.passes()[i].spread);
        pass["name"] = costs.passes()[i].name;
        pass["part"] = costs.passes()[i].simulates ? "simulation" : "drawing";
        pass["ms"] = series(costs, [i](const Frame& one) { return one.passes[i]; });
        all["passes"].push_back(std::move(pass));
    }
    return all.dump(1) + "\n";
}

std::string trace(const FrameCosts& costs, const std::vector<std::size_t>& columns,
                  const std::string& title) {
    constexpr double microseconds = 1e6, of_milliseconds = 1e3;
    auto events = nlohmann::ordered_json::array();
    const auto name_track = [&](int track, const char* name) {
        events.push_back(
            {{"ph", "M"}, {"pid", 1}, {"tid", track}, {"name", "thread_name"}, {"args", {{"name", name}}}});
    };
    const auto add = [&](int track, const std::string& name, double begin, double milliseconds) {
        events.push_back({{"ph", "X"},
                          {"pid", 1},
                          {"tid", track},
                          {"name", name},
                          {"ts", begin},
                          {"dur", milliseconds * of_milliseconds}});
    };
    name_track(0, "frames");
    name_track(1, "simulation");
    name_track(2, "drawing");
    for (std::size_t f = 0; f < costs.frames(); ++f) {
        const FrameCosts::Frame& one = costs.frame(f);
        const double begin = one.at * microseconds - one.between * of_milliseconds;
        add(0, "frame", begin, one.between);
        double at[] = {begin, begin};
        for (const std::size_t i : columns) {
            if (one.passes[i] <= 0) continue;
            const int part = costs.passes()[i].simulates ? 0 : 1;
            add(1 + part, costs.passes()[i].name, at[part], one.passes[i]);
            at[part] += one.passes[i] * of_milliseconds;
        }
    }
    return nlohmann::ordered_json{
               {"displayTimeUnit", "ms"}, {"otherData", {{"title", title}}}, {"traceEvents", events}}
               .dump() +
           "\n";
}

}  // namespace

std::string costs_text(const FrameCosts& costs, CostFile kind, const std::string& title) {
    const std::vector<std::size_t> columns = used(costs);
    switch (kind) {
        case CostFile::csv:
            return csv(costs, columns);
        case CostFile::json:
            return json(costs, columns, title);
        case CostFile::trace:
            return trace(costs, columns, title);
    }
    return {};
}

}  // namespace winnow
