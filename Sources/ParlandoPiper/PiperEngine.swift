import Foundation
public import ParlandoCore

/// Reads Piper's voices with sherpa-onnx, in this process and without a network.
public struct PiperEngine: VoiceEngine {
    private let library: SherpaLibrary
    private let phonemes: any Phonemizer
    private let threads: Int

    /// - Parameters:
    ///   - phonemes: turns text into phonemes.
    ///   - libraries: paths where the library may be, in order of preference; after them the system's are tried.
    public init(phonemes: any Phonemizer, libraries: [String]) {
        library = SherpaLibrary(places: libraries)
        self.phonemes = phonemes
        // More than two hardly shorten a clause, and the recogniser may be at work as well.
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

/// One voice in memory, on a thread of its own.
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

    /// Reads the voice, and speaks a syllable that nobody hears: the first call of a network takes longer than others.
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
            // A network of another kind is read, and fails when it is used.
            throw SynthesisError(.voiceUnloadable, detail: error.detail)
        }
        loaded = (voice, settings)
    }

    nonisolated func speak(_ text: Private<String>, rate: Double) async throws -> SpokenSound {
        let cancel = CancelMark()
        let work = Task { try await self.synthesize(text, rate: rate, until: cancel) }
        // A network cannot be interrupted within a clause. Whoever cancels does not wait for it: the thread goes on
        // alone, and its result is thrown away.
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
