#include "gl/process_limits.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <future>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/text.h"

namespace winnow::gl {
namespace {

/// llvmpipe starts at most this many threads.
constexpr unsigned most_cpu_threads = 32;
constexpr std::size_t address_space = std::size_t{512} << 20;

bool can_start(unsigned threads) {
    std::promise<void> counted;
    const std::shared_future<void> end = counted.get_future().share();
    std::vector<std::future<void>> started;
    try {
        while (started.size() < threads)
            started.push_back(std::async(std::launch::async, [end] { end.wait(); }));
    } catch (const std::exception&) {  // whatever is short: the threads that wait are let go below
    }
    counted.set_value();
    return started.size() == threads;
}

bool has_address_space() {
    void* space = ::mmap(nullptr, address_space, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return space != MAP_FAILED && ::munmap(space, address_space) == 0;
}

}  // namespace

void require_room_for_a_driver() {
    const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1u, most_cpu_threads);
    if (!can_start(threads))
        bad_input("the graphics driver needs {} threads more than this process may start; raise `ulimit -u`",
                  threads);
    if (!has_address_space())
        bad_input(
            "the graphics driver needs {} of address space more than this process may have; raise `ulimit "
            "-v`",
            bytes_text(address_space));
}

}  // namespace winnow::gl
