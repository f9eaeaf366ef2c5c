// The surfaces of the scenery's objects: patches in their colour, bumps, a gleam of the first lamp, and what has settled on the
// sides that look up. Without OBJECT_SURFACES no object has any. Include it after object_light.glsl, with the rows of
// objects.glsl as `object_rows`.
#ifdef OBJECT_SURFACES

const uint PATCH_OCTAVES = 4u;     // each has half the size and half the height of the one before
const float PATCH_CONTRAST = 1.4;  // of the colour, where `grain` is 1
const float COVER_EDGE = 0.15;     // of the slope, between none and all of the cover
const float COVER_RAGGED = 0.6;    // by how much of the slope the patches move that edge
const float COVER_RANGE = 1.75;    // the slope, with patches, that nothing reaches: 1 + COVER_RAGGED + COVER_EDGE

float patch_corner(ivec3 cell) {
    uint bits = uint(cell.x) * 73856093u ^ uint(cell.y) * 19349663u ^ uint(cell.z) * 83492791u;
    bits = (bits ^ bits >> 16u) * 0x7FEB352Du;
    return float((bits ^ bits >> 15u) >> 8u) / 8388608.0 - 1.0;
}

// Returns smooth noise in x, -1 to 1, and its slopes in yzw: values of the cell's corners, blended by polynomials of degree 5
// (K. Perlin, "Improving Noise", 2002).
vec4 patch_noise(vec3 at) {
    const vec3 low = floor(at), f = at - low;
    const ivec3 cell = ivec3(low);
    const vec3 u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0), slope = 30.0 * f * f * (f * (f - 2.0) + 1.0);
    vec4 near, far;  // the corners with z below and above, by x and y
    for (int k = 0; k < 4; ++k) {
        near[k] = patch_corner(cell + ivec3(k & 1, k >> 1, 0));
        far[k] = patch_corner(cell + ivec3(k & 1, k >> 1, 1));
    }
    const vec4 values = mix(near, far, u.z), across = far - near;
    const vec2 along_x = mix(values.xz, values.yw, u.x);
    const vec2 across_x = mix(across.xz, across.yw, u.x);
    return vec4(mix(along_x.x, along_x.y, u.y),
                slope * vec3(mix(values.y - values.x, values.w - values.z, u.y), along_x.y - along_x.x, mix(across_x.x, across_x.y, u.y)));
}

// Returns the sum of octaves as patch_noise() does, without those that a pixel of this width, in patches, does not show.
vec4 patches_at(vec3 at, float pixel) {
    vec4 sum = vec4(0.0);
    float height = 0.5, count = 1.0;  // the octave's height, and its patches in one of the largest
    for (uint octave = 0u; octave < PATCH_OCTAVES; ++octave) {
        const float shown = height * clamp(2.0 - 2.0 * pixel * count, 0.0, 1.0);
        if (shown <= 0.0) break;
        sum += patch_noise(at * count + 31.4 * float(octave)) * shown * vec4(1.0, vec3(count));
        height *= 0.5;
        count *= 2.0;
    }
    return sum;
}

// A place on an object, changed by the patches of its surface.
struct PatchedSurface {
    vec3 normal;
    vec3 color;
    float roughness;
};

// Returns what the surface that begins in that row makes of a place with this colour and unit normal, which points to the eye's side.
PatchedSurface patched_surface(vec3 place, vec3 outward, vec3 to_eye, vec3 color, int row) {
    const vec4 x = texelFetch(object_rows, row), y = texelFetch(object_rows, row + 1), z = texelFetch(object_rows, row + 2);
    const vec4 numbers = texelFetch(object_rows, row + 3), cover = texelFetch(object_rows, row + 4);
    const float grain = numbers.x, height = numbers.y, roughness = numbers.z;
    const float pixel = length(to_eye) / camera.planes.w * max(length(x.xyz), max(length(y.xyz), length(z.xyz)));
    const vec4 patches = patches_at(vec3(dot(x.xyz, place) + x.w, dot(y.xyz, place) + y.w, dot(z.xyz, place) + z.w), pixel);
    const vec3 slope = (x.xyz * patches.y + y.xyz * patches.z + z.xyz * patches.w) * height;
    const vec3 bumped = normalize(outward - (slope - outward * dot(slope, outward)));
    const float edge = mix(COVER_RANGE, -COVER_RANGE, numbers.w);
    const float covered = smoothstep(edge - COVER_EDGE, edge + COVER_EDGE, bumped.y + COVER_RAGGED * patches.x);
    const vec3 own = mix(color * max(1.0 + PATCH_CONTRAST * grain * patches.x, 0.0), cover.rgb, covered);
    return PatchedSurface(bumped, own, mix(roughness, MATTE, covered));
}

// Returns the light of a place on an object, whose surface begins in that row; in row 0 there is none. Light is computed in one
// place for both: a software renderer computes all branches.
vec4 light_of_object_surface(vec3 place, vec3 normal, vec3 color, float glow, int row) {
    const vec3 to_eye = unmirrored_eye() - place, outward = dot(normal, to_eye) < 0.0 ? -normal : normal;
    PatchedSurface surface = PatchedSurface(outward, color, MATTE);
    if (row != 0) surface = patched_surface(place, outward, to_eye, color, row);
    const float share = share_on(place, surface.normal);
    const vec3 matte = surface.color * (lamp_on(place, surface.normal, share) + point_lights_on(place, surface.normal)) + color * glow;
    return vec4(matte + lighting.lamp[0].light.rgb * (share * gleam(surface.normal, normalize(to_eye), surface.roughness)), SOLID_ALPHA);
}
#else
vec4 light_of_object_surface(vec3 place, vec3 normal, vec3 color, float glow, int row) { return light_of(place, normal, color, glow); }
#endif
