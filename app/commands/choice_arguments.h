// The options that several commands share, in the same words.
#pragma once

#include <string>

#include "commands/arguments.h"
#include "session/choices.h"
#include "verify/inputs.h"

namespace winnow::commands {

void add_device(Arguments& arguments, session::DeviceChoice& choice);
void add_json(Arguments& arguments, std::string& path);
void add_trace(Arguments& arguments, std::string& path);

/// --backend, --block and --grid.
void add_scan(Arguments& arguments, Algorithm& choice);
void add_compaction(Arguments& arguments, Algorithm& choice);
void add_seed(Arguments& arguments, session::SimulationChoice& choice);
/// --capacity and --density.
void add_population(Arguments& arguments, session::SimulationChoice& choice);
/// All of them.
void add_simulation(Arguments& arguments, session::SimulationChoice& choice);

/// EFFECT and where its run begins.
void add_start(Arguments& arguments, session::StartChoice& choice);
void add_drawing(Arguments& arguments, session::DrawingChoice& choice);
void add_frames(Arguments& arguments, const std::string& help, std::optional<std::uint32_t>& frames);
void add_save_state(Arguments& arguments, std::string& path);

/// `least` of the numbers is 0 where nothing at all is a case, or 1.
void add_sizes(Arguments& arguments, std::uint64_t least, std::vector<std::uint64_t>& sizes);
/// --type, --op and --pattern, of which `usual` says what is taken without it.
void add_scanned(Arguments& arguments, ScanType& type, auto& pattern, const std::string& usual) {
    arguments.add_name("--type", "Of a scan's elements (default u32)", elements, type.element);
    arguments.add_name("--op", "What a scan combines elements with (default add)", operators, type.op);
    arguments.add_name("--pattern", "Of a scan's input (default " + usual + ")", verify::inputs, pattern);
}

}  // namespace winnow::commands
