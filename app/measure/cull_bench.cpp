#include "measure/cull_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gl/buffer.h"
#include "measure/bound_cases.h"
#include "measure/bound_report.h"
#include "measure/compact_cases.h"
#include "measure/measure.h"
#include "measure/rotation.h"
#include "render/camera.h"
#include "render/draw_list.h"
#include "session/machine.h"
#include "shaders/shared.h"
#include "verify/checkers/inputs.h"
#include "verify/subjects.h"

namespace winnow::measure {
namespace {

constexpr gl::Size frame{1280, 720};
constexpr float half_width = 0.5f;  // metres around the camera's target: inside the view at any aspect ratio
constexpr float behind = 2;         // times the camera's distance to its target, on the other side
constexpr std::uint64_t at_a_time = 1 << 20;

/// Returns an offset from -half_width to half_width, a function of index and axis.
float offset(std::uint64_t index, std::uint32_t axis) {
    return verify::random_value<float>(axis, index) * half_width;
}

std::vector<std::uint64_t> chosen_sizes(const CullBenchChoice& options, bool software) {
    if (software) return chosen_values(options.sizes, {10'000, 100'000});
    return chosen_values(options.sizes, {100'000, 1'000'000, 4'000'000, 16'000'000, 64'000'000});
}

std::vector<std::uint32_t> chosen_shares(const CullBenchChoice& options) {
    return options.visible.empty() ? std::vector<std::uint32_t>{0, 10, 50, 90, 100} : options.visible;
}

std::string method(const CullBenchChoice& options, bool software) {
    return fmt::format(
        "{}. Particles are visible or behind the camera, at random; the list keeps their order. {}",
        samples_text(options.runs),
        software ? software_samples_text
                 : "Each sample is the mean of up to 16 back-to-back runs, between two timestamps on "
                   "the GPU, on positions that rotate beyond the caches, with copies ahead that keep the GPU "
                   "busy while the runs are queued.");
}

/// Measures the particle counts one after another, each with every visible share.
class CullSizes {
  public:
    CullSizes(session::Machine& machine, const CullBenchChoice& options, Progress& progress)
        : options_(options),
          sizes_(chosen_sizes(options, machine.facts().software)),
          cases_(cull_topic, machine, options, progress, sizes_.size() * chosen_shares(options).size()),
          lists_(machine.facts(), machine.shaders(), machine.passes(), machine.suites().memory()) {}

    BoundBench run() {
        const gl::Facts& facts = cases_.tools().machine.facts();
        for (const std::uint64_t size : sizes_)
            if (cases_.fits(fmt::format("{} particles", size), [&] { CullSets::require_fit(facts, size); }))
                measure(static_cast<std::uint32_t>(size));
        return cases_.take(method(options_, facts.software));
    }

  private:
    void measure(std::uint32_t size) {
        session::Machine& machine = cases_.tools().machine;
        CullSets sets(machine.suites().memory(), machine.facts(), size);
        for (const std::uint32_t percent : chosen_shares(options_)) {
            sets.place(make_votes(VoteSpread::random, percent, options_.seed, size));
            cases_.measure({size, 0, percent, {}}, sets, [&](CaseRows& rows) { measure_cull(rows, sets); });
        }
        lists_.release();
    }

    void measure_cull(CaseRows& rows, const CullSets& sets) {
        BoundRow row;
        row.name = name_of(Backend::glsl);
        row.algorithm = "vote and scan";
        row.bound_bytes = static_cast<double>(sets.bound_bytes());
        render::ListRequest listing;
        listing.culls = true;
        render::Listed listed{};
        rows.add(
            row,
            [&] {
                sets.bind_camera();
                return rows.timing().in_gl(
                    [&](std::uint32_t run) { listed = lists_.make(sets.living(run), listing); });
            },
            [&] { return sets.fault(listed); });
    }

    const CullBenchChoice& options_;
    std::vector<std::uint64_t> sizes_;
    BoundCases cases_;
    render::DrawLists lists_;
};

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
    const shared::Camera camera =
        render::camera_block(render::Camera(effects::View{}).sight(frame), frame, 0);
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

particles::ParticleView CullSets::living(std::uint32_t run) const {
    const gl::Buffer& positions = sets_[run % sets_.size()].positions;
    particles::ParticleView living{};
    // Nothing but its position is read of a particle that is not stretched.
    living.columns.assign(shared::PARTICLE_COLUMNS, &positions);
    living.pool = living.table = &pool_;
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

std::uint64_t CullSets::bound_bytes() const {
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

BoundBench bench_cull(session::Machine& machine, const CullBenchChoice& options, Progress& progress) {
    if (options.backend == Backend::cuda || options.backend == Backend::cpu)
        bad_input("bench cull: --backend {}: culling always runs in GLSL", name_of(options.backend));
    for (const std::uint64_t size : options.sizes) CullSets::require_fit(machine.facts(), size);
    return CullSizes(machine, options, progress).run();
}

}  // namespace winnow::measure
