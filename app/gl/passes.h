// The registry of passes: one list that timers, debug labels and the panel share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time_line.h"
#include "gl/context.h"
#include "gl/debug.h"
#include "gl/program.h"

namespace winnow::gl {

struct Facts;

/// The kind of work of a pass, which decides how it is timed on a software renderer: compute runs inside the
/// dispatch call, where the CPU clock times it correctly; drawing runs after the call, where GPU timestamps
/// are correct.
enum class Work { compute, draw };

/// The work that a pass is part of.
enum class Part { drawing, simulation };

/// Times spans that may overlap (timestamp pairs, not elapsed queries). Each slot keeps the result of its
/// newest finished span, which arrives a little later; a ring of queries keeps it from waiting for the GPU.
class Timers {
  public:
    Timers(const Facts& facts, int slots);
    ~Timers();
    Timers(const Timers&) = delete;

    void set_name(int slot, std::string_view name);
    /// From now on, also adds each finished span to `line` under the name of its slot; null: to none.
    void set_time_line(TimeLine* line);

    void begin(int slot, Work work);
    void end(int slot);
    /// Fetches the results that are ready. Never waits.
    void poll();
    /// Waits for all results; for benchmarks.
    void wait();
    /// Returns the milliseconds of the newest finished span, if any has finished.
    std::optional<double> milliseconds(int slot) const;
    /// Returns how many spans of the slot have finished.
    std::uint64_t finished(int slot) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

class Passes;

/// The index of a declared pass.
struct PassId {
    int index = -1;
};

/// Labels and times the commands that are submitted while it lives.
class PassScope {
  public:
    PassScope(Passes& passes, PassId pass);
    ~PassScope();
    PassScope(const PassScope&) = delete;

  private:
    Passes& passes_;
    PassId pass_;
    DebugGroup group_;
    bool is_timed_;
};

class Passes {
  public:
    static constexpr int capacity = 64;
    explicit Passes(const Facts& facts) : timers_(facts, capacity) {}

    /// Declares a pass, or returns the one with that name. Rows appear in the order of declaration.
    PassId declare(std::string_view name, std::string_view summary, Work work, Part part = Part::drawing);

    /// Sets a time that was measured elsewhere (CUDA events, the CPU). It is shown until the pass is next
    /// submitted here.
    void report(PassId pass, double milliseconds);
    /// Clears the time of a pass that no longer runs (a backend was switched off).
    void forget(PassId pass);

    struct Row {
        std::string name, summary;
        std::optional<double> milliseconds;  // of the newest finished run
        std::uint64_t runs = 0;              // that have finished or were reported
        Part part = Part::drawing;
    };
    /// Fetches the times that are ready; never waits for the GPU.
    void poll();
    /// Waits for all times; for benchmarks and traces.
    void wait() { timers_.wait(); }
    std::optional<double> milliseconds(PassId pass) const;
    std::vector<Row> rows() const;

    /// From now on, shows the passes on `line`, if it is wanted. `line` must outlive this object.
    void show_on(TimeLine& line);
    /// Returns the line that spans of the host and of other APIs belong on; null: none is wanted.
    TimeLine* time_line() const { return time_line_; }
    /// Waits for all times and completes the time line. If the context is lost, the line contains the spans
    /// that had arrived.
    void finish_time_line();

  private:
    friend class PassScope;
    friend class UntimedScope;
    struct Entry {
        std::string name, summary;
        Work work;
        std::optional<double> reported;
        std::uint64_t reports = 0;
        std::uint64_t ignored = 0;  // number of spans that finished before forget(): they do not count
        Part part = Part::drawing;
    };
    std::vector<Entry> entries_;
    Timers timers_;
    TimeLine* time_line_ = nullptr;
    bool is_timed_ = true;
};

/// While it lives, passes are not timed, which saves a tenth of the time of a small step; but if a time line
/// is wanted, they are.
class UntimedScope {
  public:
    explicit UntimedScope(Passes& passes) : passes_(passes) { passes_.is_timed_ = false; }
    ~UntimedScope() { passes_.is_timed_ = true; }
    UntimedScope(const UntimedScope&) = delete;

  private:
    Passes& passes_;
};

// The tools that every object using OpenGL is constructed with: device facts, shaders, passes.

/// They must outlive the objects that are constructed with them.
struct Tools {
    const Facts& facts;
    ShaderLibrary& shaders;
    Passes& passes;  // labels and times the stages
};

}  // namespace winnow::gl
