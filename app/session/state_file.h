// A run's state in one file: everything that its further steps are a function of.
//
// All numbers are little-endian. 8 bytes "WINNOWST"; the format's number and the header's length in bytes, 32
// bits each; the whole file's length in bytes, 64 bits; the header, a JSON object; the columns of the living,
// one after the other, 16 bytes an element, the oldest first; the 64-bit FNV-1a checksum of all bytes before.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "particles/columns.h"
#include "session/clocks.h"
#include "session/conditions.h"

namespace winnow::session {

inline constexpr std::uint32_t state_format = 1;

struct SavedState {
    Conditions conditions;  // its step is the state's
    particles::State state;
    FrameClock::Phase clock{};  // of a film that goes on from here
};

std::string encode_state(const SavedState& saved);
/// Throws Error(bad_input), one line that begins with `origin`: no state, a newer format, cut short, damaged,
/// not valid, or with a particle that no run could hold, which is named by its place in the columns.
SavedState decode_state(std::string_view bytes, const std::string& origin);

/// The file is complete or absent. Throws as OutputFile does.
void write_state(const std::string& path, const SavedState& saved);
/// Throws Error(bad_input) unless the file can be created, so that this is known before the work begins.
/// Empty: nothing is to be written. Pipes are left alone.
void require_writable(const std::string& path);
/// Throws as read_file() and decode_state() do.
SavedState read_state(const std::string& path);

/// Throws Error(bad_input) if the living do not fit into the capacity and the effect's policy is to drop what
/// is new: then none of them may go.
void require_room(const SavedState& saved, std::uint32_t capacity);

}  // namespace winnow::session
