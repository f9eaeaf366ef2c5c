/*{"name": "set-colour", "stage": "react",
"does": "Gives an attribute of particles, a colour, another value in each step.",
"parameters": {
  "attribute": {"type": "attribute", "holds": "colour",
    "does": "The name of an attribute that a module of the stack declares; without one, nothing changes."},
  "value": {"type": "colour", "default": [1, 1, 1, 1],
    "does": "The attribute's new value, such as an expression of the old one."}
}}*/
void react(inout Particle p, Parameters a, Moment m, inout vec4 named) { named = a.value; }
