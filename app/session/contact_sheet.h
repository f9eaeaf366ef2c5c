// The pictures of a contact sheet: one effect with several seeds, values of properties and simulated times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "render/image.h"
#include "session/choices.h"
#include "session/session.h"
#include "session/start.h"
#include "session/still.h"
#include "settings/settings.h"

namespace winnow::session {

/// Pictures are frames of films with so many frames per simulated second.
inline constexpr std::uint32_t sheet_frames_per_second = 60;

struct PropertySeries {
    std::string name;
    std::vector<float> values;
};

/// Each list that is not empty varies its part; the pictures are all combinations.
struct SheetChoice {
    std::vector<std::uint32_t> seeds{};    // empty: that of the run
    std::vector<PropertySeries> series{};  // of different properties
    std::vector<float> times{};            // simulated seconds, rising; empty: `time`
    float time = 3;                        // simulated seconds
};

struct SheetPicture {
    std::uint32_t seed = 1;
    std::vector<PropertyChoice> properties{};  // those that vary
    std::uint64_t frame = 1;                   // its number in the film
    std::string caption{};                     // what varies
};

/// Returns a simulated time as a caption has it, to hundredths of a second.
std::string time_words(float seconds);

/// Returns the pictures. The time varies first, then the last of the series, and the seed last. The frame is
/// the one that is nearest to the time. `seed`: of the run, if no seeds are chosen.
std::vector<SheetPicture> pictures_of(const SheetChoice& choice, std::uint32_t seed);

/// Returns the settings of a picture's run. Throws Error(bad_input) if the effect has no such property or the
/// value is out of its range.
effects::Settings settings_of(const effects::Settings& base, const SheetPicture& picture);

/// Makes the runs in the session, one after the other, and each run's steps once. Gives each picture's place
/// in the list and its image to `take`. A picture is that frame of the film that OfflineRender makes of its
/// settings, to the bit. Preconditions: the pictures are in the order of pictures_of(), `still` draws the
/// session, and every frame is sorted. Throws what steps and drawing throw.
void draw_pictures(std::span<const SheetPicture> pictures, const effects::Settings& base, Start& start,
                   Session& session, Still& still,
                   const std::function<void(std::size_t, const render::Image&)>& take);

}  // namespace winnow::session
