#include "session/contact_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "session/offline_render.h"
#include "session/trace.h"

namespace winnow::session {
namespace {

std::uint64_t frame_at(float seconds) {
    return static_cast<std::uint64_t>(std::max(1L, std::lround(double{seconds} * sheet_frames_per_second)));
}

bool are_of_one_run(const SheetPicture& a, const SheetPicture& b) {
    return a.seed == b.seed && a.properties == b.properties;
}

}  // namespace

std::string time_words(float seconds) {
    constexpr double parts = 100;  // of a second; two frames are farther apart
    return fmt::format("{} s", std::round(seconds * parts) / parts);
}

std::vector<SheetPicture> pictures_of(const SheetChoice& choice, std::uint32_t seed) {
    std::vector<SheetPicture> all{{.seed = seed, .frame = frame_at(choice.time)}};
    const auto vary = [&all](const auto& values, const auto& set) {
        std::vector<SheetPicture> varied;
        for (const SheetPicture& one : all)
            for (const auto value : values) {
                SheetPicture& next = varied.emplace_back(one);
                if (!next.caption.empty()) next.caption += ", ";
                next.caption += set(next, value);
            }
        if (!values.empty()) all = std::move(varied);
    };
    vary(choice.seeds, [](SheetPicture& picture, std::uint32_t value) {
        picture.seed = value;
        return fmt::format("seed {}", value);
    });
    for (const PropertySeries& one : choice.series)
        vary(one.values, [&one](SheetPicture& picture, float value) {
            picture.properties.push_back({one.name, value});
            return fmt::format("{}={:.4g}", one.name, value);
        });
    vary(choice.times, [](SheetPicture& picture, float value) {
        picture.frame = frame_at(value);
        return time_words(value);
    });
    return all;
}

effects::Settings settings_of(const effects::Settings& base, const SheetPicture& picture) {
    effects::Settings settings = base;
    settings.simulation.seed = picture.seed;
    for (const PropertyChoice& property : picture.properties) set_property(settings.effect, property);
    return settings;
}

void draw_pictures(std::span<const SheetPicture> pictures, const effects::Settings& base, Start& start,
                   Session& session, Still& still,
                   const std::function<void(std::size_t, const render::Image&)>& take) {
    Trace no_trace("");
    for (std::size_t next = 0; next < pictures.size();) {
        const SheetPicture& first = pictures[next];
        std::size_t end = next;
        while (end < pictures.size() && are_of_one_run(pictures[end], first)) ++end;
        session.adopt(settings_of(base, first));
        session.reset();
        FramesChoice frames;
        frames.film.frames_per_second = sheet_frames_per_second;
        frames.film.first = still.is_seen() ? 1 : first.frame;
        frames.count = static_cast<std::uint32_t>(pictures[end - 1].frame + 1 - frames.film.first);
        frames.stage = fmt::format("picture {} of {}: ", next + 1, pictures.size());
        OfflineRender run(session, frames, start, no_trace, nullptr, true);
        run.on_frames([&](const MadeFrame& made) {
            const bool is_wanted = pictures[next].frame == made.number;
            if (is_wanted || still.is_seen()) still.draw(made.behind);
            if (!is_wanted) return;
            const render::Image image = still.read();
            for (; next < end && pictures[next].frame == made.number; ++next) take(next, image);
        });
        run.run();
    }
}

}  // namespace winnow::session
