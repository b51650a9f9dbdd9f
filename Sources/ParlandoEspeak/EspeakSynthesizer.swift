import Foundation
public import ParlandoCore
import Synchronization

/// Synthesizes speech with espeak-ng, in this process and without a network.
///
/// The pitch can be shifted by an octave up or down. The volume is a gain, and samples beyond full scale are clipped.
/// All instances share one thread, because the library's state is global to the process.
public actor EspeakSynthesizer: SpeechSynthesizer {
    private static let executor = BlockingExecutor(label: "parlando.espeak")

    public nonisolated let capabilities = SynthesisCapabilities(
        kind: .local, isLocal: true, heedsManner: true, mostCharacters: 2000)
    private var engine: EspeakEngine?

    /// The thread on which espeak-ng runs.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.executor.asUnownedSerialExecutor()
    }

    /// Creates the synthesizer. The library is loaded at the first use.
    public init() {}

    public func voices(for language: String) throws(SynthesisError) -> [Voice] {
        let engine = try loaded()
        return EspeakVoices.all(for: language).filter { engine.choose($0.id) }
    }

    public func speak(_ request: SynthesisRequest) async throws -> SpokenSound {
        let engine = try loaded()
        let text = request.text.revealed
        guard text.count <= capabilities.mostCharacters else {
            throw SynthesisError(.tooLong, detail: "\(text.count) characters")
        }
        guard EspeakVoices.canRead(text, request.language) else {
            throw SynthesisError(.scriptRefused, detail: "\(request.language) in Han characters")
        }
        let cancel = CancelMark()
        let samples = try await withTaskCancellationHandler {
            // The voice is chosen and used without a suspension in between, because it is global to the library.
            try choose(request, engine)
            return try engine.speak(text, request.manner, until: cancel)
        } onCancel: {
            cancel.isSet.store(true, ordering: .relaxed)
        }
        try Task.checkCancellation()
        guard samples.contains(where: { $0 != 0 }) else {
            throw SynthesisError(.nothingToSay)
        }
        return SpokenSound(samples: Self.amplify(samples, by: request.manner.volume), rate: engine.rate)
    }

    private func loaded() throws(SynthesisError) -> EspeakEngine {
        if let engine {
            return engine
        }
        let made = try EspeakEngine()
        engine = made
        return made
    }

    private func choose(_ request: SynthesisRequest, _ engine: EspeakEngine) throws(SynthesisError) {
        if let voice = request.voice {
            guard engine.choose(voice) else {
                throw SynthesisError(.voiceGone, detail: "no such voice")
            }
            return
        }
        let voices = EspeakVoices.all(for: request.language)
        let wished = voices.filter { $0.gender == request.gender } + voices
        guard wished.contains(where: { engine.choose($0.id) }) else {
            throw SynthesisError(.languageRefused, detail: request.language)
        }
    }

    /// - Parameter decibels: the gain; 0 leaves the samples unchanged.
    private static func amplify(_ samples: [Float], by decibels: Double) -> [Float] {
        guard decibels != 0 else {
            return samples
        }
        let gain = Float(pow(10, decibels / 20))
        return samples.map { min(1, max(-1, $0 * gain)) }
    }
}
