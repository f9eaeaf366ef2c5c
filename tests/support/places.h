// Where tests find what they read and leave what they write, wherever the test program itself lies.
#pragma once

#include <filesystem>

namespace winnow::test {

/// A file of the source tree by its path in it. The tree is the folder that WINNOW_SOURCE names in the
/// environment, or the nearest one above the test program's; throws std::runtime_error if neither holds it.
std::filesystem::path source(const std::filesystem::path& file);

/// The folder for what a test leaves behind, made when absent: the one that WINNOW_TEST_OUTPUT names in the
/// environment, or one beside the test program.
std::filesystem::path output_folder();

}  // namespace winnow::test
