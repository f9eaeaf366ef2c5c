// Stands between the program and the CUDA runtime (the linker puts it there), and counts the calls that a
// running simulation must not make.
#pragma once

#include <map>
#include <string>

namespace winnow::test {

/// While it lives, calls are counted and passed on. One at a time.
class RuntimeCalls {
  public:
    RuntimeCalls() { reset(); }

    void reset();
    /// What may not return before the device has worked: "cudaDeviceSynchronize 3", empty if there was none.
    std::string waits() const;
    /// What makes or frees memory, or registers it.
    std::string allocations() const;

    /// How often GL's buffers were handed to CUDA: "cudaGraphicsMapResources 100".
    std::string hand_overs() const;

    /// What was asked of the device's abilities.
    std::string questions() const;

    /// What the program has made and not destroyed since it began, by its kind.
    static std::map<std::string, int> alive();

    /// Calls every counted function once without passing it on. What was not counted, empty if all were.
    static std::string uncounted();
};

}  // namespace winnow::test
