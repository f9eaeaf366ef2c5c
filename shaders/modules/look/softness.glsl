/*{"name": "softness", "stage": "look",
"does": "How softly particles meet the plane.",
"parameters": {
  "distance": {"type": "number", "unit": "m", "default": 0.3, "range": [0, 1000], "usual": [0, 2],
    "does": "The distance over which they fade; without this module, their radius, at most 0.15 m."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { look.softness = a.distance; }
