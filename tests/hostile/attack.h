// Tries mutated files on the code that reads them: each must be taken and then be good, or be refused in one
// line that names it.
#pragma once

#include <functional>
#include <string>

#include "hostile/chance.h"

namespace winnow::test {

/// The code that reads one kind of file.
struct Target {
    std::string name, extension;
    std::function<std::string(Chance&)> mutant;         // returns the bytes of a file
    std::function<void(const std::string& path)> take;  // throws winnow::Error if it refuses the file
};

/// Tries `share` of WINNOW_HOSTILE's mutants, with the seeds from WINNOW_HOSTILE_SEED on; without the
/// variable there are a few hundred. The first mutant that is neither taken nor refused as it should be fails
/// the test and stays in the tests' output folder, under a name with its seed; so does one that ends the
/// process. The test also fails unless some mutants were taken and some refused, because otherwise it tried
/// nothing.
void attack(const Target& target, double share);

/// Returns how many of all mutants the share is, at least one.
int mutants(double share);

/// Returns what is wrong with a printed refusal; empty if it names the file and is short enough to be read.
std::string fault_of_message(const std::string& message, const std::string& file);

}  // namespace winnow::test
