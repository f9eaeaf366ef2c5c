// How long each pass takes, known a little later and never waited for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

namespace winnow::gl {

struct Facts;

/// Where a pass does its work. A software renderer runs compute inside the dispatch call, so the CPU clock
/// times it truly, and draws behind the call, where its timestamps are true.
enum class Work { compute, draw };

/// Times spans that may be open at the same time (timestamp pairs, not elapsed queries). Results of the
/// newest finished span of each slot; a ring of queries keeps it from stalling.
class Timers {
  public:
    Timers(const Facts& facts, int slots);
    ~Timers();
    Timers(const Timers&) = delete;

    void begin(int slot, Work work);
    void end(int slot);
    /// Fetches what has arrived. Never waits.
    void poll();
    /// Waits for all; for benchmarks.
    void wait();
    /// Milliseconds of the newest finished span, if any has finished.
    std::optional<double> milliseconds(int slot) const;
    /// How many spans of the slot have finished.
    std::uint64_t finished(int slot) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace winnow::gl
