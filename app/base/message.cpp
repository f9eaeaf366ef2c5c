#include "base/message.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>

#include "base/text.h"

namespace winnow {

/// fmt's debug format also escapes quotes and backslashes and adds quotes around the text; neither is wanted
/// in a sentence, so both are undone.
std::string printable(std::string_view text) {
    const std::string escaped = fmt::format("{:?}", text);
    std::string line;
    for (std::size_t i = 1; i + 1 < escaped.size(); ++i) {
        const bool needless = escaped[i] == '\\' && (escaped[i + 1] == '\\' || escaped[i + 1] == '"');
        line += escaped[needless ? ++i : i];
    }
    return line;
}

void print_lines(std::FILE* stream, std::string_view lines) {
    while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        std::fputs(printable(lines.substr(0, end)).c_str(), stream);
        if (end != lines.npos) std::fputc('\n', stream);
        lines.remove_prefix(end == lines.npos ? lines.size() : end + 1);
    }
}

void say(std::string_view sentence) {
    std::fprintf(stderr, "winnow: %s\n", printable(concise(sentence)).c_str());
}

ExitStatus say_current_exception() {
    try {
        throw;
    } catch (const Error& error) {
        say(error.what());
        return error.status();
    } catch (const std::bad_alloc&) {
        say("memory ran out; a smaller --capacity, --size or --sizes takes less");
        return ExitStatus::bad_input;
    } catch (const std::filesystem::filesystem_error& error) {
        say(fmt::format("{}: {}", error.path1().string(), error.code().message()));
        return ExitStatus::bad_input;
    } catch (const std::exception& error) {
        say(error.what());
        return ExitStatus::check_failed;
    }
}

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
