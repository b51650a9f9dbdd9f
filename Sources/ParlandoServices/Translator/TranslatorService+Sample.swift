import Logging
public import ParlandoCore

/// Plays samples of voices, independently of exchanges.
extension TranslatorService {
    public func speakSample(
        _ text: Private<String>, language: String, _ options: TranslatorOptions
    ) async throws(TranslatorFailure) {
        await endSample()
        guard !isBusy else {
            throw .busy
        }
        let plan = VoicePlan(language: language, options.preferences)
        let playing = Task { await self.playSample(text, plan) }
        sample = playing
        if let failure = await playing.value {
            log.notice("no sample: \(failure.forLog)")
            throw failure
        }
    }

    /// Ends the sample that is being played. Returns once the loudspeaker is free.
    func endSample() async {
        // Another sample may have begun while this task waited.
        while let playing = sample {
            playing.cancel()
            _ = await playing.value
            if sample == playing {
                sample = nil
            }
        }
    }

    /// Plays a sample of a voice. Returns the failure; nil if the sample was played or ended early.
    private nonisolated func playSample(_ text: Private<String>, _ plan: VoicePlan) async -> TranslatorFailure? {
        do {
            let spoken = try await voices.speakWhole(text.revealed, plan)
            // If another voice spoke, the user would mistake it for the chosen voice.
            for case .otherVoice(_, _, let failure) in spoken.notices {
                return .synthesis(failure)
            }
            let (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
            door.yield(spoken.sound)
            door.finish()
            for try await _ in parts.player.play(sounds, on: nil) {}
            return nil
        } catch let error as SynthesisError {
            return .synthesis(error)
        } catch let error as AudioError {
            return .playback(error)
        } catch {
            return nil
        }
    }
}
