import Foundation
import ParlandoCore

/// A session that is being stored in the history, and the state of its storage.
struct RecordedSession {
    /// The entry as it is first stored.
    private(set) var entry: HistorySession
    /// The whole transcript so far.
    var transcript = Transcript()
    /// The whole transcript as it was heard, if replacement rules have changed it and the session has ended.
    var heard: Transcript?
    /// ISO 639-1 code of the spoken language; nil if unknown.
    var language: String?
    /// Whether the session is stored at all.
    var isKept: Bool
    /// Whether its sound is stored.
    var keepsSound: Bool
    /// Whether the entry is stored.
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

    /// The words as they are now, and as they were before replacement rules changed them.
    var versions: [Transcript] {
        [transcript] + (heard.map { [$0] } ?? [])
    }

    /// Whether no earlier attempt to store the session has failed.
    var isFirstFailure: Bool {
        failures == 0
    }

    /// The words that are not stored yet, and their position; nil if all are stored. Punctuation may have been attached
    /// to the last stored word.
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

    /// Records that everything up to now is stored.
    mutating func didStore() {
        isStored = true
        stored = transcript
    }

    /// Records that storing failed. Everything is stored anew next time.
    mutating func didFail() {
        failures += 1
        isStored = false
        stored = Transcript()
    }

    /// Leaves the session out of the history. Its sound is incomplete from now on.
    mutating func leaveOut() {
        isKept = false
        keepsSound = false
        isStored = false
        stored = Transcript()
        waiting = []
    }

    /// Prepares for more words after the session has ended.
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
