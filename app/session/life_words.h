// The words for what a step did to a particle, and for why it died.
#pragma once

#include <glm/glm.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/life_facts.h"
#include "effects/compile/compiled_effect.h"
#include "particles/follower.h"

namespace winnow::session {

/// Returns a number, a vector, or the time that steps take, with as many digits as a person reads.
std::string short_number(float value);
std::string short_vector(const glm::vec3& v);
std::string seconds_text(std::uint64_t steps, std::uint32_t per_second);

/// Returns the attributes that an emitter's particles have, in the order of their words.
std::span<const effects::Attribute> attributes_of(const effects::CompiledEffect& compiled,
                                                  std::size_t emitter);

/// Returns why the particle does not live after the step, in a sentence, by what the step did to it.
std::string why_died(const particles::NotedStep& step, const effects::CompiledEffect& compiled,
                     std::optional<std::size_t> emitter);

/// Returns what the parts of a step did to the particle, in their order. `emitter`: of the effect.
std::vector<LifePart> parts_of(const particles::NotedStep& step, const effects::CompiledEffect& compiled,
                               std::size_t emitter);

/// Returns the values of attributes with their names.
std::vector<LifeFact> attribute_facts(std::span<const effects::Attribute> attributes,
                                      std::span<const std::uint32_t> words);

}  // namespace winnow::session
