/*{"name": "spiral", "stage": "spawn",
"does": "Births lie on the arms of a spiral that winds as those of galaxies do.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The middle, relative to the place where the emitter or the parent has its births."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The direction at right angles to the spiral."},
  "arms": {"type": "whole", "default": 2, "range": [1, 64], "usual": [1, 8],
    "does": "Number of arms."},
  "radius": {"type": "number", "unit": "m", "default": 1, "range": [0, 1e5], "usual": [0, 10],
    "does": "Distance from the middle; mostly a random one."},
  "twist": {"type": "number", "unit": "radians", "default": 2, "range": [-1000, 1000], "usual": [-5, 5],
    "does": "The angle by which an arm winds while its distance grows by the factor 2.718."},
  "width": {"type": "number", "default": 0.2, "range": [0, 1], "usual": [0, 1],
    "does": "How far births lie from their arm at most, as a share of the distance from the middle."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    float arms = float(max(a.arms, 1u));
    float lot = b.place.x * arms, arm = floor(lot);
    float angle = TWO_PI * arm / arms + a.twist * log(max(a.radius, 1e-6));
    vec3 aside = (vec3(lot - arm, b.place.yz) * 2.0 - 1.0) * (a.width * a.radius / sqrt(3.0));
    vec3 middle = p.position + a.centre;
    p.position = middle + aligned(vec3(a.radius * cos(angle), 0.0, a.radius * sin(angle)) + aside, a.axis);
}
