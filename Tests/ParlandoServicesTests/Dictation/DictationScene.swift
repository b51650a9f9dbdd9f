import ParlandoCore
import ParlandoServices
import ParlandoTestSupport

/// A dictation service with everything around it in the test's hand.
@MainActor protocol DictationScene {
    var microphone: FakeMicrophone { get }
    var spy: SpyDictationDelegate { get }
}

extension DictationScene {
    /// A second of sound that is not silence.
    var second: [Float] { [Float](repeating: 0.1, count: AudioBlock.sampleRate) }

    func words(_ text: String, at start: Double = 0) -> [Word] {
        text.split(separator: " ").enumerated().map { index, word in
            let begin = start + Double(index) * 0.3
            return Word(text: String(word), start: begin, end: begin + 0.25, probability: 0.9)
        }
    }

    func service(_ recognizer: ScriptedRecognizer, _ microphone: FakeMicrophone? = nil) -> DictationService {
        let service = DictationService(
            microphone: microphone ?? self.microphone, recognizer: recognizer,
            clock: ManualClock(advancesItself: true))
        service.delegate = spy
        return service
    }

    /// A service that listens.
    func listening(
        _ recognizer: ScriptedRecognizer, _ microphone: FakeMicrophone? = nil,
        options: DictationOptions = DictationOptions()
    ) async -> DictationService {
        let service = service(recognizer, microphone)
        await service.start(options)
        await spy.wait(for: .listening)
        return service
    }
}
