import Logging
public import ParlandoCore
import ParlandoSignal

/// Synthesizes texts with the chosen voice. If it fails: another voice of the language, the plain voice instead of a
/// natural one, a simplified text, this computer's voice, an English voice. Each fallback is logged and reported.
public struct VoiceService: Sendable {
    /// A sentence, with the plan after any fallback.
    public struct Spoken: Sendable {
        public let sound: SpokenSound
        /// Plan for the next sentence.
        public let plan: VoicePlan
        /// Notices about fallbacks.
        public let notices: [TranslatorNotice]
    }

    private let services: any ServiceMaking
    private let archive: any TranslationArchive
    private let log = Logger(label: "parlando.voice")

    public init(_ services: any ServiceMaking, archive: any TranslationArchive) {
        self.services = services
        self.archive = archive
    }

    /// Returns the voices for a language, best first.
    public func voices(
        for language: String, of kind: VoiceServiceKind, _ preferences: TranslatorPreferences
    ) async throws(SynthesisError) -> [Voice] {
        try await services.synthesizer(kind, preferences).voices(for: language)
    }

    /// Cuts a text into pieces short enough for the voice, the first ones shorter if it allows that.
    public func cutter(_ plan: VoicePlan) async -> SentenceCutter {
        let synthesizer = services.synthesizer(plan.kind, plan.preferences)
        return SentenceCutter(
            longest: synthesizer.mostCharacters,
            cutsClauses: await synthesizer.speaksClauses(plan.language, voice: plan.voice))
    }

    public func prepare(_ plan: VoicePlan) async {
        await services.synthesizer(plan.kind, plan.preferences).prepare(
            plan.language, voice: plan.voice, gender: VoiceGender(rawValue: plan.preferences.gender))
    }

    /// Throws `SynthesisError` if no fallback is left, or `CancellationError`. For a text without letters, such as
    /// emoji, the error is `nothingToSay` and no other voice is tried.
    public func speak(_ text: String, _ plan: VoicePlan) async throws -> Spoken {
        var plan = plan
        var notices: [TranslatorNotice] = []
        var steps = Set<Step>()
        var first: SynthesisError?
        while true {
            do {
                let sound = try await attempt(plan.request(text), plan)
                return Spoken(sound: sound, plan: plan, notices: notices)
            } catch let error as SynthesisError {
                try Task.checkCancellation()
                log.notice("\(plan.kind.rawValue) does not speak \(plan.language): \(error.kind) \(error.detail)")
                if !text.hasLetters, error.isTextAtFault || error.kind == .scriptRefused {
                    throw SynthesisError(.nothingToSay, detail: error.detail)
                }
                let cause = first ?? error
                first = cause
                guard let notice = await stepDown(from: error, text, &plan, &steps) else {
                    // The error of the chosen voice is more useful than that a fallback lacks the language or script.
                    throw error.isOfVoice ? cause : error
                }
                notices.append(notice)
            }
        }
    }

    /// As one sound. Throws `SynthesisError` or `CancellationError`.
    public func speakWhole(_ text: String, _ plan: VoicePlan) async throws -> Spoken {
        var cutter = await cutter(plan)
        var joiner = SoundJoiner()
        var plan = plan
        var notices: [TranslatorNotice] = []
        for sentence in cutter.take(text, isWhole: true) {
            guard let spoken = try await speakIfPossible(sentence, plan) else {
                continue
            }
            plan = spoken.plan
            notices += spoken.notices
            joiner.append(spoken.sound)
        }
        guard let sound = joiner.sound else {
            throw SynthesisError(.nothingToSay)
        }
        return Spoken(sound: sound, plan: plan, notices: notices)
    }

    /// Nil if nothing in the sentence can be spoken. Throws the errors of `speak`.
    func speakIfPossible(_ sentence: String, _ plan: VoicePlan) async throws -> Spoken? {
        do {
            return try await speak(sentence, plan)
        } catch let error as SynthesisError where error.kind == .nothingToSay {
            return nil
        }
    }

    private func attempt(_ request: SynthesisRequest, _ plan: VoicePlan) async throws -> SpokenSound {
        guard !plan.kind.descriptor.isLocal else {
            return try await services.synthesizer(plan.kind, plan.preferences).speak(request)
        }
        let key = Self.key(of: request, plan.kind)
        if let sound = await archive.remembered(key) {
            return sound
        }
        // A consent that was withdrawn meanwhile has cancelled the task.
        try Task.checkCancellation()
        // The voice service may be another one than the translation service, and needs consent too.
        guard plan.preferences.agreedServices.contains(plan.kind.rawValue) else {
            throw SynthesisError(.notAgreed)
        }
        let sound = try await services.synthesizer(plan.kind, plan.preferences).speak(request)
        // Playback does not wait for the disk.
        Task { await keep(sound, of: key, for: plan.exchange) }
        return sound
    }

    private func keep(_ sound: SpokenSound, of key: SynthesisRequest, for exchange: Exchange.ID?) async {
        do throws(ArchiveError) {
            try await archive.keep(sound, of: key, for: exchange)
        } catch {
            log.warning("sound is not kept: \(error.kind) \(error.detail)")
        }
    }

    /// The cache key, with the voice service in the voice's name.
    private static func key(of request: SynthesisRequest, _ kind: VoiceServiceKind) -> SynthesisRequest {
        var key = request
        key.voice = "\(kind.rawValue):\(request.voice ?? "")"
        return key
    }
}

// MARK: - When a voice cannot speak

extension VoiceService {
    private enum Step: Hashable {
        case otherVoice, plainVoice, simplerText, localVoice, englishVoice
    }

    /// Chooses the next fallback and changes the plan. Nil if none is left.
    private func stepDown(
        from error: SynthesisError, _ text: String, _ plan: inout VoicePlan, _ steps: inout Set<Step>
    ) async -> TranslatorNotice? {
        if error.kind == .voiceGone, steps.insert(.otherVoice).inserted,
            let voice = await best(plan.language, of: plan.kind, plan, otherThan: plan.voice)
        {
            plan.speak(with: voice.id, of: plan.kind)
            return .otherVoice(plan.kind, voice, failure: error)
        }
        if error.kind.isOfNaturalVoice, steps.insert(.plainVoice).inserted,
            let voice = await best(plan.language, of: plan.kind, plan, otherThan: plan.voice, isPlain: true)
        {
            plan.speak(with: voice.id, of: plan.kind)
            return .otherVoice(plan.kind, voice, failure: error)
        }
        if error.isTextAtFault, !plan.isSimplified, SimplerText.make(of: text) != nil,
            steps.insert(.simplerText).inserted
        {
            plan.simplify()
            return .simplifiedText
        }
        if !plan.kind.descriptor.isLocal, steps.insert(.localVoice).inserted {
            let local = VoiceServiceKind.local
            let chosen = plan.preferences.voices["\(local.rawValue):\(plan.language)"]
            if let voice = await best(plan.language, of: local, plan, otherThan: nil) {
                plan.speak(with: chosen, of: local)
                return .otherVoice(local, voice, failure: error)
            }
        }
        return await english(error, text, &plan, &steps)
    }

    /// Speech in the Latin script can still be partly understood in English. Nil if there is no such voice.
    private func english(
        _ error: SynthesisError, _ text: String, _ plan: inout VoicePlan, _ steps: inout Set<Step>
    ) async -> TranslatorNotice? {
        guard error.kind == .languageRefused, text.isLatin, steps.insert(.englishVoice).inserted else {
            return nil
        }
        for kind in [plan.preferences.voiceService, .local] {
            if let voice = await best("en", of: kind, plan, otherThan: nil) {
                plan.speak(with: voice.id, of: kind)
                return .otherVoice(kind, voice, failure: error)
            }
        }
        return nil
    }

    private func best(
        _ language: String, of kind: VoiceServiceKind, _ plan: VoicePlan, otherThan gone: Voice.ID?,
        isPlain: Bool = false
    ) async -> Voice? {
        do throws(SynthesisError) {
            let voices = try await voices(for: language, of: kind, plan.preferences).filter {
                $0.id != gone && !($0.isNatural && isPlain)
            }
            return voices.first { $0.gender?.rawValue == plan.preferences.gender } ?? voices.first
        } catch {
            log.info("no list of voices of \(kind.rawValue): \(error.kind) \(error.detail)")
            return nil
        }
    }
}

extension SynthesisError {
    /// Whether the voice only cannot speak this text or is not installed.
    fileprivate var isOfVoice: Bool {
        [.languageRefused, .scriptRefused, .notInstalled].contains(kind)
    }

    /// Whether a simplified text is worth trying.
    fileprivate var isTextAtFault: Bool {
        [.blocked, .badSound, .badAnswer, .tooLong, .nothingToSay, .failed].contains(kind)
    }
}

extension String {
    fileprivate var hasLetters: Bool {
        contains { $0.isLetter || $0.isNumber }
    }

    fileprivate var isLatin: Bool {
        let letters = unicodeScalars.filter { $0.properties.isAlphabetic }
        // Latin and its extensions end at U+024F; U+1E00…U+1EFF are its accented letters.
        return letters.allSatisfy { $0.value < 0x250 || (0x1E00...0x1EFF).contains($0.value) }
    }
}

/// The voice of a text: the user's choice, or a fallback. One plan holds for the whole text.
public struct VoicePlan: Sendable, Equatable {
    public private(set) var kind: VoiceServiceKind
    /// Nil for the best voice of the language.
    public private(set) var voice: Voice.ID?
    /// ISO 639-1 code.
    public let language: String
    public let preferences: TranslatorPreferences
    /// Nil if the text belongs to no exchange.
    public let exchange: Exchange.ID?
    /// Whether texts are simplified (`SimplerText`), because the service refused one.
    public private(set) var isSimplified = false

    public init(language: String, _ preferences: TranslatorPreferences, of exchange: Exchange.ID? = nil) {
        self.exchange = exchange
        self.language = language
        self.preferences = preferences
        kind = preferences.voiceService
        voice = preferences.voices["\(kind.rawValue):\(language)"]
    }

    func request(_ text: String) -> SynthesisRequest {
        let spoken = SpokenText.make(of: isSimplified ? SimplerText.make(of: text) ?? text : text)
        return SynthesisRequest(
            spoken, language: language, voice: voice, gender: VoiceGender(rawValue: preferences.gender),
            manner: preferences.manner)
    }

    mutating func speak(with voice: Voice.ID?, of kind: VoiceServiceKind) {
        self.kind = kind
        self.voice = voice
    }

    mutating func simplify() {
        isSimplified = true
    }
}

/// Joins sounds at the sample rate of the first.
struct SoundJoiner {
    private var samples: [Float] = []
    private var rate: Int?

    var sound: SpokenSound? {
        rate.map { SpokenSound(samples: samples, rate: $0) }
    }

    mutating func append(_ sound: SpokenSound) {
        let target = rate ?? sound.rate
        rate = target
        guard sound.rate != target else {
            samples += sound.samples
            return
        }
        // Fails only for extreme ratios, which speech never has.
        if let resampler = Resampler(rate: sound.rate, channels: 1, to: target) {
            samples += sound.samples.withUnsafeBufferPointer { resampler.process($0) } + resampler.finish()
        }
    }
}
