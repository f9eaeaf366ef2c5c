// The curve from light to what a frame shows, and the encoding of screens. app/base/tone_curve.h is the same on the CPU.
const float EXPOSURE = 0.62;  // constant factor that suits the curve

// The ACES filmic curve in K. Narkowicz's fit (2015).
vec3 aces(vec3 x) { return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }

const float HUE_KEPT = 0.6;                         // the share of a highlight's hue that is kept
const float HIGHLIGHT = 1.2, PALE = 8.0;  // light from which a hue is kept, and at which half of that is lost again

// Returns the light between 0 and 1. With the curve in each channel alone all highlights would turn pale: they keep part of
// their hue, and lose it slowly where they become very bright.
vec3 shown(vec3 light) {
    const float brightest = max(light.r, max(light.g, light.b));
    const vec3 same_hue = light / max(brightest, 1e-6) * aces(vec3(brightest));
    return mix(aces(light), same_hue, HUE_KEPT * smoothstep(0.0, HIGHLIGHT, brightest) * PALE / (PALE + brightest));
}

vec3 srgb(vec3 x) { return mix(x * 12.92, 1.055 * pow(max(x, vec3(1e-5)), vec3(1.0 / 2.4)) - 0.055, greaterThan(x, vec3(0.0031308))); }
