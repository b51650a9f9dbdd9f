/// Which words of two readings of the same sound are the same, by edit distance.
struct WordAlignment {
    private let old: [String]
    private let new: [String]
    /// The fewest edits from the first words of `old` to the first words of `new`, shape `[old + 1][new + 1]`.
    private var edits: [[Int]]

    init(from old: [String], to new: [String]) {
        self.old = old
        self.new = new
        edits = [Array(0...new.count)]
        for (row, word) in old.enumerated() {
            var line = [row + 1]
            for (column, other) in new.enumerated() {
                let kept = edits[row][column] + (word == other ? 0 : 1)
                line.append(min(kept, edits[row][column + 1] + 1, line[column] + 1))
            }
            edits.append(line)
        }
    }

    /// For each new word the place of the same old word, nil where there is none.
    var origins: [Int?] {
        var origins = [Int?](repeating: nil, count: new.count)
        var (row, column) = (old.count, new.count)
        while row > 0, column > 0 {
            let isSame = old[row - 1] == new[column - 1]
            if edits[row][column] == edits[row - 1][column - 1] + (isSame ? 0 : 1) {
                origins[column - 1] = isSame ? row - 1 : nil
                (row, column) = (row - 1, column - 1)
            } else if edits[row][column] == edits[row - 1][column] + 1 {
                row -= 1
            } else {
                column -= 1
            }
        }
        return origins
    }

    /// How many of the first new words are most like all old ones; of equals, those that end with the same word.
    var closestBeginning: Int {
        let last = edits[old.count]
        func cost(_ count: Int) -> (Int, Int) {
            (last[count], count > 0 && new[count - 1] == old.last ? 0 : 1)
        }
        return last.indices.min { cost($0) < cost($1) } ?? 0
    }
}
