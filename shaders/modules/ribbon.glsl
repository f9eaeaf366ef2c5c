/*{"name": "ribbon", "stage": "look",
"does": "Joins particles to ribbons, bands that face the camera, in the order of their births, instead of drawing sprites. The children of a parent are one ribbon, so that those on distance draw its way; the births of the emitter itself are another, or several with `strands`. The diameter is the width.",
"parameters": {
  "edge": {"type": "number", "default": 1, "range": [0, 1],
    "does": "How soft the edges are: the share of each half of the width over which the ribbon fades; 0 is sharp."}
},
"attributes": {
  "ribbon": {"type": "whole", "does": "The number of the ribbon that the particle belongs to, given at birth."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { look.edge = a.edge; }
