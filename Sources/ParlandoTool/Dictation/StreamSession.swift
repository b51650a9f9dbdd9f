import Foundation
import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem

/// A dictation on the command line.
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
    private var isSilent = false
    private var ended: CheckedContinuation<Void, Never>?
    private var phase: DictationPhase?

    /// - Parameters:
    ///   - source: what is heard, for messages.
    ///   - seconds: seconds of audio until the session stops by itself.
    ///   - file: the microphone if it reads a file, which cannot be reopened after an error.
    init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, printer: any SessionPrinter, model: String,
        source: String, seconds: Int? = nil, file: FileMicrophone? = nil, words: (any WordBookStore)? = nil
    ) {
        self.microphone = MeteredMicrophone(microphone, valve: file != nil ? valve : nil)
        self.printer = printer
        self.model = model
        self.source = source
        self.seconds = seconds
        self.file = file
        document = TranscriptDocument(began: Date())
        dictation = DictationService(microphone: self.microphone, recognizer: recognizer, words: words)
    }

    /// Returns once everything is recognized and printed. Throws the failure or the interruption.
    func run(_ options: DictationOptions) async throws(Failure) {
        dictation.delegate = self
        if let code = options.recognition.language {
            document.language = code
            printer.language(code)
        }
        let interrupts = Interrupts()
        defer { interrupts.stop() }
        _ = interrupts.each { [weak self] in await self?.interrupt() }
        await dictation.start(options)
        if phase != .idle {
            await withCheckedContinuation { ended = $0 }
        }
        do throws(Failure) {
            try printer.finish(document, at: microphone.wallSeconds)
            try printer.summary(summary)
        } catch {
            failure = failure ?? error
        }
        if isSilent, document.isEmpty {
            // The reason was told when it was noticed.
            failure = failure ?? Failure(.unavailable, "")
        }
        if let file, !isInterrupted {
            await file.report().tell(of: source, hasText: !document.isEmpty)
        }
        try interrupts.conclude(failure)
    }

    /// What has been recognized is still printed.
    func fail(_ failure: Failure) async {
        self.failure = self.failure ?? failure
        await dictation.abort()
    }

    /// The first Ctrl-C waits for the last words to be recognized, the second does not.
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
            audio_seconds: SessionLine.rounded(microphone.audioSeconds),
            wall_seconds: SessionLine.rounded(microphone.wallSeconds),
            cpu_seconds: SessionLine.rounded(ProcessFigures.cpuSeconds),
            peak_rss_mb: SessionLine.rounded(ProcessFigures.peakMemory),
            final_words: document.transcript.wordCount, revised_words: revisions.revised)
    }

    private func show(_ whole: Transcript) throws(Failure) {
        let now = microphone.wallSeconds
        // What is printed as final cannot be taken back.
        let transcript = whole.lasting
        let added = transcript.words(from: shown.wordCount)
        revisions.show(final: added.flatMap(\.words), interim: transcript.interim)
        if let mark = transcript.mark(since: shown) {
            try printer.showFinal([mark], beginsParagraph: false, at: now)
        }
        for (index, piece) in added.enumerated() {
            let goesOn = index == 0 && !shown.paragraphs.isEmpty && piece.isContinuation
            try printer.showFinal(piece.words, beginsParagraph: !goesOn, at: now)
        }
        if transcript.interim != shown.interim {
            try printer.showInterim(transcript.interim, at: now)
        }
        shown = transcript
        document.hear(whole)
    }

    /// If the output can no longer be written, the session ends.
    private func write(_ work: () throws(Failure) -> Void) {
        do throws(Failure) {
            try work()
        } catch {
            Task { await fail(error) }
        }
    }
}

extension StreamSession: DictationServiceDelegate {
    func dictationService(_ service: DictationService, didReport event: DictationEvent) {
        switch event {
        case .phase(let phase):
            enter(phase)
        case .transcript(let transcript):
            write { () throws(Failure) in try show(transcript) }
        case .takenBack(let transcript, _):
            // It stays printed.
            shown = transcript
            document.hear(transcript)
        case .elapsed(let seconds):
            if seconds == self.seconds {
                Task { await dictation.stop() }
            }
        case .language(let code, _):
            document.language = code
            printer.language(code)
        case .warning(let warning):
            tell(of: warning)
        case .recognised(let seconds, _):
            valve.advance(to: seconds)
        case .failure(let failure):
            note(failure)
        case .heard, .level, .halt, .silence:
            // Nobody can be asked, so a failure ends the session.
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
        // A recording may be silent for long.
        guard file == nil || warning != .noSound else {
            return
        }
        isSilent = warning == .noSound || isSilent && warning != .sound
        guard !warning.sentence.isEmpty else {
            return
        }
        let now = microphone.wallSeconds
        write { () throws(Failure) in try printer.warning(warning, at: now) }
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

/// Words of a paragraph that became final together, and whether it had final words before.
private typealias Piece = (words: [Word], isContinuation: Bool)

extension Transcript {
    /// The punctuation mark that joined the last word after that had become final.
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

    /// The final words from an index on, by paragraph. Looks only at paragraphs that have such words.
    fileprivate func words(from number: Int) -> [Piece] {
        var left = wordCount - number
        var pieces: [Piece] = []
        for paragraph in paragraphs.reversed() {
            guard left > 0 else {
                break
            }
            let words = paragraph.words.suffix(left)
            pieces.append((Array(words), words.count < paragraph.words.count))
            left -= words.count
        }
        return pieces.reversed()
    }
}

/// Counts interim words that were shown and then changed, from the first that differs in more than case and punctuation
/// ("erasure" in Arivazhagan et al. 2020, "Re-translation versus Streaming").
struct RevisionCounter {
    private(set) var revised = 0
    private var shown: [String] = []

    /// - Parameter final: words that became final since the last call.
    mutating func show(final: some Sequence<Word>, interim: [Word]) {
        let tail = keys(of: interim)
        let now = keys(of: final) + tail
        revised += shown.count - zip(shown, now).prefix { $0 == $1 }.count
        shown = tail
    }

    private func keys(of words: some Sequence<Word>) -> [String] {
        words.filter { !$0.isPunctuation }.map(\.key)
    }
}
