#include "session/copy_rate.h"

namespace winnow::session {
namespace {

constexpr std::uint32_t elements_on_a_gpu = 1 << 24, elements_on_a_cpu = 1 << 20;

}  // namespace

CopyRate::CopyRate(const gl::Tools& tools, gl::MemoryProvider& memory)
    : timers_(tools.facts, 1),
      track_(tools.facts, tools.shaders, memory,
             tools.facts.software ? elements_on_a_cpu : elements_on_a_gpu) {}

/// The first copy meets memory that was never touched, and counts for nothing.
void CopyRate::advance() {
    timers_.poll();
    if (timers_.finished(0) < submitted_) return;
    if (submitted_ > 1 && times_.count() < samples) times_.add(*timers_.milliseconds(0));
    if (gigabytes_per_second()) return;
    timers_.begin(0, gl::Work::compute);
    track_.copy();
    timers_.end(0);
    ++submitted_;
}

std::optional<double> CopyRate::gigabytes_per_second() const {
    if (times_.count() < samples) return std::nullopt;
    constexpr double bytes_each = 2 * sizeof(std::uint32_t), bytes_per_ms = 1e6;
    return bytes_each * track_.elements() / (times_.median() * bytes_per_ms);
}

}  // namespace winnow::session
