public import ParlandoCore
public import ParlandoServices

/// A translator service over doubles of all its ports, with a delegate that records its events.
@MainActor public struct TranslatorRig {
    public let microphone = FakeMicrophone()
    public let recognizer: ScriptedRecognizer
    public let servers = FakeServers()
    public let translator: ScriptedTranslator
    public let voice: ScriptedSynthesizer
    public let player = FakeSoundPlayer()
    public let saver = FakeSoundSaver()
    public let archive = FakeTranslationArchive()
    public let network = FakeNetworkStatus()
    public let clock = ManualClock(advancesItself: false)
    public let spy = SpyTranslatorDelegate()
    public let service: TranslatorService

    public init(
        recognizer: ScriptedRecognizer = ScriptedRecognizer(), translator: ScriptedTranslator = ScriptedTranslator(),
        voice: ScriptedSynthesizer = ScriptedSynthesizer(), others: [any SpeechSynthesizer] = [],
        offline: (any SpeechRecognizer)? = nil, words: (any WordBookStore)? = nil
    ) {
        self.recognizer = recognizer
        self.translator = translator
        self.voice = voice
        let services = ScriptedServices(translator, voices: [voice] + others)
        var parts = TranslatorPorts(
            microphone: microphone, recognizer: recognizer, servers: servers, offlineRecognizer: offline,
            services: services, player: player, saver: saver, archive: archive, network: network)
        parts.clock = clock
        parts.words = words
        service = TranslatorService(parts)
        service.delegate = spy
    }

    public nonisolated static var options: TranslatorOptions {
        var options = TranslatorOptions(source: "en", target: "es")
        options.preferences.agreedServices = ["gemini"]
        return options
    }

    /// A second of a loud tone, then silence.
    public nonisolated static func speech(silence: Double = 2) -> [Float] {
        ToneMaker.tone(frequency: 300, seconds: 1, amplitude: 0.5, rate: AudioBlock.sampleRate)
            + [Float](repeating: 0, count: Int(silence * Double(AudioBlock.sampleRate)))
    }

    /// Returns the words of a text, each a tenth of a second long.
    public nonisolated static func words(_ text: String, at start: Double = 0) -> [Word] {
        [Word](of: text, from: start, every: 0.1, lasting: 0.1)
    }

    /// Types a text and waits for the end.
    public func type(_ text: String, _ options: TranslatorOptions = options) async {
        let count = spy.stages.count { $0 == .idle }
        await service.translate(Private(text), options)
        await spy.wait(for: .idle, times: count + 1)
    }

    public func listen(_ options: TranslatorOptions = options) async {
        await service.listen(options)
        await microphone.waitUntilOpen()
    }

    /// Says a second of sound and waits for the end.
    public func say(_ options: TranslatorOptions = options) async {
        let count = spy.stages.count { $0 == .idle }
        await listen(options)
        microphone.play(Self.speech())
        await spy.wait(for: .idle, times: count + 1)
    }
}

extension FakeMicrophone {
    public func waitUntilOpen() async {
        for await command in commands where command != .close {
            return
        }
    }
}
