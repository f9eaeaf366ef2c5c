#include "session/race_times.h"

#include <algorithm>

namespace winnow::session {

void RaceTimes::add(double milliseconds) {
    newest_[count_++ % remembered] = milliseconds;
}

double RaceTimes::median() const {
    auto sorted = newest_;
    const auto size = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(count_, remembered));
    if (size == 0) return 0;
    std::sort(sorted.begin(), sorted.begin() + size);
    const auto upper = static_cast<std::size_t>(size / 2), lower = static_cast<std::size_t>((size - 1) / 2);
    return (sorted[lower] + sorted[upper]) / 2;
}

}  // namespace winnow::session
