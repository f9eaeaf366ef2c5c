/*{"name": "size-limit", "stage": "look",
"does": "Keeps the size at which particles are seen between two limits, however near or far they are. It belongs behind `size`.",
"parameters": {
  "least": {"type": "number", "unit": "pixels", "default": 1, "range": [0, 10000], "usual": [0, 20],
    "does": "The least diameter, in pixels of the frame that is shown."},
  "most": {"type": "number", "unit": "pixels", "default": 100, "range": [0, 10000], "usual": [1, 500], "logarithmic": true,
    "does": "The most diameter, likewise; it counts if it is less than the least one."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) {
    float pixels = pixels_at(m.camera, p.position);
    look.diameter = min(max(look.diameter, a.least / pixels), a.most / pixels);
}
