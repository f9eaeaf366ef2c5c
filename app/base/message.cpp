#include "base/message.h"

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

}  // namespace winnow
