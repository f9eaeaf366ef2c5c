// A word that the GPU wrote, arriving a picture or two late.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "gl/buffer.h"
#include "gl/fence.h"

namespace winnow::render {

class LateWord {
  public:
    explicit LateWord(std::string_view label);

    /// Copies the word at `byte_offset` as the GPU will have it; left out while all slots are on their way.
    void submit(const gl::Buffer& from, std::uint64_t byte_offset);
    /// The newest that has arrived. Never waits.
    std::optional<std::uint32_t> newest();
    /// What has arrived, and what is on its way.
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
