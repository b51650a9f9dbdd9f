import Logging
public import ParlandoCore

/// Synthesizes texts with the chosen voice. If it fails, uses a fallback, in this order: another voice of the language,
/// the plain voice instead of a natural voice, a simplified text, the voice of this computer, an English voice. Each
/// fallback is logged and reported.
public struct VoiceService: Sendable {
    /// A synthesized sentence, with the voice plan after any fallback to another voice.
    public struct Spoken: Sendable {
        /// The sound of the sentence.
        public let sound: SpokenSound
        /// The voice plan for the next sentence, which includes any fallback to another voice.
        public let plan: VoicePlan
        /// Notices for the user about fallbacks.
        public let notices: [TranslatorNotice]
    }

    private let synthesizers: any SynthesizerMaking
    private let archive: any TranslationArchive
    private let log = Logger(label: "parlando.voice")

    public init(synthesizers: any SynthesizerMaking, archive: any TranslationArchive) {
        self.synthesizers = synthesizers
        self.archive = archive
    }

    /// Returns the voices for a language, best first.
    public func voices(
        for language: String, of kind: VoiceServiceKind, _ preferences: TranslatorPreferences
    ) async throws(SynthesisError) -> [Voice] {
        try await synthesizers.synthesizer(kind, preferences).voices(for: language)
    }

    /// Returns a sentence cutter, which divides a text into pieces short enough for the planned voice. The first pieces
    /// are shorter, if the voice allows it, so that speech begins soon.
    public func cutter(_ plan: VoicePlan) async -> SentenceCutter {
        let synthesizer = synthesizers.synthesizer(plan.kind, plan.preferences)
        return SentenceCutter(
            longest: synthesizer.capabilities.mostCharacters,
            cutsClauses: await synthesizer.speaksClauses(plan.language, voice: plan.voice))
    }

    /// Prepares the planned voice, which will speak soon.
    public func prepare(_ plan: VoicePlan) async {
        await synthesizers.synthesizer(plan.kind, plan.preferences).prepare(
            plan.language, voice: plan.voice, gender: VoiceGender(rawValue: plan.preferences.gender))
    }

    /// Synthesizes a text. Throws `SynthesisError` if no fallback is left, and `CancellationError` if the task is
    /// cancelled. If a text without letters, such as emoji, cannot be spoken by the planned voice, the error is
    /// `nothingToSay` and no other voice is tried.
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
                    // If the last fallback only lacks the language or script, the error of the voice that the user
                    // chose is more useful.
                    throw error.isOfVoice ? cause : error
                }
                notices.append(notice)
            }
        }
    }

    /// Synthesizes a whole text as one sound. Throws `SynthesisError` or `CancellationError`.
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

    /// Synthesizes a sentence. Returns nil if the sentence has nothing that can be spoken. Throws the errors of
    /// `speak`.
    func speakIfPossible(_ sentence: String, _ plan: VoicePlan) async throws -> Spoken? {
        do {
            return try await speak(sentence, plan)
        } catch let error as SynthesisError where error.kind == .nothingToSay {
            return nil
        }
    }

    private func attempt(_ request: SynthesisRequest, _ plan: VoicePlan) async throws -> SpokenSound {
        guard !plan.kind.descriptor.isLocal else {
            return try await synthesizers.synthesizer(plan.kind, plan.preferences).speak(request)
        }
        let key = Self.key(of: request, plan.kind)
        if let sound = await archive.remembered(key) {
            return sound
        }
        // The user agreed to send text to the translation service. The voice service may be a different one, which
        // needs consent too.
        guard plan.preferences.agreedServices.contains(plan.kind.rawValue) else {
            throw SynthesisError(.notAgreed)
        }
        let sound = try await synthesizers.synthesizer(plan.kind, plan.preferences).speak(request)
        // The sound is stored in a separate task, so that playback does not wait for the disk.
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

    /// Returns a copy of the request as a cache key, in which the voice's name includes the voice service.
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

    /// Chooses the next fallback after a voice has failed to speak `text`, and changes the plan accordingly. Returns a
    /// notice for the user; nil if no fallback is left.
    ///
    /// - Parameter steps: fallbacks that were already tried.
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

    /// Falls back to an English voice if the text is in the Latin script, because such speech can still be partly
    /// understood. Returns a notice for the user; nil if there is no such voice.
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
    /// Whether the error says only that the voice cannot speak this text or is not installed, and not that something
    /// failed.
    fileprivate var isOfVoice: Bool {
        [.languageRefused, .scriptRefused, .notInstalled].contains(kind)
    }

    /// Whether the text may be the cause of the error. If so, a simplified text is worth trying.
    fileprivate var isTextAtFault: Bool {
        [.blocked, .badSound, .badAnswer, .tooLong, .nothingToSay, .failed].contains(kind)
    }
}

extension String {
    /// Whether the text contains a letter or a digit.
    fileprivate var hasLetters: Bool {
        contains { $0.isLetter || $0.isNumber }
    }

    /// Whether all letters of the text belong to the Latin script.
    fileprivate var isLatin: Bool {
        let letters = unicodeScalars.filter { $0.properties.isAlphabetic }
        // Latin and its extensions end at U+024F; U+1E00…U+1EFF are its accented letters.
        return letters.allSatisfy { $0.value < 0x250 || (0x1E00...0x1EFF).contains($0.value) }
    }
}
