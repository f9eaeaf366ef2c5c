#include "render/video.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/output_file.h"
#include "render/ffmpeg.h"

namespace winnow::render {
namespace {

namespace fs = std::filesystem;

/// FILE.png: the last picture.
class LastPicture : public FrameSink {
  public:
    explicit LastPicture(const std::string& path) : file_(path) {}
    void write(const Image& picture) override { last_ = picture; }
    void finish() override {
        if (last_.empty()) throw std::logic_error("a picture file was finished without a picture");
        file_.write(encode_png(last_));
        file_.commit();
    }
    bool last_only() const override { return true; }

  private:
    OutputFile file_;
    Image last_;
};

/// "-": PNG after PNG.
class Stream : public FrameSink {
  public:
    Stream() : file_("-") {
        if (::isatty(STDOUT_FILENO) != 0)
            bad_input("pictures are not written to a terminal: redirect the output");
    }
    void write(const Image& picture) override {
        file_.write(encode_png(picture));
        file_.flush();
    }
    void finish() override { file_.commit(); }

  private:
    OutputFile file_;
};

/// A directory of frame_00001.png and so on.
class Frames : public FrameSink {
  public:
    explicit Frames(fs::path directory) : directory_(std::move(directory)) {
        std::error_code error;
        made_ = fs::create_directories(directory_, error);
        if (error) bad_input("cannot write {}: {}", directory_.string(), error.message());
        const OutputFile probe(frame(1));  // never committed: says now what the first picture would
    }
    ~Frames() override {
        std::error_code not_empty;
        if (made_ && written_ == 0) fs::remove(directory_, not_empty);
    }
    void write(const Image& picture) override {
        write_png(frame(written_ + 1), picture);
        ++written_;
    }
    void finish() override {}

  private:
    std::string frame(std::uint64_t number) const {
        return (directory_ / fmt::format("frame_{:05}.png", number)).string();
    }

    fs::path directory_;
    std::uint64_t written_ = 0;
    bool made_ = false;
};

class Video : public FrameSink {
  public:
    Video(const std::string& path, gl::Size size, std::uint32_t pictures_per_second) {
        std::error_code ignored;
        if (fs::is_other(path, ignored)) bad_input("cannot write {}: a video needs a regular file", path);
        encoder_.emplace(path, size, pictures_per_second);
    }
    void write(const Image& picture) override { encoder_->write(picture); }
    void finish() override { encoder_->finish(); }

  private:
    std::optional<VideoEncoder> encoder_;
};

/// The ending of a file name in lower case.
std::string ending(const std::string& path) {
    std::string text = fs::path(path).extension().string();
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace

std::unique_ptr<FrameSink> make_sink(const std::string& output, gl::Size size,
                                     std::uint32_t pictures_per_second) {
    if (output.empty()) bad_input("pictures need an output: a directory, FILE.png, FILE.mp4 or -");
    if (output == "-") return std::make_unique<Stream>();
    std::error_code ignored;  // who opens the output says what is wrong
    if (fs::is_directory(output, ignored)) return std::make_unique<Frames>(output);
    const std::string kind = ending(output);
    if (kind == ".png") return std::make_unique<LastPicture>(output);
    if (kind == ".mp4") return std::make_unique<Video>(output, size, pictures_per_second);
    if (!kind.empty() || fs::exists(output, ignored))
        bad_input("cannot write {}: pictures go to a directory, FILE.png, FILE.mp4 or -", output);
    return std::make_unique<Frames>(output);
}

}  // namespace winnow::render
