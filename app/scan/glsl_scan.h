// The scan as GLSL compute shaders over SSBOs.
#pragma once

#include <memory>

#include "base/error.h"
#include "gl/context.h"
#include "gl/program.h"
#include "scan/scan.h"

namespace winnow::scan {

/// The fastest pair that is correct on this device, where `choice` leaves it open.
ScanChoice resolve_glsl(const gl::Facts& facts, ScanChoice choice);

/// Whether this device has what the scan needs; the reason names what it lacks.
Availability glsl_offers(const gl::Facts& facts, ScanChoice choice, ScanType type);

/// Error(absent) with the reason if this device does not offer it. `facts` and `shaders` outlive it.
std::unique_ptr<Scan> make_glsl_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders, ScanChoice choice,
                                     ScanType type = {});

}  // namespace winnow::scan
