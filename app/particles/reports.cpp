#include "particles/reports.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "gl/debug.h"
#include "gl/fence.h"
#include "particles/parameters.h"

namespace winnow::particles {
namespace {

std::uint64_t bytes_of(std::uint32_t reports) {
    return shared::REPORTS_HEAD * gl::word_bytes + std::uint64_t{reports} * sizeof(shared::Report);
}

}  // namespace

Reports::Reports(gl::ShaderLibrary& shaders, std::unique_ptr<scan::Scan> scan, std::uint32_t room)
    : vote_(shaders.load_compute("particles/reports.comp#vote", column_defines(0))),
      list_(shaders.load_compute("particles/reports.comp#list", column_defines(0))),
      scan_(std::move(scan)),
      room_(room),
      reports_(gl::plain_memory()->allocate(bytes_of(room), "particles: reports")),
      ring_(slots, bytes_of(room), "particles: reports on their way") {}

void Reports::reserve(gl::MemoryProvider& memory, std::uint32_t capacity) {
    const std::uint64_t candidates = std::uint64_t{2} * capacity;
    if (votes_.bytes() >= candidates * gl::word_bytes) return;
    scan_->reserve(candidates);
    votes_ = memory.allocate(candidates * gl::word_bytes, "particles: votes for reports");
}

bool Reports::has_room() {
    poll();
    return ring_.has_room();
}

void Reports::gather(const ColumnSet& source, const ColumnSet& destination, std::uint64_t step,
                     std::uint32_t bound, std::uint32_t births) {
    const std::uint32_t candidates = bound + births;
    const gl::DebugGroup group("reports");
    if (candidates == 0)
        reports_.fill(0, 0, gl::word_bytes);
    else
        list(source, destination, candidates);
    gl::readback_barrier();
    ring_.submit(reports_);
    on_the_way_.push_back(step);
}

void Reports::list(const ColumnSet& source, const ColumnSet& destination, std::uint32_t candidates) {
    const auto bind = [&] {
        source.bind_source();
        destination.bind_destination();
        votes_.bind_storage(shared::BIND_REPORT_VOTES);
        reports_.bind_storage(shared::BIND_REPORTS);
    };
    const auto groups = gl::Groups::over(candidates, shared::PARTICLE_THREADS);
    bind();
    vote_.set("candidates", candidates);
    vote_.dispatch(groups);
    gl::storage_barrier();
    scan::Request request;
    request.input = request.output = {&votes_, 0};
    request.bound = candidates;
    request.total = {&reports_, 0};
    scan_->run(request);
    bind();  // the scan uses its own bindings
    list_.set("candidates", candidates);
    list_.set("room", room_);
    list_.dispatch(groups);
    gl::storage_barrier();
}

void Reports::poll() {
    for (; const std::byte* bytes = ring_.arrived(); ring_.taken()) {
        std::uint32_t all = 0;
        std::memcpy(&all, bytes, sizeof all);
        const std::uint32_t kept = std::min(all, room_);
        arrived_.lost += all - kept;
        const std::uint64_t step = on_the_way_.front();
        on_the_way_.pop_front();
        if (kept == 0) continue;
        StepReports::OfStep& of_step = arrived_.steps.emplace_back();
        of_step.step = step;
        of_step.reports.resize(kept);
        std::memcpy(of_step.reports.data(), bytes + bytes_of(0), kept * sizeof(shared::Report));
        waiting_ += kept;
        for (; waiting_ > max_room && arrived_.steps.size() > 1; arrived_.steps.pop_front()) {
            waiting_ -= arrived_.steps.front().reports.size();
            arrived_.lost += arrived_.steps.front().reports.size();
        }
    }
}

StepReports Reports::take() {
    poll();
    waiting_ = 0;
    return std::exchange(arrived_, {});
}

}  // namespace winnow::particles
