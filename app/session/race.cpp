#include "session/race.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "gl/context.h"
#include "gl/debug.h"
#include "gl/fence.h"
#include "scan/scan.h"
#include "shaders/shared.h"

namespace winnow::session {

void RaceTimes::add(double milliseconds) {
    newest_[count_++ % remembered] = milliseconds;
}

double RaceTimes::median() const {
    auto sorted = newest_;
    const auto size = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(count_, remembered));
    if (size == 0) return 0;
    std::sort(sorted.begin(), sorted.begin() + size);
    const auto upper = static_cast<std::size_t>(size / 2), lower = static_cast<std::size_t>((size - 1) / 2);
    return (sorted[lower] + sorted[upper]) / 2;
}

namespace {

constexpr std::uint32_t total_word = 0, faults_word = 1;  // of the result
static_assert(RaceTrack::result_bytes == 2 * gl::word_bytes);

std::uint64_t array_bytes(const gl::Facts& facts, std::uint32_t elements) {
    const std::uint64_t bytes = elements * gl::word_bytes;
    gl::check_fits(facts, fmt::format("a race of {} elements", elements), bytes, 2 * bytes);
    return bytes;
}

}  // namespace

RaceTrack::RaceTrack(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::MemoryProvider& memory,
                     std::uint32_t elements)
    : elements_(elements),
      copy_(shaders.load_compute("measure/baselines.comp#copy")),
      check_(shaders.load_compute("session/race.comp", {{"FILLS", gl::define_flag(false)}})) {
    const gl::Program fill = shaders.load_compute("session/race.comp", {{"FILLS", gl::define_flag(true)}});
    const std::uint64_t bytes = array_bytes(facts, elements);
    input_ = memory.allocate(bytes, "race: input");
    output_ = memory.allocate(bytes, "race: output");
    result_ = memory.allocate(result_bytes, "race: result");
    input_.bind_storage(shared::BIND_SCAN_INPUT);
    fill.set("elements", elements);
    fill.dispatch(gl::Groups::over(elements, shared::COPY_THREADS));
    gl::storage_barrier();
}

scan::Request RaceTrack::request() const {
    scan::Request request;
    request.input = {&input_, 0};
    request.output = {&output_, 0};
    request.bound = elements_;
    request.total = {&result_, total_word};
    return request;
}

void RaceTrack::copy() const {
    const std::uint64_t vectors = input_.bytes() / sizeof(shared::uvec4);
    input_.bind_storage(shared::BIND_SCAN_INPUT);
    output_.bind_storage(shared::BIND_SCAN_OUTPUT);
    copy_.set("vectors", static_cast<std::uint32_t>(vectors));
    copy_.dispatch(gl::Groups::over(vectors, shared::COPY_THREADS * shared::COPY_VECTORS));
    gl::storage_barrier();
}

void RaceTrack::prepare() const {
    result_.fill(0);
    copy();
}

void RaceTrack::check(bool is_copy) const {
    output_.bind_storage(shared::BIND_SCAN_OUTPUT);
    result_.bind_storage(shared::BIND_SCAN_TOTAL);
    check_.set("elements", elements_);
    check_.set("is_copy", is_copy ? 1u : 0u);
    check_.dispatch(gl::Groups::over(elements_, shared::COPY_THREADS));
    gl::storage_barrier();
}

std::uint32_t RaceTrack::faults(const std::byte* read_back) {
    std::uint32_t count = 0;
    std::memcpy(&count, read_back + faults_word * gl::word_bytes, sizeof count);
    return count;
}

namespace {

/// Sizes that measure the memory and not the caches on a GPU, and take well below a frame on a CPU.
constexpr std::uint32_t usual_elements = 1 << 24, usual_in_software = 1 << 14;
constexpr std::uint32_t max_elements = 1 << 26, max_in_software = 1 << 20;

std::uint32_t max_for(const gl::Facts& facts) {
    const std::uint64_t bindable = std::bit_floor(facts.limits.storage_block_bytes / gl::word_bytes);
    const std::uint32_t wanted = facts.software ? max_in_software : max_elements;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(bindable, wanted));
}

std::uint32_t usual_for(const gl::Facts& facts) {
    return std::min(facts.software ? usual_in_software : usual_elements, max_for(facts));
}

std::string method(const gl::Facts& facts) {
    const std::string clock = facts.software
                                  ? "A CPU renders here, and its own clock times each scan."
                                  : "Timestamps on the GPU time each scan, CUDA events those of CUDA "
                                    "without the hand-over.";
    return fmt::format(
        "{} One scan of 32-bit sums a picture; ahead of it the input is copied over the last result, and "
        "every result is checked. Times are medians of the newest {} samples.",
        clock, RaceTimes::remembered);
}

template <typename Table>
std::vector<Choice> choices(const Table& table) {
    std::vector<Choice> list;
    for (const auto& row : table)
        if (row.value != table.front().value)  // `auto`
            list.push_back({std::string(row.name), std::string(row.summary)});
    return list;
}

}  // namespace

Race::Race(const gl::Tools& tools, Suites suites)
    : tools_(tools),
      suites_(std::move(suites)),
      timers_(tools.facts, static_cast<int>(in_flight)),
      ring_(in_flight, RaceTrack::result_bytes, "race: result"),
      asked_(usual_for(tools.facts)) {
    racers_.emplace_back();
    for (Suite* suite : suites_.members())
        if (suite->backend() != Backend::cpu && suite->available()) enter(*suite);
}

void Race::enter(Suite& suite) {
    for (const ScanChoice choice : members(ScanChoice{})) {
        Racer& racer = racers_.emplace_back(Racer{&suite, choice});
        racer.restart();
    }
}

void Race::Racer::restart() {
    times = {};
    is_warm = is_wrong = false;
    refused = suite == nullptr ? "" : suite->offers(choice).reason;
}

void Race::advance() {
    gl::require_context();
    take();
    if (!asked_)
        run_next();
    else if (samples_.empty() && !foreign_)
        begin_again();
}

void Race::begin_again() {
    const std::uint32_t elements = *std::exchange(asked_, std::nullopt);
    try {
        track_ = RaceTrack(tools_.facts, tools_.shaders, suites_.memory(), elements);
        error_.clear();
        for (Racer& racer : racers_) racer.restart();
    } catch (const Error& error) {
        error_ = error.what();
    }
}

// --- samples that are submitted

void Race::run_next() {
    if (!track_ || foreign_ || !ring_.has_room()) return;
    Racer& racer = racers_[turn_];
    if (!racer.refused.empty()) return pass_turn();
    if (racer.suite == nullptr || racer.scan) return run(turn_);
    if (!refuse_failure(racer, [&] { racer.scan = racer.suite->make_scan(racer.choice); })) pass_turn();
}

/// The next turn is that of the next racer that takes part.
void Race::pass_turn() {
    for (std::size_t i = 0; i < racers_.size(); ++i) {
        turn_ = (turn_ + 1) % racers_.size();
        if (racers_[turn_].refused.empty()) return;
    }
}

/// Returns false if the work fails; then the racer takes part no more.
bool Race::refuse_failure(Racer& racer, const std::function<void()>& work) const {
    try {
        work();
        return true;
    } catch (const Error& error) {
        gl::require_context();
        racer.refused = error.what();
        racer.scan.reset();
        return false;
    }
}

/// A racer's first run with these elements makes its scratch and the rest of its programs. A run that fails
/// has a sample all the same, because its timer has begun.
void Race::run(std::size_t index) {
    const gl::DebugGroup group("race");
    Racer& racer = racers_[index];
    Sample sample{.racer = index, .is_warm_up = !std::exchange(racer.is_warm, true)};
    const bool stays = racer.suite == nullptr && ++copies_ % copies_a_round != 0;
    if (!sample.is_warm_up && !stays) pass_turn();
    track_->prepare();
    if (auto* foreign = dynamic_cast<scan::ForeignScan*>(racer.scan.get())) {
        if (refuse_failure(racer, [&] { foreign->begin(track_->request()); })) foreign_ = sample;
        return;
    }
    sample.slot = static_cast<int>(timed_++ % in_flight);
    sample.spans_before = timers_.finished(sample.slot);
    timers_.begin(sample.slot, gl::Work::compute);
    refuse_failure(racer, [&] { racer.suite ? racer.scan->run(track_->request()) : track_->copy(); });
    timers_.end(sample.slot);
    submit_check(sample);
}

void Race::submit_check(const Sample& sample) {
    racers_[sample.racer].suite ? track_->check_scan() : track_->check_copy();
    ring_.submit(track_->result());
    samples_.push_back(sample);
}

// --- results that arrive

void Race::take() {
    timers_.poll();
    if (foreign_) follow_foreign();
    while (!samples_.empty() && take_oldest()) {
    }
}

/// Returns false if its results have not arrived yet.
bool Race::take_oldest() {
    Sample& sample = samples_.front();
    if (!sample.milliseconds && timers_.finished(sample.slot) > sample.spans_before)
        sample.milliseconds = timers_.milliseconds(sample.slot);
    const std::byte* result = sample.milliseconds ? ring_.arrived() : nullptr;
    if (result == nullptr) return false;
    judge(sample, RaceTrack::faults(result));
    ring_.taken();
    samples_.pop_front();
    return true;
}

void Race::judge(const Sample& sample, std::uint32_t faults) {
    Racer& racer = racers_[sample.racer];
    if (!racer.refused.empty()) return;
    if (faults > 0) {
        racer.is_wrong = true;
        racer.refused = fmt::format("its result is wrong: {} faults in {} elements and their total",
                                    grouped(faults), grouped(track_->elements()));
    } else if (!sample.is_warm_up) {
        racer.times.add(*sample.milliseconds);
    }
}

void Race::follow_foreign() {
    Sample sample = *foreign_;
    Racer& racer = racers_[sample.racer];
    auto& scan = dynamic_cast<scan::ForeignScan&>(*racer.scan);
    const bool succeeds = refuse_failure(racer, [&] { sample.milliseconds = scan.finished(); });
    if (succeeds && !sample.milliseconds) return;
    foreign_.reset();
    if (succeeds) submit_check(sample);
}

// --- what is known

RaceCell Race::cell(std::size_t index, const Algorithm& in_use) const {
    const Racer& racer = racers_[index];
    RaceCell cell;
    cell.refused = racer.refused;
    cell.is_wrong = racer.is_wrong;
    cell.is_in_use =
        racer.suite != nullptr && racer.suite->backend() == in_use.backend && racer.choice == in_use.scan;
    cell.is_running = index == turn_ && track_.has_value();
    cell.samples = racer.times.count();
    cell.milliseconds = racer.times.median();
    return cell;
}

RaceFindings Race::findings(const Algorithm& in_use) const {
    RaceFindings found;
    found.elements = asked_ ? *asked_ : track_ ? track_->elements() : usual_for(tools_.facts);
    found.least = min_elements;
    found.most = max_for(tools_.facts);
    found.blocks = choices(block_scans);
    found.grids = choices(grid_strategies);
    found.method = method(tools_.facts);
    found.error = error_;
    found.copy = cell(0, in_use);
    for (const Suite* suite : suites_.members()) {
        if (suite->backend() == Backend::cpu) continue;
        RaceMap map{std::string(name_of(suite->backend())), {}, {}};
        for (std::size_t i = 1; i < racers_.size(); ++i)
            if (racers_[i].suite == suite) map.cells.push_back(cell(i, in_use));
        if (map.cells.empty()) map.absence = suite->available().reason;
        found.maps.push_back(std::move(map));
    }
    return found;
}

}  // namespace winnow::session
