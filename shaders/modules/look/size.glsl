/*{"name": "size", "stage": "look",
"does": "The size of particles.",
"parameters": {
  "diameter": {"type": "number", "unit": "m", "default": 0.05, "range": [0, 1000], "usual": [0.001, 1], "logarithmic": true,
    "does": "Diameter."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { look.diameter = a.diameter; }
