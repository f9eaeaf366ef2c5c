#include "measure/frame_row.h"

#include "particles/columns.h"

namespace winnow::measure {

double FrameRow::passes_ms() const {
    double sum = 0;
    for (const auto& [name, time] : passes) sum += time;
    return sum;
}

double FrameRow::bytes() const {
    const double alive_before = double(alive) - born + died;
    const double survivors = alive_before - died;
    return (alive_before + survivors + born) * static_cast<double>(particles::particle_bytes);
}

double FrameRow::gigabytes_per_second() const {
    constexpr double bytes_per_millisecond = 1e6;
    return ms.median > 0 ? bytes() / (ms.median * bytes_per_millisecond) : 0;
}

}  // namespace winnow::measure
