/*{"name": "mask", "stage": "look",
"does": "Draws particles as a picture instead of a soft disc: its shape and opacity, and its colour times theirs. Its longer side is the diameter. Of ribbons, its width lies along them, its left at the oldest points, and its height across. It means nothing to spheres and meshes.",
"parameters": {
  "file": {"type": "file", "holds": "picture",
    "does": "The picture, a PNG file. One whose pixels are all grey and opaque is white where it is bright. Without a file, nothing changes."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { draw_picture(look, a.file, 0.0); }
