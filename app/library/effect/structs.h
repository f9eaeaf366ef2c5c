// The structs of effect.h: taken from the caller, turned into those of a stage, and refused if they ask for
// what cannot be. All throw Error(bad_input), whose sentence names the member.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/version.h"
#include "compact/suite.h"
#include "effects/model/effect.h"
#include "library/effect/host_state.h"
#include "stage/stage.h"
#include "winnow/effect.h"

namespace winnow::library {

template <typename Value>
Value& required(Value* pointer, const char* name) {
    if (pointer == nullptr) bad_input("{}: must not be null", name);
    return *pointer;
}

/// Returns the caller's struct, which may be longer: that of a later version, whose further members ask for
/// nothing. A struct of 0.2 has all members that this version knows.
template <typename Struct>
const Struct& taken(const Struct* given, const char* name) {
    constexpr std::uint32_t longest = 4096;
    const std::uint32_t size = required(given, name).size;
    if (size < sizeof(Struct) || size > longest)
        bad_input("{}: the member size must be that of the struct, {}, not {}", name, sizeof(Struct), size);
    const auto* bytes = reinterpret_cast<const unsigned char*>(given);
    for (std::uint32_t i = sizeof(Struct); i < size; ++i)
        if (bytes[i] != 0) bad_input("{}: has a member that version {} does not know", name, version());
    return *given;
}

/// Fills the caller's struct, which was taken.
template <typename Struct>
void give(Struct* out, Struct whole) {
    whole.size = out->size;
    *out = whole;
}

void require_zero(std::uint32_t reserved);
void require_flag(const char* name, std::uint32_t value);
stage::Drawing drawing_of(std::uint32_t value);
Backend backend_of(std::uint32_t value);
StateMode state_mode_of(std::uint32_t value);
/// The context must be current, in which the state's objects are.
DeclaredState declared_of(const WinnowState* given);
effects::Effect effect_of(const WinnowEffectSource* given);
/// True if it moves nothing.
bool is_none(const WinnowTransform& transform);
effects::Pose pose_of(const WinnowTransform& transform);
WinnowEvent event_of(const stage::Event& event);
stage::Detail detail_of(const WinnowDetail* given);
stage::Trigger trigger_of(const WinnowTrigger* given);
/// The context must be current, in which the picture's framebuffer and texture are. Binds textures.
stage::Picture picture_of(const WinnowPicture* given);
/// Likewise, without a target.
stage::Picture layer_of(const WinnowPicture* given);

/// Returns a saved instance as the bytes of a file of states.
std::string encoded(const stage::Saved& saved);
/// Returns what such bytes say. `folder`: of the effect's files.
stage::Saved decoded(std::string_view bytes, const std::string& folder);

}  // namespace winnow::library
