import Foundation
import ParlandoALSA
import ParlandoCore
import ParlandoEspeak
import ParlandoNetwork
import ParlandoServices
import ParlandoStorage
import ParlandoSystem
import ParlandoTestSupport

/// Measures the delay that the translator adds to the delay of the services.
@MainActor struct TranslatorBench {
    let times: Int
    /// Recorder of the loudspeaker's output. If nil, there is no loudspeaker, and the translator's own reports of
    /// playback are used.
    let ear: LoudspeakerEar?

    func run() async throws {
        let seconds = DelayedService.makingTime / .seconds(1)
        print("A translation of \(DelayedService.translation.count) letters takes the service \(seconds) s,")
        print("speech of a sentence \(DelayedService.speechDelay / .milliseconds(1)) ms; nothing is remembered.\n")
        print(Figures.head)
        try await measure(streams: true)
        try await measure(streams: false)
        try await measureOverhead()
        try await measureArchive()
    }

    // MARK: Delays

    private func measure(streams: Bool) async throws {
        let script = DelayedService(streams: streams)
        let (translator, _) = try translator(script)
        let stopwatch = Stopwatch()
        translator.delegate = stopwatch
        var (letter, sound, afterLetter, afterSpeech) = (Figures(), Figures(), Figures(), Figures())
        for number in 0...times {
            let start = ContinuousClock.now
            await stopwatch.measure { await translator.translate(Private("Text \(number)."), Self.options) }
            guard let first = stopwatch.firstLetter, let sent = script.firstLetter, let spoken = script.firstSpeech,
                let heard = ear == nil ? stopwatch.firstSound : ear?.firstSound(after: spoken)
            else {
                throw Broken(failure: stopwatch.failure)
            }
            // The first exchange also requests the list of models, so it is not counted.
            if number > 0 {
                letter.add(first - start)
                sound.add(heard - start)
                afterLetter.add(first - sent)
                afterSpeech.add(heard - spoken)
            }
        }
        let way = streams ? "streamed" : "in one piece"
        print(letter.row("\(way): from the end of the utterance to the first letter"))
        print(sound.row("\(way): … to the first sound"))
        if streams {
            print(afterLetter.row("first letter after the service has sent it", goal: 50))
            print(afterSpeech.row("first sound after the service has sent it", goal: 150))
        }
    }

    /// Measures the time that the client itself takes, with a service that answers without delay.
    private func measureOverhead() async throws {
        let script = GeminiScript(models: ["gemini-1-flash-lite"])
        let server = try LoopbackServer(script: script)
        let translator = GeminiTranslator(
            client: HTTPClient(), key: Private("k"), model: "gemini-1-flash-lite",
            home: String(server.address.dropLast()))
        var limits = TranslationLimits()
        limits.perMinute = 1_000_000
        let service = TranslationService(translator: translator, limits: limits)
        var figures = Figures()
        for number in 0..<10 * times {
            let start = ContinuousClock.now
            for try await _ in service.translate(Phrase("Text \(number)."), into: "es", priority: .typed) {}
            figures.add(ContinuousClock.now - start)
        }
        print(figures.row("a whole translation by a service that takes no time"))
    }

    // MARK: Archive

    private func measureArchive() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/translations.sqlite"
        let archive = SQLiteTranslationArchive(path: path, clock: SystemClock())
        try await archive.allow(texts: true, sound: true)
        for number in 0..<10_000 {
            try await archive.keepAhead(Translation("Texto \(number)."), of: Self.request(number))
        }
        var (memory, disk) = (Figures(), Figures())
        // 7919 and 9000 are coprime, so that no entry is read twice and each is far from the one before.
        for number in 0..<1000 {
            let request = Self.request(number * 7919 % 9000)
            let start = ContinuousClock.now
            let found = await archive.remembered(request)
            disk.add(ContinuousClock.now - start)
            let again = ContinuousClock.now
            _ = await archive.remembered(request)
            memory.add(ContinuousClock.now - again)
            guard found != nil else {
                throw Broken(failure: nil)
            }
        }
        print(disk.row("look-up on disk among 10,000", goal: 5))
        print(memory.row("look-up in memory", goal: 5))
        try await measureHit(archive)
    }

    private func measureHit(_ archive: SQLiteTranslationArchive) async throws {
        let (translator, _) = try translator(DelayedService(streams: true), archive: archive)
        let stopwatch = Stopwatch()
        translator.delegate = stopwatch
        var options = Self.options
        options.speaks = false
        var figures = Figures()
        for number in 0..<10 * times {
            let start = ContinuousClock.now
            await stopwatch.measure {
                await translator.translate(Private("A phrase to be found again, number \(number)."), options)
            }
            guard let whole = stopwatch.whole else {
                throw Broken(failure: stopwatch.failure)
            }
            figures.add(whole - start)
        }
        print(figures.row("a remembered translation on the page", goal: 5))
    }

    private static func request(_ number: Int) -> TranslationRequest {
        TranslationRequest(Phrase("A phrase to be found again, number \(number).", language: "en"), into: "es")
    }

    // MARK: Parts

    private static var options: TranslatorOptions {
        var options = TranslatorOptions(source: "en", target: "es")
        options.preferences.model = "gemini-3.5-flash-lite"
        options.preferences.agreedServices = ["gemini"]
        options.preferences.voiceService = .gemini
        options.preferences.perMinute = 600
        return options
    }

    private func translator(
        _ script: any AnswerScript, archive: (any TranslationArchive)? = nil
    ) throws -> (TranslatorService, LoopbackServer) {
        let server = try LoopbackServer(script: script)
        Self.servers.append(server)
        var homes = ServiceHomes()
        homes.gemini = String(server.address.dropLast())
        let services = NetworkServices(
            keys: ServiceKeys(FakeSecretStore(), environment: ["PARLANDO_GEMINI_KEY": "k"]), authorities: "",
            local: EspeakSynthesizer(), decoder: SoundFileDecoder(), homes: homes)
        let player: any SoundPlayer = ear != nil ? ALSASoundPlayer() : FakeSoundPlayer()
        let parts = TranslatorPorts(
            microphone: FakeMicrophone(), recognizer: ScriptedRecognizer(), services: services, player: player,
            saver: WaveFileSaver(),
            archive: archive ?? ForgetfulArchive(), network: NetworkMonitor())
        return (TranslatorService(parts), server)
    }

    /// All servers, retained until the process ends because a server stops when it is released.
    private static var servers: [LoopbackServer] = []
}

/// Error thrown if a measurement fails.
struct Broken: Error {
    let failure: TranslatorFailure?
}

/// An archive that stores nothing.
private struct ForgetfulArchive: TranslationArchive {
    func allow(texts: Bool, sound: Bool) async throws(ArchiveError) {}
    func remembered(_ request: TranslationRequest, by maker: TranslationMaker) async -> Translation? { nil }
    func keep(_ exchange: Exchange, by maker: TranslationMaker) async throws(ArchiveError) {}
    func keepAhead(
        _ translation: Translation, of request: TranslationRequest, by maker: TranslationMaker
    ) async throws(ArchiveError) {}
    func remembered(_ request: SynthesisRequest) async -> SpokenSound? { nil }
    func keep(_ sound: SpokenSound, of request: SynthesisRequest, for exchange: Exchange.ID?)
        async throws(ArchiveError)
    {}
    func history(matching words: String, limit: Int) async throws(ArchiveError) -> [Exchange] { [] }
    func remove(_ ids: Set<Exchange.ID>) async throws(ArchiveError) {}
    func restore(_ exchanges: [Exchange]) async throws(ArchiveError) {}
    func expire(after days: Int, at now: Date) async throws(ArchiveError) -> Bool { false }
    func removeAll() async throws(ArchiveError) {}
}
