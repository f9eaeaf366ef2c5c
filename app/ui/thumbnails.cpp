#include "ui/thumbnails.h"

#include <algorithm>
#include <span>
#include <string>

#include "base/embedded.h"
#include "base/png.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_thumbnails;

namespace winnow::ui {
namespace {

constexpr int channels = 4;

/// Returns the pictures in the order of the embedded files.
const std::vector<Pixels>& pictures() {
    constexpr std::size_t max_pixels = 512 * 512;
    static const std::vector<Pixels> decoded = [] {
        std::vector<Pixels> all;
        for (const EmbeddedFile& file : winnow_embedded_thumbnails)
            all.push_back(
                decode_png(std::string(file.contents()), channels, max_pixels, std::string(file.path)));
        return all;
    }();
    return decoded;
}

}  // namespace

int add_thumbnails(ImFontAtlas& atlas) {
    int first = -1;
    for (const Pixels& one : pictures()) {
        const int index = atlas.AddCustomRectRegular(one.width, one.height);
        if (first < 0) first = index;
    }
    return first;
}

std::vector<Thumbnail> draw_thumbnails(ImFontAtlas& atlas, int first) {
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
    std::vector<Thumbnail> thumbnails;
    for (std::size_t i = 0; i < pictures().size(); ++i) {
        const Pixels& picture = pictures()[i];
        const ImFontAtlasCustomRect& rect = *atlas.GetCustomRectByIndex(first + static_cast<int>(i));
        const int row_bytes = picture.width * channels;
        for (int y = 0; y < picture.height; ++y)
            std::copy_n(picture.bytes.data() + y * row_bytes, row_bytes,
                        pixels + ((rect.Y + y) * width + rect.X) * channels);
        const std::string_view path = winnow_embedded_thumbnails[i].path;
        Thumbnail& one = thumbnails.emplace_back(Thumbnail{path.substr(0, path.rfind('.')), {}, {}});
        atlas.CalcCustomRectUV(&rect, &one.least, &one.most);
    }
    return thumbnails;
}

}  // namespace winnow::ui
