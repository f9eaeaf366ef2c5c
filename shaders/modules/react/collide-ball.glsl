/*{"name": "collide-ball", "stage": "react",
"does": "A ball that particles cannot enter, or cannot leave.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The middle of the ball."},
  "radius": {"type": "number", "unit": "m", "default": 1, "range": [0, 1e5], "usual": [0, 5],
    "does": "Radius of the ball."},
  "inside": {"type": "truth", "default": false,
    "does": "Particles are kept within the ball instead of out of it."},
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
    collide_ball(p, a.centre, a.radius, a.inside, a.hit, a.bounce, a.friction, a.particle_radius);
    rolls(0.0);
}
