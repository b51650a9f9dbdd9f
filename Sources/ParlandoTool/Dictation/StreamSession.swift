import Foundation
import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem

/// One dictation at the command line, from the first block to the last word.
@MainActor final class StreamSession {
    private let dictation: DictationService
    private let microphone: MeteredMicrophone
    private let valve = SoundValve()
    private let printer: any SessionPrinter
    private let model: String
    private let source: String
    private let seconds: Int?
    private let file: FileMicrophone?
    private var document: TranscriptDocument
    private var shown = Transcript()
    private var revisions = RevisionCounter()
    private var failure: Failure?
    private var isInterrupted = false
    private var ended: CheckedContinuation<Void, Never>?
    private var phase: DictationPhase?

    /// - Parameters:
    ///   - source: what is listened to, for messages.
    ///   - seconds: of sound, after which it stops; nil: at the end of the sound.
    ///   - file: where the sound comes from, if it is a file: one that breaks off does not come back.
    init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, printer: any SessionPrinter, model: String,
        source: String, seconds: Int? = nil, file: FileMicrophone? = nil
    ) {
        self.microphone = MeteredMicrophone(microphone, valve: file != nil ? valve : nil)
        self.printer = printer
        self.model = model
        self.source = source
        self.seconds = seconds
        self.file = file
        document = TranscriptDocument(began: Date())
        dictation = DictationService(microphone: self.microphone, recognizer: recognizer)
    }

    /// Returns when all has been recognised and written out. Throws what went wrong on the way, or the interruption.
    func run(_ options: DictationOptions) async throws(Failure) {
        dictation.delegate = self
        let interrupts = Interrupts()
        defer { interrupts.stop() }
        Task { [weak self, signals = interrupts.signals] in
            for await _ in signals {
                await self?.interrupt()
            }
        }
        await dictation.start(options)
        // It may be over before the start has returned.
        if phase != .idle {
            await withCheckedContinuation { ended = $0 }
        }
        try printer.final(document, at: microphone.wallSeconds)
        try printer.summary(summary)
        if let file, !isInterrupted {
            await file.report().tell(of: source, hasText: !document.isEmpty)
        }
        if let failure {
            throw failure
        }
        if isInterrupted {
            throw Failure(.interrupted, "")
        }
    }

    /// Ends the session with this failure; what was recognised is still written out.
    func fail(_ failure: Failure) async {
        self.failure = self.failure ?? failure
        await dictation.abort()
    }

    /// The first time the last words are waited for, the second time not.
    private func interrupt() async {
        if isInterrupted {
            await dictation.abort()
        } else {
            isInterrupted = true
            await dictation.stop()
        }
    }

    private var summary: SessionSummary {
        SessionSummary(
            audioSeconds: SessionLine.rounded(microphone.audioSeconds),
            wallSeconds: SessionLine.rounded(microphone.wallSeconds),
            cpuSeconds: SessionLine.rounded(ProcessFigures.cpuSeconds),
            peakMemory: SessionLine.rounded(ProcessFigures.peakMemory),
            settledWords: document.transcript.wordCount, revisedWords: revisions.revised)
    }

    private func show(_ transcript: Transcript) throws(Failure) {
        let now = microphone.wallSeconds
        let added = transcript.words(from: shown.wordCount)
        revisions.show(settled: added.flatMap(\.words), tentative: transcript.tentative)
        if let mark = transcript.mark(since: shown) {
            try printer.settled([mark], beginsParagraph: false, at: now)
        }
        for (index, piece) in added.enumerated() {
            let goesOn = index == 0 && !shown.paragraphs.isEmpty && piece.isContinuation
            try printer.settled(piece.words, beginsParagraph: !goesOn, at: now)
        }
        if transcript.tentative != shown.tentative {
            try printer.partial(transcript.tentative, at: now)
        }
        shown = transcript
        document.hear(transcript)
    }

    /// Writes; where nobody can be written to any more the session ends.
    private func write(_ work: () throws(Failure) -> Void) {
        do throws(Failure) {
            try work()
        } catch {
            Task { await fail(error) }
        }
    }
}

extension StreamSession: DictationServiceDelegate {
    func dictationService(_ service: any Dictating, didReport event: DictationEvent) {
        switch event {
        case .phase(let phase):
            enter(phase)
        case .transcript(let transcript):
            write { () throws(Failure) in try show(transcript) }
        case .elapsed(let seconds):
            if seconds == self.seconds {
                Task { await dictation.stop() }
            }
        case .language(let code, _):
            document.language = code
        case .warning(let warning):
            tell(of: warning)
        case .recognised(let seconds, _):
            valve.advance(to: seconds)
        case .failure(let failure):
            note(failure)
        case .level, .halt, .silence:
            // Nobody can be asked here: a failure ends the session.
            break
        }
    }

    private func enter(_ phase: DictationPhase) {
        if phase == .deviceLost, file != nil {
            Task { await dictation.stop() }
        }
        self.phase = phase
        if phase == .idle {
            ended?.resume()
            ended = nil
        }
    }

    private func tell(of warning: RecognitionWarning) {
        guard let message = warning.message else {
            return
        }
        let now = microphone.wallSeconds
        write { () throws(Failure) in try printer.warning(message.text, at: now) }
    }

    private func note(_ failure: DictationFailure) {
        if case .audio(let error) = failure, error.kind == .lost {
            if let file {
                self.failure = self.failure ?? Failure(file.failure ?? AudioFileError(.truncated), path: source)
            } else {
                // The session goes on when the microphone is back.
                Output.error("parlandoctl: \(error.message.text)")
            }
            return
        }
        self.failure = self.failure ?? Failure(failure, model: model, source: source)
    }
}

/// Words that settled together in one paragraph.
private struct Piece {
    let words: [Word]
    /// Whether their paragraph had words before.
    let isContinuation: Bool
}

extension Transcript {
    /// The punctuation mark that has joined the last settled word since then.
    fileprivate func mark(since old: Transcript) -> Word? {
        guard let paragraph = old.paragraphs.indices.last, let word = old.paragraphs[paragraph].words.indices.last
        else {
            return nil
        }
        let (before, now) = (old.paragraphs[paragraph].words[word], paragraphs[paragraph].words[word])
        guard now.text.count > before.text.count else {
            return nil
        }
        let mark = String(now.text.dropFirst(before.text.count))
        return Word(text: mark, start: before.end, end: now.end, probability: now.probability, isGlued: true)
    }

    /// The settled words from the one of this number on, paragraph by paragraph. Looks only at the paragraphs they are in.
    fileprivate func words(from number: Int) -> [Piece] {
        var left = wordCount - number
        var pieces: [Piece] = []
        for paragraph in paragraphs.reversed() {
            guard left > 0 else {
                break
            }
            let words = paragraph.words.suffix(left)
            pieces.append(Piece(words: Array(words), isContinuation: words.count < paragraph.words.count))
            left -= words.count
        }
        return pieces.reversed()
    }
}
