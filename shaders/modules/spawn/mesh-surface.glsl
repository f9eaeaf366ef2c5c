/*{"name": "mesh-surface", "stage": "spawn",
"does": "Births are spread evenly over the faces of a mesh.",
"parameters": {
  "mesh": {"type": "file", "holds": "mesh", "does": "The mesh, an OBJ file; without one, all births are in its place."},
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The place of the mesh's origin, relative to where the emitter or the parent has its births."},
  "scale": {"type": "number", "default": 1, "range": [0.0001, 1e5], "usual": [0.01, 100], "logarithmic": true,
    "does": "Factor on the mesh's size."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The axis around which the mesh is turned."},
  "angle": {"type": "number", "unit": "degrees", "default": 0, "range": [-3600, 3600], "usual": [-180, 180],
    "does": "How far it is turned; seen against the axis, counterclockwise."},
  "speed": {"type": "number", "unit": "m/s", "default": 0, "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "Speed added at a right angle to the face; below 0, inwards."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    vec3 place = vec3(0.0), normal = vec3(0.0);
    mesh_surface(a.mesh, b.place, place, normal);
    p.position += placed(place, a.centre, a.scale, a.axis, a.angle);
    p.velocity += turned(normal, a.axis, a.angle) * a.speed;
}
