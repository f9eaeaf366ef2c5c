// A file descriptor that closes itself.
#pragma once

#include <unistd.h>

#include <utility>

namespace winnow::render {

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

    void close() {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }
    int number() const { return number_; }

  private:
    int number_ = -1;
};

}  // namespace winnow::render
