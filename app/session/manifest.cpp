#include "session/manifest.h"

#include <filesystem>
#include <optional>

#include "base/checksum.h"
#include "base/error.h"
#include "base/input_file.h"
#include "base/json_text.h"
#include "base/output_file.h"
#include "base/text.h"
#include "session/offline_render.h"
#include "state/conditions.h"

namespace winnow::session {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_manifest_bytes = std::uint64_t{1} << 30;
constexpr std::uint64_t max_frame_bytes = std::uint64_t{1}
                                          << 34;  // EXR of the largest size with all channels
constexpr std::chrono::seconds rewritten_after{1};

fs::path folder_of(const std::string& manifest) {
    return fs::path(absolute_path(manifest)).parent_path();
}

std::string text_of(const nlohmann::ordered_json& value) {
    return shortened(value.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace));
}

std::string word_in(const nlohmann::json& json, const char* key, const std::string& origin) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_string()) bad_input("{}: \"{}\" must be a text", origin, key);
    return found->get<std::string>();
}

void read_frames(const nlohmann::json& json, Manifest& manifest) {
    const std::string& origin = manifest.path;
    for (const nlohmann::json& row : json) {
        const std::uint64_t number = state::read_count(row, "frame", max_frames, origin);
        if (number < manifest.first || number > manifest.last)
            bad_input("{}: frame {} is not in its range", origin, number);
        manifest.frames[number] = {
            word_in(row, "file", origin), state::read_count(row, "bytes", max_frame_bytes, origin),
            word_in(row, "hash", origin), state::read_count(row, "step", state::max_steps, origin),
            word_in(row, "state", origin)};
    }
}

}  // namespace

std::string Manifest::path_of(const ListedFrame& frame) const {
    return (folder_of(path) / frame.file).lexically_normal().string();
}

Manifest read_manifest(const std::string& path) {
    Manifest manifest;
    manifest.path = path;
    manifest.conditions = parse_json<nlohmann::ordered_json>(read_file(path, max_manifest_bytes));
    const nlohmann::json json = manifest.conditions;
    const auto range = json.is_object() ? json.find("range") : json.end();
    const auto frames = json.is_object() ? json.find("frames") : json.end();
    if (range == json.end() || frames == json.end() || !frames->is_array() || !range->is_array() ||
        range->size() != 2)
        bad_input("{}: it is not the manifest of a sequence of frames", path);
    state::require_schema(json, path);
    const nlohmann::json ends{{"first", range->at(0)}, {"last", range->at(1)}};
    manifest.first = state::read_count(ends, "first", max_frames, path);
    manifest.last = state::read_count(ends, "last", max_frames, path);
    if (manifest.first < 1 || manifest.last < manifest.first)
        bad_input("{}: its range {}-{} is not valid", path, manifest.first, manifest.last);
    read_frames(*frames, manifest);
    manifest.conditions.erase("range");
    manifest.conditions.erase("frames");
    return manifest;
}

std::string difference(const Manifest& there, const nlohmann::ordered_json& wanted) {
    const auto listed = there.conditions.flatten(), needed = wanted.flatten();
    for (const auto& [pointer, value] : needed.items()) {
        const auto found = listed.find(pointer);
        const nlohmann::ordered_json other = found == listed.end() ? nlohmann::ordered_json() : *found;
        if (other != value)
            return fmt::format("{}: {} is {}, not {}", there.path, pointer.substr(1), text_of(other),
                               text_of(value));
    }
    for (const auto& [pointer, value] : listed.items())
        if (!needed.contains(pointer))
            return fmt::format("{}: {} is {}, not null", there.path, pointer.substr(1), text_of(value));
    return {};
}

std::string content_hash(std::string_view bytes) {
    return hex16(fnv1a64(bytes));
}

std::string damage(const Manifest& manifest, const ListedFrame& frame, bool reads_bytes) {
    const std::string path = manifest.path_of(frame);
    std::error_code missing;
    const std::uint64_t size = fs::file_size(path, missing);
    if (missing) return "is missing";
    if (size != frame.bytes) return "has another size";
    if (reads_bytes && content_hash(read_file(path, max_frame_bytes)) != frame.hash) return "has other bytes";
    return {};
}

ManifestWriter::ManifestWriter(Manifest begun) : begun_(std::move(begun)) {
    for (const auto& [number, frame] : begun_.frames) entries_[number] = {frame, true, true};
}

void ManifestWriter::wrote(std::uint64_t number, const std::string& file, std::string_view bytes) {
    const std::string name =
        fs::path(absolute_path(file)).lexically_proximate(folder_of(begun_.path)).string();
    const std::string hash = content_hash(bytes);
    const std::lock_guard lock(mutex_);
    Entry& entry = entries_[number];
    entry.frame.file = name;
    entry.frame.bytes = bytes.size();
    entry.frame.hash = hash;
    entry.has_file = true;
}

void ManifestWriter::made(std::uint64_t number, std::uint64_t steps) {
    waiting_.push_back({number, steps});
    const auto now = std::chrono::steady_clock::now();
    if (begun_.path == "-" || now - written_ < rewritten_after) return;
    written_ = now;
    OutputFile file(begun_.path);
    file.write(text());
    file.commit_unsynchronised();
}

void ManifestWriter::take(const std::vector<StepReport>& reports) {
    for (const StepReport& report : reports) {
        was_reported_ = true;
        const std::uint64_t steps = report.figures.step;
        for (; !waiting_.empty() && waiting_.front().steps <= steps; waiting_.pop_front())
            settle(waiting_.front(), waiting_.front().steps == steps ? hex16(report.figures.hash) : "");
    }
}

void ManifestWriter::settle(const Waiting& frame, const std::string& state) {
    const std::lock_guard lock(mutex_);
    Entry& entry = entries_[frame.number];
    if (entry.has_state && entry.frame.state != state)
        bad_input("{}: frame {} shows another state of the particles than this run has", begun_.path,
                  frame.number);
    entry.frame.step = frame.steps;
    entry.frame.state = state;
    entry.has_state = true;
}

std::string ManifestWriter::text() {
    nlohmann::ordered_json json = begun_.conditions;
    json["range"] = {begun_.first, begun_.last};
    auto frames = nlohmann::ordered_json::array();
    const std::lock_guard lock(mutex_);
    for (const auto& [number, entry] : entries_)
        if (entry.has_file && entry.has_state)
            frames.push_back({{"frame", number},
                              {"file", entry.frame.file},
                              {"bytes", entry.frame.bytes},
                              {"hash", entry.frame.hash},
                              {"step", entry.frame.step},
                              {"state", entry.frame.state}});
    json["frames"] = std::move(frames);
    return json_lines(json);
}

/// A run that reports no step at all has made none, so that its frames show what it began with.
void ManifestWriter::finish() {
    if (!was_reported_)
        for (const Waiting& frame : waiting_) settle(frame, "");
    write_file(begun_.path, text());
}

}  // namespace winnow::session
