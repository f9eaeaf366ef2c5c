#include "gl/limits.h"

#include <glad/gl.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstddef>
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

#define NAMED(limit) #limit, limit

constexpr int single = -1;
constexpr std::int64_t most_threads = 1024;        // of a work group: the scans' largest tiles
constexpr std::int64_t shared_bytes = 32 << 10;    // of a work group: the sort's and three-phase's tiles
constexpr std::int64_t smallest_block = 16 << 20;  // bytes: a million particles
constexpr std::int64_t program_blocks = 15;        // of one program: both sets of columns, with all else
constexpr std::int64_t vertex_blocks = 7;          // columns, pool, emitters and list
constexpr std::int64_t textures = shared::TEXTURE_SHADE + 1;
constexpr std::int64_t uniform_blocks = shared::BIND_CAMERA + 1;

/// OpenGL 4.5 promises only 8 storage blocks a stage (none in the vertex stage) and 8 binding points, so that
/// a conforming driver may lack what is needed.
constexpr std::array table{
    Limit{NAMED(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS), single, most_threads, Use::scans, "work groups"},
    Limit{NAMED(GL_MAX_COMPUTE_WORK_GROUP_SIZE), 0, most_threads, Use::scans, "work groups"},
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
          "drawing particles from the buffers that they live in"},
    Limit{NAMED(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS), single, textures, Use::drawing,
          "light that is blurred, mirrored and held back"},
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
