public import Foundation
public import ParlandoCore

/// An entry of the history.
public enum HistoryEntry: Sendable, Equatable, Identifiable {
    /// A dictation or a transcribed file.
    case session(HistorySession)
    /// A text and its translation.
    case translation(Exchange)

    /// Identifier of the session or exchange.
    public var id: UUID {
        switch self {
        case .session(let session): session.id
        case .translation(let exchange): exchange.id
        }
    }

    /// Time at which the session or exchange began.
    public var date: Date {
        switch self {
        case .session(let session): session.began
        case .translation(let exchange): exchange.date
        }
    }
}

/// The playback of a recording.
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

/// A word on the dictation page, and the session in which it was said.
public struct SpokenWord: Sendable, Equatable {
    /// The transcript of its session.
    public var session: Transcript
    /// Start of the word, in seconds since its session began.
    public var start: Double
    /// End of the word, in seconds since its session began.
    public var end: Double

    public init(session: Transcript, start: Double, end: Double) {
        self.session = session
        self.start = start
        self.end = end
    }
}

/// Whether dictations are kept.
public struct HistoryKeepingState: Sendable, Equatable {
    /// Whether the preferences allow dictations to be kept.
    public var isAllowed: Bool
    /// Whether the current session, or the next one if there is none, is left out of the history.
    public var isPrivate: Bool

    public init(isAllowed: Bool = true, isPrivate: Bool = false) {
        self.isAllowed = isAllowed
        self.isPrivate = isPrivate
    }
}

/// An event that the history reports to its delegate.
public enum HistoryEvent: Sendable, Equatable {
    /// Sessions were added, changed or removed.
    case changed
    case keeping(HistoryKeepingState)
    /// The state of playback; nil once it has ended.
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

    /// Returns the entries that contain the words, newest first. Blank `words` match all.
    func entries(matching words: String, limit: Int) async throws(ArchiveError) -> [HistoryEntry]
    /// Returns a session with its words, or nil if it is no longer there.
    func record(of id: HistorySession.ID) async throws(ArchiveError) -> HistoryRecord?
    /// Returns whether there is a recording of a session.
    func hasSound(of id: HistorySession.ID) async -> Bool
    func rename(_ id: HistorySession.ID, to title: String) async throws(ArchiveError)
    /// Replaces a session's text; nil restores the recognised one.
    func edit(_ id: HistorySession.ID, _ text: String?) async throws(ArchiveError)

    /// Removes entries. `restore` brings them back until `forgetRemoved` is called or other entries are removed.
    func remove(_ entries: [HistoryEntry]) async throws(ArchiveError)
    /// Brings back the entries that were removed last.
    func restore() async throws(ArchiveError)
    /// Deletes the removed entries with their recordings.
    func forgetRemoved() async throws(ArchiveError)

    /// Sets whether the current session, or the next one if there is none, is left out of the history. If the current
    /// session becomes private, the part that is already stored is deleted; if it is no longer private, all of it is
    /// stored.
    func setPrivate(_ isPrivate: Bool)
    /// Stores the text of a page that the user has put away with *New*, unless the history entries of its sessions
    /// already have this text. A page with a session that was not kept is not stored either.
    func putAway(_ page: TranscriptDocument)
    /// Updates the history entries of a page's sessions to the text that these sessions have on the page, after a
    /// reading was chosen or the choice was undone. An entry that was edited in the history keeps its text.
    func follow(_ page: TranscriptDocument)

    /// Plays the recording of a session from a position in seconds.
    func play(_ id: HistorySession.ID, from seconds: Double) async
    func pausePlayback() async
    func resumePlayback() async
    func stopPlayback() async

    /// Returns whether the sound of a word is in memory or in a recording.
    func hasSound(of word: SpokenWord) async -> Bool
    /// Plays a word. Ends an earlier playback. Returns once the word has been played, or at once if there is no sound
    /// of it.
    func play(_ word: SpokenWord) async throws(AudioError)
}
