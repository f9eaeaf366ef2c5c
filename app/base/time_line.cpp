#include "base/time_line.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/message.h"

namespace winnow {

bool ClockMap::is_due(Host now) const {
    return parts_.empty() || now - parts_.back().host >= between_comparisons;
}

void ClockMap::compare(Host host, Other other) {
    const Other measured = host.time_since_epoch() - other;
    const Other ahead = parts_.empty() ? measured : parts_.back().ahead_at(other);
    parts_.push_back({host, other, ahead, measured - ahead});
    if (parts_.size() > max_parts) parts_.pop_front();
}

ClockMap::Host ClockMap::to_host(Other other) const {
    return Host(other + part_of(other).ahead_at(other));
}

/// Times before the first comparison belong to the first part.
const ClockMap::Part& ClockMap::part_of(Other other) const {
    const auto later =
        std::find_if(parts_.rbegin(), parts_.rend(), [&](const Part& part) { return part.begin <= other; });
    return later == parts_.rend() ? parts_.front() : *later;
}

ClockMap::Other ClockMap::Part::ahead_at(Other other) const {
    using Seconds = std::chrono::duration<double>;
    const double share = std::clamp(Seconds(other - begin) / Seconds(between_comparisons), 0.0, 1.0);
    return ahead + Other(std::llround(static_cast<double>(correction.count()) * share));
}

namespace {

constexpr std::array<std::string_view, 4> track_names{"host", "OpenGL", "OpenGL drawing", "CUDA"};
static_assert(track_names.size() == static_cast<std::size_t>(TimeLine::Track::count));
constexpr std::string_view closing = "\n]}\n";

std::size_t index_of(TimeLine::Track track) {
    return static_cast<std::size_t>(track);
}

std::string quoted(std::string_view text) {
    return nlohmann::json(text).dump();
}

double microseconds(TimeLine::Clock::duration duration) {
    return std::chrono::duration<double, std::micro>(duration).count();
}

/// Returns the event that names the process or a track.
std::string naming(std::string_view what, std::size_t tid, std::string_view name) {
    return fmt::format(R"({{"name":"{}","ph":"M","pid":1,"tid":{},"args":{{"name":{}}}}})", what, tid,
                       quoted(name));
}

}  // namespace

TimeLine::TimeLine(const std::string& path) {
    if (path.empty()) return;
    file_.emplace(path);
    text_ = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" + naming("process_name", 0, "winnow");
}

TimeLine::~TimeLine() {
    if (!file_) return;
    try {
        text_ += closing;
        write();
    } catch (const Error&) {  // an interrupted wait for the reader; the process already ends for that reason
    }
}

void TimeLine::add_event(const std::string& event) {
    text_ += ",\n";
    text_ += event;
}

/// Precedes the first span of a track, so that no empty track is shown.
void TimeLine::name_track(Track track) {
    if (std::exchange(named_[index_of(track)], true)) return;
    add_event(naming("thread_name", index_of(track) + 1, track_names[index_of(track)]));
}

void TimeLine::add(Track track, std::string_view name, Clock::time_point begin, Clock::time_point end,
                   const Owner& owner) {
    if (!file_) return;
    name_track(track);
    const std::string args = owner.unit.empty() ? "" : fmt::format("{}:{}", quoted(owner.unit), owner.number);
    add_event(fmt::format(
        R"({{"name":{},"cat":"{}","ph":"X","pid":1,"tid":{},"ts":{:.3f},"dur":{:.3f},"args":{{{}}}}})",
        quoted(name), track == Track::host ? "host" : "pass", index_of(track) + 1,
        microseconds(begin - origin_), microseconds(end - begin), args));
}

void TimeLine::write() {
    if (file_) file_->write(std::exchange(text_, {}));
}

void TimeLine::commit() {
    if (!file_) return;
    text_ += closing;
    write();
    file_->commit();
    if (missed_ > 0)
        say(fmt::format("{}: {} passes are missing, because the GPU was too far behind to time them", path(),
                        missed_));
    file_.reset();
}

HostSpan::HostSpan(TimeLine* line, std::string_view name)
    : HostSpan(line, name, line ? line->owner() : TimeLine::Owner{}) {}

HostSpan::HostSpan(TimeLine* line, std::string_view name, const TimeLine::Owner& owner)
    : line_(line), name_(name) {
    if (!line_) return;
    outer_ = std::exchange(line_->owner_, owner);
    begin_ = TimeLine::Clock::now();
}

HostSpan::~HostSpan() {
    if (!line_) return;
    line_->add(TimeLine::Track::host, name_, begin_, TimeLine::Clock::now(), line_->owner_);
    line_->owner_ = outer_;
}

}  // namespace winnow
