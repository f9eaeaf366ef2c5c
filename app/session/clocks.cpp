#include "session/clocks.h"

namespace winnow::session {

std::uint64_t FrameClock::advance(std::uint32_t steps_per_second, std::uint32_t pictures_per_second) {
    const std::uint64_t before = std::uint64_t{phase_.part} * pictures_per_second / phase_.of;
    const std::uint64_t due = before + steps_per_second;
    phase_ = {static_cast<std::uint32_t>(due % pictures_per_second), pictures_per_second};
    return due / pictures_per_second;
}

}  // namespace winnow::session
