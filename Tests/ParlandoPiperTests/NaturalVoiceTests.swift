import Foundation
import ParlandoCore
import ParlandoEspeak
import ParlandoNetwork
import ParlandoPiper
import ParlandoRecognition
import ParlandoServices
import ParlandoSystem
import ParlandoTestSupport
import ParlandoWhisper
import Testing

/// The real library with a real voice.
@Suite(.enabled(if: RealVoice.isThere, "needs sherpa-onnx and the voice joe"), .serialized, .timeLimit(.minutes(5)))
struct NaturalVoiceTests {
    private static let text = "The quick brown fox jumps over the lazy dog, and then it rests for a while."

    private func speak(_ text: String = text, _ change: (inout SpeakingManner) -> Void = { _ in }) async throws
        -> SpokenSound
    {
        var manner = SpeakingManner()
        change(&manner)
        return try await RealVoice.synthesizer(RealVoice.store()).speak(
            SynthesisRequest(text, language: "en", manner: manner))
    }

    @Test func whatJoeSaysTinyEnWritesBack() async throws {
        let said = [
            "The weather is fine today, and we are going to the park with our children.",
            "She bought a loaf of bread, some butter, and a bottle of milk at the market.",
            "My brother reads the newspaper every morning before he goes to work by train.",
        ]
        var (differences, words) = (0, 0)
        for sentence in said {
            let sound = try await speak(sentence)
            #expect(sound.rate == 22_050 && sound.duration > 2)
            #expect(sound.samples.allSatisfy { abs($0) <= 1 })
            differences += Self.words(try await recognise(sound)).difference(from: Self.words(sentence)).count
            words += Self.words(sentence).count
        }
        // The voice sounds a little different in each process, and the smallest model mishears "She bought a" in one of
        // five. A word that is misheard is two differences: one removed, and one inserted.
        #expect(Double(differences) / 2 <= 0.2 * Double(words), "\(differences) of \(words)")
    }

    @Test func aFasterRateTakesLessTimeInProportion() async throws {
        let fast = try await speak { $0.rate = 1.6 }.duration
        let slow = try await speak { $0.rate = 0.8 }.duration
        // How long each sound lasts is drawn anew each time, and the silence at both ends stays as long.
        #expect((1.4...2.4).contains(slow / fast), "\(slow) s and \(fast) s")
    }

    @Test func pitchAndVolumeAreInTheSignal() async throws {
        let usual = try await speak("Aaaah.")
        let high = try await speak("Aaaah.") { $0.pitch = 7 }
        let quiet = try await speak { $0.volume = -20 }
        let loud = try await speak { $0.volume = 16 }
        #expect(high.crossings > usual.crossings * 1.2, "\(high.crossings) \(usual.crossings)")
        #expect(quiet.peak < 0.11 && quiet.peak > 0.01)
        #expect(loud.peak == 1)
    }

    @Test func cancellingReturnsAtOnceAlthoughAClauseIsBeingComputed() async throws {
        let engine = CountingEngine()
        let synthesizer = LocalSynthesizer(
            natural: RealVoice.voices(try RealVoice.store(), engine: engine), plain: EspeakSynthesizer())
        let long = String(repeating: "This goes on and on without any mark or pause ", count: 12)
        await synthesizer.prepare("en", voice: nil, gender: nil)
        let speaking = Task { try await synthesizer.speak(SynthesisRequest(long, language: "en")) }
        for await _ in engine.clauses.stream {
            break
        }
        speaking.cancel()
        await #expect(throws: CancellationError.self) { _ = try await speaking.value }
        // The network still computes half a minute of sound.
        #expect(await engine.counter.spoken == 0)
        // The voice is not broken by it.
        #expect(try await synthesizer.speak(SynthesisRequest("Hello there.", language: "en")).duration > 0.3)
    }

    @Test func aVoiceThatWasPreparedIsReadOnce() async throws {
        let engine = CountingEngine()
        let store = try RealVoice.store()
        let synthesizer = LocalSynthesizer(
            natural: RealVoice.voices(store, engine: engine), plain: EspeakSynthesizer())
        await synthesizer.prepare("en", voice: nil, gender: nil)
        _ = try await synthesizer.speak(SynthesisRequest("Good morning,", language: "en"))
        _ = try await synthesizer.speak(SynthesisRequest("how are you?", language: "en"))
        #expect(await engine.counter.count == 1)
    }

    @Test func removingAVoiceWhileItSpeaksDoesNotCutItsClause() async throws {
        let folder = try RealVoice.copy()
        let store = try RealVoice.store(folder.path)
        let model = try #require(RealVoice.model(store))
        let engine = CountingEngine()
        let voices = RealVoice.voices(store, engine: engine)
        let synthesizer = LocalSynthesizer(natural: voices, plain: EspeakSynthesizer())
        await synthesizer.prepare("en", voice: nil, gender: nil)
        async let sound = synthesizer.speak(SynthesisRequest(Self.text, language: "en"))
        for await _ in engine.clauses.stream {
            break
        }
        try await store.remove(model)
        #expect(try await sound.duration > 3)
        #expect(await voices.loaded.isEmpty)
        // From now on the plain voice speaks, and whoever chose the natural one is told.
        #expect(await !synthesizer.speaksClauses("en", voice: nil))
        _ = try await synthesizer.speak(SynthesisRequest("Hello.", language: "en"))
        let error = await #expect(throws: SynthesisError.self) {
            _ = try await synthesizer.speak(
                SynthesisRequest("Hello.", language: "en", voice: Voice.natural(RealVoice.name)))
        }
        #expect(error?.kind == .voiceGone)
    }

    @Test func aPairFromDiskSpeaks() async throws {
        let source = try RealVoice.copy()
        let names = source.names
        try FileManager.default.moveItem(atPath: source.file(names[0]), toPath: source.file("mine.onnx"))
        // Another configuration, so that it is not the voice of the catalogue.
        let json = (source.bytes(of: names[1]) ?? []) + [0x0A]
        try source.write(json, to: "mine.onnx.json")
        let folder = try TemporaryFolder()
        let store = try RealVoice.store(folder.path)
        let voice = try await store.importVoice(from: source.file("mine.onnx"))
        #expect(voice.name == "mine" && voice.isOwn)
        let synthesizer = RealVoice.synthesizer(store)
        #expect(try await synthesizer.voices(for: "en").first?.id == Voice.natural("mine"))
        #expect(try await synthesizer.speak(SynthesisRequest("Good morning.", language: "en")).rate == 22_050)
        try await store.remove(voice)
        #expect(folder.names.isEmpty)
    }

    @Test func aDamagedVoiceIsSetAsideAndThePlainVoiceSpeaks() async throws {
        let folder = try RealVoice.copy()
        let store = try RealVoice.store(folder.path)
        let model = try #require(RealVoice.model(store))
        var bytes = folder.bytes(of: model.fileName) ?? []
        bytes[bytes.count / 2] ^= 0x40
        try folder.write(bytes, to: model.fileName)
        let service = VoiceService(
            ScriptedServices(ScriptedTranslator(), voices: [RealVoice.synthesizer(store)]),
            archive: FakeTranslationArchive())
        let plan = VoicePlan(language: "en", TranslatorPreferences())
        let spoken = try await service.speak("Good morning.", plan)
        #expect(spoken.sound.duration > 0.3)
        guard case .otherVoice(.local, let voice, let failure) = spoken.notices.first else {
            Issue.record("no notice: \(spoken.notices)")
            return
        }
        #expect(failure.kind == .voiceDamaged && voice?.isNatural == false)
        #expect(folder.names.contains(model.fileName + ".corrupt-1"))
    }

    /// A whole network that speaks nothing: it returns its input, a number.
    private static let otherNetwork: [UInt8] =
        [0x08, 8, 0x3A, 55, 0x0A, 16, 0x0A, 1, 0x78, 0x12, 1, 0x79, 0x22, 8] + Array("Identity".utf8)
        + [0x12, 1, 0x67, 0x5A, 15, 0x0A, 1, 0x78, 0x12, 10, 0x0A, 8, 0x08, 1, 0x12, 4, 0x0A, 2, 0x08, 1]
        + [0x62, 15, 0x0A, 1, 0x79, 0x12, 10, 0x0A, 8, 0x08, 1, 0x12, 4, 0x0A, 2, 0x08, 1, 0x42, 2, 0x10, 13]

    /// A network that has the right checksum but is none, as an imported file may be.
    @Test func aNetworkThatTheLibraryRefusesIsAnError() async throws {
        let folder = try RealVoice.copy()
        let store = try RealVoice.store(folder.path)
        let model = try #require(RealVoice.model(store))
        let files = try #require(store.voiceFiles(of: model))
        var bytes = folder.bytes(of: model.fileName) ?? []
        for index in stride(from: 1000, to: 300_000, by: 97) {
            bytes[index] ^= 0xFF
        }
        for damaged in [bytes, Array(bytes.prefix(5000)), [], [0x3A, 0x01, 0x00], Self.otherNetwork] {
            try folder.write(damaged, to: model.fileName)
            let error = await #expect(throws: SynthesisError.self) { _ = try await RealVoice.engine().read(files) }
            #expect(error?.kind == .voiceUnloadable)
        }
    }

    /// Any of these makes the library end the whole program.
    @Test func whatANetworkSaysOfItselfDoesNotReachTheLibrary() async throws {
        let folder = try RealVoice.copy()
        let store = try RealVoice.store(folder.path)
        let model = try #require(RealVoice.model(store))
        let files = try #require(store.voiceFiles(of: model))
        let own = OnnxMetadata.bytes([("add_blank", "-1"), ("bos_id", "-4"), ("jieba", "1"), ("voice", "x")])
        try folder.write((folder.bytes(of: model.fileName) ?? []) + own, to: model.fileName)
        let voice = try await RealVoice.engine().read(files)
        #expect(try await voice.speak(Private("Good morning."), rate: 1).duration > 0.3)
    }

    @Test func withoutTheLibraryThePlainVoiceSpeaks() async throws {
        let store = try RealVoice.store()
        struct NoLibrary: VoiceEngine {
            var isInstalled: Bool { false }
            func read(_ files: VoiceFiles) async throws(SynthesisError) -> any LoadedVoice {
                throw SynthesisError(.naturalVoicesMissing)
            }
        }
        let synthesizer = LocalSynthesizer(
            natural: RealVoice.voices(store, engine: NoLibrary()), plain: EspeakSynthesizer())
        #expect(await !synthesizer.speaksClauses("en", voice: nil))
        #expect(try await synthesizer.speak(SynthesisRequest("Hello.", language: "en")).duration > 0.2)
    }

    private func recognise(_ sound: SpokenSound) async throws -> String {
        let store = try RealVoice.store()
        let recognizer = ModelService(
            store: store, recognizer: LocalRecognizer(engines: [WhisperEngine()], gates: SileroGateReader()),
            preferences: MemoryPreferenceStore(), memory: FakeMemoryPressure())
        let (blocks, door) = AsyncStream.makeStream(of: AudioBlock.self)
        door.yield(AudioBlock(samples: sound.atSixteen))
        door.finish()
        var transcript = Transcript()
        await recognizer.begin()
        for try await event in recognizer.transcribe(
            blocks, options: RecognitionOptions(language: "en", audience: .nobody))
        {
            transcript.apply(event)
        }
        return transcript.text
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}

extension SpokenSound {
    fileprivate var peak: Float { samples.map(abs).max() ?? 0 }

    /// How often the loud part of the sound crosses zero, in each second.
    fileprivate var crossings: Double {
        let loud = samples.enumerated().filter { abs($1) > 0.05 }.map(\.offset)
        guard let first = loud.first, let last = loud.last, last > first else {
            return 0
        }
        let part = samples[first...last]
        let count = zip(part, part.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        return Double(count) * Double(rate) / Double(part.count)
    }
}
