// The indexed bindings of buffers, where the library works in a context of another program.
#pragma once

#include <cstdint>
#include <vector>

namespace winnow::gl {

enum class RangeTarget { storage, uniform };

/// Saves the buffers that are bound to the first indices of a target, with their ranges. The binding to no
/// index is not saved.
class BufferRanges {
  public:
    BufferRanges(RangeTarget target, std::uint32_t count);
    /// Binds them again, which changes the binding to no index too.
    void put() const;

  private:
    struct Range {
        unsigned buffer = 0;
        std::int64_t offset = 0, bytes = 0;  // bytes 0: the whole buffer
    };

    RangeTarget target_;
    std::vector<Range> ranges_;
};

}  // namespace winnow::gl
