import ParlandoCore
import ParlandoSignal

/// One dictation session. A single loop owns it and passes events to it.
///
/// Sound goes from the microphone straight into the recogniser's queue. The queue never drops sound, so a recogniser
/// that is still loading or has fallen behind can catch up.
struct DictationSession {
    /// Interval between attempts to open a lost microphone.
    private static let retryInterval = Duration.milliseconds(500)

    private let microphone: any Microphone
    private let clock: any Clock<Duration>
    private let outbox: Outbox<DictationEvent>
    private let recorders: [any DictationRecording]
    /// All events reach the session through it.
    private let door: AsyncStream<SessionEvent>.Continuation
    private let sound: AsyncStream<AudioBlock>.Continuation
    private let recognition: Task<Void, Never>

    private var phase = DictationPhase.opening
    private var capture = CaptureControl()
    private var silence: SilenceClock
    private var gauge = LevelGauge(rate: AudioBlock.sampleRate)
    /// Nil for kept sound.
    private var signal: SignalWatch?
    private var transcript = Transcript()
    private var rules = ReplacementRules()
    private var replacement = LiveReplacement(ReplacementRules())
    private var takeBack = TakeBack()
    private var samples = 0
    private var elapsed = -1
    private var hasListened = false
    private var isAborted = false
    private var isRecognised = false
    /// Whether part of the sound was not recognised.
    private(set) var isUnfinished = false
    /// Failure of recognition before the microphone was open. If the microphone cannot be opened, only that is
    /// reported.
    private var unreported: DictationFailure?
    /// Of former sessions, with their rules applied.
    private let former: [Paragraph]
    /// Offset of the first sample in seconds; above 0 only if the session continues another.
    private let lead: Double
    /// Whether the microphone is being opened by an automatic retry, whose failure is not reported again.
    private var isRetrying = false
    private var retry: Task<Void, Never>?

    init(
        options: DictationOptions, microphone: any Microphone, sound: AsyncStream<AudioBlock>.Continuation,
        recognition: Task<Void, Never>, clock: any Clock<Duration>,
        outbox: Outbox<DictationEvent>, door: AsyncStream<SessionEvent>.Continuation,
        recorders: [any DictationRecording]
    ) {
        self.microphone = options.resumed.map { RecordingMicrophone(recording: $0.speech.recording) } ?? microphone
        self.clock = clock
        self.outbox = outbox
        self.door = door
        // Kept sound was recorded when it was captured.
        self.recorders = options.resumed == nil ? recorders : []
        silence = SilenceClock(limit: options.resumed == nil ? options.silenceStop : nil)
        signal = options.resumed == nil ? SignalWatch() : nil
        samples = options.resumed?.speech.start ?? options.formerSamples
        lead = Double(samples) / Double(AudioBlock.sampleRate)
        transcript = options.resumed?.transcript ?? options.former
        former = options.resumed == nil ? options.former.paragraphs : []
        self.sound = sound
        self.recognition = recognition
        capture.device = options.microphone
        capture.wantsSound = true
    }

    var isOver: Bool {
        isRecognised && capture.isClosed
    }

    mutating func begin() {
        outbox.post(.phase(.opening))
        // The text of an interrupted session waits for the rules.
        if transcript.isEmpty {
            post()
        }
        proceed()
    }

    mutating func handle(_ event: SessionEvent) {
        switch event {
        case .command(let command):
            obey(command)
        case .opened:
            capture.didOpen()
            report(unreported)
            unreported = nil
            if capture.wantsSound {
                goOn()
            }
        case .notOpened(let error):
            didFailToOpen(error)
        case .captured(let news):
            take(news)
        case .captureEnded:
            // A lost device is waited for. Any other stream that ends by itself is a recording played to its end.
            if capture.didEnd(), phase == .listening {
                enter(.finishing)
            }
        case .timeToRetry:
            if phase == .deviceLost, capture.isClosed {
                isRetrying = true
                capture.wantsSound = true
            }
        case .rules(let rules, let commands):
            self.rules = rules
            takeBack = TakeBack(commands, after: transcript)
            replacement = LiveReplacement(rules, after: former)
            if !transcript.isEmpty {
                post()
            }
        case .recognised(let news):
            if !isAborted {
                take(news)
            }
        case .recognitionEnded(let error):
            didEndRecognition(error)
        }
        proceed()
    }

    // MARK: Commands

    private mutating func obey(_ command: SessionEvent.Command) {
        isRetrying = false
        switch (command, phase) {
        case (.stop, .opening), (.stop, .listening), (.stop, .paused), (.stop, .deviceLost):
            finish()
        case (.abort(let keepsWords), _):
            if keepsWords {
                transcript.apply(.final(transcript.interim))
                post()
            }
            isAborted = true
            recognition.cancel()
            finish()
        case (.pause, .opening), (.pause, .listening), (.pause, .deviceLost):
            capture.wantsSound = false
            enter(.paused)
        case (.resume, .paused), (.resume, .deviceLost):
            silence.hear(until: seconds)
            capture.wantsSound = true
            if !capture.isOpen {
                enter(.opening)
            }
        case (.change(let device), .paused):
            capture.device = device
        case (.change(let device), .opening), (.change(let device), .listening), (.change(let device), .deviceLost):
            capture.device = device
            capture.wantsSound = true
        case (.stop, _), (.pause, _), (.resume, _), (.change, _):
            break
        }
    }

    private mutating func finish() {
        capture.wantsSound = false
        retry?.cancel()
        enter(.finishing)
    }

    // MARK: Sound

    private mutating func take(_ news: CaptureEvent) {
        switch news {
        case .block(let block):
            sound.yield(block)
            recorders.forEach { $0.take(.captured(block)) }
            samples += block.samples.count
            if let level = gauge.add(block.samples) {
                outbox.post(.level(level))
            }
            if let warning = signal?.hear(block, from: capture.device) {
                outbox.post(.warning(warning))
            }
            if elapsed != samples / AudioBlock.sampleRate {
                elapsed = samples / AudioBlock.sampleRate
                outbox.post(.elapsed(elapsed))
            }
        case .lost(let error):
            if phase == .listening {
                enter(.deviceLost)
                outbox.post(.failure(.audio(error)))
            }
        case .restored:
            if phase == .deviceLost {
                goOn()
            }
        }
    }

    private mutating func goOn() {
        hasListened = true
        silence.hear(until: seconds)
        enter(.listening)
    }

    private mutating func didFailToOpen(_ error: AudioError) {
        capture.didFailToOpen()
        unreported = nil
        if !isRetrying {
            outbox.post(.failure(.audio(error)))
        }
        switch phase {
        case .opening where !hasListened:
            isAborted = true
            finish()
        case .finishing where !hasListened:
            isAborted = true
        case .opening where error.isTaken:
            // The other part may need the microphone for some time. The user can try again with Resume.
            enter(.paused)
        case .opening, .listening:
            enter(.deviceLost)
            retryLater()
        case .deviceLost:
            retryLater()
        case .idle, .paused, .finishing:
            break
        }
    }

    private mutating func retryLater() {
        retry?.cancel()
        retry = Task { [clock, door] in
            do {
                try await clock.sleep(for: Self.retryInterval)
                door.yield(.timeToRetry)
            } catch {
                // Another attempt replaces this one, or the session is over.
            }
        }
    }

    // MARK: Text

    private mutating func take(_ news: RecognitionEvent) {
        switch news {
        case .interim(let words):
            silence.hear(words)
            transcript.apply(.interim(words.map { $0.moved(by: lead) }))
            post()
        case .final(let words):
            silence.hear(words)
            transcript.apply(.final(words.map { $0.moved(by: lead) }))
            post()
        case .paragraphEnded:
            transcript.apply(news)
            // Words that might have begun a rule are final now.
            endParagraph()
        case .language(let code, let probability):
            outbox.post(.language(code, probability: probability))
        case .warning(let warning):
            outbox.post(.warning(warning))
            if warning == .queueFull {
                finish()
            }
        case .progress(let seconds):
            outbox.post(.recognised(lead + seconds, of: self.seconds))
            stopAfterSilence(at: seconds)
        case .halted(let error):
            outbox.post(.halt(error))
        case .wentOn:
            outbox.post(.halt(nil))
        case .kept(let seconds, let speechEnd):
            silence.hear(until: speechEnd)
            stopAfterSilence(at: seconds)
        }
    }

    private mutating func endParagraph() {
        if let isAbove = takeBack.endParagraph(of: transcript) {
            replacement = LiveReplacement(rules)
            let rest = replacement.apply(to: takeBack.apply(to: transcript), isOver: isRecognised)
            outbox.post(.takenBack(rest, isAbove: isAbove))
        }
        post()
    }

    /// Posts the transcript with rules and commands applied, and at the end also without, if they changed it.
    private mutating func post() {
        let replaced = replacement.apply(to: takeBack.apply(to: transcript), isOver: isRecognised)
        outbox.post(.transcript(replaced))
        if isRecognised, case let heard = takeBack.whole(transcript), replaced.text != heard.text {
            outbox.post(.heard(heard))
        }
    }

    private mutating func stopAfterSilence(at seconds: Double) {
        guard phase == .listening, silence.isOver(at: seconds), let limit = silence.limit else {
            return
        }
        outbox.post(.silence(Int(limit)))
        finish()
    }

    private mutating func didEndRecognition(_ error: RecognitionError?) {
        isRecognised = true
        let early = phase == .finishing ? nil : RecognitionError(.engineFailed, detail: "ended before the sound did")
        let failure = isAborted ? nil : (error ?? early).map(DictationFailure.recognition)
        isUnfinished = isAborted || failure != nil
        if capture.isOpening, !hasListened {
            unreported = failure
        } else {
            report(failure)
        }
        if !transcript.interim.isEmpty || !rules.isEmpty || !takeBack.isEmpty {
            transcript.apply(.interim([]))
            endParagraph()
        }
        finish()
    }

    // MARK: Going on

    /// Duration of the captured sound.
    var seconds: Double {
        Double(samples) / Double(AudioBlock.sampleRate)
    }

    private func report(_ failure: DictationFailure?) {
        if let failure {
            outbox.post(.failure(failure))
        }
    }

    private mutating func enter(_ next: DictationPhase) {
        guard next != phase else {
            return
        }
        phase = next
        outbox.post(.phase(next))
    }

    /// Takes the next step: opens or closes the microphone, or ends the recogniser's sound.
    private mutating func proceed() {
        switch capture.nextStep() {
        case .open(let device):
            open(device)
        case .close:
            microphone.close()
        case nil:
            break
        }
        if phase == .finishing, capture.isClosed {
            sound.finish()
            if !hasListened, seconds == lead {
                // No model is waited for.
                recognition.cancel()
            }
        }
    }

    private func open(_ device: AudioDevice.ID?) {
        Task { [microphone, door] in
            do throws(AudioError) {
                let events = try await microphone.open(device)
                door.yield(.opened)
                for await event in events {
                    door.yield(.captured(event))
                }
                door.yield(.captureEnded)
            } catch {
                door.yield(.notOpened(error))
            }
        }
    }
}

/// Notices that a microphone is muted or broken, and when it gives sound again.
struct SignalWatch {
    /// In samples.
    private static let patience = 4 * AudioBlock.sampleRate

    private var silent = 0

    /// Returns nil if there is no news.
    mutating func hear(_ block: AudioBlock, from device: AudioDevice.ID?) -> RecognitionWarning? {
        let wasMissing = silent >= Self.patience
        // A loudspeaker that plays nothing is not muted.
        let isExpected = AudioDevice.isPlayed(device)
        silent = block.isSilent && !isExpected ? silent + block.samples.count : 0
        let isMissing = silent >= Self.patience
        guard isMissing != wasMissing else {
            return nil
        }
        return isMissing ? .noSound : .sound
    }
}

/// Detects silence. Counts seconds of recognised sound, so neither a pause nor sound that waits for a model is silence.
struct SilenceClock {
    /// In seconds; nil if there is none.
    let limit: Double?
    private var quietSince = 0.0

    init(limit: Int?) {
        self.limit = limit.map(Double.init)
    }

    /// Silence is counted from the end of the last word.
    mutating func hear(_ words: [Word]) {
        if let last = words.last {
            hear(until: last.end)
        }
    }

    mutating func hear(until seconds: Double) {
        quietSince = max(quietSince, seconds)
    }

    /// `seconds` is the recognised sound.
    func isOver(at seconds: Double) -> Bool {
        guard let limit else {
            return false
        }
        return seconds - quietSince >= limit
    }
}

/// Delivers a recording as fast as its stream is read, then ends the stream.
struct RecordingMicrophone: Microphone {
    private static let blockSize = AudioBlock.sampleRate / 10
    let recording: SpeechRecording

    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let samples = recording.samples
        return AsyncStream { stream in
            for start in stride(from: 0, to: samples.count, by: Self.blockSize) {
                let end = min(start + Self.blockSize, samples.count)
                stream.yield(.block(AudioBlock(samples: Array(samples[start..<end]))))
            }
            stream.finish()
        }
    }

    func close() {}
}
