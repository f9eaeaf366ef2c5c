// The state that compute passes change, for work in a context that belongs to someone else.
#pragma once

#include <cstdint>
#include <vector>

namespace winnow::gl {

/// Remembers the current program and the buffers bound for shader storage (below `storage_bindings`, and the
/// generic one) and for indirect dispatch; puts them back when it goes.
class SavedState {
  public:
    explicit SavedState(std::uint32_t storage_bindings);
    ~SavedState();
    SavedState(const SavedState&) = delete;
    SavedState& operator=(const SavedState&) = delete;

  private:
    struct Range {
        unsigned buffer = 0;
        std::int64_t offset = 0, bytes = 0;  // bytes 0: the whole buffer
    };
    static Range storage_range(std::uint32_t binding);

    unsigned program_, storage_, dispatch_indirect_;
    std::vector<Range> ranges_;
};

}  // namespace winnow::gl
