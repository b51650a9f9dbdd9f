public import ParlandoCore

/// Has the beats of a bar counted aloud by a speech synthesizer, once. It is asked before the metronome starts.
public actor CountSpeaker {
    private let synthesizer: any SpeechSynthesizer
    private let language: String
    private var making: Task<[SpokenSound], Never>?

    /// - Parameter language: ISO 639-1 code.
    public init(_ synthesizer: any SpeechSynthesizer, language: String) {
        self.synthesizer = synthesizer
        self.language = language
    }

    /// The numbers from 1 on; empty if the language is not spoken. Then clicks sound.
    func counts() async -> [SpokenSound] {
        let task = making ?? Task { await speak() }
        making = task
        let numbers = await task.value
        // The next start tries again.
        making = numbers.isEmpty ? nil : task
        return numbers
    }

    private func speak() async -> [SpokenSound] {
        var manner = SpeakingManner()
        manner.rate = SpeakingManner.rateRange.upperBound
        var spoken: [SpokenSound] = []
        for number in 1...ClickPattern.mostBeats {
            let request = SynthesisRequest("\(number)", language: language, manner: manner)
            guard let sound = try? await synthesizer.speak(request) else {
                return []
            }
            spoken.append(sound)
        }
        return spoken
    }
}
