"""Reads the tables of `winnow bench --json`."""


def rows_of(table):
    """Returns each row as a dict without what it lacks; the column "ms.median" becomes row["ms"]["median"]."""
    rows = []
    for values in table["rows"]:
        row = {}
        for column, value in zip(table["columns"], values, strict=True):
            *outer, name = column.split(".")
            if value is not None:
                (row.setdefault(outer[0], {}) if outer else row)[name] = value
        rows.append(row)
    return rows
