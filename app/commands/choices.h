// What a person can choose of a run, a check or a measurement: plain values, whose names exist and whose
// numbers are in range. Each piece of code takes the smallest of these structs that it needs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/input.h"
#include "effects/settings.h"
#include "scan/catalogue.h"

namespace winnow::commands {

/// Where OpenGL runs, and with which shaders.
struct DeviceChoice {
    std::string device;      // number or part of a GL device's name; empty: the first
    std::string shaders;     // a directory; empty: the built-in ones
    bool gl_debug = false;   // report the driver's messages
    bool gl_checks = false;  // report and count its errors, for a command that fails by them
};

/// What computes a simulation, and what it is a function of beside its effect.
struct SimulationChoice {
    Backend backend = Backend::automatic;
    BlockScan block = BlockScan::automatic;
    GridStrategy grid = GridStrategy::automatic;
    Compaction compaction = Compaction::automatic;
    std::optional<std::uint32_t> capacity;  // particles, 1 to MAX_CAPACITY; empty: what suits the device
    std::uint32_t seed = 1;
    bool seed_given = false;
    std::optional<float> density;  // factor on every emitter's rate, 0 to 1000; empty: 1, in view what suits
                                   // the device
};

inline constexpr const char* usual_effect = "fountain";

/// Where a run begins.
struct StartChoice : SimulationChoice {
    std::string effect = usual_effect;  // a built-in name or a file
    bool effect_given = false;
    std::optional<float> prewarm;  // seconds, 0 to 600; empty: the effect's own
    std::string load_state;        // a file; empty: the run begins at step 0
    std::string replay;            // a recording; empty: none
};

/// What is drawn, and in which order.
struct DrawingChoice {
    bool cull = false;
    std::optional<effects::Sorting> sort;
    std::optional<std::uint32_t> sort_every;  // frames
    std::optional<effects::KeyBits> sort_bits;
};

/// What is checked.
struct CheckChoice : SimulationChoice {
    std::vector<std::uint64_t> sizes;  // elements, beside the checks' own
    ScanType type;
    std::optional<Input> pattern;  // of the scans' inputs; empty: all
    bool quick = false;            // fewer sizes and steps
};

inline constexpr std::uint32_t usual_runs = 30;
inline constexpr std::uint32_t usual_steps = 50;  // `bench frame`, whose runs are steps

/// What is measured, whatever the topic; of all lists, empty: the topic's own choice.
struct BenchChoice : SimulationChoice {
    std::vector<std::uint64_t> sizes;  // elements, records, keys or particles
    bool all = false;                  // every algorithm, or every case
    std::uint32_t runs = usual_runs;   // measured runs of each row, 1 or more
};

struct ScanBenchChoice : BenchChoice {
    ScanType type;
    Input pattern = Input::random;
};

struct CompactBenchChoice : BenchChoice {
    std::vector<std::uint32_t> record_bytes;  // multiples of 16
    std::vector<std::uint32_t> survivors;     // per cent
    std::optional<VoteSpread> votes;
};

struct SortBenchChoice : BenchChoice {
    std::vector<std::uint32_t> key_bits;  // 16 or 32
};

struct CullBenchChoice : BenchChoice {
    std::vector<std::uint32_t> visible;  // per cent
};

struct FrameBenchChoice : BenchChoice {
    FrameBenchChoice() { runs = usual_steps; }
    std::vector<float> deaths;  // per cent that die in a step, above 0 to 50
    std::string effect;         // a built-in name or a file; empty: one that fills the pool
};

}  // namespace winnow::commands
