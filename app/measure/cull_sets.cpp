#include "measure/cull_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "gl/words.h"
#include "measure/compact_votes.h"
#include "measure/rotation.h"
#include "render/camera.h"
#include "shaders/shared.h"
#include "verify/inputs.h"

namespace winnow::measure {
namespace {

constexpr gl::Size picture{1280, 720};
constexpr float half_width =
    0.5f;                    // metres around the camera's target: in sight whatever the picture's shape
constexpr float behind = 2;  // as far as the target is before it
constexpr std::uint64_t at_a_time = 1 << 20;

/// From -half_width to half_width, by place and axis.
float offset(std::uint64_t index, std::uint32_t axis) {
    constexpr float whole = 4294967296.0f;
    return (static_cast<float>(verify::random_word(axis, index)) / whole - 0.5f) * 2 * half_width;
}

}  // namespace

void CullSets::require_fit(const gl::Facts& facts, std::uint64_t particles) {
    const std::string what = fmt::format("bench cull: {} particles", particles);
    if (particles > shared::MAX_CAPACITY)
        bad_input("{}: {} are possible at most", what, shared::MAX_CAPACITY);
    const std::uint64_t bytes = particles * shared::COLUMN_BYTES;
    gl::check_fits(facts, what, bytes, 2 * bytes + particles * gl::word_bytes);
}

CullSets::CullSets(gl::MemoryProvider& memory, const gl::Facts& facts, std::uint32_t particles)
    : particles_(particles) {
    require_fit(facts, particles);
    const std::uint64_t bytes = std::uint64_t{particles} * shared::COLUMN_BYTES;
    for (std::uint64_t i = sets_beyond_caches(facts, 2 * bytes); i > 0; --i)
        sets_.push_back(
            {memory.allocate(bytes, "bench: positions"), memory.allocate(bytes, "bench: their copy")});
    shared::Pool pool{};
    pool.alive = particles;
    pool_ = gl::plain_memory()->allocate(sizeof pool, "bench: pool");
    pool_.write_all(std::span(&pool, 1));
    const shared::Camera camera = render::Camera(effects::View{}).block(picture, 0);
    camera_ = gl::plain_memory()->allocate(sizeof camera, "bench: camera");
    camera_.write_all(std::span(&camera, 1));
}

void CullSets::place(const std::vector<std::uint32_t>& votes) {
    const render::Camera camera{effects::View{}};
    const glm::vec3 target = camera.pose().target, eye = camera.pose().eye();
    const glm::vec3 hidden = eye + behind * (eye - target);
    visible_ = survivors_of(votes);
    std::vector<shared::vec4> positions;
    for (std::uint64_t first = 0; first < particles_; first += at_a_time) {
        positions.resize(std::min<std::uint64_t>(at_a_time, particles_ - first));
        for (std::uint64_t i = 0; i < positions.size(); ++i) {
            const glm::vec3 around = votes[first + i] != 0 ? target : hidden;
            positions[i] = {around.x + offset(first + i, 0), around.y + offset(first + i, 1),
                            around.z + offset(first + i, 2), 0};
        }
        for (const Set& set : sets_)
            set.positions.write_all(std::span(positions), first * sizeof(shared::vec4));
    }
}

void CullSets::bind_camera() const {
    camera_.bind_uniform(shared::BIND_CAMERA);
}

particles::Living CullSets::living(std::uint32_t run) const {
    const gl::Buffer& positions = sets_[run % sets_.size()].positions;
    particles::Living living{};
    living.columns.fill(&positions);  // of a particle that is not stretched nothing else is read
    living.pool = living.emitters = &pool_;
    living.capacity = particles_;
    return living;
}

std::vector<BenchmarkPair> CullSets::copies(std::uint32_t run) const {
    const Set& set = sets_[run % sets_.size()];
    return {{&set.positions, &set.copy}};
}

std::uint64_t CullSets::copy_bytes() const {
    return std::uint64_t{particles_} * shared::COLUMN_BYTES * 2;
}

std::uint64_t CullSets::floor_bytes() const {
    return std::uint64_t{particles_} * shared::COLUMN_BYTES + visible_.size() * gl::word_bytes;
}

std::string CullSets::fault(const render::Listed& listed) const {
    const std::uint32_t drawn = listed.state->read_all<shared::DrawList>(1).front().drawn;
    if (drawn != visible_.size()) return fmt::format("{} are listed, should be {}", drawn, visible_.size());
    const auto slots = listed.slots->read_all<std::uint32_t>(drawn);
    const auto [found, expected] = std::mismatch(slots.begin(), slots.end(), visible_.begin());
    if (found == slots.end()) return {};
    return fmt::format("entry {} of the list is particle {}, should be {}", found - slots.begin(), *found,
                       *expected);
}

}  // namespace winnow::measure
