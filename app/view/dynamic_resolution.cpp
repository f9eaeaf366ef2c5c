#include "view/dynamic_resolution.h"

#include <algorithm>
#include <array>
#include <vector>

namespace winnow::view {
namespace {

constexpr std::array factors{1.0f, 0.85f, 0.7f, 0.6f, 0.5f, 0.4f, DynamicResolution::lowest};
constexpr double room = 0.85;                 // of the longest frame: what a finer picture may take
constexpr std::uint32_t max_patience = 1280;  // frames

double median_of(const std::deque<double>& values) {
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    return sorted[sorted.size() / 2];
}

/// Returns the ratio of a level's pixels to another's, at most that of the frames' times.
double pixels(std::size_t level, std::size_t of) {
    const double sides = factors[level] / factors[of];
    return sides * sides;
}

}  // namespace

void DynamicResolution::change(std::size_t level) {
    rose_ = level < level_;
    level_ = level;
    quick_ = 0;
    seconds_.clear();
}

float DynamicResolution::next(double seconds, bool moves) {
    const bool counts = !was_in_full_;
    was_in_full_ = !moves;
    if (!moves) return 1;
    if (!counts) return factors[level_];
    const bool fits = level_ > 0 && seconds * pixels(level_ - 1, level_) < room * longest_frame;
    quick_ = fits ? quick_ + 1 : 0;
    seconds_.push_back(seconds);
    if (seconds_.size() > slow_frames) seconds_.pop_front();
    const double usual = seconds_.size() == slow_frames ? median_of(seconds_) : 0;
    if (usual > longest_frame && level_ + 1 < factors.size()) {
        if (rose_) patience_ = std::min(2 * patience_, max_patience);
        std::size_t level = level_ + 1;
        while (level + 1 < factors.size() && usual * pixels(level, level_) > longest_frame) ++level;
        change(level);
    } else if (quick_ >= patience_) {
        change(level_ - 1);
    }
    return factors[level_];
}

}  // namespace winnow::view
