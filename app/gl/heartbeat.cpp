#include "gl/heartbeat.h"

#include <cstring>
#include <utility>

namespace winnow::gl {

Heartbeat::Heartbeat(Writer write)
    : write_(std::move(write)),
      word_(plain_memory()->allocate(word_bytes, "heartbeat")),
      arrivals_(slots, word_bytes, "heartbeat, read back") {}

void Heartbeat::beat() {
    if (!arrivals_.has_room()) return;
    write_(word_, ++submitted_);
    arrivals_.submit(word_);
}

bool Heartbeat::missed() {
    bool any = false;
    for (; const std::byte* arrived = arrivals_.arrived(); arrivals_.taken()) {
        std::uint32_t number = 0;
        std::memcpy(&number, arrived, sizeof number);
        any |= number != ++arrived_;
    }
    return any;
}

}  // namespace winnow::gl
