/*{"name": "sphere", "stage": "look",
"does": "Draws particles as solid spheres of their diameter, lit by the lamp, which hide what lies behind them; not those whose alpha is 0.",
"parameters": {
  "glow": {"type": "number", "default": 0, "range": [0, 10000], "usual": [0, 10],
    "does": "Light of their own, as a factor on the colour."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { draw_sphere(look, a.glow); }
