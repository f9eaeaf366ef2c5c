#include "render/ffmpeg.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"

extern char** environ;

namespace winnow::render {
namespace {

/// Two connected ends that no other child inherits. Sockets, because writing to one whose reader is gone can
/// be an error instead of a signal.
struct Channel {
    Channel() {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            bad_input("no connection to ffmpeg can be made: {}", std::strerror(errno));
        ours = Descriptor(ends[0]);
        childs = Descriptor(ends[1]);
    }
    Descriptor ours, childs;
};

/// Raw RGB in; H.264 that every player shows out, colours as BT.709.
std::vector<std::string> arguments(const std::string& target, gl::Size size,
                                   std::uint32_t pictures_per_second) {
    return {"ffmpeg",
            "-hide_banner",
            "-loglevel",
            "error",
            "-y",
            "-f",
            "rawvideo",
            "-pixel_format",
            "rgb24",
            "-video_size",
            fmt::format("{}x{}", size.width, size.height),
            "-framerate",
            std::to_string(pictures_per_second),
            "-i",
            "pipe:0",
            "-vf",
            "scale=out_color_matrix=bt709:out_range=tv",
            "-c:v",
            "libx264",
            "-crf",
            "18",
            "-pix_fmt",
            "yuv420p",
            "-colorspace",
            "bt709",
            "-color_primaries",
            "bt709",
            "-color_trc",
            "bt709",
            "-movflags",
            "+faststart",
            "-f",
            "mp4",
            "file:" + target};
}

/// What every player shows has one colour for two by two pixels.
void require_even(const std::string& path, gl::Size size) {
    const gl::Size even{size.width + size.width % 2, size.height + size.height % 2};
    if (even.width == size.width && even.height == size.height) return;
    bad_input("{}: the sides of a video must be even: {}x{}, not {}x{}", path, even.width, even.height,
              size.width, size.height);
}

/// In a process group of its own: Ctrl-C is ours to answer, the child must not end on its own first.
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
            "directory of pictures");
    if (error != 0) bad_input("ffmpeg cannot be started: {}", std::strerror(error));
    return child;
}

}  // namespace

VideoEncoder::VideoEncoder(const std::string& path, gl::Size size, std::uint32_t pictures_per_second)
    : file_(path) {
    require_even(path, size);
    start(size, pictures_per_second);
}

void VideoEncoder::start(gl::Size size, std::uint32_t pictures_per_second) {
    Channel input;
    messages_ =
        Descriptor(::memfd_create("ffmpeg's messages", MFD_CLOEXEC));  // never full: ffmpeg never waits
    if (messages_.number() < 0) bad_input("ffmpeg cannot be started: {}", std::strerror(errno));
    child_ = spawn(arguments(file_.temporary().path(), size, pictures_per_second), input.childs.number(),
                   messages_.number());
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

void VideoEncoder::write(const Image& picture) {
    const std::uint8_t* at = picture.pixels.data();
    std::size_t left = picture.pixels.size();
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
    constexpr int unknown_status = -1;  // whoever started Winnow had children's ends ignored
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

}  // namespace winnow::render
