/*{"name": "fade-near", "stage": "look",
"does": "Makes particles fade where they come near the camera, so that none fills the frame.",
"parameters": {
  "near": {"type": "number", "unit": "m", "default": 0.3, "range": [0, 1000], "usual": [0, 5],
    "does": "The distance from the camera up to which nothing is seen of them."},
  "far": {"type": "number", "unit": "m", "default": 1.5, "range": [0, 1000], "usual": [0, 10],
    "does": "The distance from which on they are seen as they are."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) {
    float beyond = distance(p.position, m.camera.position) - a.near;
    look.visible *= clamp(beyond / max(a.far - a.near, 1e-6), 0.0, 1.0);
}
