// Barriers between passes, and fences by which the CPU follows the GPU's progress. A lost context is an error
// wherever it is noticed. Fences and time limits also end if the device does not answer; finish() and reading
// back wait as long as the driver does.
#pragma once

#include <chrono>

namespace winnow::gl {

/// Each makes earlier writes of shaders visible to the named kinds of access.
void storage_barrier();   // for shader storage
void command_barrier();   // for shader storage and indirect arguments
void texture_barrier();   // for shader storage, textures and images
void drawing_barrier();   // for shader storage, and for all uses of images that shaders wrote
void readback_barrier();  // for the API's copies, fills, uploads and reads, and for mapped memory
void all_barriers();

/// Throws Error(absent) if the context is lost, that is, its GPU was reset. A lost context computes nothing,
/// and what is read back from it is meaningless. Called once a step and wherever the CPU waits for the GPU;
/// cheap.
void require_context();

/// The longest that the GPU may not answer before it counts as lost. One submission of work takes seconds at
/// most.
constexpr std::chrono::minutes longest_silence{5};

/// A time limit for loops that poll for work of the GPU: it ends them if the GPU never finishes.
class Deadline {
  public:
    explicit Deadline(std::chrono::milliseconds longest = longest_silence) : longest_(longest) {}
    /// Throws Error(absent) if the context is lost or the time is up.
    void check() const;

  private:
    std::chrono::milliseconds longest_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// A point in the command stream that can be polled without waiting. Every function throws Error(absent) if
/// the driver reports a failure, as it does once the context is lost.
class Fence {
  public:
    Fence() = default;
    static Fence here();
    Fence(Fence&&) noexcept;
    Fence& operator=(Fence&&) noexcept;
    ~Fence();
    bool empty() const { return sync_ == nullptr; }
    bool passed() const;  // true when empty
    void wait() const;    // for headless commands; never within a frame

  private:
    void* sync_ = nullptr;
};

void finish();  // glFinish; throws like require_context()
void flush();   // glFlush

}  // namespace winnow::gl
