// The functions of expressions that GLSL leaves undefined for some arguments, or whose order of additions it leaves
// open. Each has one result for all arguments here, which Expression::evaluate() computes too. Results are `precise`
// locals, because `precise` does not reach into a function that is called. Infinite and undefined arguments have the
// results that IEEE 754 gives the operations below.
#include "effects/engine.glsl"

const float NO_LENGTH_SQUARED = 1e-30;  // above the squares that devices flush to 0

// Returns x, or the nearer end if it lies beyond; what is no number becomes the lower end. Of that drivers' clamp() makes either
// end, and they may take x for equal to itself.
float expression_held(float x, float least, float most) {
    const bool is_number = (floatBitsToUint(x) & 0x7FFFFFFFu) <= 0x7F800000u;
    return clamp(is_number ? x : least, least, most);
}
vec3 expression_held(vec3 v, float least, float most) {
    return vec3(expression_held(v.x, least, most), expression_held(v.y, least, most), expression_held(v.z, least, most));
}
vec4 expression_held(vec4 v, float least, float most) {
    return vec4(expression_held(v.xyz, least, most), expression_held(v.w, least, most));
}

// x - y * floor(x / y), which has the sign of y; 0 if y is 0.
float expression_mod(float x, float y) {
    precise float result = x - y * floor(x / y);
    return y == 0.0 ? 0.0 : result;
}

// As in mathematics: a negative x has a power if y is whole, and 0 in its place otherwise. pow(x, 0) is 1, and 0 to a
// negative power is infinite.
float expression_pow(float x, float y) {
    if (y == 0.0) return 1.0;
    if (x == 0.0) return y > 0.0 ? 0.0 : uintBitsToFloat(0x7F800000u);
    precise float power = pow(abs(x), y);
    if (x > 0.0) return power;
    if (floor(y) != y) return 0.0;
    precise float half_y = 0.5 * y;
    return floor(half_y) == half_y ? power : -power;
}

// The angle of the point (x, y); 0 for the origin.
float expression_atan(float y, float x) {
    precise float angle = atan(y, x);
    return y == 0.0 && x == 0.0 ? 0.0 : angle;
}

// Falls if least > most; a step if they are equal.
float expression_smoothstep(float least, float most, float x) {
    precise float width = most - least;
    precise float share = min(max((x - least) / width, 0.0), 1.0);
    precise float result = share * share * (3.0 - 2.0 * share);
    return width == 0.0 ? (x < least ? 0.0 : 1.0) : result;
}

// Each function above by components: of two arguments, then of three.
#define EXPRESSION_EACH(f) \
    vec2 f(vec2 a, vec2 b) { return vec2(f(a.x, b.x), f(a.y, b.y)); } \
    vec3 f(vec3 a, vec3 b) { return vec3(f(a.xy, b.xy), f(a.z, b.z)); } \
    vec4 f(vec4 a, vec4 b) { return vec4(f(a.xyz, b.xyz), f(a.w, b.w)); }
EXPRESSION_EACH(expression_mod)
EXPRESSION_EACH(expression_pow)
EXPRESSION_EACH(expression_atan)
#undef EXPRESSION_EACH
#define EXPRESSION_EACH(f) \
    vec2 f(vec2 a, vec2 b, vec2 c) { return vec2(f(a.x, b.x, c.x), f(a.y, b.y, c.y)); } \
    vec3 f(vec3 a, vec3 b, vec3 c) { return vec3(f(a.xy, b.xy, c.xy), f(a.z, b.z, c.z)); } \
    vec4 f(vec4 a, vec4 b, vec4 c) { return vec4(f(a.xyz, b.xyz, c.xyz), f(a.w, b.w, c.w)); }
EXPRESSION_EACH(expression_smoothstep)
#undef EXPRESSION_EACH

float expression_dot(vec2 a, vec2 b) {
    precise float sum = a.x * b.x + a.y * b.y;
    return sum;
}
float expression_dot(vec3 a, vec3 b) {
    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z;
    return sum;
}
float expression_dot(vec4 a, vec4 b) {
    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    return sum;
}

vec3 expression_cross(vec3 a, vec3 b) {
    precise vec3 result = a.yzx * b.zxy - a.zxy * b.yzx;
    return result;
}

// Lengths, distances, and directions: a vector shorter than 1e-15 has the direction 0.
#define EXPRESSION_MEASURES(vector) \
    float expression_length(vector v) { \
        precise float result = sqrt(expression_dot(v, v)); \
        return result; \
    } \
    float expression_distance(vector a, vector b) { \
        precise vector between = a - b; \
        return expression_length(between); \
    } \
    vector expression_normalize(vector v) { \
        float squared = expression_dot(v, v); \
        precise vector result = v / sqrt(squared); \
        return squared < NO_LENGTH_SQUARED ? vector(0.0) : result; \
    }
EXPRESSION_MEASURES(vec2)
EXPRESSION_MEASURES(vec3)
EXPRESSION_MEASURES(vec4)
#undef EXPRESSION_MEASURES
