public import ParlandoCore

/// Plays single words of the dictation page: from memory while their sound is recent, otherwise from the recording.
extension HistoryService {
    /// Duration of the sound before and after a word that is played as well, in seconds, because word times are
    /// estimates.
    private static let margin = 0.25

    public func hasSound(of word: SpokenWord) async -> Bool {
        if await recentSound(of: word) != nil {
            return true
        }
        return await recording(of: word) != nil
    }

    public func play(_ word: SpokenWord) async throws(AudioError) {
        var samples = await recentSound(of: word)
        if samples == nil, let path = await recording(of: word) {
            samples = await recordedSound(of: word, in: path)
        }
        if let samples {
            try await player.play(SpokenSound(samples: samples, rate: AudioBlock.sampleRate))
        }
    }

    private func recentSound(of word: SpokenWord) async -> [Float]? {
        await dictation.recentSound(of: word.session, from: word.start - Self.margin, to: word.end + Self.margin)
    }

    private func recording(of word: SpokenWord) async -> String? {
        guard let id = await dictation.entry(of: word.session) else {
            return nil
        }
        return await sounds.path(of: id)
    }

    /// Returns the samples of a word from a recording; nil if the recording cannot be read that far.
    private func recordedSound(of word: SpokenWord, in path: String) async -> [Float]? {
        let rate = Double(AudioBlock.sampleRate)
        let range = max(0, Int((word.start - Self.margin) * rate))..<max(1, Int((word.end + Self.margin) * rate))
        guard let file = try? await reader.blocks(of: path, seconds: 1) else {
            return nil
        }
        var result: [Float] = []
        var position = 0
        do {
            for try await block in file.blocks {
                let part = range.clamped(to: position..<(position + block.samples.count))
                result += block.samples[(part.lowerBound - position)..<(part.upperBound - position)]
                position += block.samples.count
                if position >= range.upperBound {
                    break
                }
            }
        } catch {
            // A truncated recording is played as far as it can be read.
        }
        return result.isEmpty ? nil : result
    }
}
