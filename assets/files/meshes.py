"""Tubes of triangles and quadrilaterals, and Wavefront OBJ files of them, for the recipes beside this file."""


def tube(rings):
    """Returns points and faces of a closed tube through rings of equally many points, outward, and of its ends."""
    points, faces, around = [p for ring in rings for p in ring], [], len(rings[0])
    for r in range(len(rings) - 1):
        for k in range(around):
            a, b = r * around + k, r * around + (k + 1) % around
            faces.append((a, b, b + around, a + around))
    faces.append(tuple(reversed(range(around))))
    faces.append(tuple(range(len(points) - around, len(points))))
    return points, faces


def write_obj(path, comment, parts, digits=3):
    """Writes a mesh of parts, each of points and of faces, which number its own points from 0."""
    rows, first = [f"# {comment}"], 1
    for points, faces in parts:
        rows += ["v " + " ".join(f"{x:.{digits}f}" for x in p) for p in points]
        rows += ["f " + " ".join(str(first + k) for k in face) for face in faces]
        first += len(points)
    path.write_text("\n".join(rows) + "\n")
