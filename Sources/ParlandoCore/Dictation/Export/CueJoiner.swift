/// Joins subtitles that would only be glimpsed with a neighbour. Their words were spoken that fast, or their times are
/// wrong: some servers give a word or a whole sentence no length.
struct CueJoiner {
    /// A subtitle that gives way to the next one sooner than this is not seen, in seconds.
    static let glimpse = 0.5

    /// Whether words can stand in one subtitle.
    let fits: ([Word]) -> Bool

    /// The groups of one paragraph, none of them empty, each a subtitle.
    ///
    /// - Parameter next: when the next paragraph begins.
    func joined(_ groups: [[Word]], before next: Double) -> [[Word]] {
        var result: [[Word]] = []
        for group in groups {
            let start = result.last?.first?.start ?? -.infinity
            add(group, to: &result, isGlimpsed: group[0].start - start < Self.glimpse)
        }
        if let last = result.popLast() {
            add(last, to: &result, isGlimpsed: !result.isEmpty && next - last[0].start < Self.glimpse)
        }
        return result
    }

    /// - Parameter isGlimpsed: whether the group or the one before it is too short to stand alone.
    private func add(_ group: [Word], to result: inout [[Word]], isGlimpsed: Bool) {
        guard isGlimpsed, let last = result.popLast() else {
            result.append(group)
            return
        }
        let words = last + group
        if fits(words) {
            result.append(words)
            return
        }
        // Too much for one: two of about the same time, so that neither is short.
        let cuts = words.indices.dropFirst().filter { fits(Array(words[..<$0])) && fits(Array(words[$0...])) }
        let middle = words.count / 2
        let cut = cuts.min { abs($0 - middle) < abs($1 - middle) } ?? last.count
        result += [Array(words[..<cut]), Array(words[cut...])]
    }
}
