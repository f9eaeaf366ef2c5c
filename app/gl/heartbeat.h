// Notices that the GPU has dropped commands. After a reset, a context without robustness (GLX grants none to
// a window) reports nothing: it goes on with what the dropped commands should have written missing.
#pragma once

#include <cstdint>
#include <functional>

#include "gl/buffer.h"
#include "gl/rings.h"

namespace winnow::gl {

class Heartbeat {
  public:
    /// Writes the number of a beat to the buffer's word, on the GPU.
    using Writer = std::function<void(const Buffer& word, std::uint32_t number)>;

    /// Tests pass a writer that drops beats.
    explicit Heartbeat(Writer write = [](const Buffer& word, std::uint32_t number) { word.fill(number); });

    /// Submits a beat behind the commands so far; once a frame.
    void beat();
    /// Returns true if a beat that arrived since the last call had not been written. Never waits.
    bool missed();

  private:
    static constexpr std::uint32_t slots = 8;  // beats on their way; a frame beyond them has none
    Writer write_;
    Buffer word_;
    ReadbackRing arrivals_;
    std::uint32_t submitted_ = 0, arrived_ = 0;
};

}  // namespace winnow::gl
