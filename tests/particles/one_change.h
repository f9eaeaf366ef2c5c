// Changes one part of a simulation.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "effects/compile/compiled_effect.h"
#include "particles/simulation.h"

namespace winnow::particles {

inline void set_effect(Simulation& simulation, const effects::Effect& effect) {
    simulation.change({.effect = effects::compile(effect)});
}
inline void set_capacity(Simulation& simulation, std::uint32_t capacity, gl::MemoryProvider& memory) {
    simulation.change({.capacity = Change::Capacity{capacity, &memory}});
}
inline void set_compactors(Simulation& simulation, std::unique_ptr<compact::Compactor> compactor,
                           std::unique_ptr<compact::Compactor> fallback) {
    simulation.change({.compactors = Compactors{std::move(compactor), std::move(fallback)}});
}
inline void set_compactor(Simulation& simulation, std::unique_ptr<compact::Compactor> compactor) {
    set_compactors(simulation, std::move(compactor), nullptr);
}
inline void set_child_scan(Simulation& simulation, ScanMaker make_child_scan) {
    simulation.change({.child_scan = std::move(make_child_scan)});
}
inline void set_folding(Simulation& simulation, bool on) {
    simulation.change({.folding = on});
}
inline void set_peeling(Simulation& simulation, bool on) {
    simulation.change({.peeling = on});
}

}  // namespace winnow::particles
