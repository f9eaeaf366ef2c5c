// The options of each command, one struct a command.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "commands/choices.h"

namespace winnow::commands {

/// Width and height of frames, in pixels.
struct PictureSize {
    std::uint32_t width = 1280, height = 720;
    bool operator==(const PictureSize&) const = default;
};

// Paths of files to write may be "-", standard output; empty: the file is not written.

struct ViewOptions : DeviceChoice, StartChoice, DrawingChoice {
    std::optional<std::uint32_t> frames;  // empty: until the window is closed
    std::string trace, save_state, record, ui_map;
};

struct RenderOptions : DeviceChoice, StartChoice, DrawingChoice {
    std::optional<std::uint32_t> frames;  // empty: 5 s of them, or what a replay takes
    PictureSize size;
    std::uint32_t fps = 60;  // frames per simulated second, 1 to 1000
    std::string output;      // a directory, FILE.png, FILE.mp4 or "-"
    std::string json, trace, save_state;
};

struct TestOptions : DeviceChoice, CheckChoice {
    std::string topic;  // empty: all
    std::string json, trace;
};

struct BenchOptions : DeviceChoice {
    std::variant<ScanBenchChoice, CompactBenchChoice, SortBenchChoice, CullBenchChoice, FrameBenchChoice>
        topic;
    std::string json, trace, report;
    std::string from;  // kept JSON that the report is made from; empty: measure
};

struct ListOptions : DeviceChoice {
    std::string json;
};

struct EffectOptions {
    std::string state;  // a saved state, whose effect is extracted
    std::string output = "-";
};

struct CompletionOptions {
    const char* script = nullptr;  // of the shell that was named
};

struct ManualOptions {};

using CommandOptions = std::variant<ViewOptions, RenderOptions, TestOptions, BenchOptions, ListOptions,
                                    EffectOptions, CompletionOptions, ManualOptions>;

}  // namespace winnow::commands
