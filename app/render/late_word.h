// Reads a word that the GPU wrote back without waiting; it arrives a frame or two late.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "gl/buffer.h"
#include "gl/fence.h"

namespace winnow::render {

/// A ring of readback slots for one word.
class LateWord {
  public:
    explicit LateWord(std::string_view label);

    /// Submits a copy of the word at `byte_offset`, as the commands before it leave it. Does nothing while
    /// all slots are in use.
    void submit(const gl::Buffer& from, std::uint64_t byte_offset);
    /// Returns the newest word that has arrived. Never waits.
    std::optional<std::uint32_t> newest();
    /// Drops the words that have arrived and those that are still on their way.
    void forget();

  private:
    static constexpr std::uint64_t slots = 8;
    bool arrived(std::uint64_t number) const { return fences_[number % slots].passed(); }

    gl::ReadbackBuffer memory_;
    std::array<gl::Fence, slots> fences_;
    std::uint64_t submitted_ = 0, taken_ = 0;
    std::optional<std::uint32_t> newest_;
};

}  // namespace winnow::render
