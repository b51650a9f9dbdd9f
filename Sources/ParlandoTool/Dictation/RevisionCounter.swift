import ParlandoCore

/// Counts interim words that were shown and later changed, from the first differing word on, ignoring case and
/// punctuation (the "erasure" of Arivazhagan et al. 2020, "Re-translation versus Streaming").
struct RevisionCounter {
    private(set) var revised = 0
    private var shown: [String] = []

    /// - Parameters:
    ///   - settled: words that became final since the last call.
    ///   - tentative: all interim words that are shown now.
    mutating func show(settled: some Sequence<Word>, tentative: [Word]) {
        let tail = keys(of: tentative)
        let now = keys(of: settled) + tail
        revised += shown.count - zip(shown, now).prefix { $0 == $1 }.count
        shown = tail
    }

    private func keys(of words: some Sequence<Word>) -> [String] {
        words.filter { !$0.isPunctuation }.map(\.key)
    }
}
