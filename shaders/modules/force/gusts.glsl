/*{"name": "gusts", "stage": "force",
"does": "A smooth random force that gathers particles in places, as gusts of wind do.",
"parameters": {
  "strength": {"type": "number", "unit": "m/s2", "default": 5, "range": [0, 1e5], "usual": [0, 20],
    "does": "Strength of the force."},
  "scale": {"type": "number", "unit": "1/m", "default": 1, "range": [0, 1000], "usual": [0.1, 10], "logarithmic": true,
    "does": "How fine the force is: its changes per metre."},
  "octaves": {"type": "whole", "default": 1, "range": [1, 8], "usual": [1, 8],
    "does": "How many such forces are added, each twice as fine as the one before."},
  "roughness": {"type": "number", "default": 0.5, "range": [0, 1], "usual": [0, 1],
    "does": "Strength of each octave relative to the one before."},
  "motion": {"type": "vector", "unit": "m/s", "default": [0, 0, 0], "range": [-1000, 1000], "usual": [-5, 5],
    "does": "Velocity of the pattern; at the velocity of the particles it stays with them."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    acceleration += drifting_noise(p.position, a.motion, m.time, a.scale, false, a.octaves, a.strength, a.roughness);
}
