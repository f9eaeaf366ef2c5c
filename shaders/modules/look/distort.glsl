/*{"name": "distort", "stage": "look",
"does": "Bends what is seen through particles, as hot air and shock fronts do. It needs no colour: with an alpha of 0, particles distort and are not seen.",
"parameters": {
  "strength": {"type": "number", "default": 0.2, "range": [-10, 10], "usual": [-1, 1],
    "does": "How far what is seen is moved at most, as a share of the radius: outward, or inward below 0. With a curve it fades with age."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { look.distortion = a.strength; }
