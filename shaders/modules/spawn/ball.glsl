/*{"name": "ball", "stage": "spawn",
"does": "Births are spread evenly throughout a ball, or in a shell.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The middle, relative to the place where the emitter or the parent has its births."},
  "radius": {"type": "number", "unit": "m", "default": 1, "range": [0, 1e5], "usual": [0, 5],
    "does": "Radius of the ball."},
  "inner": {"type": "number", "unit": "m", "default": 0, "range": [0, 1e5], "usual": [0, 5],
    "does": "Radius of the hollow within; the ball's own radius leaves a sphere."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    float hollow = min(a.inner / max(a.radius, 1e-20), 1.0), emptied = hollow * hollow * hollow;
    float angle = TWO_PI * b.place.y;
    float r = a.radius * pow(b.place.x + emptied * (1.0 - b.place.x), 1.0 / 3.0);
    float z = 1.0 - 2.0 * b.place.z;
    float ring = sqrt(max(0.0, 1.0 - z * z));
    vec3 middle = p.position + a.centre;
    p.position = middle + r * vec3(ring * cos(angle), z, ring * sin(angle));
}
