#include "ui/system_fonts.h"

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb_truetype.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/input_file.h"

namespace winnow::ui {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_bytes = 64 << 20;       // of a font's file
constexpr std::uint64_t max_all_bytes = 512 << 20;  // that are read in one search

std::vector<fs::path> folders() {
    std::vector<fs::path> all{"/usr/share/fonts", "/usr/local/share/fonts"};
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
        all.push_back(fs::path(home) / ".local/share/fonts");
        all.push_back(fs::path(home) / ".fonts");
    }
    return all;
}

std::string in_lower_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

bool is_font(const fs::path& path) {
    const std::string kind = in_lower_case(path.extension().string());
    return kind == ".ttf" || kind == ".otf" || kind == ".ttc";
}

/// True if the file's name says that its letters are bold, slanted, or otherwise not those of plain text.
bool is_styled(const fs::path& path) {
    constexpr std::array styles{"bold", "italic", "oblique", "light", "thin", "black", "serif", "mono"};
    const std::string name = in_lower_case(path.filename().string());
    return std::ranges::any_of(styles,
                               [&](const char* style) { return name.find(style) != std::string::npos; });
}

/// Returns the font files of the usual folders, those of plain text first.
std::vector<fs::path> font_files() {
    std::vector<std::pair<bool, fs::path>> found;
    for (const fs::path& folder : folders()) {
        std::error_code error;
        constexpr auto options = fs::directory_options::skip_permission_denied;
        for (fs::recursive_directory_iterator at(folder, options, error), end; !error && at != end;
             at.increment(error))
            if (is_font(at->path()) && at->is_regular_file(error))
                found.emplace_back(is_styled(at->path()), at->path());
    }
    std::ranges::sort(found);
    std::vector<fs::path> files;
    for (auto& [styled, path] : found) files.push_back(std::move(path));
    return files;
}

/// Returns the bytes of a file; none if it cannot be read.
std::string bytes_of(const fs::path& path) {
    try {
        return read_file(path.string(), max_bytes);
    } catch (const UnreadableFile&) {
        return {};
    }
}

}  // namespace

bool has_sign(std::string_view bytes, unsigned sign) {
    constexpr std::size_t min_bytes = 12;  // a font's file begins with a header of so many
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    if (bytes.size() < min_bytes) return false;
    const int offset = stbtt_GetFontOffsetForIndex(data, 0);
    stbtt_fontinfo font;
    return offset >= 0 && stbtt_InitFont(&font, data, offset) != 0 &&
           stbtt_FindGlyphIndex(&font, static_cast<int>(sign)) != 0;
}

const std::vector<SystemFont>& system_fonts_with(const Signs& wanted) {
    static std::vector<SystemFont> fonts;
    static Signs sought;
    Signs missing;
    std::ranges::set_difference(wanted, sought, std::inserter(missing, missing.end()));
    sought.insert(missing.begin(), missing.end());
    const auto take_from = [&](const std::string& bytes, Signs& into) {
        for (auto sign = missing.begin(); sign != missing.end();) {
            const bool has = has_sign(bytes, *sign);
            if (has) into.insert(*sign);
            sign = has ? missing.erase(sign) : std::next(sign);
        }
    };
    for (SystemFont& font : fonts) take_from(font.bytes, font.signs);
    if (missing.empty()) return fonts;
    std::uint64_t bytes_read = 0;
    for (const fs::path& file : font_files()) {
        SystemFont font{bytes_of(file), {}};
        bytes_read += font.bytes.size();
        take_from(font.bytes, font.signs);
        if (!font.signs.empty()) fonts.push_back(std::move(font));
        if (missing.empty() || bytes_read > max_all_bytes) break;
    }
    return fonts;
}

}  // namespace winnow::ui
