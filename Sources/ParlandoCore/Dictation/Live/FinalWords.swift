/// The most recent words that will no longer change. A decoder receives them as a text prefix while its window still
/// includes their sound.
struct FinalWords {
    struct Item: Equatable {
        let tokens: [Int32]
        /// The word in lower case and without punctuation, the form in which words are compared.
        let essence: String
        /// First and last sample of the word, counted since the session began.
        let start: Int
        let end: Int
    }

    private var items: [Item] = []
    /// Index of the oldest word kept, which is also the number of older words that were dropped.
    private(set) var startIndex = 0

    /// Number of words that have become final since the session began.
    var endIndex: Int { startIndex + items.count }

    subscript(index: Int) -> Item {
        items[index - startIndex]
    }

    mutating func append(_ item: Item) {
        items.append(item)
    }

    /// Returns the tokens of the words from an index on.
    func tokens(from index: Int) -> [Int32] {
        items.dropFirst(max(0, index - startIndex)).flatMap(\.tokens)
    }

    /// Returns the index of the first word, from `index` on, with its midpoint at or after `position`.
    func firstIndex(at position: Int, from index: Int) -> Int {
        (max(index, startIndex)..<max(index, endIndex)).first { (self[$0].start + self[$0].end) / 2 >= position }
            ?? endIndex
    }

    /// Returns the last `count` words in the form of `essence`.
    func latest(_ count: Int) -> [String] {
        items.suffix(count).map(\.essence)
    }

    mutating func drop(before index: Int) {
        let count = min(index, endIndex) - startIndex
        if count > 0 {
            items.removeFirst(count)
            startIndex += count
        }
    }
}
