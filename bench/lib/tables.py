"""Prints figures as columns of plain text."""


def shown(value, unit=""):
    if value is None:
        return "–"
    if isinstance(value, float):
        value = f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"
    return f"{value} {unit}".strip()


def figure_rows(figures):
    """name, value, goal, verdict"""
    rows = []
    for figure in figures:
        goal = "" if figure.goal is None else f"≤ {shown(figure.goal, figure.unit)}"
        rows.append((figure.name, shown(figure.value, figure.unit), goal, figure.verdict))
    return rows


def table(head, rows):
    """Columns as wide as their widest cell; all but the first are aligned to the right."""
    lines = [head, *rows]
    widths = [max(len(str(line[column])) for line in lines) for column in range(len(head))]

    def line(cells):
        first, *rest = (str(cell) for cell in cells)
        return "  ".join([first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:]))]).rstrip()

    return "\n".join([line(head), "─" * (sum(widths) + 2 * (len(widths) - 1)), *(line(row) for row in rows)])
