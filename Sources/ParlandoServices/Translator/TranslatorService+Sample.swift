import Logging
public import ParlandoCore

/// Playing samples of voices, apart from the exchanges.
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

    /// Ends the sample that is being played. Returns when the loudspeaker is free.
    func endSample() async {
        // Meanwhile another one may have begun.
        while let playing = sample {
            playing.cancel()
            _ = await playing.value
            if sample == playing {
                sample = nil
            }
        }
    }

    /// Returns the failure, or nil if the sample was played or ended early.
    private nonisolated func playSample(_ text: Private<String>, _ plan: VoicePlan) async -> TranslatorFailure? {
        do {
            let spoken = try await voices.speakWhole(text.revealed, plan)
            // Another voice would be taken for this one.
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
