// How work is ordered: barriers between passes, and fences for the CPU.
#pragma once

#include <chrono>

namespace winnow::gl {

void storage_barrier();   // to shader storage
void command_barrier();   // to shader storage and to indirect arguments
void readback_barrier();  // to the API's copies, fills, uploads and reads, and to mapped memory
void all_barriers();

/// Throws Error(absent) if the context is lost: its GPU was reset. From then on it computes nothing, and what
/// is read back is of no meaning. Asked once a step and wherever the GPU is waited for; cheap.
void require_context();

/// As long as the GPU may keep silent before it counts as lost. What it is asked at once takes seconds.
constexpr std::chrono::minutes longest_silence{5};

/// For loops that ask for what the GPU is about to do: ends them where it never will.
class Patience {
  public:
    explicit Patience(std::chrono::milliseconds longest = longest_silence) : longest_(longest) {}
    /// Throws Error(absent) if the context is lost or the time is over.
    void go_on() const;

  private:
    std::chrono::milliseconds longest_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// A point in the command stream that can be asked about without waiting. Every function throws Error(absent)
/// where the driver fails it, which it does once the context is lost.
class Fence {
  public:
    Fence() = default;
    static Fence here();
    Fence(Fence&&) noexcept;
    Fence& operator=(Fence&&) noexcept;
    ~Fence();
    bool empty() const { return sync_ == nullptr; }
    bool passed() const;  // true when empty
    void wait() const;    // for headless commands; never in a picture

  private:
    void* sync_ = nullptr;
};

void finish();  // glFinish; throws as require_context()
void flush();   // glFlush

}  // namespace winnow::gl
