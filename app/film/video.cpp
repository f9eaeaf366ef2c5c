#include "film/video.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/output_file.h"

extern char** environ;

namespace winnow::film {
namespace {

/// A connection to the child, whose ends no other child inherits. It is a pair of sockets, because a write to
/// a socket without a reader can be an error instead of a signal (MSG_NOSIGNAL).
struct Connection {
    Connection() {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            bad_input("no connection to ffmpeg can be made: {}", std::strerror(errno));
        ours = Descriptor(ends[0]);
        childs = Descriptor(ends[1]);
    }
    Descriptor ours, childs;
};

using Words = std::vector<std::string>;

/// Returns the arguments of the encoder and of its file: of WebM VP9, else H.264 that every player supports.
Words encoder(bool is_webm, bool alpha) {
    if (!is_webm)
        return {"-c:v",    "libx264",   "-crf",       "18", "-pix_fmt",
                "yuv420p", "-movflags", "+faststart", "-f", "mp4"};
    Words words{"-c:v", "libvpx-vp9", "-crf", "24",      "-b:v", "0",  "-deadline",
                "good", "-cpu-used",  "3",    "-row-mt", "1",    "-f", "webm"};
    // Alternate reference frames, which are never shown, would go out of step with those of the alpha.
    const Words format =
        alpha ? Words{"-pix_fmt", "yuva420p", "-auto-alt-ref", "0"} : Words{"-pix_fmt", "yuv420p"};
    words.insert(words.end(), format.begin(), format.end());
    return words;
}

/// Returns ffmpeg's arguments: raw RGB or RGBA in, an encoded video with the colours of BT.709 out.
Words arguments(const std::string& target, const Film& film, bool is_webm) {
    Words words{"ffmpeg",
                "-hide_banner",
                "-xerror",  // a full disk is no success
                "-loglevel",
                "error",
                "-y",
                "-f",
                "rawvideo",
                "-pixel_format",
                film.transparent ? "rgba" : "rgb24",
                "-video_size",
                fmt::format("{}x{}", film.size.width, film.size.height),
                "-framerate",
                std::to_string(film.frames_per_second),
                "-i",
                "pipe:0",
                "-vf",
                "scale=out_color_matrix=bt709:out_range=tv",
                "-colorspace",
                "bt709",
                "-color_primaries",
                "bt709",
                "-color_trc",
                "bt709"};
    const Words encoding = encoder(is_webm, film.transparent);
    words.insert(words.end(), encoding.begin(), encoding.end());
    words.push_back("file:" + target);
    return words;
}

/// The sides must be even because the common pixel format (yuv420p) has one colour for two by two pixels.
void require_even(const std::string& path, gl::Size size) {
    const gl::Size even{size.width + size.width % 2, size.height + size.height % 2};
    if (even.width == size.width && even.height == size.height) return;
    bad_input("{}: the sides of a video must be even: {}x{}, not {}x{}", path, even.width, even.height,
              size.width, size.height);
}

/// Starts ffmpeg in a process group of its own, so that Ctrl-C reaches only Winnow, which then ends it.
pid_t spawn(const std::vector<std::string>& words, int input, int messages) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child = -1;
    const int error = posix_spawnp(&child, argv[0], &files, &attributes, argv.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (error == ENOENT || error == EACCES)
        absent(
            "a video needs ffmpeg, which is not installed here: install the package ffmpeg, or write to a "
            "directory of frames");
    if (error != 0) bad_input("ffmpeg cannot be started: {}", std::strerror(error));
    return child;
}

}  // namespace

VideoEncoder::VideoEncoder(const std::string& path, const Film& film)
    : file_(path), alpha_(film.transparent) {
    require_even(path, film.size);
    start(film);
}

void VideoEncoder::start(const Film& film) {
    Connection input;
    messages_ =
        Descriptor(::memfd_create("ffmpeg's messages", MFD_CLOEXEC));  // unlike a pipe it never blocks ffmpeg
    if (messages_.number() < 0) bad_input("ffmpeg cannot be started: {}", std::strerror(errno));
    child_ = spawn(arguments(file_.temporary().path(), film, ending_of(file_.path()) == webm_ending),
                   input.childs.number(), messages_.number());
    file_.temporary().set_writer(child_);
    input_ = std::move(input.ours);
}

VideoEncoder::~VideoEncoder() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
    file_.temporary().set_writer(0);
}

void VideoEncoder::write(const render::Image& frame) {
    const std::vector<std::uint8_t> rgba = alpha_ ? render::rgba_of(frame) : std::vector<std::uint8_t>();
    const std::uint8_t* at = alpha_ ? rgba.data() : frame.pixels.data();
    std::size_t left = alpha_ ? rgba.size() : frame.pixels.size();
    while (left > 0) {
        if (!wait_until_ready(input_.number(), POLLOUT)) check_interrupted();
        const ssize_t sent = ::send(input_.number(), at, left, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (sent < 0) report_failure();
        at += sent;
        left -= static_cast<std::size_t>(sent);
    }
}

int VideoEncoder::wait_for_end() {
    constexpr int unknown_status = -1;  // waitpid() fails if Winnow was started with SIGCHLD ignored
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(child_, &status, WNOHANG)) == 0) wait_a_moment();
    if (ended < 0) status = unknown_status;
    child_ = -1;
    file_.temporary().set_writer(0);
    return status;
}

std::string VideoEncoder::first_message() const {
    std::array<char, 512> text{};
    const ssize_t got = ::pread(messages_.number(), text.data(), text.size(), 0);
    const std::string said(text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return said.substr(0, said.find('\n'));
}

void VideoEncoder::report_failure() {
    input_.close();
    if (child_ > 0) wait_for_end();
    const std::string message = first_message();
    bad_input("cannot write {}: ffmpeg {}", file_.path(),
              message.empty() ? "ended early" : "says: " + message);
}

void VideoEncoder::finish() {
    input_.close();
    const int status = wait_for_end();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) report_failure();
    std::error_code gone;
    if (std::filesystem::file_size(file_.temporary().path(), gone) == 0 || gone)
        bad_input("cannot write {}: ffmpeg ended without having written anything", file_.path());
    file_.commit();
}

}  // namespace winnow::film
