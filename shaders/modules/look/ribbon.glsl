/*{"name": "ribbon", "stage": "look",
"does": "Joins particles to ribbons, bands that face the camera, in the order of their births, instead of drawing sprites. The children of a parent are one ribbon, so that those on distance draw its way; the births of the emitter itself are another, or several with `strands`. The diameter is the width. With `mask` a picture lies along the ribbon.",
"parameters": {
  "edge": {"type": "number", "default": 1, "range": [0, 1],
    "does": "How soft the edges are: the share of each half of the width over which the ribbon fades; 0 is sharp."},
  "picture_length": {"type": "number", "unit": "m", "default": 0, "range": [0, 1e6], "usual": [0, 10], "constant": true,
    "does": "The length along the ribbon that the picture of `mask` takes, again and again; 0 stretches it once over the whole ribbon. Children on distance count the metres of their parent's way; other births count a second as a metre, unless the stack has an attribute `ribbon_way`."}
},
"attributes": {
  "ribbon": {"type": "whole", "does": "The number of the ribbon that the particle belongs to, given at birth."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) {
    look.edge = a.edge;
    look.picture_length = a.picture_length;
}
