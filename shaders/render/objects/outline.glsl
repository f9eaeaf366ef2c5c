// Draws a camera's view volume as thin lines.

#section vertex
// Draws a camera's view volume as the edges of a frustum; each edge is a strip of constant width in the frame.
#include "render/frame/camera.glsl"

uniform mat4 to_world;      // from that camera's view space
uniform vec2 slopes;        // half the sides of that camera's view at distance 1
uniform vec2 shift;         // of the view's middle, in half sides
uniform vec2 distances;     // metres from that camera's eye to the nearer and the farther edges

const float WIDTH = 2.2;    // pixels
const float MIN_W = 1e-3; // edges are clipped here, before the eye

noperspective out float across;  // -1 to 1

const uint CORNERS = 4u;  // of the nearer and of the farther rectangle; also the number of edges between them

vec2 corner(uint k) { return vec2(k == 1u || k == 2u ? 1.0 : -1.0, k >= 2u ? 1.0 : -1.0); }

vec4 place_of(uint k, float distance_of) {
    vec2 at = (corner(k % CORNERS) + shift) * slopes;
    return projection_matrix() * view_matrix() * to_world * vec4(vec3(at, -1.0) * distance_of, 1.0);
}

void ends_of(uint edge, out vec4 from, out vec4 to) {
    uint k = edge % CORNERS;
    bool rises = edge < CORNERS;                // from the nearer rectangle to the farther
    bool is_near = edge >= 2u * CORNERS;
    from = place_of(k, rises || is_near ? distances.x : distances.y);
    to = place_of(rises ? k : k + 1u, is_near ? distances.x : distances.y);
}

// Clips `from` to the part of the edge in front of the eye.
void cut(inout vec4 from, vec4 to) {
    if (from.w >= MIN_W || to.w <= MIN_W) return;
    from = mix(from, to, (MIN_W - from.w) / (to.w - from.w));
}

void main() {
    const uint vertices = 6u;
    vec4 from, to;
    ends_of(uint(gl_VertexID) / vertices, from, to);
    vec4 first = from;
    cut(from, to);
    cut(to, first);
    vec2 way = (to.xy / to.w - from.xy / from.w) * camera.viewport.xy;
    vec2 side = normalize(vec2(-way.y, way.x) + vec2(0.0, 1e-6)) * WIDTH * camera.viewport.zw;
    uint v = uint(gl_VertexID) % vertices;
    bool at_end = v == 1u || v == 2u || v == 4u;
    across = v == 2u || v == 4u || v == 5u ? 1.0 : -1.0;
    vec4 place = at_end ? to : from;
    gl_Position = from.w < MIN_W || to.w < MIN_W ? vec4(0.0, 0.0, 0.0, 1.0)
                                                     : place + vec4(side * across * place.w, 0.0, 0.0);
}

#section fragment
// Draws a thin line of light with soft edges.
noperspective in float across;
out vec4 color;

const vec3 LIGHT = vec3(0.55, 0.36, 0.10);

void main() { color = vec4(LIGHT * (1.0 - across * across), 0.0); }
