/*{"name": "opacity", "stage": "look",
"does": "How much particles cover of what lies behind them; those whose light adds up get darker.",
"parameters": {
  "opacity": {"type": "number", "default": 0.5, "range": [0, 1], "usual": [0, 1],
    "does": "Factor on alpha."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { look.colour.a *= a.opacity; }
