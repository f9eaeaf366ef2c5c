// File descriptors: one that closes itself, and writes that a signal can end, of stdout and stderr too.
#pragma once

#include <unistd.h>
#include <string_view>
#include <utility>

namespace winnow {

class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { close(); }

    /// What close() of the system returns; 0 if there is nothing to close.
    int close() { return number_ >= 0 ? ::close(std::exchange(number_, -1)) : 0; }
    int number() const { return number_; }

  private:
    int number_ = -1;
};

/// Writes all bytes. Waiting for a pipe's reader, it gives up as wait_until_ready() does. A descriptor that
/// others share keeps its mode. Returns 0 or an errno, ECANCELED where it gave up.
int write_all(int descriptor, std::string_view bytes);

/// From now on stdout and stderr write as write_all() does: a reader that has stalled holds up nobody whom a
/// signal has asked for the end. What could not be written is an error of the stream.
void make_standard_streams_interruptible();

}  // namespace winnow
