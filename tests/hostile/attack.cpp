#include "hostile/attack.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/message.h"
#include "support/places.h"

namespace winnow::test {
namespace {

constexpr int usual_mutants = 600;
constexpr std::size_t longest_message = 1000;  // bytes; a person reads this line

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* value = std::getenv(name);
    return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

/// One mutant on disk. It is removed unless the test has failed by then or the process has ended.
class MutantFile {
  public:
    MutantFile(const Target& target, std::uint64_t seed, const std::string& bytes)
        : path_(output_folder() / fmt::format("hostile-{}-{}.{}", target.name, seed, target.extension)) {
        std::ofstream(path_, std::ios::binary) << bytes;
    }
    ~MutantFile() {
        if (!::testing::Test::HasFailure()) std::filesystem::remove(path_);
    }
    MutantFile(const MutantFile&) = delete;
    std::string path() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

bool is_taken(const Target& target, const std::string& path) {
    try {
        target.take(path);
        return true;
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), ExitStatus::bad_input) << error.what();
        EXPECT_EQ(fault_of_message(printable(error.what()), path), "") << printable(error.what());
    } catch (const std::exception& error) {
        ADD_FAILURE() << "not one of Winnow's errors: " << error.what();
    }
    return false;
}

}  // namespace

int mutants(double share) {
    const auto all = static_cast<double>(from_environment("WINNOW_HOSTILE", usual_mutants));
    return std::max(1, static_cast<int>(all * share));
}

std::string fault_of_message(const std::string& message, const std::string& file) {
    if (message.find(file) == message.npos) return "it does not name " + file;
    if (message.size() > longest_message + file.size()) return fmt::format("{} bytes", message.size());
    return {};
}

void attack(const Target& target, double share) {
    const std::uint64_t first = from_environment("WINNOW_HOSTILE_SEED", 1);
    const std::uint64_t end = first + static_cast<std::uint64_t>(mutants(share));
    int taken = 0, refused = 0;
    for (std::uint64_t seed = first; seed < end; ++seed) {
        Chance chance(seed);
        const MutantFile file(target, seed, target.mutant(chance));
        ++(is_taken(target, file.path()) ? taken : refused);
        if (::testing::Test::HasFailure()) {
            ADD_FAILURE() << "by the " << target.name << " of seed " << seed << ", kept as " << file.path()
                          << "; WINNOW_HOSTILE_SEED=" << seed << " begins there";
            return;
        }
    }
    fmt::print("{}: {} taken, {} refused\n", target.name, taken, refused);
    constexpr int enough = 20;  // enough to judge how many of them are taken
    if (taken + refused < enough) return;
    EXPECT_GT(taken, 0);
    EXPECT_GT(refused, 0);
}

}  // namespace winnow::test
