/*{"name": "collide-box", "stage": "react",
"does": "A box that particles cannot enter, or cannot leave.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The middle of the box."},
  "size": {"type": "vector", "unit": "m", "default": [1, 1, 1], "range": [0, 1e6], "usual": [0, 10],
    "does": "The lengths of the box's edges."},
  "inside": {"type": "truth", "default": false,
    "does": "Particles are kept within the box instead of out of it."},
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
    "does": "Share of the speed along the surface lost at a bounce, or in each step of sliding."}
}}*/
void react(inout Particle p, Parameters a, Moment m) {
    vec3 d = p.position - a.centre;
    vec3 outward = vec3(d.x < 0.0 ? -1.0 : 1.0, d.y < 0.0 ? -1.0 : 1.0, d.z < 0.0 ? -1.0 : 1.0);
    vec3 depth = a.size * 0.5 - abs(d);  // below each pair of faces
    vec3 x = vec3(outward.x, 0.0, 0.0), y = vec3(0.0, outward.y, 0.0), z = vec3(0.0, 0.0, outward.z);
    if (a.inside) {
        if (depth.x < 0.0) collide(p, -x, -depth.x, a.hit, a.bounce, a.friction);
        if (depth.y < 0.0) collide(p, -y, -depth.y, a.hit, a.bounce, a.friction);
        if (depth.z < 0.0) collide(p, -z, -depth.z, a.hit, a.bounce, a.friction);
        return;
    }
    float least = min(depth.x, min(depth.y, depth.z));
    if (least > 0.0) collide(p, least == depth.x ? x : least == depth.y ? y : z, least, a.hit, a.bounce, a.friction);
}
