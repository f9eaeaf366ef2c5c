/*{"name": "attribute", "stage": "spawn",
"does": "Gives particles an attribute, a number that they keep and that expressions read by its name.",
"parameters": {
  "name": {"type": "attribute", "holds": "number",
    "does": "The name of the attribute: a-z, 0-9 and single _ within; without one, there is none."},
  "value": {"type": "number", "default": 0, "range": [-1e6, 1e6], "usual": [0, 1],
    "does": "The attribute's value at birth."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b, inout float named) { named = a.value; }
