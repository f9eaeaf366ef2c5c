#include "base/png.h"

#include <cstdlib>

namespace {

/// An image of a few bytes may ask for any amount of memory.
void* reallocate(void* old, std::size_t bytes) {
    constexpr std::size_t max_bytes = std::size_t{1} << 29;
    return bytes > max_bytes ? nullptr : std::realloc(old, bytes);
}

}  // namespace

// The implementation of the single-file library is compiled only here.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_MALLOC(bytes) reallocate(nullptr, bytes)
#define STBI_REALLOC(old, bytes) reallocate(old, bytes)
#define STBI_FREE(memory) std::free(memory)
#include <stb_image.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>

#include "base/error.h"

namespace winnow {
namespace {

constexpr std::string_view signature = "\x89PNG\r\n\x1A\n";
constexpr std::string_view header = "IHDR";  // must be the first chunk; another would hide the sides
constexpr std::size_t header_at = 12, sides_at = 16, sides_end = 24;  // of its name, width and height

/// Returns a number of four bytes, the highest first.
std::uint64_t number_at(const std::string& bytes, std::size_t at) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < 4; ++i) number = number << 8 | static_cast<std::uint8_t>(bytes[at + i]);
    return number;
}

/// Refuses what is no PNG image, or a larger one, before the library sees it.
void check_header(const std::string& bytes, std::size_t max_pixels, const std::string& origin) {
    if (!is_png(bytes)) bad_input("{}: not a PNG image", origin);
    if (bytes.size() < sides_end) bad_input("{}: the PNG image is cut short", origin);
    if (bytes.compare(header_at, header.size(), header) != 0)
        bad_input("{}: the PNG image is damaged (it does not begin with its header)", origin);
    const std::uint64_t width = number_at(bytes, sides_at), height = number_at(bytes, sides_at + 4);
    if (width * height > max_pixels)
        bad_input("{}: an image of {} x {} pixels is too large; {} pixels are possible", origin, width,
                  height, max_pixels);
}

/// Refuses an image that the library does not read. The library has no reason for some of them.
[[noreturn]] void refuse_damaged(const std::string& origin) {
    const char* const told = stbi_failure_reason();
    const std::string_view reason = told == nullptr ? "" : told;
    if (reason.empty() || reason == "unknown image type")  // what the library says of damage in the header
        bad_input("{}: the PNG image is damaged or cut short", origin);
    bad_input("{}: the PNG image is damaged or cut short ({})", origin, reason);
}

}  // namespace

bool is_png(const std::string& bytes) {
    return bytes.starts_with(signature);
}

Pixels decode_png(const std::string& bytes, int channels, std::size_t max_pixels, const std::string& origin) {
    if (bytes.size() > std::size_t{std::numeric_limits<int>::max()})
        bad_input("{}: too large for an image", origin);
    check_header(bytes, max_pixels, origin);
    const auto* const begin = reinterpret_cast<const stbi_uc*>(bytes.data());
    const int size = static_cast<int>(bytes.size());
    Pixels image;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> data(
        stbi_load_from_memory(begin, size, &image.width, &image.height, nullptr, channels), &stbi_image_free);
    if (!data) refuse_damaged(origin);
    const auto pixels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
    image.bytes.assign(data.get(), data.get() + pixels * static_cast<std::size_t>(channels));
    return image;
}

}  // namespace winnow
