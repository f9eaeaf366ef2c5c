#include "gl/passes.h"

#include <glad/gl.h>

#include <array>
#include <chrono>
#include <deque>
#include <stdexcept>
#include <vector>

#include "base/error.h"
#include "gl/context.h"
#include "gl/fence.h"

namespace winnow::gl {

namespace {

using Clock = TimeLine::Clock;
using Milliseconds = std::chrono::duration<double, std::milli>;
constexpr int spans_in_flight = 8;

struct Span {
    std::array<unsigned, 2> queries{};
    TimeLine::Owner owner;  // on the time line
};

struct Slot {
    std::string name;
    std::vector<Span> idle;
    std::deque<Span> in_flight;
    std::optional<Span> open;
    std::optional<Clock::time_point> open_clock;
    std::optional<double> newest;
    std::uint64_t finished = 0;

    void finish(double milliseconds) {
        newest = milliseconds;
        ++finished;
    }
};

bool available(unsigned query) {
    GLint ready = 0;
    glGetQueryObjectiv(query, GL_QUERY_RESULT_AVAILABLE, &ready);
    return ready != 0;
}

/// Returns the time on the GPU's clock.
std::chrono::nanoseconds time_of(unsigned query) {
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);
    return std::chrono::nanoseconds(nanoseconds);
}

/// Creates all spans of a slot at its first use, so that no query is created in the middle of a run.
std::vector<Span> make_spans() {
    std::vector<Span> spans(spans_in_flight);
    for (Span& span : spans) glCreateQueries(GL_TIMESTAMP, 2, span.queries.data());
    return spans;
}

}  // namespace

struct Timers::State {
    bool software;
    std::vector<Slot> slots;
    TimeLine* line = nullptr;

    void compare_clocks() const;
    void arrived(Slot& slot, const Span& span) const;
    void ran_in_call(Slot& slot, Clock::time_point begin, Clock::time_point end) const;
};

/// Asks for the GPU's present time, which does not wait for its work. The shortest of several questions
/// counts, because others may have been interrupted.
void Timers::State::compare_clocks() const {
    if (!line || !line->opengl_clock().is_due(Clock::now())) return;
    constexpr int questions = 5;
    auto shortest = Clock::duration::max();
    Clock::time_point host;
    GLint64 gpu = 0;
    for (int i = 0; i < questions; ++i) {
        GLint64 now = 0;
        const auto before = Clock::now();
        glGetInteger64v(GL_TIMESTAMP, &now);
        const auto took = Clock::now() - before;
        if (took >= shortest) continue;
        shortest = took;
        host = before + took / 2;
        gpu = now;
    }
    line->opengl_clock().compare(host, std::chrono::nanoseconds(gpu));
}

void Timers::State::arrived(Slot& slot, const Span& span) const {
    const auto begin = time_of(span.queries[0]), end = time_of(span.queries[1]);
    slot.finish(Milliseconds(end - begin).count());
    if (!line) return;
    // A software renderer draws on other threads while the calling thread computes.
    const auto track = software ? TimeLine::Track::opengl_drawing : TimeLine::Track::opengl;
    const ClockMap& clock = line->opengl_clock();
    line->add(track, slot.name, clock.to_host(begin), clock.to_host(end), span.owner);
}

void Timers::State::ran_in_call(Slot& slot, Clock::time_point begin, Clock::time_point end) const {
    slot.finish(Milliseconds(end - begin).count());
    if (line) line->add(TimeLine::Track::opengl, slot.name, begin, end, line->owner());
}

Timers::Timers(const Facts& facts, int slots) : state_(std::make_unique<State>()) {
    state_->software = facts.software;
    state_->slots.resize(static_cast<std::size_t>(slots));
}

Timers::~Timers() {
    for (Slot& slot : state_->slots) {
        if (slot.open) slot.idle.push_back(*slot.open);
        slot.idle.insert(slot.idle.end(), slot.in_flight.begin(), slot.in_flight.end());
        for (const Span& span : slot.idle) glDeleteQueries(2, span.queries.data());
    }
}

void Timers::set_name(int slot, std::string_view name) {
    state_->slots.at(static_cast<std::size_t>(slot)).name = name;
}

void Timers::set_time_line(TimeLine* line) {
    state_->line = line;
    state_->compare_clocks();
}

void Timers::begin(int slot, Work work) {
    Slot& s = state_->slots.at(static_cast<std::size_t>(slot));
    if (s.open || s.open_clock) throw std::logic_error("a timer was begun twice");
    if (state_->software && work == Work::compute) {
        s.open_clock = Clock::now();
        return;
    }
    if (s.idle.empty() && s.in_flight.empty()) s.idle = make_spans();
    if (s.idle.empty()) {  // the GPU is far behind: skip this span rather than wait
        if (state_->line) state_->line->miss();
        return;
    }
    s.open = s.idle.back();
    s.idle.pop_back();
    if (state_->line) s.open->owner = state_->line->owner();
    glQueryCounter(s.open->queries[0], GL_TIMESTAMP);
    // llvmpipe draws tile by tile and takes a timestamp in every tile; only a flush puts the beginning before
    // the first tile.
    if (state_->software) glFlush();
}

void Timers::end(int slot) {
    Slot& s = state_->slots.at(static_cast<std::size_t>(slot));
    if (s.open_clock) {
        state_->ran_in_call(s, *s.open_clock, Clock::now());
        s.open_clock.reset();
    }
    if (s.open) {
        glQueryCounter(s.open->queries[1], GL_TIMESTAMP);
        s.in_flight.push_back(*s.open);
        s.open.reset();
    }
}

void Timers::poll() {
    state_->compare_clocks();
    for (Slot& slot : state_->slots) {
        while (!slot.in_flight.empty() && available(slot.in_flight.front().queries[1])) {
            state_->arrived(slot, slot.in_flight.front());
            slot.idle.push_back(slot.in_flight.front());
            slot.in_flight.pop_front();
        }
    }
}

void Timers::wait() {
    finish();
    poll();
}

std::optional<double> Timers::milliseconds(int slot) const {
    return state_->slots.at(static_cast<std::size_t>(slot)).newest;
}

std::uint64_t Timers::finished(int slot) const {
    return state_->slots.at(static_cast<std::size_t>(slot)).finished;
}

PassScope::PassScope(Passes& passes, PassId pass)
    : passes_(passes),
      pass_(pass),
      group_(passes.entries_.at(static_cast<std::size_t>(pass.index)).name),
      is_timed_(passes.is_timed_ || passes.time_line_ != nullptr) {
    const Passes::Entry& entry = passes_.entries_[static_cast<std::size_t>(pass_.index)];
    if (entry.reported) passes_.forget(pass_);  // from now on the pass is timed here
    if (is_timed_) passes_.timers_.begin(pass_.index, entry.work);
}

PassScope::~PassScope() {
    if (is_timed_) passes_.timers_.end(pass_.index);
}

PassId Passes::declare(std::string_view name, std::string_view summary, Work work, Part part) {
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (entries_[i].name == name) return {static_cast<int>(i)};
    if (entries_.size() == static_cast<std::size_t>(capacity)) throw std::logic_error("too many passes");
    entries_.push_back({std::string(name), std::string(summary), work, std::nullopt, 0, 0, part});
    const PassId pass{static_cast<int>(entries_.size()) - 1};
    timers_.set_name(pass.index, name);
    return pass;
}

void Passes::poll() {
    timers_.poll();
    if (time_line_) time_line_->write();
}

void Passes::show_on(TimeLine& line) {
    if (!line.wanted()) return;
    time_line_ = &line;
    timers_.set_time_line(time_line_);
}

void Passes::finish_time_line() {
    if (!time_line_) return;
    TimeLine& line = *time_line_;
    try {
        wait();
    } catch (const Error&) {
        line.commit();
        throw;
    }
    line.commit();
}

void Passes::report(PassId pass, double milliseconds) {
    Entry& entry = entries_.at(static_cast<std::size_t>(pass.index));
    entry.reported = milliseconds;
    ++entry.reports;
}

void Passes::forget(PassId pass) {
    Entry& entry = entries_.at(static_cast<std::size_t>(pass.index));
    entry.reported.reset();
    entry.ignored = timers_.finished(pass.index);
}

std::optional<double> Passes::milliseconds(PassId pass) const {
    const Entry& entry = entries_.at(static_cast<std::size_t>(pass.index));
    if (entry.reported) return entry.reported;
    if (timers_.finished(pass.index) == entry.ignored) return std::nullopt;
    return timers_.milliseconds(pass.index);
}

std::vector<Passes::Row> Passes::rows() const {
    std::vector<Row> rows;
    for (int i = 0; i < static_cast<int>(entries_.size()); ++i) {
        const Entry& entry = entries_[static_cast<std::size_t>(i)];
        rows.push_back(
            {entry.name, entry.summary, milliseconds({i}), timers_.finished(i) + entry.reports, entry.part});
    }
    return rows;
}

}  // namespace winnow::gl
