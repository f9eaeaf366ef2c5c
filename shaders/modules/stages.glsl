// The structs that modules see beside the particle and their parameters. Lengths are in metres, times in seconds.

// The place in the world that a person presses on with the mouse. In drawing nothing is pressed.
struct Pointer {
    vec3 place;
    float press;    // 0: not pressed, 1: pressed
    vec3 velocity;  // 0 in the first step of a press
};

// A birth, for `spawn`. The numbers of `place` and `direction` are random, uniform in [0, 1), and the same for all modules
// of the particle; the engine uses none of the other numbers that parameters draw.
struct Birth {
    vec3 place;
    vec2 direction;
    float moment;   // of the birth within the step, 0 to 1; the engine moves the particle for that share of a step
    float seconds;  // length of a step
    float time;     // of the effect at the birth
    uint index;     // of the birth among the emitter's births in this step
    uint count;     // those births
    Pointer pointer;
};

// The moment of a step or of a frame.
struct Moment {
    float time;     // of the effect
    float seconds;  // length of a step
    Pointer pointer;
};

// The look of a drawn particle.
struct Look {
    vec4 colour;     // linear red, green, blue (above 1 glows) and alpha
    float diameter;
    float streak;    // motion drawn as length: the distance covered in this time
    float shading;   // share of its light that comes from a lamp above, 0 to 1
    float softness;  // distance over which it fades where it meets the plane or an object
    float angle;     // of its longer side above the horizontal, radians
    float width;     // its shorter side as a share of the longer one, 0.01 to 1
    float edge;      // of a ribbon: the share of each half of its width over which it fades, 0 to 1
};
