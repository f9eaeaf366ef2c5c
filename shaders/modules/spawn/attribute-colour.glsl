/*{"name": "attribute-colour", "stage": "spawn",
"does": "Gives particles an attribute, a colour that they keep and that expressions read by its name.",
"parameters": {
  "name": {"type": "attribute", "holds": "colour",
    "does": "The name of the attribute: a-z, 0-9 and single _ within; without one, there is none."},
  "value": {"type": "colour", "default": [1, 1, 1, 1],
    "does": "The attribute's value at birth."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b, inout vec4 named) { named = a.value; }
