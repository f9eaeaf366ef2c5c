#include "film/frame_sink.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/job_queue.h"
#include "base/numbered_name.h"
#include "base/output_file.h"
#include "film/exr.h"
#include "film/video.h"

namespace winnow::film {
namespace {

namespace fs = std::filesystem;

ExrChoice exr_of(const Film& film) {
    return {film.channels, film.has_floats, film.frames_per_second};
}

/// The sink of FILE.png and FILE.exr: writes the last frame.
class LastFrame : public FrameSink {
  public:
    LastFrame(const std::string& path, const Film& film, bool is_light)
        : file_(path), film_(film), is_light_(is_light) {}
    bool takes_light() const override { return is_light_; }
    void write(const render::Image& frame) override { keep(render::encode_png(frame)); }
    void write_light(DrawnLight frame) override { keep(encode_exr(light_frame(frame), exr_of(film_), 0)); }
    void finish() override {
        if (last_.empty()) throw std::logic_error("an image file was finished without a frame");
        file_.write(last_);
        file_.commit();
    }
    bool last_only() const override { return true; }

  private:
    void keep(std::string bytes) {
        last_ = std::move(bytes);
        ++written_;
    }

    OutputFile file_;
    const Film film_;
    const bool is_light_;
    std::string last_;
};

/// The sink of "-": writes PNG after PNG to standard output.
class Stream : public FrameSink {
  public:
    Stream() : file_("-") {
        if (::isatty(STDOUT_FILENO) != 0)
            bad_input("frames are not written to a terminal: redirect the output");
    }
    void write(const render::Image& frame) override {
        file_.write(render::encode_png(frame));
        file_.flush();
        ++written_;
    }
    void finish() override { file_.commit(); }

  private:
    OutputFile file_;
};

/// Returns how many frames of light or images may wait to be encoded, so that they take no more than a GiB.
std::size_t frames_waiting(gl::Size size, unsigned threads) {
    constexpr std::size_t max_bytes = std::size_t{1} << 30,
                          pixel = sizeof(glm::vec4) + sizeof(shared::PixelParticle);
    const std::size_t bytes =
        static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * pixel;
    return std::clamp<std::size_t>(max_bytes / std::max<std::size_t>(bytes, 1), 1, threads);
}

/// The sink of a sequence: writes a file for each frame, several at once.
class Sequence : public FrameSink {
  public:
    Sequence(std::function<std::string(std::uint64_t)> path_of, const Film& film, bool is_light)
        : path_of_(std::move(path_of)), film_(film), is_light_(is_light) {
        const unsigned threads = std::max(std::thread::hardware_concurrency(), 1u);
        const OutputFile probe(
            path_of_(film.first));  // never committed; throws now if the first frame could not be written
        jobs_.emplace(threads, frames_waiting(film.size, threads));
    }
    bool takes_light() const override { return is_light_; }
    void write(const render::Image& frame) override {
        add([frame](std::uint64_t) { return render::encode_png(frame); });
    }
    void write_light(DrawnLight frame) override {
        add([frame = std::move(frame), exr = exr_of(film_)](std::uint64_t number) {
            return encode_exr(light_frame(frame), exr, number);
        });
    }
    void finish() override { jobs_->wait(); }
    std::string path_of(std::uint64_t number) const override { return path_of_(number); }
    void skip() override { ++taken_; }

  private:
    /// `encode` makes the bytes of the file from the number of the frame.
    template <typename Encode>
    void add(Encode encode) {
        jobs_->add([this, encode = std::move(encode), number = film_.first + taken_] {
            const std::string path = path_of_(number), bytes = encode(number);
            write_file(path, bytes);
            ++written_;
            if (take_) take_(number, path, bytes);
        });
        ++taken_;
    }

    const std::function<std::string(std::uint64_t)> path_of_;
    const Film film_;
    const bool is_light_;
    std::uint64_t taken_ = 0;
    std::optional<JobQueue> jobs_;
};

/// A directory that is made if it is missing, and removed if nothing comes to be in it.
class MadeDirectory {
  public:
    explicit MadeDirectory(fs::path path) : path_(std::move(path)) {
        std::error_code error;
        made_ = fs::create_directories(path_, error);
        if (error) bad_input("cannot write {}: {}", path_.string(), error.message());
    }
    MadeDirectory(const MadeDirectory&) = delete;
    ~MadeDirectory() {
        std::error_code not_empty;
        if (made_) fs::remove(path_, not_empty);
    }
    const fs::path& path() const { return path_; }

  private:
    fs::path path_;
    bool made_ = false;
};

/// The sink of a directory: writes frame_00001.png and so on.
class Frames : public MadeDirectory, public Sequence {
  public:
    Frames(const fs::path& directory, const Film& film)
        : MadeDirectory(directory),
          Sequence([directory](std::uint64_t number) { return (directory / frame_name(number)).string(); },
                   film, false) {}
};

class Video : public FrameSink {
  public:
    Video(const std::string& path, const Film& film) {
        std::error_code ignored;
        if (fs::is_other(path, ignored)) bad_input("cannot write {}: a video needs a regular file", path);
        encoder_.emplace(path, film);
    }
    void write(const render::Image& frame) override {
        encoder_->write(frame);
        ++written_;
    }
    void finish() override { encoder_->finish(); }

  private:
    std::optional<VideoEncoder> encoder_;
};

/// Other programs write a sequence to a name with %05d; here one file of that name would be written.
void refuse_printf_pattern(const std::string& output) {
    const std::string name = fs::path(output).filename().string();
    for (std::size_t at = 0; (at = name.find('%', at)) != std::string::npos;) {
        at = name.find_first_not_of("0123456789", at + 1);
        if (at == std::string::npos || name[at] != 'd') continue;
        bad_input(
            "cannot write {}: the number of a frame stands for #, as in frame_#.png; or name a directory, "
            "which gets "
            "{} and so on",
            output, frame_name(1));
    }
}

std::unique_ptr<FrameSink> images(const std::string& output, const Film& film, bool is_light) {
    const NumberedName name(output, "--output");
    if (!name.has_number()) return std::make_unique<LastFrame>(output, film, is_light);
    return std::make_unique<Sequence>([name](std::uint64_t number) { return name.of(number); }, film,
                                      is_light);
}

}  // namespace

void FrameSink::write(const render::Image& /*frame*/) {
    throw std::logic_error("a sink of light was given an image");
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): a sink of light keeps the frame.
void FrameSink::write_light(DrawnLight /*frame*/) {
    throw std::logic_error("a sink of images was given light");
}

void FrameSink::skip() {
    throw std::logic_error("only a frame of a sequence of files can be left out");
}

std::string ending_of(const std::string& path) {
    std::string text = fs::path(path).extension().string();
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::unique_ptr<FrameSink> make_sink(const std::string& output, const Film& film) {
    constexpr const char* kinds = "a directory, FILE.png, FILE.exr, FILE.mp4, FILE.webm or -";
    if (output.empty()) bad_input("frames need an output: {}", kinds);
    if (output == "-") return std::make_unique<Stream>();
    std::error_code ignored;  // opening the output reports the error
    if (fs::is_directory(output, ignored)) return std::make_unique<Frames>(output, film);
    const std::string kind = ending_of(output);
    refuse_printf_pattern(output);
    if (kind == exr_ending) require_exr(output);
    if (kind == png_ending || kind == exr_ending) return images(output, film, kind == exr_ending);
    if (kind == mp4_ending && film.transparent)
        bad_input(
            "cannot write {}: H.264 has no alpha; transparent frames go to a directory, FILE.png, FILE.exr, "
            "FILE.webm "
            "or -",
            output);
    if (kind == mp4_ending || kind == webm_ending) return std::make_unique<Video>(output, film);
    if (!kind.empty() || fs::exists(output, ignored))
        bad_input("cannot write {}: frames go to {}", output, kinds);
    return std::make_unique<Frames>(output, film);
}

}  // namespace winnow::film
