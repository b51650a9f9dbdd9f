/// Joins a subtitle that would be too short to notice with a neighbouring one. Such subtitles come from very fast
/// speech or from wrong times: some servers give a word or a whole sentence a duration of 0.
struct CueJoiner {
    /// Minimum time from the start of a subtitle to the start of the next one, in seconds. A shorter subtitle goes
    /// unnoticed.
    static let glimpse = 0.5

    /// Returns whether the given words fit into one subtitle.
    let fits: ([Word]) -> Bool

    /// Returns the subtitles of a paragraph after joining those that would be too short to notice. Each subtitle is
    /// given by its words, and none is empty.
    ///
    /// - Parameter next: start time of the next paragraph, in seconds.
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

    /// Adds a group of words as a subtitle, or joins it with the last subtitle.
    ///
    /// - Parameter isGlimpsed: whether the group, or the last subtitle, would be too short to notice.
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
        // The words are too many for one subtitle, so they make two of about equal length.
        let cuts = words.indices.dropFirst().filter { fits(Array(words[..<$0])) && fits(Array(words[$0...])) }
        let middle = words.count / 2
        let cut = cuts.min { abs($0 - middle) < abs($1 - middle) } ?? last.count
        result += [Array(words[..<cut]), Array(words[cut...])]
    }
}
