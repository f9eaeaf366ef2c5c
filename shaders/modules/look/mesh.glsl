/*{"name": "mesh", "stage": "look",
"does": "Draws particles as solid meshes, lit by the lamp, which hide what lies behind them; not those whose alpha is 0. Where the file has normals, they are smooth. Modules that keep an `orientation` turn them.",
"parameters": {
  "mesh": {"type": "file", "holds": "mesh", "does": "The mesh, an OBJ file of at most 65,536 triangles, whose farthest corner lies half the diameter from the particle; without one, an octahedron."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The axis around which the mesh is turned. Each has its own with {\"random\": [[-1, -1, -1], [1, 1, 1]]}."},
  "angle": {"type": "number", "unit": "degrees", "default": 0, "range": [-36000, 36000], "usual": [-180, 180],
    "does": "How far it is turned at birth; seen against the axis, counterclockwise."},
  "spin": {"type": "number", "unit": "degrees/s", "default": 0, "range": [-36000, 36000], "usual": [-450, 450],
    "does": "How fast the angle grows."},
  "glow": {"type": "number", "default": 0, "range": [0, 10000], "usual": [0, 10],
    "does": "Light of their own, as a factor on the colour."},
  "picture": {"type": "file", "holds": "picture",
    "does": "A picture on the mesh, a PNG file, whose colour is a factor on the particle's; the mesh is not seen where the picture's alpha is below a half. The mesh must have texture coordinates."},
  "roughness": {"type": "number", "default": 1, "range": [0, 1],
    "does": "How wide the lamp's gleam is on them: 0.2 as on lacquer, 0.5 as on a leaf; at 1 they are matte."},
  "sides": {"type": "choice", "default": "two",
    "choices": {
      "two": "both sides are seen, each with its own light: leaves, paper, and meshes with holes",
      "one": "faces are not seen from behind; they cast shadows all the same"},
    "does": "The sides from which faces are seen."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) {
    draw_mesh(look, a.mesh, a.axis, a.angle + radians(a.spin) * p.age, a.glow);
    cover_mesh(look, a.picture, a.roughness, a.sides == sides_one);
}
