// What the command line says, checked: names exist, numbers are in range.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/input.h"
#include "effects/settings.h"
#include "scan/catalogue.h"

namespace winnow::commands {

/// Width and height of pictures, in pixels.
struct PictureSize {
    std::uint32_t width = 1280, height = 720;
    bool operator==(const PictureSize&) const = default;
};

/// One struct for all commands; each reads what it has a use for.
struct Options {
    std::string command = "view";
    std::string effect = "fountain";  // a built-in name or a file
    bool effect_given = false;        // on the command line

    // Common to all.
    Backend backend = Backend::automatic;
    BlockScan block = BlockScan::automatic;
    GridStrategy grid = GridStrategy::automatic;
    Compaction compaction = Compaction::automatic;
    std::optional<std::uint32_t> capacity;  // particles, 1 to MAX_CAPACITY; empty: what suits the device
    std::uint32_t seed = 1;
    bool seed_given = false;
    std::optional<float> density;  // factor on every emitter's rate, above 0 to 1000; empty: 1, in view
                                   // what suits the device
    std::string device;            // headless: index or part of a GL device's name; empty: the first
    std::string shaders;           // a directory; empty: the built-in ones
    std::string json;              // a file or "-"; empty: none
    std::string trace;             // a file or "-"; empty: none

    // view, render
    std::optional<float> prewarm;  // seconds, 0 to 600; empty: the effect's own
    bool cull = false;
    std::optional<effects::Sorting> sort;
    std::optional<std::uint32_t> sort_every;  // pictures
    std::optional<effects::KeyBits> sort_bits;
    std::optional<std::uint32_t> frames;  // pictures; empty: view goes on, render makes 5 s
    std::string save_state;               // a file; empty: none
    std::string load_state;               // a file; empty: the run begins at step 0
    std::string replay;                   // a recording; empty: none
    // view
    std::string ui_map;  // a file; empty: none
    std::string record;  // a file; empty: none
    // render
    PictureSize size;
    std::uint32_t fps = 60;  // pictures per simulated second, 1 to 1000
    std::string output;      // a directory, FILE.png, FILE.mp4 or "-"; empty: none

    // test, bench
    std::string topic;                 // what is tested or measured; empty: all (test), the scan (bench)
    std::vector<std::uint64_t> sizes;  // elements; empty: the command's own choice
    ScanType type;                     // of the scans
    std::optional<Input> pattern;      // of the scans' inputs; empty: all (test), random (bench)
    bool quick = false;                // test: fewer sizes and steps
    bool all = false;                  // bench: every algorithm, or every case
    std::string report;                // bench: an HTML file or "-"; empty: none
    std::string from;                  // bench: kept JSON that the report is made from; empty: measure
    std::uint32_t runs = 30;           // bench: measured runs of each row, 20 or more

    // bench; of each, empty: the topic's own choice
    std::vector<std::uint32_t> record_bytes;  // compact: multiples of 16
    std::vector<std::uint32_t> survivors;     // compact: per cent
    std::optional<VoteSpread> votes;          // compact
    std::vector<std::uint32_t> key_bits;      // sort: 16 or 32
    std::vector<std::uint32_t> visible;       // cull: per cent
    std::vector<float> deaths;                // frame: per cent that die in a step, above 0 to 50
    std::string bench_effect;                 // frame: a built-in name or a file

    /// Whether some data goes to standard output, so that tables must not.
    bool data_to_stdout() const {
        return json == "-" || trace == "-" || output == "-" || report == "-" || save_state == "-";
    }
};

}  // namespace winnow::commands
