public import Foundation
public import ParlandoCore

/// An entry in the history of dictations, transcribed files and translations.
public enum HistoryEntry: Sendable, Equatable, Identifiable {
    /// A dictation or a transcribed file.
    case session(HistorySession)
    /// A text and its translation.
    case translation(Exchange)

    /// Identifier of the session or exchange (a text with its translation).
    public var id: UUID {
        switch self {
        case .session(let session): session.id
        case .translation(let exchange): exchange.id
        }
    }

    /// Time at which the session or exchange (a text with its translation) began.
    public var date: Date {
        switch self {
        case .session(let session): session.began
        case .translation(let exchange): exchange.date
        }
    }
}

/// The state of the playback of a recording.
public struct HistoryPlayback: Sendable, Equatable {
    /// The session whose recording is played.
    public var id: HistorySession.ID
    /// Position in the recording, in seconds.
    public var seconds: Double
    /// Whether playback is paused.
    public var isPaused: Bool

    public init(id: HistorySession.ID, seconds: Double, isPaused: Bool = false) {
        self.id = id
        self.seconds = seconds
        self.isPaused = isPaused
    }
}

/// A word on the dictation page, with the session in which it was said.
public struct SpokenWord: Sendable, Equatable {
    /// Transcript of the session in which the word was said.
    public var session: Transcript
    /// Start of the word, in seconds since the session began.
    public var start: Double
    /// End of the word, in seconds since the session began.
    public var end: Double

    public init(session: Transcript, start: Double, end: Double) {
        self.session = session
        self.start = start
        self.end = end
    }
}

/// Whether dictations are stored in the history.
public struct HistoryKeepingState: Sendable, Equatable {
    /// Whether the preferences allow dictations to be stored.
    public var isAllowed: Bool
    /// Whether the user has chosen to leave the current session out of the history, or the next session if there is
    /// none.
    public var isPrivate: Bool

    public init(isAllowed: Bool = true, isPrivate: Bool = false) {
        self.isAllowed = isAllowed
        self.isPrivate = isPrivate
    }
}

/// An event that the history reports to its delegate.
public enum HistoryEvent: Sendable, Equatable {
    /// Sessions in the history were added, changed or removed.
    case changed
    case keeping(HistoryKeepingState)
    /// The state of playback has changed; nil if playback has ended.
    case playback(HistoryPlayback?)
    /// The history could not be changed.
    case failure(ArchiveError)
    /// The sound of a session could not be stored. Its text is stored.
    case soundFailure(TextSaveError)
    /// A recording could not be read.
    case unplayable(AudioFileError)
    /// A recording could not be played on the loudspeaker.
    case noLoudspeaker(AudioError)
}

/// Receives the history's events on the main actor, in the order in which they happened.
@MainActor public protocol HistoryServiceDelegate: AnyObject {
    func historyService(_ service: any HistoryKeeping, didReport event: HistoryEvent)
}

/// The commands that a presenter can give to the history.
public protocol HistoryKeeping: Actor {
    @MainActor var delegate: (any HistoryServiceDelegate)? { get set }

    /// Returns at most `limit` entries whose text contains the words, newest first. Blank `words` match all entries.
    func entries(matching words: String, limit: Int) async throws(ArchiveError) -> [HistoryEntry]
    /// Returns a session with its words; nil if the session is no longer in the history.
    func record(of id: HistorySession.ID) async throws(ArchiveError) -> HistoryRecord?
    /// Returns whether there is a recording that can be played for a session.
    func hasSound(of id: HistorySession.ID) async -> Bool
    func rename(_ id: HistorySession.ID, to title: String) async throws(ArchiveError)
    /// Replaces a session's text; nil restores the text that was recognised.
    func edit(_ id: HistorySession.ID, _ text: String?) async throws(ArchiveError)

    /// Removes entries from the history. `restore` can bring them back until `forgetRemoved` is called or other entries
    /// are removed.
    func remove(_ entries: [HistoryEntry]) async throws(ArchiveError)
    /// Restores the entries that were removed last.
    func restore() async throws(ArchiveError)
    /// Deletes the removed entries and their recordings for good.
    func forgetRemoved() async throws(ArchiveError)

    /// Sets whether the current session, or the next one if there is none, is left out of the history. If the current
    /// session becomes private, its stored part is deleted. If it is no longer private, all of it is stored.
    func setPrivate(_ isPrivate: Bool)
    /// Stores the text of a dictation page that the user has put away with *New*. Does nothing if the history entries
    /// of the page's sessions already have this text, or if one of the sessions was not stored.
    func putAway(_ page: TranscriptDocument)
    /// Updates the history entries of the sessions on a dictation page to the text on the page, and remembers the page
    /// for the next start of the program. An entry that was edited in the history keeps its text. Returns for each
    /// session of the page whether nothing of it would be lost with the page.
    @discardableResult func follow(_ page: TranscriptDocument) async -> [Bool]
    /// Deletes the dictation that is under way with its recording or, if there is none, the latest one if it has this
    /// transcript.
    func discard(_ session: Transcript) async
    /// Returns the dictation page of the previous run of the program, as far as the history holds it.
    func lastPage() async -> TranscriptDocument

    /// Plays the recording of a session from a position in seconds.
    func play(_ id: HistorySession.ID, from seconds: Double) async
    func pausePlayback() async
    func resumePlayback() async
    func stopPlayback() async

    /// Returns whether the sound of a word is in memory or in a recording.
    func hasSound(of word: SpokenWord) async -> Bool
    /// Plays the sound of a word, after ending an earlier playback. Returns once the word has been played, or at once
    /// if there is no sound.
    func play(_ word: SpokenWord) async throws(AudioError)
}
