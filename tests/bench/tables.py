"""Aligned tables for the terminal."""


def table(title, headings, rows):
    """The rows below a title, each column as wide as it needs; numbers to two decimals."""
    cells = [[str(h) for h in headings]]
    cells += [[f"{c:.2f}" if isinstance(c, float) else str(c) for c in row] for row in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(headings))]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
    return "\n".join(["", title, *(line.rstrip() for line in lines)])
