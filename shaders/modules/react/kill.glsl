/*{"name": "kill", "stage": "react",
"does": "Ends the life of particles within a region, or of those for which a condition holds.",
"parameters": {
  "region": {"type": "choice", "default": "half-space",
    "choices": {
      "everywhere": "the region is all of space; the condition alone decides",
      "half-space": "what lies on the side of the centre that the direction points to",
      "ball": "what is nearer to the centre than the radius",
      "box": "what lies in the box around the centre"},
    "does": "The shape of the region."},
  "outside": {"type": "truth", "default": false, "does": "The region is what lies outside of that shape."},
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The middle of the ball or the box, or a point on the edge of the half space."},
  "direction": {"type": "direction", "default": [0, -1, 0], "does": "The side of the half space."},
  "radius": {"type": "number", "unit": "m", "default": 1, "range": [0, 1e6], "usual": [0, 10],
    "does": "The radius of the ball."},
  "size": {"type": "vector", "unit": "m", "default": [2, 2, 2], "range": [0, 1e6], "usual": [0, 20],
    "does": "The lengths of the box's edges."},
  "when": {"type": "truth", "default": true,
    "does": "Only particles die for which this is true, such as the expression `age > 1 && random < 0.5`."}
}}*/
bool is_within(Particle p, Parameters a) {
    vec3 d = p.position - a.centre;
    if (a.region == region_half_space) return dot(d, a.direction) > 0.0;
    if (a.region == region_ball) return length(d) < a.radius;
    if (a.region == region_box) return all(lessThan(abs(d), a.size * 0.5));
    return true;
}

void react(inout Particle p, Parameters a, Moment m) {
    if (a.when && is_within(p, a) != a.outside) kill(p);
}
