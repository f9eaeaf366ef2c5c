#include "base/png.h"

#include <cstdlib>

namespace {

/// An image of a few bytes may ask for any amount of memory.
void* reallocate(void* old, std::size_t bytes) {
    constexpr std::size_t most_bytes = std::size_t{1} << 29;
    return bytes > most_bytes ? nullptr : std::realloc(old, bytes);
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

#include <algorithm>
#include <limits>
#include <memory>

#include "base/error.h"

namespace winnow {

Pixels decode_png(const std::string& bytes, int channels, std::size_t most_pixels,
                  const std::string& origin) {
    if (bytes.size() > std::size_t{std::numeric_limits<int>::max()})
        bad_input("{}: too large for an image", origin);
    const auto* const begin = reinterpret_cast<const stbi_uc*>(bytes.data());
    const int size = static_cast<int>(bytes.size());
    Pixels image;
    if (stbi_info_from_memory(begin, size, &image.width, &image.height, &image.stored_channels) == 0)
        bad_input("{}: not a PNG image ({})", origin, stbi_failure_reason());
    const auto pixels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
    if (pixels > most_pixels)
        bad_input("{}: an image of {} x {} pixels is too large; {} pixels are possible", origin, image.width,
                  image.height, most_pixels);
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> data(
        stbi_load_from_memory(begin, size, &image.width, &image.height, &image.stored_channels, channels),
        &stbi_image_free);
    if (!data) bad_input("{}: not a PNG image ({})", origin, stbi_failure_reason());
    image.bytes.assign(data.get(), data.get() + pixels * static_cast<std::size_t>(channels));
    return image;
}

}  // namespace winnow
