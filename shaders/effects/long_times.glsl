// Times of long runs. From FLOAT_STEPS steps on, a float is too coarse for seconds that grow by a step at a time; then
// expressions compute with doubles what they compute from `time` and `age`, and reduce it before it becomes a float again.
// Before that nothing here has a part in a result, and programs are made without LONG_TIMES, because doubles are slow, and
// slow to compile, where a device computes them by integers.
#include "shared.h"

#ifdef LONG_TIMES
double long_time = 0.0lf;  // of the effect, where a float is too coarse for it; else 0
double long_age = 0.0lf;   // likewise, of the particle whose age was noted last
float noted_age = 0.0;     // that age as a float

uint steps_per_second(float seconds) { return uint(1.0 / seconds + 0.5); }

// Returns the seconds of so many steps, low word first, of this length; 0 if a float holds them well enough.
double long_seconds(uvec2 steps, float seconds) {
    if (steps.y == 0u && steps.x < FLOAT_STEPS) return 0.0lf;
    const double count = double(steps.y) * 4294967296.0lf + double(steps.x);
    return count / double(steps_per_second(seconds));
}

// Notes the effect's time, `less` seconds before the end of so many steps, and returns it: as a float, `time` if one is fine
// enough.
float noted_time(uvec2 steps, float less, float seconds, float time) {
    long_time = long_seconds(steps, seconds);
    if (long_time == 0.0lf) return time;
    long_time -= double(less);
    return float(long_time);
}

// Call it wherever a particle gets another age.
void note_age(uint steps, float age, float seconds) {
    long_age = long_seconds(uvec2(steps, 0u), seconds);
    noted_age = age;
}

bool is_long_time(float time) { return long_time > 0.0lf && time == float(long_time); }
bool is_long_age(float age) { return long_age > 0.0lf && age == noted_age; }  // else a module has changed it
double exact_time(float time) { return is_long_time(time) ? long_time : double(time); }
double exact_age(float age) { return is_long_age(age) ? long_age : double(age); }
#else
float noted_time(uvec2 steps, float less, float seconds, float time) { return time; }
void note_age(uint steps, float age, float seconds) {}
bool is_long_time(float time) { return false; }
bool is_long_age(float age) { return false; }
double exact_time(float time) { return double(time); }
double exact_age(float age) { return double(age); }
#endif

// Functions of expression.glsl.
double expression_mod(double x, double y) {
    precise double result = x - y * floor(x / y);
    return y == 0.0lf ? 0.0lf : result;
}
dvec2 expression_mod(dvec2 a, dvec2 b) { return dvec2(expression_mod(a.x, b.x), expression_mod(a.y, b.y)); }
dvec3 expression_mod(dvec3 a, dvec3 b) { return dvec3(expression_mod(a.xy, b.xy), expression_mod(a.z, b.z)); }
dvec4 expression_mod(dvec4 a, dvec4 b) { return dvec4(expression_mod(a.xyz, b.xyz), expression_mod(a.w, b.w)); }

double expression_smoothstep(double least, double most, double x) {
    precise double width = most - least;
    precise double share = min(max((x - least) / width, 0.0lf), 1.0lf);
    precise double result = share * share * (3.0lf - 2.0lf * share);
    return width == 0.0lf ? (x < least ? 0.0lf : 1.0lf) : result;
}
dvec2 expression_smoothstep(dvec2 a, dvec2 b, dvec2 c) {
    return dvec2(expression_smoothstep(a.x, b.x, c.x), expression_smoothstep(a.y, b.y, c.y));
}
dvec3 expression_smoothstep(dvec3 a, dvec3 b, dvec3 c) {
    return dvec3(expression_smoothstep(a.xy, b.xy, c.xy), expression_smoothstep(a.z, b.z, c.z));
}
dvec4 expression_smoothstep(dvec4 a, dvec4 b, dvec4 c) {
    return dvec4(expression_smoothstep(a.xyz, b.xyz, c.xyz), expression_smoothstep(a.w, b.w, c.w));
}

// The angle in a single turn, for the functions that repeat with it.
const double LONG_TURN = 6.283185307179586476925287lf;
float expression_turn(float x) { return x; }
vec2 expression_turn(vec2 x) { return x; }
vec3 expression_turn(vec3 x) { return x; }
vec4 expression_turn(vec4 x) { return x; }
float expression_turn(double x) { return float(expression_mod(x, LONG_TURN)); }
vec2 expression_turn(dvec2 x) { return vec2(expression_mod(x, dvec2(LONG_TURN))); }
vec3 expression_turn(dvec3 x) { return vec3(expression_mod(x, dvec3(LONG_TURN))); }
vec4 expression_turn(dvec4 x) { return vec4(expression_mod(x, dvec4(LONG_TURN))); }
