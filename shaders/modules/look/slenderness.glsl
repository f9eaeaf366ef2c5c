/*{"name": "slenderness", "stage": "look",
"does": "Draws particles as ellipses: grains, flakes, needles. Their longer side is the diameter.",
"parameters": {
  "width": {"type": "number", "default": 0.3, "range": [0.01, 1], "usual": [0.01, 1],
    "does": "The shorter side as a share of the longer one. Flakes that tumble: abs(cos(6 * age))."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { look.width = a.width; }
