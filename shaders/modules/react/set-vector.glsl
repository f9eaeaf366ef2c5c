/*{"name": "set-vector", "stage": "react",
"does": "Gives an attribute of particles, a vector, another value in each step.",
"parameters": {
  "attribute": {"type": "attribute", "holds": "vector",
    "does": "The name of an attribute that a module of the stack declares; without one, nothing changes."},
  "value": {"type": "vector", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The attribute's new value, such as an expression of the old one."}
}}*/
void react(inout Particle p, Parameters a, Moment m, inout vec3 named) { named = a.value; }
