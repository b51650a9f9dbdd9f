import Logging
import ParlandoCore
import ParlandoRecognition

/// Finds the end of an utterance, on its own thread because that takes processor time.
actor SilenceWatch {
    private let executor = BlockingExecutor(label: "parlando.silence")
    private let gates: (any SpeechGateMaker)?
    private let silence: Double
    private let level: Double

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(gates: (any SpeechGateMaker)?, _ preferences: TranslatorPreferences) {
        self.gates = gates
        silence = preferences.silence
        level = preferences.silenceLevel
    }

    /// Returns false if the sound ended before the user fell silent.
    func waitForSilence(in blocks: AsyncStream<AudioBlock>) async -> Bool {
        var end = UtteranceEnd(silence: silence, level: level, gate: await makeGate())
        for await block in blocks {
            do {
                if try end.append(block.samples) {
                    return true
                }
            } catch {
                Logger(label: "parlando.translator").warning("the gate failed, loudness decides: \(error)")
                end = UtteranceEnd(silence: silence, level: level, gate: nil)
            }
        }
        return false
    }

    private func makeGate() async -> (any SpeechGate)? {
        do throws(RecognitionError) {
            return try await gates?.makeGate(isolation: self)
        } catch {
            Logger(label: "parlando.translator").info("no gate, loudness decides: \(error.detail)")
            return nil
        }
    }
}
