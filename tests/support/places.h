// Finds the files that tests read and the folder for files that they write, wherever the test program lies.
#pragma once

#include <filesystem>

namespace winnow::test {

/// Returns the path of a file of the source tree. The tree is the folder that WINNOW_SOURCE names in the
/// environment, or the nearest one above the test program; throws std::runtime_error if neither holds the
/// file.
std::filesystem::path source(const std::filesystem::path& file);

/// Returns the folder for files that a test leaves behind, and makes it if it is absent: the folder that
/// WINNOW_TEST_OUTPUT names in the environment, or one beside the test program.
std::filesystem::path output_folder();

}  // namespace winnow::test
