#include "soak/course.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <thread>

/// Is null unless the program is built with the address sanitizer, which keeps freed memory for a while.
extern "C" void __asan_init() __attribute__((weak));

namespace winnow::test {
namespace {

using Clock = std::chrono::steady_clock;
using Objects = std::map<std::string, int>;

constexpr double usual_seconds = 10;
constexpr double warm_up_share = 0.25;  // share of the time in which drivers fill their caches
constexpr int fewest_rounds = 2;        // one to warm up, one to compare with it
constexpr double table_rows = 30;
constexpr double mebibyte = 1024.0 * 1024.0;
constexpr double max_growth = 0.1;     // share of the memory after the warm-up
constexpr double max_growth_mib = 16;  // in addition, for fragmentation of the heap
constexpr double choices_mib = 32;     // in addition within a session, whose rounds differ by their choices
constexpr double program_mib = 6;   // in addition for each program more, whose number depends on the choices
constexpr double driver_mib = 256;  // in addition for what the driver of a GPU maps for itself, in minutes
constexpr double max_heap_growth_mib = 24;

double from_environment(const char* name, double otherwise) {
    const char* value = std::getenv(name);
    return value == nullptr ? otherwise : std::atof(value);
}

/// Returns the resident memory of this process after freed memory was returned to the system.
double resident_mib() {
    ::malloc_trim(0);
    double pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / mebibyte;
}

/// Returns the memory that this process and its libraries have allocated and not freed. What drivers map
/// themselves does not count.
double heap_mib() {
    const struct mallinfo2 heap = ::mallinfo2();
    return static_cast<double>(heap.uordblks + heap.hblkhd) / mebibyte;
}

/// Returns the fewest open files of several counts, because a thread of the driver opens a file of its shader
/// cache for a moment.
int open_files() {
    using std::filesystem::directory_iterator;
    constexpr int looks = 10;
    constexpr std::chrono::milliseconds between_looks{10};
    int fewest = std::numeric_limits<int>::max();
    for (int look = 0; look < looks; ++look) {
        if (look > 0) std::this_thread::sleep_for(between_looks);
        const auto now = std::distance(directory_iterator("/proc/self/fd"), directory_iterator());
        fewest = std::min(fewest, static_cast<int>(now));
    }
    return fewest;
}

struct Sample {
    double seconds = 0, mib = 0, heap_mib = 0;
    Objects objects;
};

std::string as_text(const Objects& objects) {
    std::string text;
    for (const auto& [name, count] : objects)
        if (count != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name);
    return text;
}

/// Samples the process between rounds.
class Course {
  public:
    explicit Course(const CountObjects& more) : more_(more), files_before_(open_files()) {
        if (more_) more_before_ = more_();
    }

    Sample sample() const {
        Sample now{seconds(), resident_mib(), heap_mib(), objects_.alive()};
        now.objects["open files"] = open_files() - files_before_;
        if (!more_) return now;
        for (const auto& [name, count] : more_()) now.objects[name] = count - more_before_.at(name);
        return now;
    }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

  private:
    GlObjects objects_;
    CountObjects more_;
    Objects more_before_;
    int files_before_;
    Clock::time_point began_ = Clock::now();
};

/// Prints one row in so many seconds.
class Table {
  public:
    explicit Table(double seconds) : every_(seconds / table_rows) {
        fmt::print("{:>8} {:>9} {:>9} {:>9} {:>9} {:>9}  {}\n", "seconds", "steps", "frames", "changes",
                   "MiB", "heap", "objects");
    }
    void row(const Sample& sample, const Soak& soak) {
        if (sample.seconds < next_) return;
        next_ = sample.seconds + every_;
        fmt::print("{:>8.1f} {:>9} {:>9} {:>9} {:>9.1f} {:>9.1f}  {}\n", sample.seconds, soak.steps(),
                   soak.frames(), soak.changes(), sample.mib, sample.heap_mib, as_text(sample.objects));
        std::fflush(stdout);
    }

  private:
    double every_, next_ = 0;
};

/// Removes the objects whose number depends on the history of a session: programs of the choices made,
/// queries of the passes that have run, and fences of steps, whose rings fill up. They are gone when the
/// session ends.
Objects settled(Objects objects) {
    for (const char* varying : {"programs", "queries", "fences"}) objects.erase(varying);
    return objects;
}

/// Removes the open files, because a driver keeps files of its own open. Between rounds their number is
/// checked too.
Objects without_files(Objects objects) {
    objects.erase("open files");
    return objects;
}

/// The heap shows a leak of the program. The memory of the whole process grows with the driver too: NVIDIA's
/// maps some 150 MiB in the first 90 s of a soak, while the heap stays flat, and no more after it.
void expect_flat(const Sample& warm, const Sample& now, bool in_session, bool is_software,
                 std::uint64_t seed) {
    const Objects expected = in_session ? settled(warm.objects) : Objects{};
    EXPECT_EQ(as_text(in_session ? settled(now.objects) : without_files(now.objects)), as_text(expected))
        << "with seed " << seed;
    const bool sanitized = __asan_init != nullptr;
    const int more = std::max(0, now.objects.at("programs") - warm.objects.at("programs"));
    const double chosen = in_session ? choices_mib + more * program_mib : 0;
    if (sanitized) return;
    EXPECT_LE(now.mib, warm.mib * (1 + max_growth) + max_growth_mib + chosen + (is_software ? 0 : driver_mib))
        << "MiB after " << now.seconds << " s with seed " << seed;
    EXPECT_LE(now.heap_mib, warm.heap_mib + max_heap_growth_mib + (is_software ? chosen : 0))
        << "MiB of the heap after " << now.seconds << " s with seed " << seed;
}

}  // namespace

void expect_flat_course(gl::Context& context, const std::vector<std::string>& backends,
                        const CountObjects& more) {
    const double seconds = from_environment("WINNOW_SOAK", usual_seconds);
    const auto seed = static_cast<std::uint64_t>(from_environment("WINNOW_SOAK_SEED", 1));
    const Course course(more);
    {
        Soak soak(context, backends, seed);
        Table table(seconds);
        Sample warm_within, warm_between, now;  // a session holds memory, and none is held between sessions
        for (int rounds = 0;
             (rounds < fewest_rounds || now.seconds < seconds) && !::testing::Test::HasFailure(); ++rounds) {
            soak.round();
            now = course.sample();
            table.row(now, soak);
            Sample& warm = soak.in_session() ? warm_within : warm_between;
            if (now.seconds < seconds * warm_up_share || warm.objects.empty()) warm = now;
            expect_flat(warm, now, soak.in_session(), context.facts().software, seed);
        }
    }
    EXPECT_EQ(as_text(without_files(course.sample().objects)), "");
}

}  // namespace winnow::test
