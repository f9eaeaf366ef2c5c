// A thread for each pixel of an image. GPUs that are made to compute have few units that shade fragments, so passes over
// whole frames are compute shaders.
#include "shared.h"
layout(local_size_x = FILTER_SIDE, local_size_y = FILTER_SIDE) in;
layout(TARGET_FORMAT, binding = IMAGE_FRAME) uniform image2D image;

ivec2 own_pixel() { return ivec2(gl_GlobalInvocationID.xy); }

bool is_in_image() { return all(lessThan(own_pixel(), imageSize(image))); }

// Returns the middle of the pixel, 0 to 1 across the image from the lower left.
vec2 own_place() { return (vec2(own_pixel()) + 0.5) / vec2(imageSize(image)); }
