/*{"name": "shading", "stage": "look",
"does": "Light from a lamp above, in which particles shade each other.",
"parameters": {
  "share": {"type": "number", "default": 1, "range": [0, 1], "usual": [0, 1],
    "does": "Share of a particle's light that comes from the lamp; the rest is its own."},
  "forward": {"type": "number", "default": 0, "range": [-0.8, 0.8], "usual": [0, 0.7],
    "does": "How much of the lamp's light goes on nearly straight, so that smoke before the lamp is bright at its edges: 0 is even, 0.5 is smoke, 0.7 mist; below 0 it is thrown back."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) {
    look.shading = a.share;
    look.forward = a.forward;
}
