import ParlandoCore
import ParlandoEspeak
import ParlandoNetwork
import ParlandoPiper
import ParlandoServices
import ParlandoSystem
import ParlandoTestSupport

/// Measures local speech synthesis: the delay until the first clause is heard, the time to synthesize speech, and the
/// delay until a cancellation takes effect. Needs the natural voice `en_US-joe-medium`.
struct VoiceBench {
    /// Maximum delay of the first sound after the first clause is known, with a loaded voice, in milliseconds.
    private static let firstSound = 300.0
    /// Maximum time from a cancellation to the end of the synthesis, in milliseconds.
    private static let cancellation = 50.0
    /// Maximum time to synthesize speech, as a fraction of the duration of the speech.
    private static let share = 0.5

    private static let sentences = [
        "Good morning, the train to London leaves at half past nine from platform four.",
        "I would like two tickets, please, and a seat by the window.",
        "How much is it? If it costs more than 30 euros, we will take the bus instead.",
        "Thank you very much; see you on the 3rd of May.",
        "The museum, which was built in 1887, is closed on Mondays.",
    ]

    let times: Int

    /// Returns whether all limits are met. If the voice is missing, measures nothing and returns false.
    func run() async throws -> Bool {
        let folders = Folders()
        guard let catalogue = folders.resource("models.json") else {
            print("\nThere is no catalogue of voices: run scripts/tools/prepare-data.")
            return false
        }
        let store = FileModelStore(
            catalogue: try ModelCatalogue.load(catalogue), folder: folders.models,
            preferences: MemoryPreferenceStore(), network: FakeNetworkStatus())
        let engine = PiperEngine(
            phonemes: EspeakPhonemizer(), libraries: folders.libraries("libsherpa-onnx-c-api.so"))
        guard engine.isInstalled, let joe = store.voices.first(where: { $0.name == "en_US-joe-medium" }),
            let files = store.voiceFiles(of: joe)
        else {
            print("\nThe voice joe or its library is missing: run scripts/setup --tests.")
            return false
        }
        print("\nVoices of this computer, \(Self.sentences.count) sentences.\n\n\(Figures.head)")
        try await measureLoading(engine, files)
        let natural = LocalSynthesizer(
            natural: NaturalVoices(
                store: store, engine: engine, preferences: MemoryPreferenceStore(), memory: FakeMemoryPressure()),
            plain: EspeakSynthesizer())
        await natural.prepare("en", voice: nil, gender: nil)
        let (sound, share) = try await measure("natural", natural, firstSound: Self.firstSound)
        let plain = try await measure("plain", EspeakSynthesizer(), firstSound: Self.firstSound)
        let end = try await measureCancellation(natural)
        print(
            """

            Time to make speech, as a share of its duration: natural \(Self.text(share)) (≤ \(Self.share): \
            \(share <= Self.share ? "yes" : "NO")), plain \(Self.text(plain.share))
            """)
        return sound.meets(Self.firstSound) && end.meets(Self.cancellation) && share <= Self.share
    }

    private func measureLoading(_ engine: PiperEngine, _ files: VoiceFiles) async throws {
        var loading = Figures()
        for _ in 0..<3 {
            let start = ContinuousClock.now
            _ = try await engine.read(files)
            loading.add(ContinuousClock.now - start)
        }
        print(loading.row("a natural voice is loaded"))
    }

    private func measure(
        _ name: String, _ voice: any SpeechSynthesizer, firstSound goal: Double
    ) async throws -> (first: Figures, share: Double) {
        var first = Figures()
        var made = Duration.zero
        var seconds = 0.0
        for number in 0..<times {
            var cutter = SentenceCutter(cutsClauses: await voice.speaksClauses("en", voice: nil))
            for (index, piece) in cutter.take(Self.sentences[number % Self.sentences.count], isWhole: true).enumerated()
            {
                let start = ContinuousClock.now
                let sound = try await voice.speak(SynthesisRequest(piece, language: "en"))
                let time = ContinuousClock.now - start
                made += time
                seconds += sound.duration
                if index == 0 {
                    first.add(time)
                }
            }
        }
        print(first.row("\(name): first sound after the first clause", goal: goal))
        return (first, made / .seconds(1) / seconds)
    }

    private func measureCancellation(_ voice: LocalSynthesizer) async throws -> Figures {
        let long = String(repeating: "this goes on and on without a mark ", count: 12)
        var end = Figures()
        for number in 0..<max(5, times / 2) {
            let speaking = Task { try await voice.speak(SynthesisRequest(long, language: "en")) }
            // Cancels at a different moment of the computation each time.
            try await Task.sleep(for: .milliseconds(20 + 37 * number % 400))
            let start = ContinuousClock.now
            speaking.cancel()
            _ = await speaking.result
            end.add(ContinuousClock.now - start)
        }
        print(end.row("natural: from a cancellation to its end", goal: Self.cancellation))
        return end
    }

    private static func text(_ share: Double) -> String {
        "\((share * 1000).rounded() / 1000)"
    }
}
