// File descriptors that close themselves, and writes that a signal can interrupt, also for stdout and stderr.
#pragma once

#include <unistd.h>
#include <string_view>
#include <utility>

namespace winnow {

/// Owns a file descriptor and closes it; -1 stands for none.
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

    /// Returns the result of the system's close(), or 0 if there is nothing to close.
    int close() { return number_ >= 0 ? ::close(std::exchange(number_, -1)) : 0; }
    int number() const { return number_; }

  private:
    int number_ = -1;
};

/// Writes all bytes. While it waits for a pipe's reader, it gives up when wait_until_ready() does. A
/// descriptor that others share keeps its mode. Returns 0 or an errno, ECANCELED if it gave up.
int write_all(int descriptor, std::string_view bytes);

/// Makes sure that descriptors 0 to 2 are open, so that no file or socket which is opened later gets their
/// number and the program's text. Where one was closed, reading finds the end and writing fails.
void hold_standard_descriptors();
/// False if standard output was closed when hold_standard_descriptors() was called.
bool has_standard_output();

/// Makes stdout and stderr write through write_all() from now on: a stalled reader cannot keep the program
/// from ending once a signal has asked it to. A failed write sets the stream's error flag.
void make_standard_streams_interruptible();
/// Returns the errno of the first write to stdout that failed, which the stream does not keep; 0: none did.
int standard_output_error();

}  // namespace winnow
