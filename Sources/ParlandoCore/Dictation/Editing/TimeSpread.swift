/// Distributes a time span over words whose own times are unknown.
enum TimeSpread {
    /// Returns the texts as words with the given probability. Their times divide the span from `start` to `end`, in
    /// seconds, in proportion to the numbers of characters.
    static func words(_ texts: [String], from start: Double, to end: Double, probability: Double) -> [Word] {
        let total = texts.reduce(0) { $0 + max(1, $1.count) }
        let span = max(0, end - start)
        var done = 0
        return texts.map { text in
            let begin = start + span * Double(done) / Double(total)
            done += max(1, text.count)
            return Word(
                text: text, start: begin, end: start + span * Double(done) / Double(total), probability: probability)
        }
    }
}
