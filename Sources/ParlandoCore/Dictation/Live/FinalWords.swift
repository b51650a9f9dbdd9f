/// The latest final words: what a decoder is given as the beginning of the text while it still hears their sound.
struct FinalWords {
    struct Item: Equatable {
        let tokens: [Int32]
        /// In lower case, without punctuation.
        let essence: String
        /// Samples since the session began.
        let start: Int
        let end: Int
    }

    private var items: [Item] = []
    /// Words that were forgotten.
    private(set) var startIndex = 0

    /// Final words since the session began.
    var endIndex: Int { startIndex + items.count }

    subscript(index: Int) -> Item {
        items[index - startIndex]
    }

    mutating func append(_ item: Item) {
        items.append(item)
    }

    /// The tokens of the words from an index on.
    func tokens(from index: Int) -> [Int32] {
        items.dropFirst(max(0, index - startIndex)).flatMap(\.tokens)
    }

    /// The first word, from an index on, whose middle lies at a position or behind it.
    func firstIndex(at position: Int, from index: Int) -> Int {
        (max(index, startIndex)..<max(index, endIndex)).first { (self[$0].start + self[$0].end) / 2 >= position }
            ?? endIndex
    }

    /// The `count` last words as `essence`.
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
