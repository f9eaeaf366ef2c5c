/*{"name": "confine", "stage": "react",
"does": "Keeps particles in a box.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The middle of the box."},
  "size": {"type": "vector", "unit": "m", "default": [10, 10, 10], "range": [0.001, 1e6], "usual": [0.1, 50],
    "does": "The lengths of the box's edges."},
  "leave": {"type": "choice", "default": "wrap",
    "choices": {
      "wrap": "they come in again on the other side",
      "clamp": "they stop at the edge",
      "kill": "they die"},
    "does": "What happens to particles that leave the box."}
}}*/
void react(inout Particle p, Parameters a, Moment m) {
    vec3 d = p.position - a.centre;
    bvec3 outside = greaterThan(abs(d), a.size * 0.5);
    if (!any(outside)) return;
    if (a.leave == leave_kill) kill(p);
    else if (a.leave == leave_wrap) p.position = mix(p.position, p.position - a.size * round(d / a.size), outside);
    else {
        p.position = mix(p.position, a.centre + clamp(d, a.size * -0.5, a.size * 0.5), outside);
        p.velocity = mix(p.velocity, vec3(0.0), outside);
    }
}
