import ParlandoCore

/// Counts interim words that were shown and later changed, from the first differing word on, ignoring case and
/// punctuation (the "erasure" of Arivazhagan et al. 2020, "Re-translation versus Streaming").
struct RevisionCounter {
    private(set) var revised = 0
    private var shown: [String] = []

    /// - Parameters:
    ///   - final: words that became final since the last call.
    ///   - interim: all interim words that are shown now.
    mutating func show(final: some Sequence<Word>, interim: [Word]) {
        let tail = keys(of: interim)
        let now = keys(of: final) + tail
        revised += shown.count - zip(shown, now).prefix { $0 == $1 }.count
        shown = tail
    }

    private func keys(of words: some Sequence<Word>) -> [String] {
        words.filter { !$0.isPunctuation }.map(\.key)
    }
}
