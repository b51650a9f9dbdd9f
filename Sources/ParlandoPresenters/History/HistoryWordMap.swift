import ParlandoCore

/// The positions of the words in a text, and the times at which the words were spoken.
struct HistoryWordMap: Equatable {
    private var places = WordPlaces("", [])
    /// Start of each word, in seconds since the recording began.
    private var starts: [Double] = []

    /// Ranges in the text, in Unicode scalars, of words that were recognised with low confidence.
    private(set) var doubtful: [Range<Int>] = []

    init() {}

    /// - Parameters:
    ///   - text: the text as it is shown.
    ///   - words: all words of the text, in order.
    init(_ text: String, _ words: some Sequence<Word>) {
        places = WordPlaces(text, words)
        starts = words.map(\.start)
        doubtful = zip(places.ranges, words).filter { $1.isDoubtful }.map { $0.0 }
    }

    /// Returns the range, in Unicode scalars, of the word that is spoken at a time of the recording, in seconds; nil
    /// before the first word.
    func range(at seconds: Double) -> Range<Int>? {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= seconds {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low > 0 ? places.ranges[low - 1] : nil
    }

    /// Returns the time in the recording, in seconds, at which the word at a position of the text begins. The position
    /// is counted in Unicode scalars. Returns nil if there is no word at the position.
    func start(at position: Int) -> Double? {
        places.index(at: position).map { starts[$0] }
    }
}
