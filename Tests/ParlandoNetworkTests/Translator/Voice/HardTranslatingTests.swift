import Foundation
import ParlandoCore
import ParlandoNetwork
import ParlandoServices
import ParlandoSystem
import ParlandoTestSupport
import Synchronization
import Testing

/// A thousand exchanges through the whole translator, with services that do everything wrong that they can, for
/// translation and for speech.
@MainActor @Suite(.timeLimit(.minutes(9))) final class HardTranslatingTests {
    private static let key = "AQ.91ab-never-to-be-seen-either"
    private static let words = "unmentionable"
    private static let count = 1000

    private let player = FakeSoundPlayer()
    private let archive = FakeTranslationArchive()
    private let spy = SpyTranslatorDelegate()
    private let server: LoopbackServer
    private let translator: TranslatorService
    /// Failures so far, and how often the user pressed Try Again.
    private var tally = (failures: 0, retries: 0, notices: 0)

    init() throws {
        server = try LoopbackServer(script: HardTranslatingDay())
        var homes = ServiceHomes()
        homes.gemini = String(server.address.dropLast())
        homes.google = homes.gemini
        let services = NetworkServices(
            keys: ServiceKeys(
                FakeSecretStore(), environment: ["PARLANDO_GEMINI_KEY": Self.key, "PARLANDO_GOOGLE_KEY": Self.key]),
            authorities: "", local: ScriptedSynthesizer(), decoder: SoundFileDecoder(), homes: homes)
        var parts = TranslatorPorts(
            microphone: FakeMicrophone(), recognizer: ScriptedRecognizer(), services: services, player: player,
            saver: FakeSoundSaver(), archive: archive, network: FakeNetworkStatus())
        parts.clock = HurriedClock()
        parts.limits.timeout = .seconds(100_000)
        translator = TranslatorService(parts)
        translator.delegate = spy
    }

    @Test func nothingIsLostNothingDoubledNothingLeaksThroughTheWholeTranslator() async throws {
        let logs = LogBook.ofProgram
        for number in 0..<200 {
            try await exchange(number)
        }
        let before = Memory.resident
        for number in 200..<Self.count {
            try await exchange(number)
        }
        let after = Memory.resident
        #expect(archive.exchanges.count == Self.count)
        #expect(Set(archive.exchanges.map(\.source.revealed)).count == Self.count)
        let (failures, retries, notices) = tally
        // There was something to overcome.
        #expect(failures > 100 && retries == failures && notices > 100)
        // Other tests run beside this one and take memory too; a leak of every answer would be more.
        #expect(Sanitizer.isWatching || after - before < 64 << 20, "\((after - before) >> 20) MB more")
        let log = logs.entries.map { "\($0)" }.joined(separator: "\n")
        #expect(!log.isEmpty)
        #expect(!log.contains(Self.key) && !log.contains(Self.words))
    }

    /// One exchange, with as many presses of Try Again as it takes.
    private func exchange(_ number: Int) async throws {
        spy.log.forget()
        player.forget()
        let text = "\(Self.words) №\(number)"
        let options = options(number)
        await translator.translate(Private(text), options)
        await spy.wait(for: .idle)
        var idles = 1
        while let failure = spy.failures.dropFirst(idles - 1).first {
            #expect(spy.failures.count == idles, "one failure at a time: \(failure)")
            try #require(idles < 60)
            let id = try #require(spy.exchanges.first?.id)
            tally.failures += 1
            tally.retries += 1
            idles += 1
            await translator.retry(id, options)
            await spy.wait(for: .idle, times: idles)
        }
        tally.notices += spy.notices.count
        #expect(spy.exchanges.count == 1)
        let exchange = try #require(spy.exchanges.first)
        #expect(exchange.isWhole)
        #expect(exchange.translation.revealed == GeminiScript.translation(of: text))
        #expect(player.sounds.count == 1, "spoken once: \(number)")
    }

    private func options(_ number: Int) -> TranslatorOptions {
        var options = TranslatorOptions(source: "en", target: "es")
        options.preferences.model = "gemini-1-flash-lite"
        options.preferences.agreedServices = ["gemini", "google"]
        options.preferences.voiceService = number.isMultiple(of: 2) ? .gemini : .google
        options.preferences.perMinute = 600
        return options
    }
}

/// Translation as on any hard day; of the requests for speech every third goes wrong, with each fault in turn.
private final class HardTranslatingDay: AnswerScript {
    private let translation = HardDay()
    private let speech = SpeechScript()
    private let count = Mutex(0)

    func answer(to request: ServerRequest) -> MadeAnswer {
        let isSpeech = request.path.contains(":generateContent") || request.path.contains("text:synthesize")
        if request.path.contains("streamGenerateContent") {
            return translation.answer(to: request)
        }
        guard isSpeech else {
            return speech.answer(to: request)
        }
        let number = count.withLock { count in
            count += 1
            return count
        }
        guard number % 3 == 0 else {
            return speech.answer(to: request)
        }
        return Self.fault(number / 3, SpeechScript.text(in: request))
    }

    private static func fault(_ number: Int, _ text: String) -> MadeAnswer {
        let sound = SpeechScript.wave(letters: 10)
        switch number % 10 {
        case 0: return SpeechScript.geminiSound(sound, type: nil).cut(after: number % 900)
        case 1: return GeminiScript.refusal(500, "INTERNAL", message: text)
        case 2: return GeminiScript.refusal(429, "RESOURCE_EXHAUSTED")
        case 3: return GeminiScript.refusal(403, "PERMISSION_DENIED", message: text)
        case 4: return MadeAnswer(text: "<html>\(text)</html>")
        case 5: return SpeechScript.geminiSound(Array("ID3 \(text)".utf8), type: "audio/mpeg")
        case 6: return SpeechScript.googleSound(Array("OggS \(text)".utf8))
        case 7: return MadeAnswer(pieces: [], ending: .cut)
        case 8: return MadeAnswer(text: #"{"promptFeedback":{"blockReason":"SAFETY"}}"#)
        default: return SpeechScript.geminiSound(Array(sound.prefix(40)), type: "audio/wav")
        }
    }
}
