// The facts that a session tells of a particle that people follow, as plain texts and places, and that the
// panel shows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace winnow {

/// One fact, such as "velocity", "(0.12, 3.4, -0.02) m/s".
struct LifeFact {
    std::string id;  // stable, for the map of widgets
    std::string name, value;
    std::string tip{};
};

/// The change that a module, or the engine between modules, made to the particle in a step.
struct LifePart {
    std::string stage;  // "birth", "spawn", "force", "motion", "react"
    std::string name;   // of the module
    std::string added;  // "acceleration (0, -9.81, 0) m/s2"; "nothing"
    bool acts = true;   // it added something
};

/// A particle that gave birth to the one that is followed, or a child of it.
struct LifeRelative {
    std::uint64_t birth_step = 0;
    std::uint32_t ordinal = 0;
    std::string name;
};

struct LifeFacts {
    std::string title;  // "particle 1234.56": the step of birth and the ordinal
    std::string emitter;
    bool is_known = false;   // it has been seen; else only the title is known
    bool lives = false;      // after the step that is shown
    std::uint64_t step = 0;  // of what is told below: the present one, or the last one in which it lived
    std::uint64_t birth = 0;
    std::optional<std::uint64_t> death;  // the step in which it died, once that is known
    std::string fate;                    // why it died, or how long it has to live: a sentence
    std::vector<LifeFact> facts, attributes, compaction;
    std::vector<LifePart> parts;  // of the step `parts_step`, in its order
    std::uint64_t parts_step = 0;
    std::string why_no_parts;  // a sentence, if there are none
    bool parts_match = true;   // their sum is what the step made of the particle, to the bit
    std::optional<LifeRelative> parent;
    std::vector<LifeRelative> children;      // born in that step
    std::string travelling;                  // what is sought, such as "its death"; empty: nothing
    std::vector<std::array<float, 3>> path;  // its places after known steps in a row, in order, metres
    std::array<float, 3> place{}, velocity{};
};

}  // namespace winnow
