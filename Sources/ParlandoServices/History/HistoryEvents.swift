public import Foundation
public import ParlandoCore

/// An entry in the history of dictations, transcribed files and translations.
public enum HistoryEntry: Sendable, Equatable, Identifiable {
    case session(HistorySession)
    case translation(Exchange)

    public var id: UUID {
        switch self {
        case .session(let session): session.id
        case .translation(let exchange): exchange.id
        }
    }

    public var date: Date {
        switch self {
        case .session(let session): session.began
        case .translation(let exchange): exchange.date
        }
    }
}

extension [HistoryEntry] {
    var exchanges: [Exchange] {
        compactMap { if case .translation(let exchange) = $0 { exchange } else { nil } }
    }

    /// All of their pages.
    var sessions: Set<HistorySession.ID> {
        Set(
            flatMap { entry -> [HistorySession.ID] in
                if case .session(let session) = entry { [session.id] + session.followers } else { [] }
            })
    }
}

public struct HistoryPlayback: Sendable, Equatable {
    public var id: HistorySession.ID
    public var seconds: Double
    public var isPaused: Bool

    public init(id: HistorySession.ID, seconds: Double, isPaused: Bool = false) {
        self.id = id
        self.seconds = seconds
        self.isPaused = isPaused
    }
}

public struct HistorySound: Sendable, Equatable {
    /// Why the file that was transcribed is not played.
    public enum Fault: Sendable {
        case missing
        /// Another file has taken its place.
        case changed
    }

    var tracks: [SoundTrack] = []
    /// Those of recordings that do not end before the text does.
    var wholeTracks: [SoundTrack] = []
    public internal(set) var fault: Fault?

    public init() {}

    public var isThere: Bool {
        !tracks.isEmpty
    }

    /// Whether some of it can be transcribed again.
    public var isRepeatable: Bool {
        !wholeTracks.isEmpty
    }
}

/// An entry whose sound is being transcribed again, or waits for that.
public struct RepeatedTranscription: Sendable, Equatable {
    public var session: HistorySession.ID
    /// 0…1; nil if unknown.
    public var progress: Double?
}

/// A word of a dictation.
public struct SpokenWord: Sendable, Equatable {
    public var session: UUID
    /// When it begins, in seconds since the session began.
    public var start: Double
    public var end: Double

    public init(session: UUID, start: Double, end: Double) {
        self.session = session
        self.start = start
        self.end = end
    }
}

/// A dictation that was under way when the program was killed, and what is left of it.
public struct InterruptedDictation: Sendable, Equatable {
    public var id: HistorySession.ID
    public var hasText: Bool
    public var hasSound: Bool
    public var kind: HistoryKind

    public init(id: HistorySession.ID, hasText: Bool, hasSound: Bool, kind: HistoryKind = .dictation) {
        self.id = id
        self.kind = kind
        self.hasText = hasText
        self.hasSound = hasSound
    }
}

/// Whether the preferences allow dictations to be stored, and whether the user leaves out the current one, or the next
/// one if there is none.
public struct HistoryKeepingState: Sendable, Equatable {
    public var isAllowed: Bool
    public var isPrivate: Bool

    public init(isAllowed: Bool = true, isPrivate: Bool = false) {
        self.isAllowed = isAllowed
        self.isPrivate = isPrivate
    }
}

/// Reports of the history to its delegate.
public enum HistoryEvent: Sendable, Equatable {
    case changed
    case keeping(HistoryKeepingState)
    /// Whether captions that are under way are stored.
    case captions(areKept: Bool)
    /// State of playback; nil once it has ended.
    case playback(HistoryPlayback?)
    case failure(ArchiveError)
    /// The sound of a session could not be stored. Its text is stored.
    case soundFailure(TextSaveError)
    /// All entries that are being transcribed again.
    case repeating([RepeatedTranscription])
    /// The session has a new text. `undoReplacement` brings the old one back.
    case replaced(HistorySession.ID)
    /// A session was not transcribed again, and has its old text; nil if no word was recognised.
    case notReplaced(FileFailure?)
    case unplayable(AudioFileError)
    /// A recording could not be played on the loudspeaker.
    case noLoudspeaker(AudioError)
}

/// Receives the events on the main actor, in the order in which they happened.
@MainActor public protocol HistoryServiceDelegate: AnyObject {
    func historyService(_ service: HistoryService, didReport event: HistoryEvent)
}

/// The end of the program.
extension HistoryService {
    /// Sessions that end after this are found as interrupted at the next start.
    public func cutOff() {
        recorders.forEach { $0.cutOff() }
    }

    /// Returns once all that was reported before is stored.
    public func settle() async {
        for recorder in recorders {
            await recorder.settle()
        }
    }
}
