// The linker puts these functions between the program and the CUDA runtime. They count the calls that a
// running simulation must not make.
#pragma once

#include <map>
#include <string>

namespace winnow::test {

/// Calls are counted and passed on while an object lives. Only one may exist at a time.
class RuntimeCalls {
  public:
    RuntimeCalls() { reset(); }

    void reset();
    /// Returns the calls that may wait for the device: "cudaDeviceSynchronize 3". Empty if there were none.
    std::string waits() const;
    /// Returns the calls that allocate, free or register memory.
    std::string allocations() const;

    /// Returns how often GL's buffers were handed to CUDA: "cudaGraphicsMapResources 100".
    std::string hand_overs() const;

    /// Returns the calls that ask for the device's properties.
    std::string questions() const;

    /// Returns the number of objects of each kind that the program has made since it began and not destroyed.
    static std::map<std::string, int> alive();

    /// Calls every counted function once without passing it on. Returns the functions that were not counted;
    /// empty if all were.
    static std::string uncounted();
};

}  // namespace winnow::test
