#include "base/progress.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>

#include <fmt/format.h>

namespace winnow {
namespace {

constexpr auto pause = std::chrono::milliseconds(100);
constexpr const char* erase_line = "\r\033[K";
constexpr double min_share = 0.02;  // below this share an estimate is a guess

/// Returns "9 s", "4 min" or "1 h 5 min".
std::string duration_text(double seconds) {
    constexpr double minute = 60, longest_in_seconds = 100;
    if (seconds < longest_in_seconds) return fmt::format("{:.0f} s", seconds);
    const auto minutes = std::lround(seconds / minute);
    if (minutes < 60) return fmt::format("{} min", minutes);
    return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

}  // namespace

Progress::Progress() : terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    clear();
}

void Progress::show(const std::string& text) {
    const auto now = Clock::now();
    if (!terminal_ || now - last_ < pause) return;
    last_ = now;
    shown_ = true;
    std::fprintf(stderr, "%s%s", erase_line, text.c_str());
    std::fflush(stderr);
}

void Progress::show(const std::string& text, double share) {
    const double spent = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (share < min_share) return show(text);
    show(fmt::format("{} ({:.0f} %, about {} left)", text, share * 100,
                     duration_text(spent * (1 - share) / share)));
}

void Progress::clear() {
    if (!shown_) return;
    std::fputs(erase_line, stderr);
    std::fflush(stderr);
    shown_ = false;
}

}  // namespace winnow
