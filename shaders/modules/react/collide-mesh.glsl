/*{"name": "collide-mesh", "stage": "react",
"does": "A closed mesh that particles cannot enter, or cannot leave.",
"parameters": {
  "mesh": {"type": "file", "holds": "distance", "does": "The mesh, an OBJ file, whose faces must enclose a room; without one, there is no collision."},
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The place of the mesh's origin."},
  "scale": {"type": "number", "default": 1, "range": [0.0001, 1e5], "usual": [0.01, 100], "logarithmic": true,
    "does": "Factor on the mesh's size."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The axis around which the mesh is turned."},
  "angle": {"type": "number", "unit": "degrees", "default": 0, "range": [-3600, 3600], "usual": [-180, 180],
    "does": "How far it is turned; seen against the axis, counterclockwise."},
  "inside": {"type": "truth", "default": false,
    "does": "Particles are kept within the mesh instead of out of it."},
  "hit": {"type": "choice", "default": "bounce",
    "choices": {
      "bounce": "they bounce",
      "stick": "they stay where they hit",
      "slide": "they slide along the surface",
      "kill": "they die"},
    "does": "What happens to particles that reach the surface; each step of contact counts as a collision."},
  "bounce": {"type": "number", "default": 0.4, "range": [0, 1], "usual": [0, 1],
    "does": "Share of the speed towards the surface kept at a bounce."},
  "friction": {"type": "number", "default": 0.2, "range": [0, 1], "usual": [0, 1],
    "does": "Share of the speed along the surface lost at a bounce, or in each step of sliding."},
  "particle_radius": {"type": "number", "unit": "m", "default": 0, "range": [0, 1e5], "usual": [0, 1], "off_at_zero": true,
    "does": "The particle's radius: it meets the surface with its sphere instead of its middle."},
  "rolling": {"type": "number", "default": 0, "range": [0, 1], "usual": [0, 1], "off_at_zero": true,
    "does": "How much the particle rolls: a contact then takes only so much of the friction as presses it against the surface, all where it hits head-on and little where it lies on it."}
}}*/
void react(inout Particle p, Parameters a, Moment m) {
    rolls(a.rolling);
    collide_mesh(p, a.mesh, a.centre, a.scale, a.axis, a.angle, a.inside, a.hit, a.bounce, a.friction, a.particle_radius);
    rolls(0.0);
}
