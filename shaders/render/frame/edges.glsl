// Smooths the silhouettes of solid surfaces (after A. Reshetov, "Morphological antialiasing", 2009): an edge that runs along
// pixels for some way and then turns to one side is the picture of a slanted line, whose way through the pixels is known.
// Include it after objects/depth.glsl.
const int MAX_STEPS = 8;          // pixels that an edge is followed to each side
const float MIN_STEP = 0.02;     // share of the distance by which the surfaces beside an edge are apart

// Returns the reciprocal of the depth that a pixel shows. Over the pixels of a plane it is linear.
float nearness(ivec2 pixel) {
    return 1.0 / object_depth(clamp(pixel, ivec2(0), textureSize(object_depths, 0) - 1));
}

// True if one surface ends between a pixel and the next in a direction: neither is where the other's surface would be.
bool is_edge(ivec2 pixel, ivec2 direction) {
    const float own = nearness(pixel), other = nearness(pixel + direction);
    const float from_own = 2.0 * own - nearness(pixel - direction), from_other = 2.0 * other - nearness(pixel + 2 * direction);
    return min(abs(other - from_own), abs(own - from_other)) > MIN_STEP * max(own, other);
}

// One end of an edge.
struct EdgeEnd {
    int steps;    // pixels to it
    bool closes;  // the edge turns towards the pixels that it was followed along
};

// Follows the edge between pixels and those beside them.
EdgeEnd end_of_edge(ivec2 pixel, ivec2 beside, ivec2 along) {
    for (int steps = 0; steps < MAX_STEPS; ++steps, pixel += along) {
        if (is_edge(pixel, along)) return EdgeEnd(steps, true);
        if (!is_edge(pixel + along, beside)) return EdgeEnd(steps, false);
    }
    return EdgeEnd(MAX_STEPS, false);
}

// Returns the area below a line that falls from a half to 0 within half a length of 1, up to this share of the length.
float area_to(float share) {
    const float x = min(share, 0.5);
    return 0.5 * (x - x * x);
}

// Returns the share of a pixel that lies beyond the line whose picture is an edge of so many pixels, with an end so far away.
float share_beyond(EdgeEnd end, int pixels) {
    if (!end.closes) return 0.0;
    const float size = float(pixels);
    return size * (area_to(float(end.steps + 1) / size) - area_to(float(end.steps) / size));
}

// Which neighbour's surface a pixel shows too, and to which share.
struct Neighbour {
    ivec2 direction;
    float share;
};

Neighbour neighbour_in(ivec2 pixel) {
    const ivec2 directions[4] = ivec2[](ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1));
    Neighbour most = Neighbour(ivec2(0), 0.0);
    for (int i = 0; i < 4; ++i) {
        const ivec2 beside = directions[i], along = beside.yx;
        if (!is_edge(pixel, beside)) continue;
        const EdgeEnd first = end_of_edge(pixel, beside, along), second = end_of_edge(pixel, beside, -along);
        const int pixels = first.steps + second.steps + 1;
        const float share = max(share_beyond(first, pixels), share_beyond(second, pixels));
        if (share > most.share) most = Neighbour(beside, share);
    }
    return most;
}
