import Foundation
public import ParlandoCore

/// Shows what is said at the microphone, what the computer plays, or both. Each side has a dictation session of its own;
/// their text and sound are put together on one clock. A command has no effect if it makes no sense.
public actor CaptionService {
    private struct SideEar: DictationRecording {
        let side: CaptionSide
        let door: AsyncStream<(CaptionSide, DictationNews)>.Continuation

        func take(_ news: DictationNews) {
            door.yield((side, news))
        }
    }

    private struct Side {
        var phase: DictationPhase
        var transcript: Transcript?
        var language: String?
        /// The last minute, so that speech can be translated.
        var sound: RecentSounds
        /// Samples that are not recognized yet.
        var kept = 0
        /// Whether its server gives no answers.
        var isHalted = false
        var heard = 0
        /// Once it has ended.
        var beginsAgain = false
    }

    /// The session under way, or the latest one.
    private struct Run {
        var options: CaptionOptions
        var phase: DictationPhase
        var sound: CaptionSound
        var text: CaptionText
        var sentences = CaptionSentences()
        var sides: [CaptionSide: Side] = [:]
        var elapsed = -1
        var translating: [Int: Task<Void, Never>] = [:]
        /// Why the latest sentence is not translated.
        var untranslated: TranslatorFailure?
        var isStopped = false
        /// Ends the wait for the last translations; nil before.
        var patience: Task<Void, Never>?

        init(_ options: CaptionOptions, _ phase: DictationPhase) {
            self.options = options
            self.phase = phase
            sound = CaptionSound(options.source)
            text = CaptionText(labels: options.source == .both ? options.labels : [:])
            var recent = RecentSounds()
            recent.most = CaptionService.mostKept / 10
            recent.begin(options.session)
            options.source.sides.forEach { sides[$0] = Side(phase: phase, sound: recent) }
        }
    }

    /// Sentences that wait for a request. The oldest is given up for another one.
    private static let mostWaiting = 8
    /// Samples that a side keeps for a server that has halted: ten minutes.
    private static let mostKept = 600 * AudioBlock.sampleRate
    /// Time for the last translations.
    private static let patience = Duration.seconds(2)

    @MainActor public weak var delegate: (any CaptionServiceDelegate)?

    private let services: [CaptionSide: DictationService]
    private let servers: [CaptionSide: any ServerRecognizing]?
    private let recorder: (any DictationRecording)?
    private let translator: CaptionTranslator?
    private let clock: any Clock<Duration>
    private let outbox = Outbox<CaptionEvent>()
    private var run = Run(CaptionOptions(source: .both), .idle)

    /// - Parameters:
    ///   - servers: one for each side, since each sends again only what is its own.
    ///   - recorder: receives the text and sound of both sides as of one session.
    public init(
        microphone: any Microphone, computer: any Microphone, recognizer: any SpeechRecognizer,
        servers: [CaptionSide: any ServerRecognizing]?, words: (any WordBookStore)?,
        recorder: (any DictationRecording)?, translator: CaptionTranslator?,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let (events, door) = AsyncStream.makeStream(of: (CaptionSide, DictationNews).self)
        func service(_ side: CaptionSide, _ microphone: any Microphone) -> DictationService {
            DictationService(
                microphone: microphone, recognizer: recognizer, servers: servers?[side], words: words,
                recorders: [SideEar(side: side, door: door)], clock: clock)
        }
        services = [.you: service(.you, microphone), .computer: service(.computer, computer)]
        self.servers = servers
        self.recorder = recorder
        self.translator = translator
        self.clock = clock
        outbox.deliver(through: self)
        Task { [weak self] in
            for await (side, news) in events {
                await self?.take(news, of: side)
            }
        }
    }

    public func start(_ options: CaptionOptions) async {
        guard run.phase == .idle else {
            return
        }
        run = Run(options, .opening)
        var whole = DictationOptions(recognition: options.recognition)
        (whole.session, whole.title, whole.channels) = (options.session, options.title, options.source.sides.count)
        recorder?.take(.began(whole))
        outbox.post(.phase(.opening))
        for side in options.source.sides {
            await open(side)
        }
    }

    /// Also a side that had ended, which goes on where it is.
    private func open(_ side: CaptionSide) async {
        // Not idle while it is being told to begin.
        run.sides[side]?.phase = .opening
        run.sides[side]?.kept = 0
        run.sides[side]?.isHalted = false
        let device = side == .you ? Self.own(run.options.microphone) : AudioDevice.computer.id
        var half = DictationOptions(microphone: device, recognition: run.options.recognition, silenceStop: nil)
        half.takesBack = false
        half.former = run.sides[side]?.transcript ?? Transcript()
        half.former.apply(.paragraphEnded)
        half.formerSamples = run.sides[side]?.heard ?? 0
        await services[side]?.start(half)
        if run.isStopped {
            await services[side]?.abort()
        }
    }

    /// The last words are still reported, and translations that come soon; the words as they stand if at once.
    public func stop(atOnce: Bool = false) async {
        run.isStopped = true
        for service in services.values {
            await atOnce ? service.abort(keepsWords: true) : service.stop()
        }
    }

    /// After a loss, or a failure of a server: what it has not answered is sent again. An ended side begins again.
    public func resume() async {
        run.untranslated = nil
        for side in run.options.source.sides {
            switch run.sides[side]?.phase {
            case .idle where !run.isStopped && run.patience == nil: await open(side)
            case .finishing: run.sides[side]?.beginsAgain = true
            default: await services[side]?.resume()
            }
        }
        servers?.values.forEach { $0.sendAgain() }
    }

    public func change(microphone: AudioDevice.ID?) async {
        run.options.microphone = microphone
        await services[.you]?.change(microphone: Self.own(microphone))
    }

    /// What the computer plays is the other side, also if it takes the place of a microphone elsewhere.
    private static func own(_ microphone: AudioDevice.ID?) -> AudioDevice.ID? {
        microphone == AudioDevice.computer.id ? nil : microphone
    }

    /// From the next sentence on. Nil: into none. If that fails too, it is reported again.
    public func translate(into target: String?) {
        (run.options.target, run.untranslated) = (target, nil)
    }

    // MARK: The sides

    private func take(_ news: DictationNews, of side: CaptionSide) async {
        switch news {
        case .captured(let block):
            run.sound.hear(block, of: side)
            run.sound.take().map { recorder?.take(.captured($0)) }
            // A chain would keep `run` open while the session is read.
            let session = run.options.session
            run.sides[side]?.sound.append(block.samples, to: session)
            run.sides[side]?.heard += block.samples.count
            run.sides[side]?.kept += block.samples.count
            if let halted = run.sides[side], halted.isHalted, halted.kept > Self.mostKept {
                run.sides[side]?.isHalted = false
                await services[side]?.stop()
            }
        case .reported(.elapsed(let seconds)) where seconds > run.elapsed:
            run.elapsed = seconds
            outbox.post(.elapsed(seconds))
        case .reported(.phase(let phase)):
            await enter(phase, of: side)
        case .reported(.transcript(let transcript)):
            show(transcript, of: side)
        case .reported(.language(let code, _)):
            run.sides[side]?.language = code
            recorder?.take(news)
        case .unfinished:
            recorder?.take(news)
        case .reported(.warning(let warning)):
            outbox.post(.warning(warning, of: side))
        case .reported(.failure(let failure)):
            outbox.post(.failure(failure, of: side))
        case .reported(.recognised(let seconds, let total)):
            run.sides[side]?.kept = Int((total - seconds) * Double(AudioBlock.sampleRate), within: 0...Self.mostKept)
        case .reported(.halt(let error)):
            run.sides[side]?.isHalted = error != nil
            error.map { outbox.post(.failure(.recognition($0), of: side)) }
        case .began, .reported:
            break
        }
    }

    private func enter(_ phase: DictationPhase, of side: CaptionSide) async {
        run.sides[side]?.phase = phase
        outbox.post(.side(side, phase))
        if phase == .idle, let transcript = run.sides[side]?.transcript {
            show(transcript, of: side, isOver: true)
        }
        if phase == .idle, run.sides[side]?.beginsAgain == true, !run.isStopped {
            run.sides[side]?.beginsAgain = false
            return await open(side)
        }
        let foremost = DictationBroadcast.foremost(run.sides.values.map(\.phase))
        if foremost == .idle {
            run.sound.take(isOver: true).map { recorder?.take(.captured($0)) }
            recorder?.take(.reported(.phase(.idle)))
            run.patience = Task {
                try? await clock.sleep(for: Self.patience)
                if !Task.isCancelled {
                    finish()
                }
            }
            if run.translating.isEmpty {
                finish()
            }
        } else if foremost != run.phase {
            run.phase = foremost
            outbox.post(.phase(foremost))
        }
    }

    private func show(_ transcript: Transcript, of side: CaptionSide, isOver: Bool = false) {
        run.sides[side]?.transcript = transcript
        if run.text.take(transcript, of: side, on: run.sound) {
            recorder?.take(.reported(.transcript(Transcript(paragraphs: run.text.paragraphs))))
        }
        run.sentences.take(transcript, of: side, on: run.sound, isOver: isOver).forEach { translate($0) }
        outbox.post(.sentences(run.sentences.latest))
    }

    /// No suspension here: a delegate that is told of the end can start a new session at once.
    private func finish() {
        run.patience?.cancel()
        for (id, task) in run.translating {
            task.cancel()
            run.sentences.set(.missing, of: id)
        }
        (run.translating, run.sides) = ([:], [:])
        outbox.post(.sentences(run.sentences.latest))
        if !run.text.paragraphs.isEmpty {
            outbox.post(.text(Transcript(paragraphs: run.text.paragraphs), run.options.session))
        }
        run.phase = .idle
        outbox.post(.phase(.idle))
    }

    // MARK: Translating

    private func translate(_ sentence: CaptionSentence) {
        let source = run.options.recognition.language ?? run.sides[sentence.side]?.language
        guard let translator, let target = run.options.target, source != target else {
            return
        }
        // Beginnings and ends of words are known roughly.
        let sound = run.sides[sentence.side]?.sound.samples(
            of: run.options.session, from: sentence.start - 0.2, to: sentence.end + 0.3)
        let earlier = run.translating.max { $0.key < $1.key }?.value
        run.sentences.set(.waiting, of: sentence.id)
        run.translating[sentence.id] = Task {
            do {
                let text = try await translator.translate(
                    sentence.final, sound ?? [], after: earlier, from: source, into: target)
                show(.text(text), of: sentence.id)
            } catch {
                let failure = (error as? TranslationError).map(TranslatorFailure.translation)
                show(.missing, of: sentence.id, error as? TranslatorFailure ?? failure)
            }
        }
        let waiting = run.translating.keys.sorted().dropFirst(TranslationLimits().parallel)
        if waiting.count > Self.mostWaiting, let oldest = waiting.first {
            run.translating[oldest]?.cancel()
            show(.missing, of: oldest, TranslatorFailure.translation(TranslationError(.queueFull)))
        }
    }

    private func show(_ translation: CaptionSentence.Translation, of id: Int, _ failure: TranslatorFailure? = nil) {
        // Not one that was given up.
        guard !Task.isCancelled, run.translating.removeValue(forKey: id) != nil else {
            return
        }
        if run.untranslated != failure {
            run.untranslated = failure
            outbox.post(.untranslated(failure))
        }
        run.sentences.set(translation, of: id)
        outbox.post(.sentences(run.sentences.latest))
        if run.patience != nil, run.translating.isEmpty {
            finish()
        }
    }
}

extension CaptionService: EventSource {
    @MainActor func report(_ event: CaptionEvent) {
        delegate?.captionService(self, didReport: event)
    }
}
