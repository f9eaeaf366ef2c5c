/*{"name": "collide-depth", "stage": "react",
"does": "Whatever solid the camera saw in the last frame, which particles cannot enter from the side that it sees; a run cannot be replayed.",
"parameters": {
  "thickness": {"type": "number", "unit": "m", "default": 0.5, "range": [0, 1e5], "usual": [0, 2],
    "does": "Particles that the camera sees farther than that behind a surface pass through it."},
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
    collide_seen(p, a.thickness, a.hit, a.bounce, a.friction, a.particle_radius);
    rolls(0.0);
}
