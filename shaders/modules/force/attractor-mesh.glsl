/*{"name": "attractor-mesh", "stage": "force",
"does": "Draws particles to the surface of a closed mesh, from outside and from inside.",
"parameters": {
  "mesh": {"type": "file", "holds": "distance", "does": "The mesh, an OBJ file, whose faces must enclose a room; without one, there is no force."},
  "strength": {"type": "number", "unit": "m/s2", "default": 5, "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "Strength of the force near the surface; below 0, away from it."},
  "reach": {"type": "number", "unit": "m", "default": 2, "range": [0.001, 1e5], "usual": [0.1, 20], "logarithmic": true,
    "does": "The distance at which the force has half of its strength."},
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The place of the mesh's origin."},
  "scale": {"type": "number", "default": 1, "range": [0.0001, 1e5], "usual": [0.01, 100], "logarithmic": true,
    "does": "Factor on the mesh's size."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The axis around which the mesh is turned."},
  "angle": {"type": "number", "unit": "degrees", "default": 0, "range": [-3600, 3600], "usual": [-180, 180],
    "does": "How far it is turned; seen against the axis, counterclockwise."}
}}*/
// Within this share of its reach the force ends gently, so that particles come to rest on the surface.
const float GENTLE = 0.05;

void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    vec4 found = distance_at(a.mesh, unplaced(p.position, a.centre, a.scale, a.axis, a.angle));
    float away = found.w * a.scale;
    float share = clamp(away / (GENTLE * a.reach), -1.0, 1.0) / (1.0 + away * away / (a.reach * a.reach));
    acceleration -= turned(found.xyz, a.axis, a.angle) * (a.strength * share);
}
