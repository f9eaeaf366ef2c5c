#include "view/recovery.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <utility>

#include "base/error.h"
#include "base/input_file.h"
#include "base/json_text.h"
#include "base/output_file.h"
#include "effects/format/effect_file.h"

namespace winnow::view {
namespace {

namespace fs = std::filesystem;

/// Returns the number in the name of a process's copy; nullopt: it is no such name.
std::optional<pid_t> process_of(const fs::path& copy) {
    const std::string name = copy.stem().string();
    pid_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool is_number = error == std::errc() && end == name.data() + name.size() && number > 0;
    return is_number && copy.extension() == ".json" ? std::optional(number) : std::nullopt;
}

bool is_running(pid_t process) {
    return ::kill(process, 0) == 0 || errno == EPERM;
}

/// Throws Error(bad_input) if the file is no copy.
nlohmann::json read_copy(const fs::path& file) {
    auto copy = parse_json<nlohmann::json>(read_text_file(file.string(), effects::max_file_bytes));
    if (!copy.is_object() || !copy.contains("effect") || !copy.contains("document") ||
        !copy["document"].is_string())
        bad_input("{}: it is no copy of an effect", file.string());
    return copy;
}

/// False if the file is gone, or is refused.
bool can_open(const std::string& name) {
    try {
        effects::load(name);
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// Returns a short name for sentences.
std::string short_name(const std::string& document) {
    return document.empty() ? "a new effect" : fs::path(document).filename().string();
}

}  // namespace

Recovery::Recovery(session::Playback& playback, EffectEditor& editor, Notices& notices,
                   const fs::path& config)
    : playback_(playback), editor_(editor), notices_(notices) {
    if (config.empty()) return;
    folder_ = config / "recovery";
    own_ = folder_ / fmt::format("{}.json", ::getpid());
    find_left_copy();
}

/// Takes the newest copy. One that is damaged is removed.
void Recovery::find_left_copy() {
    std::error_code error;
    fs::file_time_type newest{};
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
        const auto process = process_of(entry.path());
        if (!process || is_running(*process)) continue;
        const fs::file_time_type time = entry.last_write_time(error);
        if (!left_.empty() && time < newest) continue;
        try {
            left_name_ = read_copy(entry.path())["document"];
            left_ = entry.path();
            newest = time;
        } catch (const Error&) {
            fs::remove(entry.path(), error);
        }
    }
}

void Recovery::look(session::Clock::time_point now) {
    if (own_.empty() || playback_.timeline().is_travelling()) return;
    if (!editor_.document().unsaved()) return copied_ ? finish() : void();
    const effects::Compiled& running = playback_.settings().compiled;
    const bool is_due = !written_at_ || now - *written_at_ >= between_copies;
    if ((running == copied_ && !has_failed_) || !is_due) return;
    written_at_ = now;
    copied_ = running;
    write();
}

void Recovery::write() {
    const session::EffectDocument& document = editor_.document();
    const std::string name = document.is_file() ? absolute_path(document.name()) : document.name();
    const nlohmann::ordered_json copy{
        {"document", name}, {"effect", effects::to_json(document.to_save(playback_.settings().effect))}};
    try {
        std::error_code ignored;
        fs::create_directories(folder_, ignored);
        write_file(own_.string(), copy.dump() + "\n");
        has_failed_ = false;
        notices_.written(Notices::Unwritten::copy);
    } catch (const Error& error) {
        if (!std::exchange(has_failed_, true))
            notices_.keep(Notices::Unwritten::copy,
                          std::string("The unsaved changes would not survive a crash: ") + error.what());
    }
}

void Recovery::take() {
    if (left_.empty()) return;
    if (editor_.document().unsaved())
        return notices_.warn("There are unsaved changes: save or revert them first.");
    try {
        const nlohmann::json copy = read_copy(left_);
        const std::string name = copy["document"], folder = fs::path(name).parent_path().string();
        const effects::Effect effect = effects::parse(copy["effect"].dump(), left_.string(), folder);
        if (name.empty() || !can_open(name)) {
            editor_.create(effect, std::nullopt);
        } else {
            editor_.open(name, std::nullopt);
            editor_.apply({"/effect", copy["effect"]}, std::nullopt, "recover unsaved changes");
        }
        refuse();
    } catch (const Error& error) {
        notices_.warn(std::string("The changes cannot be opened: ") + error.what());
    }
}

void Recovery::refuse() {
    std::error_code ignored;
    fs::remove(left_, ignored);
    left_.clear();
}

void Recovery::finish() {
    std::error_code ignored;
    fs::remove(own_, ignored);
    copied_ = nullptr;
    written_at_.reset();
    has_failed_ = false;
    notices_.written(Notices::Unwritten::copy);
}

void Recovery::describe(ui::DocumentModel& shown) const {
    shown.recovered =
        left_.empty() ? ""
                      : fmt::format("Winnow ended without saving the changes of {}.", short_name(left_name_));
}

}  // namespace winnow::view
