// Events of particles and instances, for the program that plays them.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <utility>
#include <vector>

#include "particles/reports.h"
#include "stage/handles.h"

namespace winnow::stage {

/// The kind of an event that an instance has, beside shared::REPORT_* of particles: it has ended by itself.
inline constexpr std::uint32_t ended = 16;

inline constexpr std::uint32_t no_emitter = 0xFFFFFFFF;

struct Event {
    Handle instance = 0;
    std::uint32_t kinds = 0;  // bits
    std::uint32_t step = 0;   // the low word of the instance's own
    // The rest is the particle's:
    glm::vec3 position{0}, velocity{0};  // metres and metres per second, in the world
    std::uint32_t age = 0;               // steps
    std::uint32_t emitter = no_emitter;  // its number in the effect's list
    std::uint32_t birth_step = 0, ordinal = 0;
};

/// Events that wait to be taken: the newest of them, and how many there were beside.
class Events {
  public:
    static constexpr std::size_t max_kept = particles::Reports::max_room;

    void add(std::vector<Event> more, std::uint64_t lost) {
        lost_ += lost;
        events_.insert(events_.end(), more.begin(), more.end());
        if (events_.size() <= max_kept) return;
        const std::size_t old = events_.size() - max_kept;
        events_.erase(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(old));
        lost_ += old;
    }
    /// Returns them in order, each once.
    std::vector<Event> take() { return std::exchange(events_, {}); }
    /// Returns how many were lost since it was asked last.
    std::uint64_t take_lost() { return std::exchange(lost_, 0); }

  private:
    std::vector<Event> events_;
    std::uint64_t lost_ = 0;
};

}  // namespace winnow::stage
