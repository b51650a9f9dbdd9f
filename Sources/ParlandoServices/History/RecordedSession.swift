import Foundation
import ParlandoCore

/// A dictation or transcription that is being stored in the history, and the state of its storage.
struct RecordedSession {
    /// The history entry as it is stored at the beginning of the session.
    private(set) var entry: HistorySession
    /// The whole transcript so far.
    var transcript = Transcript()
    /// The whole transcript before the replacement rules were applied; nil unless they changed it and the session has
    /// ended.
    var heard: Transcript?
    /// ISO 639-1 code of the spoken language; nil if unknown.
    var language: String?
    /// Whether the session is to be stored in the history.
    var isKept: Bool
    /// Whether the session's sound is to be stored.
    var keepsSound: Bool
    /// Whether the history already contains the session's entry.
    private(set) var isStored = false
    /// Captured samples that are not stored yet.
    private(set) var waiting: [Float] = []
    private var failures = 0
    private var stored = Transcript()
    private var samples = 0

    init(
        kind: HistoryKind, engine: String, language: String?, began: Date, isKept: Bool, keepsSound: Bool
    ) {
        self.init(
            HistorySession(kind: kind, language: language, engine: engine, began: began), isKept: isKept,
            keepsSound: keepsSound)
    }

    init(_ entry: HistorySession, isKept: Bool, keepsSound: Bool) {
        self.entry = entry
        language = entry.language
        self.isKept = isKept
        self.keepsSound = keepsSound
    }

    /// Duration of the captured sound in seconds.
    var soundSeconds: Double {
        Double(samples) / Double(AudioBlock.sampleRate)
    }

    /// The transcript as it is now, and, if replacement rules changed it, the transcript before that.
    var versions: [Transcript] {
        [transcript] + (heard.map { [$0] } ?? [])
    }

    /// Whether the next failure to store the session would be the first one.
    var isFirstFailure: Bool {
        failures == 0
    }

    /// The words that are not stored yet, and the index of the first of them; nil if all words are stored. Includes the
    /// last stored word if it has changed, for example because punctuation was attached.
    var change: (words: [HistoryWord], position: Int)? {
        guard transcript.paragraphs != stored.paragraphs else {
            return nil
        }
        var position = min(stored.wordCount, transcript.wordCount)
        if position > 0, stored.word(at: position - 1) != transcript.word(at: position - 1) {
            position -= 1
        }
        return (transcript.historyWords(from: position), position)
    }

    /// Records that the history contains the session's entry.
    mutating func didBegin() {
        isStored = true
    }

    /// Records that the transcript up to now is stored.
    mutating func didStore() {
        isStored = true
        stored = transcript
    }

    /// Records that storing failed. The whole transcript is stored again next time.
    mutating func didFail() {
        failures += 1
        isStored = false
        stored = Transcript()
    }

    /// Leaves the session out of the history from now on. The session's sound is then incomplete and can no longer be
    /// stored.
    mutating func leaveOut() {
        isKept = false
        isStored = false
        stored = Transcript()
        dropSound()
    }

    /// Stores no further sound of the session.
    mutating func dropSound() {
        keepsSound = false
        waiting = []
    }

    /// Prepares for further words after the session had ended. Further sound is not stored.
    mutating func continues() {
        keepsSound = false
        heard = nil
        // An entry without words was removed when the session ended.
        isStored = isStored && transcript.wordCount > 0
    }

    mutating func add(_ block: AudioBlock) {
        samples += block.samples.count
        if isKept, keepsSound {
            waiting += block.samples
        }
    }

    mutating func takeWaiting() -> [Float] {
        defer { waiting = [] }
        return waiting
    }
}

extension Transcript {
    fileprivate func word(at position: Int) -> Word? {
        var start = 0
        for paragraph in paragraphs {
            if position < start + paragraph.words.count {
                return paragraph.words[position - start]
            }
            start += paragraph.words.count
        }
        return nil
    }
}
