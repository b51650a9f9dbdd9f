import Foundation
public import ParlandoCore

/// Loads Piper's natural voices with sherpa-onnx, in this process and without network access.
public struct PiperEngine: VoiceEngine {
    private let library: SherpaLibrary
    private let phonemes: any Phonemizer
    private let threads: Int

    /// - Parameters:
    ///   - phonemes: turns text into phonemes.
    ///   - libraries: paths at which sherpa-onnx may be installed, in order of preference. The system's library folders
    ///     are searched last.
    public init(phonemes: any Phonemizer, libraries: [String]) {
        library = SherpaLibrary(places: libraries)
        self.phonemes = phonemes
        // More than two threads hardly speed up a clause, and the recogniser may be running as well.
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

/// One natural voice in memory, with its own thread.
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

    /// Loads the voice, and synthesizes a syllable that is not played, because the first run of a network takes longer
    /// than later ones.
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
            // A neural network of another kind can be loaded, but fails when it is used.
            throw SynthesisError(.voiceUnloadable, detail: error.detail)
        }
        loaded = (voice, settings)
    }

    nonisolated func speak(_ text: Private<String>, rate: Double) async throws -> SpokenSound {
        let cancel = CancelMark()
        let work = Task { try await self.synthesize(text, rate: rate, until: cancel) }
        // The network cannot be interrupted within a clause. A cancelled caller does not wait for the network: the
        // thread continues on its own, and its result is discarded.
        let answer = FirstAnswer<SpokenSound>()
        Task { answer.give(await work.result) }
        return try await withTaskCancellationHandler {
            try await answer.value
        } onCancel: {
            cancel.set()
            work.cancel()
            answer.give(.failure(CancellationError()))
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
