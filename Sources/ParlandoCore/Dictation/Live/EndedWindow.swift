/// A window whose sound is complete: its words are weighed piece by piece, while the next window grows.
struct EndedWindow {
    let window: SpeechWindow
    /// Where its sound ends.
    let end: Int
    private var deliberation: any Deliberation
    /// Its words after the settled ones, as far as they are known.
    private(set) var words: [Word] = []

    init(window: SpeechWindow, end: Int, deliberation: any Deliberation) {
        self.window = window
        self.end = end
        self.deliberation = deliberation
    }

    /// Does the next piece of work. Returns the answer after the last; then `words` are the final ones.
    mutating func advance(voice: VoiceTracker) throws -> Hypothesis? {
        let (answer, isFinal) = try deliberation.advance()
        var tracker = window.tracker
        let heard = HallucinationGuard.filter(answer, hasPrefix: !tracker.settledTokens.isEmpty)
        tracker.update(heard, end: end, isFinal: true)
        tracker.dropEcho(newSound: Double(end - window.decodedEnd) / Double(AudioBlock.sampleRate))
        words = window.words(of: tracker.candidates, end: end, voice: voice)
        return isFinal ? answer : nil
    }
}
