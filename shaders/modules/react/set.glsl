/*{"name": "set", "stage": "react",
"does": "Gives an attribute of particles, a number, another value in each step.",
"parameters": {
  "attribute": {"type": "attribute", "holds": "number",
    "does": "The name of an attribute that a module of the stack declares; without one, nothing changes."},
  "value": {"type": "number", "default": 0, "range": [-1e6, 1e6], "usual": [0, 1],
    "does": "The attribute's new value, such as an expression of the old one."}
}}*/
void react(inout Particle p, Parameters a, Moment m, inout float named) { named = a.value; }
