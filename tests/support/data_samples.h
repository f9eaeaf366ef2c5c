// Small meshes, images and vector fields, as the bytes of files.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <functional>
#include <string>

namespace winnow::test {

/// A closed box with these half sizes around the origin, of six rectangles.
std::string box_obj(glm::vec3 half = glm::vec3(1));

/// A closed ball of radius 1, of triangles and rectangles, as fine as `rings` from pole to pole.
std::string ball_obj(int rings);

/// An image whose pixels are red, green, blue and alpha of 8 bits.
std::string png(int width, int height, const std::function<glm::u8vec4(int x, int y)>& pixel);

/// An image whose pixels are grey, without alpha.
std::string grey_png(int width, int height, const std::function<std::uint8_t(int x, int y)>& pixel);

/// A field of cells between two corners; `vector` tells the vector at a cell's middle.
std::string fga(glm::ivec3 cells, glm::vec3 low, glm::vec3 high,
                const std::function<glm::vec3(glm::vec3 place)>& vector);

}  // namespace winnow::test
