// The commands: each has a struct of options, a function that declares them, and one call that runs it. The
// call throws winnow::Error and returns the process's exit status.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bake/bake.h"
#include "commands/arguments.h"
#include "commands/choice_arguments.h"
#include "commands/parse_values.h"
#include "lab/lesson.h"
#include "lab/listing.h"
#include "lab/network_view.h"
#include "measure/measure.h"
#include "session/choices.h"
#include "session/contact_sheet.h"
#include "verify/verify.h"

namespace winnow::commands {

// Paths of output files may be "-" for standard output; with an empty path nothing is written.

struct ViewOptions : session::DeviceChoice, session::StartChoice, session::DrawingChoice {
    std::optional<std::uint32_t> frames;  // empty: until the window is closed
    std::string trace, trace_events, save_state, record, ui_map;
};

struct RenderOptions : session::DeviceChoice, session::StartChoice, session::DrawingChoice, PictureOptions {
    std::uint32_t start = 1;              // number of the first frame that is written
    std::optional<std::uint32_t> frames;  // empty: to the end of 5 s, or of a replay
    bool transparent = false;
    std::optional<float> shutter_angle;    // degrees of a frame's time; empty: the effect's shutter
    std::optional<float> aperture, focus;  // metres; likewise
    std::uint32_t channels = 0;            // of EXR: bits of film::Channel
    bool has_floats = false;               // EXR has 32 bits instead of 16
    std::uint32_t fps = 60;                // frames per simulated second, 1 to 1000
    std::string output;                    // a directory, FILE.png, FILE.mp4, FILE.webm or "-"
    std::string json, trace, trace_events, save_state;
    std::string manifest;     // of a sequence of files
    bool is_resumed = false;  // frames that the manifest lists are kept
    std::string meter;        // the track of exposures
};

struct JoinOptions {
    std::vector<std::string> manifests;  // of the parts
    std::string output;                  // FILE.mp4 or FILE.webm; empty: only check
    bool verifies = false;               // the bytes of all files
};

struct BakeOptions : session::DeviceChoice {
    bake::Bake bake;
    std::string file;  // that describes the export instead; empty: none
    bool is_dry_run = false;
    std::string json;
};

struct SheetOptions : session::DeviceChoice,
                      session::StartChoice,
                      session::DrawingChoice,
                      session::SheetChoice,
                      PictureOptions {
    SheetOptions() { size = {320, 180}; }
    std::optional<std::uint32_t> columns;  // empty: those of the widescreen layout
    std::string output, json;
};

struct TestOptions : session::DeviceChoice, verify::CheckChoice {
    std::string topic;  // empty: all
    std::string json, trace;
};

struct BenchOptions : session::DeviceChoice {
    std::variant<measure::ScanBenchChoice, measure::CompactBenchChoice, measure::SortBenchChoice,
                 measure::CullBenchChoice, measure::StepBenchChoice, measure::DrawBenchChoice,
                 measure::TimelineBenchChoice>
        topic;
    std::string json, trace, report;
    std::string from;  // JSON results that the report is made from; empty: measure
};

struct ListOptions : session::DeviceChoice {
    std::string json;
};

struct LabOptions : session::DeviceChoice {
    const lab::Lesson* lesson = nullptr;  // null: list the lessons
    lab::Parameters parameters;
    std::optional<std::uint32_t> frame;  // empty: all
    bool counts = false;                 // and no rows
    lab::NetworkOptions network;
    std::string svg, png, html, json;
    std::string command;  // shows the lesson with the same options in a terminal
    bool verify = false, trace = false;
    Backend backend = Backend::automatic;  // whose kernels are verified or traced
    std::optional<lab::Language> listing;  // of the kernel; empty: none
};

struct EffectOptions {
    int (*action)(const EffectOptions& options) = nullptr;  // the command below `winnow effect`
    std::string state;                                      // a saved state whose effect is extracted
    std::vector<std::string> files;                         // that are checked
    std::string file;                                       // that is written as strict JSON
    std::string output, json;
};

struct PackOptions {
    std::string effect, output;
};

struct CompletionOptions {
    const char* script = nullptr;  // the completion script of the chosen shell
};

struct ManualOptions {
    bool markdown = false;  // Markdown instead of man(7)
};

using CommandOptions =
    std::variant<ViewOptions, RenderOptions, JoinOptions, BakeOptions, TestOptions, BenchOptions, ListOptions,
                 LabOptions, EffectOptions, PackOptions, CompletionOptions, ManualOptions, SheetOptions>;

void declare(Arguments& arguments, ViewOptions& options);
void declare(Arguments& arguments, RenderOptions& options);
void declare(Arguments& arguments, JoinOptions& options);
void declare(Arguments& arguments, BakeOptions& options);
void declare(Arguments& arguments, SheetOptions& options);
void declare(Arguments& arguments, TestOptions& options);
void declare(Arguments& arguments, BenchOptions& options);
void declare(Arguments& arguments, ListOptions& options);
void declare(Arguments& arguments, LabOptions& options);
void declare(Arguments& arguments, EffectOptions& options);
void declare(Arguments& arguments, PackOptions& options);
void declare(Arguments& arguments, CompletionOptions& options);
void declare(Arguments& arguments, ManualOptions& options);

int run(const ViewOptions& options);
int run(const RenderOptions& options);
int run(const JoinOptions& options);
int run(const BakeOptions& options);
int run(const SheetOptions& options);
int run(const TestOptions& options);
int run(const BenchOptions& options);
int run(const ListOptions& options);
int run(const LabOptions& options);
int run(const EffectOptions& options);
int run(const PackOptions& options);
int run(const CompletionOptions& options);
int run(const ManualOptions& options);

}  // namespace winnow::commands
