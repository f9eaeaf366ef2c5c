#include "effects/format/effect_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

#include "base/embedded.h"
#include "base/error.h"
#include "base/input_file.h"
#include "base/text.h"
#include "effects/compile/compiled_effect.h"
#include "effects/data/data_files.h"
#include "effects/data/packed_files.h"
#include "effects/format/writer.h"
#include "effects/model/check.h"
#include "effects/model/document.h"
#include "effects/model/fields.h"
#include "effects/model/reader.h"
#include "effects/modules/module_files.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_effects;

namespace winnow::effects {

namespace {

constexpr std::string_view extension = ".json";

std::string_view stem(std::string_view path) {
    return path.ends_with(extension) ? path.substr(0, path.size() - extension.size()) : path;
}

const EmbeddedFile* built_in(std::string_view name) {
    for (const EmbeddedFile& file : winnow_embedded_effects)
        if (stem(file.path) == name) return &file;
    return nullptr;
}

std::vector<std::string_view> sorted_names() {
    std::vector<std::string_view> names;
    for (const EmbeddedFile& file : winnow_embedded_effects) names.push_back(stem(file.path));
    std::sort(names.begin(), names.end());
    return names;
}

[[noreturn]] void fail_missing(const std::string& name) {
    const auto names = sorted_names();
    refuse(name, {},
           {"", fmt::format("no such effect or file{}; must be {} (built in) or a JSON file",
                            did_you_mean(stem(name), names), join_or(names))});
}

/// A file that is checked before and after it is opened, and closed by the destructor.
class File {
  public:
    explicit File(const std::string& path) : path_(path), descriptor_(open_checked()) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() { ::close(descriptor_); }

    std::string read() const {
        std::string text;
        std::string piece(std::size_t{64} << 10, '\0');
        for (ssize_t size; (size = ::read(descriptor_, piece.data(), piece.size())) != 0;) {
            if (size < 0 && errno == EINTR) continue;
            if (size < 0) fail(std::strerror(errno));
            text.append(piece, 0, static_cast<std::size_t>(size));
            if (text.size() > max_file_bytes) fail_large(text.size());  // files of /proc report a size of 0
        }
        return text;
    }

  private:
    [[noreturn]] void fail(std::string_view reason) const {
        refuse(path_, {}, {"", fmt::format("{}; must be an effect's JSON file", reason)});
    }
    [[noreturn]] void fail_large(std::size_t bytes) const {
        refuse(path_, {},
               {"", fmt::format("too large; must be at most {}, not {}", bytes_text(max_file_bytes),
                                bytes_text(bytes))});
    }

    void refuse_unsuitable(const struct stat& status) const {
        if (S_ISDIR(status.st_mode)) fail("is a directory");
        if (S_ISFIFO(status.st_mode)) fail("is a FIFO");
        if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) fail("is a device");
        if (!S_ISREG(status.st_mode)) fail("is not a regular file");
        const auto bytes = static_cast<std::size_t>(status.st_size);
        if (bytes > max_file_bytes) fail_large(bytes);
    }

    /// Checks the path first, because opening a device can have effects, and then the file that was opened.
    int open_checked() const {
        struct stat status {};
        if (::stat(path_.c_str(), &status) != 0) {
            if (errno == ENOENT) fail_missing(path_);
            fail(std::strerror(errno));
        }
        refuse_unsuitable(status);
        const int descriptor = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        if (descriptor < 0) fail(std::strerror(errno));
        try {
            if (::fstat(descriptor, &status) != 0) fail(std::strerror(errno));
            refuse_unsuitable(status);
        } catch (...) {
            ::close(descriptor);
            throw;
        }
        return descriptor;
    }

    const std::string& path_;
    const int descriptor_;
};

/// True for a name without folder and extension, which means a built-in effect where there is one.
bool is_lone(const std::string& name) {
    return name.find('/') == std::string::npos && !name.ends_with(extension);
}

Place nearest_place(std::string_view text, const std::string& pointer) {
    return nearest_places(text, {&pointer, 1}).front();
}

constexpr Field whole_document{.key = "", .sentence = "The document."};

/// Throws Invalid, unless faults are collected.
Effect read_effect(const nlohmann::json& document, const std::string& own_folder, const Path& path) {
    Effect effect;
    const auto packed = packed_folder_in(document, path);
    const std::string& folder = packed ? packed->path() : own_folder;
    read(document, whole_document, effect, path, parameters_in(folder));
    set_folder(effect, folder);
    resolve_colours(effect);
    check(whole_document, effect, path);
    if (const Compiled compiled = compile(effect, path)) effect.properties = compiled->effect.properties;
    return effect;
}

/// The text of an effect, and how messages and effects call where it comes from.
struct Source {
    std::string text, origin, folder;
};

Source source_of(const std::string& name_or_path) {
    std::string text = read_text(name_or_path);
    const EmbeddedFile* const file = is_lone(name_or_path) ? built_in(name_or_path) : nullptr;
    if (file != nullptr) return {std::move(text), std::string(file->path), {}};
    const std::string folder = std::filesystem::path(name_or_path).parent_path().string();
    return {std::move(text), name_or_path, folder.empty() ? "." : folder};
}

/// Returns the faults in the order of the text.
std::vector<Refusal> in_order(const Source& source, const Faults& faults, std::vector<Refusal> found) {
    std::vector<std::string> pointers;
    for (const Invalid& fault : faults.all()) pointers.push_back(fault.pointer);
    const std::vector<Place> places = nearest_places(source.text, pointers);
    for (std::size_t i = 0; i < places.size(); ++i)
        found.emplace_back(source.origin, places[i], faults.all()[i]);
    std::ranges::stable_sort(found, {}, [](const Refusal& refusal) {
        return std::pair(refusal.place().line, refusal.place().column);
    });
    return found;
}

}  // namespace

std::shared_ptr<const PackedFolder> packed_folder_in(const nlohmann::json& document, const Path& path) {
    if (!document.is_object() || !document.contains(files_field.key)) return nullptr;
    Files files;
    try {
        read(document[files_field.key], files_field, files, Path());
    } catch (const Invalid&) {  // reading the effect says why
    }
    std::shared_ptr<const PackedFolder> folder;
    const Path here(path, files_field.key);
    if (!files.empty()) here.attempt([&] { folder = folder_of(files, here); });
    return folder;
}

std::vector<std::string> built_in_names() {
    const auto names = sorted_names();
    return {names.begin(), names.end()};
}

std::string_view built_in_text(std::string_view name) {
    const EmbeddedFile* file = built_in(name);
    if (file == nullptr) fail_missing(std::string(name));
    return file->contents();
}

bool is_file(const std::string& name_or_path) {
    if (is_lone(name_or_path) && built_in(name_or_path) != nullptr) return false;
    struct stat status {};
    return ::stat(name_or_path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::string read_source(const std::string& name_or_path) {
    if (is_lone(name_or_path))
        if (const EmbeddedFile* file = built_in(name_or_path)) return std::string(file->contents());
    if (name_or_path.empty()) fail_missing("\"\"");
    if (name_or_path.find('\0') != std::string::npos) fail_missing(name_or_path);
    return File(name_or_path).read();
}

std::string read_text(const std::string& name_or_path) {
    return plain_text(read_source(name_or_path));
}

Effect load(const std::string& name_or_path) {
    const RefusingFaults strictly;
    return load_bearing_faults(name_or_path);
}

Effect load_bearing_faults(const std::string& name_or_path) {
    const Source source = source_of(name_or_path);
    return parse(source.text, source.origin, source.folder);
}

Loaded load_with_faults(const std::string& name_or_path) {
    const RefusingFaults strictly;
    Loaded loaded;
    try {
        const Source source = source_of(name_or_path);
        const nlohmann::json document = parse_document(source.text, source.origin, &loaded.faults);
        Faults faults;
        const Path whole(faults);
        whole.attempt([&] { loaded.effect = read_effect(document, source.folder, whole); });
        loaded.faults = in_order(source, faults, std::move(loaded.faults));
    } catch (const Refusal& refusal) {  // what follows is not known to be JSON
        loaded.faults.push_back(refusal);
    }
    return loaded;
}

double shortest(float value) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    double result = value;
    std::from_chars(text, end, result);
    return result;
}

Effect parse(std::string_view text, const std::string& origin, const std::string& folder) {
    const nlohmann::json document = parse_document(text, origin);
    try {
        return read_effect(document, folder, Path());
    } catch (const Invalid& invalid) {
        refuse(origin, nearest_place(text, invalid.pointer), invalid);
    }
}

nlohmann::ordered_json to_json(const Effect& effect) {
    return write(effect);
}

void validate(const Effect& effect, const std::string& origin) {
    try {
        check(whole_document, effect, Path());
        compile(effect, Path());
    } catch (const Invalid& invalid) {
        refuse(origin, {}, invalid);
    }
}

}  // namespace winnow::effects
