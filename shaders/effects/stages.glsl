// The structs that modules see beside the particle and their parameters. Lengths are in metres, times in seconds.

// The place in the world that a person presses on with the mouse. In drawing nothing is pressed.
struct Pointer {
    vec3 place;
    float press;    // 0: not pressed, 1: pressed
    vec3 velocity;  // 0 in the first step of a press
};

// The objects of the scenery that stop particles, for collide_objects().
struct Objects {
    uint first;  // row; 0: there are none
};

// The parent of a particle, as it was at the birth. Zero, if the program reads no parent.
struct Parent {
    vec3 position;
    vec3 velocity;
    float age;
    float lifetime;
    float life;
    float random;  // uniform in [0, 1), the same for all children of a parent
    vec4 colour;   // of its look
    float size;    // likewise: its diameter
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
    Parent parent;  // modules may read it where all of the emitter's particles have one
};

// The camera of a frame, as modules of the stage look see it. Vectors have length 1.
struct View {
    vec3 position;
    vec3 forward;
    vec3 right;
    vec3 up;
    float pixels;  // of the shown frame that a metre takes, one metre in front of the camera
};

// The moment of a step or of a frame.
struct Moment {
    float time;     // of the effect
    float seconds;  // length of a step
    Pointer pointer;
    Objects objects;  // in drawing none
    View camera;      // in drawing only: a run does not depend on it
};

// Returns how many pixels of the shown frame a metre takes at a place; nearer than a millimetre, and behind the camera, as many
// as there.
float pixels_at(View camera, vec3 place) {
    precise float depth = dot(place - camera.position, camera.forward);
    precise float pixels = camera.pixels / max(depth, 1e-3);
    return pixels;
}

// A solid thing that a particle is drawn as, lit by the lamp.
struct SolidLook {
    uint kind;    // SOLID_*
    Mesh mesh;    // of SOLID_MESH; its farthest corner lies half the particle's diameter from its origin
    vec3 axis;    // around which the mesh is turned, a unit vector
    float angle;  // of that turn, radians
    float glow;   // light of its own, as a factor on the colour
};

// The surface of a mesh.
struct MeshSurface {
    Picture picture;   // colours it by its texture coordinates
    float roughness;   // 0 to 1; the lamp's gleam is the wider, the rougher it is; at 1 there is none
    bool is_one_sided; // it is not drawn where it is seen from behind
    vec4 other_colour; // that the particle's is blended to
    vec3 axis;         // in the mesh's own space, whose farthest corner is 1 from the origin, a unit vector; 0: none
    vec2 ends;         // where the blend begins and ends along the axis
};

const uint SOLID_NONE = 0u;  // a soft sprite
const uint SOLID_SPHERE = 1u;
const uint SOLID_MESH = 2u;

// A picture that a particle is drawn as, instead of a soft disc.
struct PictureLook {
    Picture picture;
    float frame;  // between two whole numbers, two frames are blended; after the last comes the first
};

// The look of a drawn particle.
struct Look {
    vec4 colour;     // linear red, green, blue (above 1 glows) and alpha
    float diameter;
    float streak;    // motion drawn as length: the distance covered in this time
    float shading;   // share of its light that comes from a lamp above, 0 to 1
    float forward;   // how much of that light goes on nearly straight, -0.8 to 0.8; 0: it is scattered evenly
    float softness;  // distance over which it fades where it meets the plane or an object
    float angle;     // of its longer side above the horizontal, radians
    float width;     // its shorter side as a share of the longer one, 0.01 to 1
    SolidLook solid;
    float light;     // its light on other things, as a factor on its colour
    float reach;     // distance at which that light ends
    float edge;      // of a ribbon: the share of each half of its width over which it fades, 0 to 1
    PictureLook picture;
    float picture_length;  // of a ribbon: metres along it that the picture takes; 0: all of the ribbon
    float visible;   // the share of it that is seen, 0 to 1
    float distortion;  // how far what is seen through it is moved outward at most, as a share of its radius
    uint facing;     // FACING_*
    vec3 facing_axis;  // of a sprite that does not face the camera, in the world, a unit vector
    vec2 sides;      // factors on its longer side and on the other
    MeshSurface surface;  // if it is drawn as a mesh
};

const uint FACING_CAMERA = 0u;
const uint FACING_AXIS = 1u;   // its longer side lies along the axis, about which it turns to the camera
const uint FACING_ACROSS = 2u; // it lies in the plane at a right angle to the axis

const float DIAMETER = 0.02;  // metres, if no module says otherwise

// Returns the look of a particle without modules. Below 0, the softness follows from the diameter.
Look plain_look() {
    return Look(vec4(1.0), DIAMETER, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0,
                SolidLook(SOLID_NONE, Mesh(0u, 0u, 0u, 0.0, 0u), vec3(0.0, 1.0, 0.0), 0.0, 0.0), 0.0, 0.0, 1.0,
                PictureLook(Picture(0u), 0.0), 0.0, 1.0, 0.0, FACING_CAMERA, vec3(0.0, 1.0, 0.0), vec2(1.0),
                MeshSurface(Picture(0u), 1.0, false, vec4(0.0), vec3(0.0), vec2(0.0, 1.0)));
}

// The turn of the space that modules are in, a unit quaternion; that of the world is none.
vec4 turn_of_space = vec4(0.0, 0.0, 0.0, 1.0);

vec3 direction_in_world(vec3 v) {
    const vec3 once = cross(turn_of_space.xyz, v) + v * turn_of_space.w;
    return v + cross(turn_of_space.xyz, once) * 2.0;
}

// Lets the sprite turn about the unit vector `axis`, along which its longer side lies, to face the camera.
void turn_about(inout Look look, vec3 axis) {
    look.facing = FACING_AXIS;
    look.facing_axis = direction_in_world(axis);
}

// Lets the sprite lie in the plane at a right angle to the unit vector `normal`.
void lie_across(inout Look look, vec3 normal) {
    look.facing = FACING_ACROSS;
    look.facing_axis = direction_in_world(normal);
}

// Draws the particle as a sphere of its diameter.
void draw_sphere(inout Look look, float glow) {
    look.solid.kind = SOLID_SPHERE;
    look.solid.glow = glow;
}

// Draws the particle as a frame of a picture.
void draw_picture(inout Look look, Picture picture, float frame) { look.picture = PictureLook(picture, frame); }

// Draws the particle as a mesh, turned around the unit vector `axis`; without triangles, as an octahedron.
void draw_mesh(inout Look look, Mesh mesh, vec3 axis, float angle, float glow) {
    look.solid = SolidLook(SOLID_MESH, mesh, axis, angle, glow);
}

// Says how the surface of the mesh looks: the picture that lies on it, its roughness, and if it is seen from one side only.
void cover_mesh(inout Look look, Picture picture, float roughness, bool is_one_sided) {
    look.surface.picture = picture;
    look.surface.roughness = roughness;
    look.surface.is_one_sided = is_one_sided;
}

// Blends the mesh's colour to another one along an axis in its own space, from the first place to the second.
void blend_mesh(inout Look look, vec4 colour, vec3 axis, float from, float to) {
    look.surface.other_colour = colour;
    look.surface.axis = axis;
    look.surface.ends = vec2(from, to);
}
