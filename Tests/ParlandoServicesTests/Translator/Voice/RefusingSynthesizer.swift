import ParlandoCore
import Synchronization

/// Speaks whatever has letters, and fails at everything else.
final class RefusingSynthesizer: SpeechSynthesizer {
    let capabilities: SynthesisCapabilities
    private let failure: SynthesisError
    private let texts = Mutex<[String]>([])

    init(_ kind: VoiceServiceKind, _ failure: SynthesisError) {
        capabilities = SynthesisCapabilities(kind: kind, isLocal: false, heedsManner: true, mostCharacters: 1000)
        self.failure = failure
    }

    /// What was spoken, in order.
    var spoken: [String] { texts.withLock { $0 } }

    func voices(for language: String) throws(SynthesisError) -> [Voice] {
        []
    }

    func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
        guard request.text.revealed.contains(where: \.isLetter) else {
            throw failure
        }
        texts.withLock { $0.append(request.text.revealed) }
        return SpokenSound(samples: [0.1, 0.1], rate: 16_000)
    }
}
