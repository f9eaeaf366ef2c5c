// Contact sheets: pictures of one size in rows, each with a caption below it, under a line with a title.
#pragma once

#include <string>
#include <vector>

#include <glm/glm.hpp>

#include "gl/context.h"
#include "render/image.h"

namespace winnow::render {

/// Where everything lies on a sheet. All lengths are in pixels; places are those of upper left corners, and y
/// goes down.
struct SheetLayout {
    gl::Size picture;  // of each
    int count = 1;     // of the pictures
    int columns = 1;   // 1 to `count`

    int rows() const { return (count + columns - 1) / columns; }
    /// The side of a pixel of the font. Gaps and margins are multiples of it.
    int scale() const;
    gl::Size size() const;
    glm::ivec2 title_place() const;
    glm::ivec2 picture_place(int index) const;
    glm::ivec2 caption_place(int index) const;
};

/// Returns the layout whose sides are nearest to 16:9 with few empty places: the share of these counts as
/// much as sides that are wrong by the same share. Of equals, it is the one of fewer columns.
SheetLayout widescreen_layout(gl::Size picture, int count);

struct SheetText {
    std::string title, note;            // the note stands behind the title, in a quieter colour
    std::vector<std::string> captions;  // of each picture
};

/// A sheet on dark ground, whose pictures come one by one. All captions have the same size, which is smaller
/// than the layout's if one is wider than its picture; what still does not fit is cut and ends with "..".
class Sheet {
  public:
    /// Throws std::invalid_argument unless there is one caption for each picture.
    Sheet(const SheetLayout& layout, const SheetText& text);
    /// Throws std::invalid_argument unless the picture has the layout's size, and the index is below the
    /// count.
    void put(int index, const Image& picture);
    const Image& image() const { return image_; }

  private:
    SheetLayout layout_;
    Image image_;
};

}  // namespace winnow::render
