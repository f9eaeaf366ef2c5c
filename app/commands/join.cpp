// winnow join: checks that the parts of a film belong together, and encodes them as a video.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/input_file.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/output.h"
#include "base/png.h"
#include "base/text.h"
#include "commands/commands.h"
#include "film/frame_sink.h"
#include "render/image.h"
#include "session/manifest.h"
#include "session/offline_render.h"
#include "state/conditions.h"

namespace winnow::commands {
namespace {

using session::ListedFrame, session::Manifest;

/// Numbers of frames in ascending order, as ranges that do not touch.
class Ranges {
  public:
    void add(std::uint64_t first, std::uint64_t last) {
        if (!ranges_.empty() && ranges_.back().second + 1 == first)
            ranges_.back().second = last;
        else
            ranges_.emplace_back(first, last);
    }
    bool empty() const { return ranges_.empty(); }
    /// Returns "frame 3" or "frames 3-7, 9".
    std::string text() const {
        std::string numbers;
        for (const auto& [first, last] : ranges_)
            numbers += (numbers.empty() ? "" : ", ") +
                       (first == last ? std::to_string(first) : fmt::format("{}-{}", first, last));
        const bool is_one = ranges_.size() == 1 && ranges_.front().first == ranges_.front().second;
        return fmt::format("frame{} {}", is_one ? "" : "s", shortened(numbers));
    }

  private:
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges_;
};

/// A frame of the film, in the first part that lists it.
struct Found {
    const Manifest* part;
    const ListedFrame* frame;
};
using FoundFrames = std::map<std::uint64_t, Found>;

/// Sentences that say what does not belong together, a line each.
using Faults = std::vector<std::string>;

void check_conditions(const std::vector<Manifest>& parts, Faults& faults) {
    for (const Manifest& part : parts)
        if (const std::string what = session::difference(part, parts.front().conditions); !what.empty())
            faults.push_back(fmt::format("{} as in {}", what, parts.front().path));
}

/// The parts lie in the order of their first frames.
void check_gaps(const std::vector<Manifest>& parts, Faults& faults) {
    Ranges between;
    std::uint64_t next = parts.front().first;
    for (const Manifest& part : parts) {
        if (part.first > next) between.add(next, part.first - 1);
        next = std::max(next, part.last + 1);
        Ranges unlisted;
        std::uint64_t wanted = part.first;
        for (const auto& [number, frame] : part.frames) {
            if (number > wanted) unlisted.add(wanted, number - 1);
            wanted = number + 1;
        }
        if (wanted <= part.last) unlisted.add(wanted, part.last);
        if (!unlisted.empty())
            faults.push_back(
                fmt::format("{}: {} not rendered yet: --resume does it", part.path, unlisted.text()));
    }
    if (!between.empty()) faults.push_back(fmt::format("no part has {}", between.text()));
}

/// Adds the frames of a part; those that are there must be equal.
void check_overlap(const Manifest& part, FoundFrames& film, Faults& faults) {
    std::map<std::string, Ranges> different;  // by the other part
    for (const auto& [number, frame] : part.frames) {
        const auto [there, is_new] = film.try_emplace(number, Found{&part, &frame});
        const ListedFrame& other = *there->second.frame;
        if (!is_new && (other.hash != frame.hash || other.state != frame.state))
            different[there->second.part->path].add(number, number);
    }
    for (const auto& [path, ranges] : different)
        faults.push_back(
            fmt::format("{} and {} have different pictures or states of {}", path, part.path, ranges.text()));
}

void check_files(const Manifest& part, bool reads_bytes, Faults& faults) {
    std::map<std::string, Ranges> damaged;  // by what is wrong
    for (const auto& [number, frame] : part.frames) {
        check_interrupted();
        if (const std::string what = session::damage(part, frame, reads_bytes); !what.empty())
            damaged[what].add(number, number);
    }
    for (const auto& [what, ranges] : damaged)
        faults.push_back(fmt::format("{}: {}: the file {}", part.path, ranges.text(), what));
}

/// Returns the picture with its alpha if the film is transparent.
render::Image read_frame(const Found& found, const film::Film& film) {
    const std::string path = found.part->path_of(*found.frame);
    const std::string bytes = read_file(path, found.frame->bytes);
    if (session::content_hash(bytes) != found.frame->hash) bad_input("{}: the file has other bytes", path);
    render::Image image(film.size);
    const std::size_t count = image.pixels.size() / render::Image::channels;
    const std::size_t channels = render::Image::channels + (film.transparent ? 1 : 0);
    const Pixels pixels = decode_png(bytes, static_cast<int>(channels), count, path);
    if (pixels.width != film.size.width || pixels.height != film.size.height)
        bad_input("{}: it has {}x{} pixels instead of {}x{}", path, pixels.width, pixels.height,
                  film.size.width, film.size.height);
    for (std::size_t i = 0; i < count; ++i) {
        std::copy_n(&pixels.bytes[i * channels], render::Image::channels,
                    &image.pixels[i * render::Image::channels]);
        if (film.transparent) image.alpha.push_back(pixels.bytes[i * channels + render::Image::channels]);
    }
    return image;
}

film::Film film_of(const Manifest& part) {
    const nlohmann::json conditions = part.conditions;
    const auto number = [&](const char* key, std::uint64_t most) {
        const std::uint64_t value = state::read_count(conditions, key, most, part.path);
        if (value == 0) bad_input("{}: {} is 0", part.path, key);
        return value;
    };
    film::Film film;
    film.size = {static_cast<int>(number("width", max_frame_side)),
                 static_cast<int>(number("height", max_frame_side))};
    film.frames_per_second = static_cast<std::uint32_t>(number("fps", session::max_frames_per_second));
    film.first = part.first;
    film.transparent = conditions.contains("transparent") && conditions["transparent"] == true;
    return film;
}

void encode(const std::string& output, const FoundFrames& frames, const film::Film& film) {
    for (const auto& [number, found] : frames)
        if (film::ending_of(found.frame->file) != film::png_ending)
            bad_input("{}: a video is made of PNG, and {} is none", output, found.frame->file);
    const auto sink = film::make_sink(output, film);
    Progress progress;
    std::size_t done = 0;
    for (const auto& [number, found] : frames) {
        progress.show(fmt::format("frame {}", number),
                      static_cast<double>(done++) / static_cast<double>(frames.size()));
        sink->write(read_frame(found, film));
    }
    sink->finish();
    progress.clear();
}

std::string part_text(const Manifest& part) {
    std::uint64_t bytes = 0;
    for (const auto& [number, frame] : part.frames) bytes += frame.bytes;
    Ranges range;
    range.add(part.first, part.last);
    return fmt::format("{}: {}, {}\n", printable(part.path), range.text(), bytes_text(bytes));
}

}  // namespace

void declare(Arguments& arguments, JoinOptions& options) {
    arguments.add_inputs("MANIFEST", "The manifests of the parts, in any order", options.manifests);
    arguments.add_output("--output", "FILE",
                         "Encode the frames in their order as FILE.mp4 or FILE.webm (default: only check)",
                         options.output);
    arguments.add_flag("--verify", "Read every file and compare its bytes with the manifest",
                       options.verifies);
    arguments.finally([&] {
        if (options.manifests.empty()) bad_input("winnow join needs the manifests of parts; see its --help");
        const std::string ending = film::ending_of(options.output);
        if (!options.output.empty() && ending != film::mp4_ending && ending != film::webm_ending)
            bad_input("--output {}: must be FILE.mp4 or FILE.webm", options.output);
    });
}

int run(const JoinOptions& options) {
    std::vector<Manifest> parts;
    for (const std::string& path : options.manifests) parts.push_back(session::read_manifest(path));
    Faults faults;
    check_conditions(parts, faults);
    std::ranges::stable_sort(parts, {}, &Manifest::first);
    check_gaps(parts, faults);
    FoundFrames frames;
    for (const Manifest& part : parts) {
        check_overlap(part, frames, faults);
        check_files(part, options.verifies, faults);
    }
    for (const std::string& fault : faults) say(fault);
    if (!faults.empty()) return static_cast<int>(ExitStatus::bad_input);
    if (!options.output.empty()) encode(options.output, frames, film_of(parts.front()));
    std::string text;
    for (const Manifest& part : parts) text += part_text(part);
    text += fmt::format("{}: {}\n", options.output.empty() ? "the film" : printable(options.output),
                        counted(frames.size(), "frame"));
    if (has_standard_output()) print_lines(stdout, text);
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
