import Foundation
import ParlandoCore

/// A session that is being stored in the history, and how much of it is stored.
struct RecordedSession {
    /// As stored at the beginning of the session.
    private(set) var entry: HistorySession
    var transcript = Transcript()
    var language: String?
    var isKept: Bool
    var keepsSound: Bool
    let channels: Int
    private(set) var isStored = false
    /// Whether there is an entry, perhaps without the last words.
    private(set) var hasEntry = false
    /// Captured samples that are not stored yet.
    private(set) var waiting: [Float] = []
    private(set) var hasFailed = false
    /// Whether part of the sound was not recognised.
    var isUnfinished = false
    private var stored = Transcript()
    /// Captured samples of a channel.
    private var samples = 0
    /// Seconds after which the recording ends early; nil if it does not.
    private(set) var soundEnd: Double?

    init(_ entry: HistorySession, isKept: Bool, keepsSound: Bool, channels: Int = 1) {
        self.entry = entry
        language = entry.language
        self.isKept = isKept
        self.keepsSound = keepsSound
        self.channels = channels
    }

    var soundSeconds: Double {
        Double(samples) / Double(AudioBlock.sampleRate)
    }

    /// The words from the first that is not stored as it is now, and its index. Paragraphs that share their storage are
    /// equal at a glance.
    var change: (words: [HistoryWord], position: Int)? {
        guard transcript.paragraphs != stored.paragraphs else {
            return nil
        }
        let pairs = zip(transcript.paragraphs, stored.paragraphs)
        let same = pairs.prefix { $0 == $1 }
        let position = pairs.dropFirst(same.count).prefix(1).reduce(same.reduce(0) { $0 + $1.0.words.count }) {
            $0 + zip($1.0.words, $1.1.words).prefix { $0 == $1 }.count
        }
        return (transcript.historyWords(from: position), position)
    }

    mutating func didBegin() {
        (isStored, hasEntry) = (true, true)
    }

    mutating func didStore() {
        didBegin()
        stored = transcript
    }

    /// Next time, the whole transcript is stored again.
    mutating func didFail() {
        hasFailed = true
        isStored = false
        stored = Transcript()
    }

    /// The sound is then incomplete and can no longer be stored.
    mutating func leaveOut() {
        isKept = false
        (isStored, hasEntry) = (false, false)
        stored = Transcript()
        dropSound()
    }

    mutating func dropSound() {
        keepsSound = false
        waiting = []
    }

    /// Prepares for further words after the session had ended. Further sound is not stored. The whole transcript is
    /// stored again: replacement rules may have changed the words before.
    mutating func continues() {
        keepsSound = false
        stored = Transcript()
        // An entry without words was removed when the session ended, unless it has a recording.
        isStored = isStored && transcript.wordCount > 0
        hasEntry = hasEntry && (transcript.wordCount > 0 || isUnfinished)
        isUnfinished = false
    }

    mutating func add(_ block: AudioBlock) {
        samples += block.samples.count / channels
        if isKept, keepsSound {
            waiting += block.samples
        }
    }

    /// The last `count` samples could not be stored, so the recording ends before them.
    mutating func endSound(before count: Int) {
        dropSound()
        soundEnd = max(0, soundSeconds - Double(count / channels) / Double(AudioBlock.sampleRate))
    }

    mutating func resumeSound(after beginning: [Float]) {
        keepsSound = true
        waiting = beginning
    }

    mutating func takeWaiting() -> [Float] {
        defer { waiting = [] }
        return waiting
    }
}

extension HistoryStore {
    /// Stores what is not stored yet of a session.
    func keep(_ session: RecordedSession) async throws(ArchiveError) {
        let change = session.change
        // Another program may have taken an entry without words for that of a killed one, and deleted it.
        if !session.isStored || change?.position == 0 {
            try await begin(session.entry)
        }
        if let change {
            try await write(change.words, from: change.position, of: session.entry.id)
        }
    }
}

extension HistoryRecord {
    /// Whether its sound can be transcribed again. That of both sides would be mixed: their names take no time.
    var isRepeatable: Bool {
        let hasNames = words.first.map { $0.word.start == $0.word.end } ?? false
        return session.soundEnd == nil && !(session.kind != .file && hasNames)
    }
}

/// A stored session, with the texts that tell who has edited its entry.
struct FinishedSession {
    /// As it was spoken.
    var stored: String
    /// What the dictation page has written into the entry; nil if nothing.
    var given: String?
    var isReplaced = false
}
