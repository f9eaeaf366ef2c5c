/*{"name": "cone", "stage": "spawn",
"does": "Births are spread evenly throughout a cone, from its tip to its base.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The tip, relative to the place where the emitter or the parent has its births."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The direction from the tip to the base."},
  "height": {"type": "number", "unit": "m", "default": 1, "range": [0, 1e5], "usual": [0, 5],
    "does": "The distance from the tip to the base."},
  "angle": {"type": "number", "unit": "degrees", "default": 30, "range": [0, 89], "usual": [0, 80],
    "does": "Half the angle of the tip."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    float along = a.height * pow(b.place.x, 1.0 / 3.0);
    float r = along * tan(a.angle) * sqrt(b.place.z);
    float angle = TWO_PI * b.place.y;
    vec3 tip = p.position + a.centre;
    p.position = tip + aligned(vec3(r * cos(angle), along, r * sin(angle)), a.axis);
}
