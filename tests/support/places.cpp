#include "support/places.h"

#include <cstdlib>
#include <stdexcept>

namespace winnow::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* landmark = "shaders/shared.h";  // every source tree has it

fs::path program() {
    return fs::read_symlink("/proc/self/exe");
}

fs::path find_source_tree() {
    if (const char* named = std::getenv("WINNOW_SOURCE")) return named;
    for (fs::path folder = program().parent_path();; folder = folder.parent_path()) {
        if (fs::exists(folder / landmark)) return folder;
        if (folder == folder.parent_path()) break;
    }
    throw std::runtime_error("no folder above " + program().string() +
                             " holds the sources; set WINNOW_SOURCE to the one that does");
}

}  // namespace

fs::path source(const fs::path& file) {
    const fs::path found = find_source_tree() / file;
    if (!fs::exists(found)) throw std::runtime_error(found.string() + " is not there");
    return found;
}

fs::path output_folder() {
    const char* named = std::getenv("WINNOW_TEST_OUTPUT");
    const fs::path folder =
        named ? fs::path(named) : program().parent_path() / "tests" / program().filename();
    fs::create_directories(folder);
    return folder;
}

}  // namespace winnow::test
