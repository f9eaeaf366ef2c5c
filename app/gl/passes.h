// The one registry of passes, which serves timers, debug labels and the panel.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gl/context.h"
#include "gl/debug.h"

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

class Passes;

/// A declared pass.
struct PassId {
    int index = -1;
};

/// Labels and times what is submitted while it lives.
class PassScope {
  public:
    PassScope(Passes& passes, PassId pass);
    ~PassScope();
    PassScope(const PassScope&) = delete;

  private:
    Passes& passes_;
    PassId pass_;
    DebugGroup group_;
};

class Passes {
  public:
    static constexpr int capacity = 48;
    explicit Passes(const Facts& facts) : timers_(facts, capacity) {}

    /// Declares a pass, or returns the one of that name. Order of declaration is the order of the rows.
    PassId declare(std::string_view name, std::string_view summary, Work work);

    /// A time that was measured elsewhere (CUDA events, the CPU); it stands until the pass is next submitted
    /// here.
    void report(PassId pass, double milliseconds);
    /// The pass no longer happens (a backend was switched off): its row has no time.
    void forget(PassId pass);

    struct Row {
        std::string name, summary;
        std::optional<double> milliseconds;  // of the newest finished run
    };
    /// Fetches times that have arrived; never waits.
    void poll() { timers_.poll(); }
    /// Waits for all times; for benchmarks and traces.
    void wait() { timers_.wait(); }
    std::optional<double> milliseconds(PassId pass) const;
    std::vector<Row> rows() const;

  private:
    friend class PassScope;
    struct Entry {
        std::string name, summary;
        Work work;
        std::optional<double> reported;
        std::uint64_t ignored = 0;  // spans that finished before forget() do not count
    };
    std::vector<Entry> entries_;
    Timers timers_;
};

}  // namespace winnow::gl
