// The tour of the Lab: a few lessons, each with a caption, that lead back to the particles.
#pragma once

#include <span>
#include <string_view>

namespace winnow::view {

struct TourStop {
    std::string_view lesson;  // its id; empty: the Lab is closed, and the particles are seen
    std::string_view title, caption;
};

/// The last stop, and only that, has no lesson.
std::span<const TourStop> tour();

}  // namespace winnow::view
