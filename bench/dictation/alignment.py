"""Where the words of one text stand in another, by edit distance."""
from rapidfuzz.distance import Levenshtein


def matches(left, right):
    """Pairs (place in left, place in right) of the words that an optimal alignment keeps."""
    return [
        (block.src_start + offset, block.dest_start + offset)
        for block in Levenshtein.opcodes(left, right)
        if block.tag == "equal"
        for offset in range(block.src_end - block.src_start)
    ]


def matches_at_start(shown, whole):
    """As `matches`, but `shown` covers only the beginning of `whole`, however long that is.

    Aligning with the whole would let a lone word jump to wherever the same word comes next. Here each word that is
    passed over costs an edit; only what lies behind the last shown word is free. Of equal costs, more matches win.
    """
    columns = len(whole) + 1
    # One cell: (edits, -matches), so that the smaller tuple is the better one.
    table = [[(column, 0) for column in range(columns)]]
    for row, word in enumerate(shown, 1):
        line = [(row, 0)]
        for column in range(1, columns):
            line.append(_best(table[row - 1], line, column, word == whole[column - 1])[0])
        table.append(line)
    return _walk_back(table, shown, whole, min(range(columns), key=lambda column: table[-1][column]))


def _best(above, line, column, is_equal):
    """The cheapest way into a cell, and the step that leads there."""
    edits, kept = above[column - 1]
    diagonal = (edits, kept - 1) if is_equal else (edits + 1, kept)
    return min(
        (diagonal, "both"),
        ((above[column][0] + 1, above[column][1]), "shown"),
        ((line[column - 1][0] + 1, line[column - 1][1]), "whole"),
    )


def _walk_back(table, shown, whole, column):
    row, pairs = len(shown), []
    while row > 0 and column > 0:
        is_equal = shown[row - 1] == whole[column - 1]
        step = _best(table[row - 1], table[row], column, is_equal)[1]
        if step == "both" and is_equal:
            pairs.append((row - 1, column - 1))
        row -= step != "whole"
        column -= step != "shown"
    return pairs[::-1]
