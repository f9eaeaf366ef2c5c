// Modules of an emitter's stack that are kept by a name of their own, to be added to other emitters.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "effects/model/effect.h"

namespace winnow::effects {

inline constexpr std::size_t max_preset_name = 80;  // bytes

/// Modules, and local values that their expressions or each other read.
struct StackPreset {
    std::string name;
    Lets lets;
    nlohmann::ordered_json modules = nlohmann::ordered_json::array();  // as in an emitter's "modules"
    bool operator==(const StackPreset&) const = default;
};

/// A list of modules of an effect: an emitter's own, or those of one of its further looks.
struct StackPlace {
    std::size_t emitter = 0;
    std::optional<std::size_t> look{};
};

/// Returns why nothing can have this name, a sentence without its end; empty: it can.
std::string preset_name_fault(std::string_view name);

/// Returns the modules of the list with these indices. Local values that they read, of the emitter or of the
/// effect, come along; properties become local values of the number that they are now.
StackPreset preset_of(const Effect& effect, const StackPlace& place, std::span<const std::size_t> modules,
                      const std::string& name);

/// Returns the emitter as JSON with the preset's modules behind those of the list. Local values come along
/// unless the emitter or the effect has one, or a property, of that name: then the modules read that. The
/// result is not checked.
nlohmann::ordered_json with_preset(const Effect& effect, const StackPlace& place, const StackPreset& preset);

/// Returns the text of a preset's file, which has its name from elsewhere.
std::string text_of(const StackPreset& preset);
/// Returns the preset of a file's text. The values of the modules are not checked. Throws Error(bad_input),
/// one line that begins with `origin`.
StackPreset parse_preset(std::string_view text, const std::string& origin, const std::string& name);

}  // namespace winnow::effects
