// A thread for each pixel of an image, or of its rows from FIRST_ROW on. GPUs that are made to compute have few units that
// shade fragments, so passes over whole frames are compute shaders.
#include "shared.h"
layout(local_size_x = FILTER_SIDE, local_size_y = FILTER_SIDE) in;
layout(TARGET_FORMAT, binding = IMAGE_FRAME) uniform image2D image;

#ifndef FIRST_ROW
#define FIRST_ROW 0
#endif
ivec2 own_pixel() { return ivec2(gl_GlobalInvocationID.xy) + ivec2(0, FIRST_ROW); }

bool is_in_image() { return all(lessThan(own_pixel(), imageSize(image))); }

// Returns the middle of the pixel, 0 to 1 across the image from the lower left.
vec2 own_place() { return (vec2(own_pixel()) + 0.5) / vec2(imageSize(image)); }
