/*{"name": "shading", "stage": "look",
"does": "Light from a lamp above, in which particles shade each other.",
"parameters": {
  "share": {"type": "number", "default": 1, "range": [0, 1], "usual": [0, 1],
    "does": "Share of a particle's light that comes from the lamp; the rest is its own."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { look.shading = a.share; }
