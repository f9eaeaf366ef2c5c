// Reads and writes the state of a run in one file: everything that its further steps depend on.
//
// All numbers are little-endian. The file holds, in order: the 8 bytes "WINNOWST"; the number of the format
// and the length of the header in bytes, 32 bits each; the length of the whole file in bytes, 64 bits; the
// header, a JSON object; the columns of the living particles, and the planes of their attributes as columns,
// one after the other, 16 bytes per element, the oldest particle first; the 64-bit FNV-1a checksum of all
// bytes before it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "effects/compile/transform.h"
#include "particles/columns.h"
#include "particles/instances.h"
#include "state/conditions.h"

namespace winnow::state {

/// How far the time of a video's frames is ahead of that of its steps, as a part of a step: `part` / `of`,
/// above -1 and up to 0; above 0 and below 1 in states that were saved when frames showed the steps before
/// them.
struct FramePhase {
    std::int32_t part = 0;
    std::uint32_t of = 1;
    bool operator==(const FramePhase&) const = default;
};

/// The format of states whose particles have at most one plane of attributes, and of those with more.
inline constexpr std::uint32_t state_format = 1, state_format_of_planes = 2;

/// How another program plays the effect.
struct Playing {
    std::optional<effects::Pose> pose;  // empty: the effect's own world is the program's
    double speed = 1;
    std::uint32_t layer = 0;
    bool is_paused = false, is_stopped = false;
    float prewarm = 0;                                // seconds before the first step
    std::optional<particles::FloorPlace> floor = {};  // empty: at its own place
};

struct SavedState {
    Conditions conditions;  // their step is the step of the state
    particles::State state;
    FramePhase clock{};                   // of a video that continues from here
    std::optional<Playing> playing = {};  // then the state is one of many in another program
};

std::string encode_state(const SavedState& saved);
/// Throws Error(bad_input), one line that begins with `origin`, if the bytes are not a state, have a newer
/// format, are cut short, damaged or not valid, or hold a particle that no run can have, which is named by
/// its place in the columns. `folder`: see read_conditions().
SavedState decode_state(std::string_view bytes, const std::string& origin, const std::string& folder = "");

/// Writes the file completely or not at all, and says if a run that continues from it cannot be replayed.
/// Throws as OutputFile does.
void write_state(const std::string& path, const SavedState& saved);
/// Throws Error(bad_input) unless the file can be created, so that the error comes before the work. Does
/// nothing if `path` is empty or a pipe.
void require_writable(const std::string& path);
/// Throws as read_file() and decode_state() do.
SavedState read_state(const std::string& path, const std::string& folder = "");

/// Throws Error(bad_input) if the state is of an instance with a place of its own, which only a program that
/// gives it one can continue.
void require_own_world(const SavedState& saved);

/// Throws Error(bad_input) if the living particles do not fit into the capacity and the effect's policy is to
/// drop new ones, because then none of them may be removed.
void require_room(const SavedState& saved, std::uint32_t capacity);

}  // namespace winnow::state
