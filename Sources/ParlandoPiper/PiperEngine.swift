import Foundation
public import ParlandoCore

/// Loads Piper's voices with sherpa-onnx, in this process and without network access.
public struct PiperEngine: VoiceEngine {
    private let library: SherpaLibrary
    private let phonemes: any Phonemizer
    private let threads: Int

    /// - Parameter libraries: paths at which sherpa-onnx may be, in order of preference. The system's folders are
    ///   searched last.
    public init(phonemes: any Phonemizer, libraries: [String]) {
        library = SherpaLibrary(places: libraries)
        self.phonemes = phonemes
        // More than two hardly speed up a clause, and the recogniser may be running as well.
        threads = min(2, max(1, ProcessInfo.processInfo.activeProcessorCount))
    }

    public var isInstalled: Bool {
        library.open() == .ready
    }

    public func read(_ files: VoiceFiles) async throws(SynthesisError) -> any LoadedVoice {
        let voice = PiperVoice(phonemes: phonemes)
        try await voice.load(files, with: library, threads: threads)
        return voice
    }
}

/// A natural voice in memory, with its own thread.
actor PiperVoice: LoadedVoice {
    private let executor = BlockingExecutor(label: "parlando.piper")
    private let phonemes: any Phonemizer
    private var loaded: (voice: SherpaVoice, settings: PiperConfiguration)?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(phonemes: any Phonemizer) {
        self.phonemes = phonemes
    }

    /// Also synthesizes a syllable that is not played, because the first run of a network takes longer.
    func load(_ files: VoiceFiles, with library: SherpaLibrary, threads: Int) throws(SynthesisError) {
        let state = library.open()
        guard state == .ready else {
            throw SynthesisError(.naturalVoicesMissing, detail: "sherpa-onnx: \(state)")
        }
        guard let json = FileManager.default.contents(atPath: files.configuration),
            let settings = PiperConfiguration(json: json)
        else {
            throw SynthesisError(
                files.model.isOwn ? .ownVoiceDamaged : .voiceDamaged, detail: "\(files.model.logName): configuration")
        }
        let voice = try SherpaVoice(files, settings, threads: threads)
        do throws(SynthesisError) {
            _ = try voice.speak(Private("a."), rate: 1, until: CancelMark())
        } catch {
            // A network of another kind can be loaded, but fails when it is used.
            throw SynthesisError(.voiceUnloadable, detail: error.detail)
        }
        loaded = (voice, settings)
    }

    nonisolated func speak(_ text: Private<String>, rate: Double) async throws -> SpokenSound {
        let cancel = CancelMark()
        // The network cannot be interrupted within a clause: a cancelled caller does not wait, and the result is
        // discarded.
        let sounds = AsyncThrowingStream<SpokenSound, any Error>.working { sounds in
            sounds.yield(try await self.synthesize(text, rate: rate, until: cancel))
        }
        return try await withTaskCancellationHandler {
            for try await sound in sounds {
                return sound
            }
            throw CancellationError()
        } onCancel: {
            cancel.set()
        }
    }

    private func synthesize(
        _ text: Private<String>, rate: Double, until cancel: CancelMark
    ) async throws -> SpokenSound {
        guard let settings = loaded?.settings else {
            throw SynthesisError(.failed, detail: "no voice")
        }
        let sentences = try await phonemes.phonemes(of: text, voice: settings.espeakVoice)
        var samples: [Float] = []
        for sentence in sentences {
            try Task.checkCancellation()
            guard let voice = loaded?.voice else {
                break
            }
            samples += try voice.speak(sentence, rate: rate, until: cancel)
        }
        try Task.checkCancellation()
        guard samples.contains(where: { $0 != 0 }), let rate = loaded?.voice.rate else {
            throw SynthesisError(.nothingToSay)
        }
        return SpokenSound(samples: samples, rate: rate)
    }
}
