// The fields of a state file that say whether it is whole (state_file.h describes the format).
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "base/checksum.h"

namespace winnow::test {

// Byte offsets of the format's fields before the header.
constexpr std::size_t format_at = 8, header_bytes_at = 12, file_bytes_at = 16, header_at = 24;
constexpr std::size_t checksum_bytes = sizeof(std::uint64_t);

template <typename T>
T get(const std::string& bytes, std::size_t at) {
    T value{};
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

template <typename T>
void put(std::string& bytes, std::size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// Makes the checksum right; does nothing to fewer bytes than one has.
inline void set_checksum(std::string& state) {
    if (state.size() < checksum_bytes) return;
    const std::size_t summed = state.size() - checksum_bytes;
    put(state, summed, fnv1a64(std::string_view(state).substr(0, summed)));
}

/// Makes the length that the state says, and its checksum, right; does nothing to fewer bytes than both need.
inline void set_length_and_checksum(std::string& state) {
    if (state.size() < header_at + checksum_bytes) return;
    put<std::uint64_t>(state, file_bytes_at, state.size());
    set_checksum(state);
}

}  // namespace winnow::test
