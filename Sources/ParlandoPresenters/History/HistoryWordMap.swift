import ParlandoCore

/// Where the words of a text stand, and when they were spoken.
struct HistoryWordMap: Equatable {
    private struct Place: Equatable {
        /// Positions in the text, counted in Unicode scalars.
        var range: Range<Int>
        /// Seconds since the recording began.
        var start: Double
    }

    private var places: [Place] = []

    init() {}

    /// - Parameters:
    ///   - text: the text as it is shown.
    ///   - words: all words of the text, in order.
    init(_ text: String, _ words: some Sequence<Word>) {
        let scalars = Array(text.unicodeScalars)
        var position = 0
        for word in words {
            while position < scalars.count, scalars[position].properties.isWhitespace {
                position += 1
            }
            let end = min(position + word.text.unicodeScalars.count, scalars.count)
            places.append(Place(range: position..<end, start: word.start))
            position = end
        }
    }

    /// Returns the place of the word that is heard at this time; nil before the first word.
    func range(at seconds: Double) -> Range<Int>? {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].start <= seconds {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low > 0 ? places[low - 1].range : nil
    }

    /// Returns the time at which the word at a position begins; nil if there is no word.
    func start(at position: Int) -> Double? {
        places.first { $0.range.contains(position) || $0.range.upperBound == position }?.start
    }
}
