// Tries mutated files on what reads them: each is taken, and is then good, or refused in one line that names
// it.
#pragma once

#include <functional>
#include <string>

#include "hostile/chance.h"

namespace winnow::test {

/// What reads one kind of file.
struct Target {
    std::string name, extension;
    std::function<std::string(Chance&)> mutant;         // the bytes of a file
    std::function<void(const std::string& path)> take;  // throws winnow::Error if it refuses the file
};

/// Tries `share` of WINNOW_HOSTILE's mutants (a few hundred unless the environment says more, with the seeds
/// from WINNOW_HOSTILE_SEED on). The first that is neither taken nor refused as it should be fails the test
/// and stays in the tests' output folder, under a name with its seed; so does one that ends the process.
/// Fails too unless some were taken and some refused, because nothing would have been tried.
void attack(const Target& target, double share);

/// How many of all mutants are that share, one at least.
int mutants(double share);

/// Empty if a refusal, as it is said, names the file and is short enough to be read; else what is wrong with
/// it.
std::string fault_of_message(const std::string& message, const std::string& file);

}  // namespace winnow::test
