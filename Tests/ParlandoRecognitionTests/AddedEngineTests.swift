import ParlandoCore
import ParlandoRecognition
import ParlandoTestSupport
import Testing

/// An added engine, with models of the format `echo`, as a target of its own would have it.
private struct EchoEngine: SpeechEngine {
    let name = "echo"
    let speech: MadeSpeech

    func read(_ files: ModelFiles, progress: any LoadProgress) throws(RecognitionError) -> any LoadedModel {
        EchoModel(speech)
    }
}

private final class EchoModel: LoadedModel {
    let isMultilingual = false
    private let speech: MadeSpeech

    init(_ speech: MadeSpeech) {
        self.speech = speech
    }

    func makeDecoder(_ options: RecognitionOptions, cancel: CancelFlag) -> any SpeechDecoder {
        MadeSpeechDecoder(speech)
    }
}

private struct MadeGates: SpeechGateReader {
    func readGate(_ path: String) throws(RecognitionError) -> any SpeechGate {
        MadeSpeechGate()
    }
}

private final class NoProgress: LoadProgress {
    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase) {}
}

/// The door for recogniser engines: an engine is named in the list of `LocalRecognizer`, and by its models.
@Suite(.timeLimit(.minutes(1))) struct AddedEngineTests {
    private static func files(_ engine: String) -> ModelFiles {
        ModelFiles(
            model: SpeechModel(name: "echo-small", bytes: 1, sha256: "", engine: engine), weights: "",
            voiceActivity: "")
    }

    @Test func itRecognizesOnceItIsInTheList() async throws {
        var speech = MadeSpeech()
        speech.speak(["one", "two", "three"])
        speech.pause(3)
        let recognizer = LocalRecognizer(engines: [EchoEngine(speech: speech)], gates: MadeGates())
        try await recognizer.load(Self.files("echo"), progress: NoProgress())
        let (blocks, sound) = AsyncStream.makeStream(of: AudioBlock.self)
        sound.yield(AudioBlock(samples: speech.samples))
        sound.finish()
        var words: [String] = []
        for try await event in recognizer.transcribe(blocks, options: RecognitionOptions()) {
            if case .final(let new) = event {
                words += new.map(\.text)
            }
        }
        #expect(words == ["one", "two", "three"])
    }

    @Test func aModelOfAnotherEngineIsRefused() async {
        let recognizer = LocalRecognizer(engines: [EchoEngine(speech: MadeSpeech())], gates: MadeGates())
        await #expect(throws: RecognitionError.self) {
            try await recognizer.load(Self.files("unknown"), progress: NoProgress())
        }
    }
}
