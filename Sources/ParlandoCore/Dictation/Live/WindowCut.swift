/// When and where a window is cut that has grown too long: in a short pause, else where the speaker is quietest.
struct WindowCut {
    let policy: LivePolicy
    let sound: SoundBuffer
    let voice: VoiceTracker

    /// Whether a window that ends at a position has to be cut. Depends on the sound alone, not on when it is asked.
    func isDue(_ window: SpeechWindow, end: Int) -> Bool {
        let length = Double(end - window.start) / Double(AudioBlock.sampleRate)
        return length >= policy.maximumWindow || (length >= policy.softWindow && pause(in: window, end: end) != nil)
    }

    /// Where to cut it.
    func position(in window: SpeechWindow, end: Int) -> Int {
        pause(in: window, end: end)
            ?? QuietestCut.position(in: range(of: window, end: end), sound: sound, voice: voice)
    }

    /// After what is settled, and not so late that the rest would be a broken word.
    private func range(of window: SpeechWindow, end: Int) -> Range<Int> {
        let lower = max(window.start + (end - window.start) * 45 / 100, window.tracker.settledUpTo ?? 0)
        let upper = end - AudioBlock.sampleRate * 6 / 10
        return min(lower, upper)..<upper
    }

    /// The middle of the last pause that is long enough, if there is one.
    private func pause(in window: SpeechWindow, end: Int) -> Int? {
        let rate = Double(AudioBlock.sampleRate)
        let left = policy.maximumWindow - Double(end - window.start) / rate
        let part = max(0, min(1, left / (policy.maximumWindow - policy.softWindow)))
        let least = max(Self.shortestPause, policy.shortPause * part)
        return voice.lastPause(in: range(of: window, end: end), atLeast: Int(least * rate))
    }

    /// Shorter ones are inside of words.
    private static let shortestPause = 0.12
}
