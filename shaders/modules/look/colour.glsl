/*{"name": "colour", "stage": "look",
"does": "The colour of particles.",
"parameters": {
  "colour": {"type": "colour", "default": [1, 1, 1, 1], "range": [0, 10000], "usual": [0, 1],
    "does": "Linear red, green, blue (above 1 glows), and alpha (0 to 1)."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { look.colour = a.colour; }
