/*{"name": "attribute-vector", "stage": "spawn",
"does": "Gives particles an attribute, a vector that they keep and that expressions read by its name.",
"parameters": {
  "name": {"type": "attribute", "holds": "vector",
    "does": "The name of the attribute: a-z, 0-9 and single _ within; without one, there is none."},
  "value": {"type": "vector", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The attribute's value at birth."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b, inout vec3 named) { named = a.value; }
