// The names of an effect's enumerations in JSON and in the panel.
#pragma once

#include <array>

#include "base/named.h"
#include "effects/model/effect.h"

namespace winnow::effects {

inline constexpr std::array when_full_policies{
    Named<WhenFull>{WhenFull::drop_new, "drop-new", "births beyond the capacity do not happen"},
    Named<WhenFull>{WhenFull::replace_oldest, "replace-oldest", "births replace the oldest particles"},
};
inline constexpr std::array emitter_blends{
    Named<EmitterBlend>{EmitterBlend::effect, "effect", "as the effect"},
    Named<EmitterBlend>{EmitterBlend::additive, "additive", "light adds up"},
    Named<EmitterBlend>{EmitterBlend::alpha, "alpha", "near particles cover far ones"},
    Named<EmitterBlend>{
        EmitterBlend::premultiplied, "premultiplied",
        "the colour adds up as it is, whatever its alpha, by which they cover: light at 0, smoke "
        "at 1"},
    Named<EmitterBlend>{EmitterBlend::multiply, "multiply",
                        "what lies behind is seen through the colour, as through stained glass"},
};
inline constexpr std::array blends{
    Named<Blend>{Blend::additive, "additive", "light adds up: fire, sparks, glow"},
    Named<Blend>{Blend::alpha, "alpha", "near particles cover far ones: smoke, dust"},
};
inline constexpr std::array moments_of_births{
    Named<BirthTiming>{BirthTiming::random, "random", "anywhere in the step, each by itself"},
    Named<BirthTiming>{BirthTiming::even, "even",
                       "one after the other at equal times; a burst fills its step"},
    Named<BirthTiming>{BirthTiming::together, "together",
                       "as `even`, but all births of a burst at its exact time"},
};
inline constexpr std::array spaces{
    Named<Space>{Space::local, "local", "they are carried along as the emitter moves"},
    Named<Space>{Space::world, "world", "they stay where they are as the emitter moves on"},
};
inline constexpr std::array module_spaces{
    Named<ModuleSpace>{ModuleSpace::emitter, "emitter",
                       "as the emitter's `space`; of a module that runs at births, local"},
    Named<ModuleSpace>{ModuleSpace::local, "local", "moved, turned and scaled with the emitter"},
    Named<ModuleSpace>{ModuleSpace::world, "world", "of the world"},
};
inline constexpr std::array grounds{
    Named<Ground>{Ground::stone, "stone", "dark, polished, a mirror of what is above"},
    Named<Ground>{Ground::wet, "wet", "wet asphalt: puddles mirror what is above"},
    Named<Ground>{Ground::sand, "sand", "sand with ripples of the wind"},
    Named<Ground>{Ground::studio, "studio", "a smooth grey floor that turns into the wall behind"},
    Named<Ground>{Ground::none, "none", "nothing is seen of the floor"},
    Named<Ground>{Ground::plain, "plain",
                  "an even floor of the colour `ground_colour`, or of `ground_picture`"},
    Named<Ground>{Ground::water, "water", "open water with small waves, see `water`"},
};
inline constexpr std::array skies{
    Named<Sky>{Sky::dusk, "dusk", "dark blue, a little lighter towards the horizon"},
    Named<Sky>{Sky::night, "night", "a clear night with stars"},
    Named<Sky>{Sky::studio, "studio", "a grey wall that is lighter near the floor"},
    Named<Sky>{Sky::black, "black", "black"},
};
inline constexpr std::array sky_lights{
    Named<SkyLight>{SkyLight::usual, "usual", "a faint blue from above, under every sky"},
    Named<SkyLight>{SkyLight::sky, "sky", "the colours of the sky, from above and from below"},
};
inline constexpr std::array solids{
    Named<Solid>{Solid::box, "box", "a box; `size` is its edges"},
    Named<Solid>{Solid::ball, "ball", "a ball; `size` is its diameters"},
    Named<Solid>{Solid::cylinder, "cylinder", "an upright cylinder"},
    Named<Solid>{Solid::cone, "cone", "an upright cone"},
    Named<Solid>{Solid::mesh, "mesh", "the mesh of a file"},
};
inline constexpr std::array events{
    Named<On>{On::death, "death", "when the parent's lifetime ends"},
    Named<On>{On::collision, "collision", "when the parent bounces"},
    Named<On>{On::age, "age", "when the parent reaches an age"},
    Named<On>{On::distance, "distance", "each time the parent has travelled so far, along its way"},
    Named<On>{On::time, "time", "each time the parent has lived so long again, along its way"},
    Named<On>{On::condition, "condition", "when `when` becomes true in a step of the parent"},
};

/// The table of an enumeration's names.
template <typename Value>
inline constexpr int names = 0;
template <>
inline constexpr const auto& names<WhenFull> = when_full_policies;
template <>
inline constexpr const auto& names<Blend> = blends;
template <>
inline constexpr const auto& names<EmitterBlend> = emitter_blends;
template <>
inline constexpr const auto& names<BirthTiming> = moments_of_births;
template <>
inline constexpr const auto& names<Space> = spaces;
template <>
inline constexpr const auto& names<ModuleSpace> = module_spaces;
template <>
inline constexpr const auto& names<On> = events;
template <>
inline constexpr const auto& names<Ground> = grounds;
template <>
inline constexpr const auto& names<Sky> = skies;
template <>
inline constexpr const auto& names<SkyLight> = sky_lights;
template <>
inline constexpr const auto& names<Solid> = solids;

}  // namespace winnow::effects
