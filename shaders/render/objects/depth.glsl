// The depth of the scenery's objects and of solid particles. Include it after camera.glsl. OBJECTS is 1 or 0, where programs
// have variants for both.
layout(binding = TEXTURE_DEPTH) uniform sampler2D object_depths;
#ifdef OBJECTS
const bool has_objects = OBJECTS != 0;
#else
uniform bool has_objects;  // or solid particles
#endif

const float NO_OBJECT = 1e30;

// Returns the metres in front of the eye of a depth as a target stores it.
float metres_of(float stored) {
    if (stored >= 1.0) return NO_OBJECT;
    const float near = camera.planes.x, far = camera.planes.y;
    return near * far / (near + (1.0 - stored) * (far - near));
}

// Returns the metres in front of the eye of the object that a pixel shows.
float object_depth(ivec2 pixel) { return metres_of(texelFetch(object_depths, pixel, 0).r); }

// Returns the share of a sprite that is not hidden by what is solid at a depth: sprites fade where they meet it.
float share_before(float solid, float depth, float softness) {
    return clamp((solid - depth) / softness * 0.5 + 0.5, 0.0, 1.0);
}

float share_before_object(ivec2 pixel, float depth, float softness) {
    return share_before(object_depth(pixel), depth, softness);
}
