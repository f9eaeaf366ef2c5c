// The names of an effect's enumerations in JSON and in the panel.
#pragma once

#include <array>

#include "effects/effect.h"
#include "scan/catalogue.h"

namespace winnow::effects {

inline constexpr std::array shapes{
    Named<Shape>{Shape::point, "point", "all births at the position"},
    Named<Shape>{Shape::sphere, "sphere", "births throughout a ball of the radius"},
    Named<Shape>{Shape::disc, "disc", "births across a horizontal disc of the radius"},
};
inline constexpr std::array when_full_policies{
    Named<WhenFull>{WhenFull::drop_new, "drop-new", "births beyond the capacity do not happen"},
    Named<WhenFull>{WhenFull::replace_oldest, "replace-oldest", "births replace the oldest particles"},
};
inline constexpr std::array emitter_blends{
    Named<EmitterBlend>{EmitterBlend::effect, "effect", "as the effect"},
    Named<EmitterBlend>{EmitterBlend::additive, "additive", "light adds up"},
    Named<EmitterBlend>{EmitterBlend::alpha, "alpha", "near particles cover far ones"},
};
inline constexpr std::array blends{
    Named<Blend>{Blend::additive, "additive", "light adds up: fire, sparks, glow"},
    Named<Blend>{Blend::alpha, "alpha", "near particles cover far ones: smoke, dust"},
};
inline constexpr std::array turbulences{
    Named<Turbulence>{Turbulence::gusts, "gusts",
                      "a force with divergence, which gathers particles in places"},
    Named<Turbulence>{Turbulence::eddies, "eddies",
                      "a force without divergence, which swirls particles: smoke"},
};

inline constexpr std::array events{
    Named<On>{On::death, "death", "when the parent's lifetime ends"},
    Named<On>{On::collision, "collision", "when the parent bounces"},
    Named<On>{On::age, "age", "when the parent reaches an age"},
};

/// The table of an enumeration's names.
template <typename Value>
inline constexpr int names = 0;
template <>
inline constexpr const auto& names<Shape> = shapes;
template <>
inline constexpr const auto& names<WhenFull> = when_full_policies;
template <>
inline constexpr const auto& names<Blend> = blends;
template <>
inline constexpr const auto& names<EmitterBlend> = emitter_blends;
template <>
inline constexpr const auto& names<Turbulence> = turbulences;
template <>
inline constexpr const auto& names<On> = events;
template <>
inline constexpr const auto& names<Backend> = backends;
template <>
inline constexpr const auto& names<BlockScan> = block_scans;
template <>
inline constexpr const auto& names<GridStrategy> = grid_strategies;
template <>
inline constexpr const auto& names<Compaction> = compactions;

}  // namespace winnow::effects
