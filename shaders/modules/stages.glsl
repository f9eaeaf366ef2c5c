// The structs that modules see beside the particle and their parameters. Lengths are in metres, times in seconds.

// A birth, for `spawn`. The numbers of `place` and `direction` are random, uniform in [0, 1), and the same for all modules
// of the particle; the engine uses none of the other numbers that parameters draw.
struct Birth {
    vec3 place;
    vec2 direction;
    float moment;   // of the birth within the step, 0 to 1; the engine moves the particle for that share of a step
    float seconds;  // length of a step
    uint index;     // of the birth among the emitter's births in this step
    uint count;     // those births
};

// The moment of a step or of a frame.
struct Moment {
    float time;     // of the effect
    float seconds;  // length of a step
};

// The look of a drawn particle.
struct Look {
    vec4 colour;     // linear red, green, blue (above 1 glows) and alpha
    float diameter;
    float streak;    // motion drawn as length: the distance covered in this time
    float shading;   // share of its light that comes from a lamp above, 0 to 1
    float softness;  // distance over which it fades where it meets the plane
};
