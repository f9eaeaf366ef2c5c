/*{"name": "mesh-colour", "stage": "look",
"does": "Blends the colour of meshes to another one by place, such as from the stalk of a leaf to its tip. Particles that are no meshes have no use for it.",
"parameters": {
  "colour": {"type": "colour", "default": [0, 0, 0, 1], "range": [0, 10000], "usual": [0, 1],
    "does": "The other colour: linear red, green, blue. Its alpha means nothing."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The direction in which the blend goes, in the mesh's own space: as in its file, before it is turned."},
  "from": {"type": "number", "default": -1, "range": [-1000, 1000], "usual": [-1, 1],
    "does": "Where the blend begins, along the axis: up to here they have the particle's colour. The mesh's origin is 0, and its farthest corner is 1 away."},
  "to": {"type": "number", "default": 1, "range": [-1000, 1000], "usual": [-1, 1],
    "does": "Where the blend ends: from here on they have the other colour."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { blend_mesh(look, a.colour, a.axis, a.from, a.to); }
