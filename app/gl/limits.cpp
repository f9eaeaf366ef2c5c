#include "gl/limits.h"

#include <glad/gl.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <future>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "shaders/shared.h"

namespace winnow::gl {

namespace {

/// The most threads that llvmpipe starts.
constexpr unsigned max_cpu_threads = 32;
constexpr std::size_t address_space = std::size_t{512} << 20;

bool can_start(unsigned threads) {
    std::promise<void> counted;
    const std::shared_future<void> end = counted.get_future().share();
    std::vector<std::future<void>> started;
    try {
        while (started.size() < threads)
            started.push_back(std::async(std::launch::async, [end] { end.wait(); }));
    } catch (const std::exception&) {  // some resource ran out: the waiting threads are released below
    }
    counted.set_value();
    return started.size() == threads;
}

/// An overflow of the stack would end the process without a word, and leave temporary files behind.
void require_stack() {
    constexpr rlim_t least = rlim_t{256} << 10;
    rlimit stack{};
    if (::getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < least)
        bad_input("this process has a stack of {}; the graphics driver needs {}; raise `ulimit -s`",
                  bytes_text(stack.rlim_cur), bytes_text(least));
}

bool has_address_space() {
    void* space = ::mmap(nullptr, address_space, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return space != MAP_FAILED && ::munmap(space, address_space) == 0;
}

#define NAMED(limit) #limit, limit

constexpr int single = -1;
constexpr std::int64_t max_threads = 1024;         // per work group: the largest tiles of the scans
constexpr std::int64_t shared_bytes = 32 << 10;    // per work group: tiles of the sort and three-phase
constexpr std::int64_t smallest_block = 16 << 20;  // bytes: a million particles
constexpr std::int64_t program_blocks = 16;        // per program: both sets of columns and all other buffers
constexpr std::int64_t vertex_blocks = 8;          // columns, pool, emitters and list
constexpr std::int64_t uniform_blocks = shared::BIND_SOLIDS_SEEN + 1;

/// OpenGL 4.5 guarantees only 8 storage blocks per stage (none in the vertex stage) and 8 binding points, so
/// a conforming driver may be too limited.
constexpr std::array table{
    Limit{NAMED(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS), single, max_threads, Use::scans, "work groups"},
    Limit{NAMED(GL_MAX_COMPUTE_WORK_GROUP_SIZE), 0, max_threads, Use::scans, "work groups"},
    Limit{NAMED(GL_MAX_COMPUTE_WORK_GROUP_COUNT), 0, shared::MAX_GROUPS_PER_DIMENSION, Use::scans,
          "dispatches"},
    Limit{NAMED(GL_MAX_COMPUTE_WORK_GROUP_COUNT), 1, shared::MAX_GROUPS_PER_DIMENSION, Use::scans,
          "dispatches of many groups, in rows"},
    Limit{NAMED(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE), single, shared_bytes, Use::scans,
          "tiles in shared memory"},
    Limit{NAMED(GL_MAX_SHADER_STORAGE_BLOCK_SIZE), single, smallest_block, Use::scans, "buffers"},
    Limit{NAMED(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS), single, shared::BIND_BIRTHS + 1, Use::programs,
          "binding points of buffers"},
    Limit{NAMED(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS), single, program_blocks, Use::programs,
          "the buffers of one compute shader"},
    Limit{NAMED(GL_MAX_COMBINED_SHADER_STORAGE_BLOCKS), single, program_blocks, Use::programs,
          "the buffers of one program"},
    Limit{NAMED(GL_MAX_UNIFORM_BUFFER_BINDINGS), single, uniform_blocks, Use::programs,
          "binding points of uniform blocks"},
    Limit{NAMED(GL_MAX_UNIFORM_BLOCK_SIZE), single, sizeof(shared::Camera), Use::programs,
          "a step's and a camera's uniform block"},
    Limit{NAMED(GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS), single, vertex_blocks, Use::drawing,
          "drawing particles from their buffers"},
};

#undef NAMED

std::int64_t value_of(const Limit& limit) {
    GLint64 value = 0;
    if (limit.index == single)
        glGetInteger64v(limit.what, &value);
    else
        glGetInteger64i_v(limit.what, static_cast<GLuint>(limit.index), &value);
    return value;
}

std::string name_of(const Limit& limit) {
    return limit.index == single ? std::string(limit.name) : fmt::format("{}[{}]", limit.name, limit.index);
}

}  // namespace

void require_room_for_a_driver() {
    require_stack();
    const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1u, max_cpu_threads);
    if (!can_start(threads))
        bad_input(
            "this process cannot start the {} threads that the graphics driver needs; raise `ulimit -u`",
            threads);
    if (!has_address_space())
        bad_input(
            "this process cannot get the {} of address space that the graphics driver needs; raise `ulimit "
            "-v`",
            bytes_text(address_space));
}

std::span<const Limit> requirements() {
    return table;
}

Availability meets_limits(Use use) {
    for (const Limit& limit : table) {
        if (limit.use != use) continue;
        if (const std::int64_t value = value_of(limit); value < limit.needed)
            return Availability::no(fmt::format("this OpenGL's {} is {}; Winnow needs {}, for {}",
                                                name_of(limit), value, limit.needed, limit.reason));
    }
    return Availability::yes();
}

void require_limits(Use use) {
    if (const Availability met = meets_limits(use); !met) absent("{}", met.reason);
}

}  // namespace winnow::gl
