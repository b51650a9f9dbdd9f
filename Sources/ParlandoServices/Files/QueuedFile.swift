public import Foundation
public import ParlandoCore

/// A file in the queue.
public struct QueuedFile: Sendable, Equatable, Identifiable {
    /// Also identifies the entry in the history.
    public let id: UUID
    /// In the form of `PathBytes`.
    public let path: String
    /// The session of the history whose sound this is, and whose text is replaced; nil for a new entry.
    var replaces: HistorySession.ID?
    public var state: FileState
    /// The audio track that the user has chosen, counted from 0; nil for the one that the file prefers.
    public let track: Int?
    /// Known once the file was opened.
    public var tracks = AudioTracks()

    public init(id: UUID = UUID(), path: String, state: FileState = .waiting, track: Int? = nil) {
        self.id = id
        self.path = path
        self.state = state
        self.track = track
    }

    public var hasEnded: Bool {
        outcome != nil
    }

    public var progress: FileProgress? {
        if case .running(let progress) = state {
            return progress
        }
        return nil
    }

    public var outcome: FileOutcome? {
        if case .ended(let outcome) = state {
            return outcome
        }
        return nil
    }
}

public enum FileState: Sendable, Equatable {
    case waiting
    case running(FileProgress)
    case ended(FileOutcome)
}

public struct FileProgress: Sendable, Equatable {
    /// Seconds transcribed so far; nil while the model is being loaded.
    public var done: Double?
    /// Duration in seconds; 0 if unknown.
    public var total: Double
    /// Seconds of sound per second of work.
    public var speed: Double?
    /// Whether the file waits for the end of a dictation.
    public var isHeldUp: Bool
    /// Whether the text so far is in the history.
    public var isStored: Bool

    public init(
        done: Double? = nil, total: Double = 0, speed: Double? = nil, isHeldUp: Bool = false, isStored: Bool = true
    ) {
        self.done = done
        self.total = total
        self.speed = speed
        self.isHeldUp = isHeldUp
        self.isStored = isStored
    }

    /// 0…1; nil if it is unknown.
    public var fraction: Double? {
        done.flatMap { total > 0 ? min(1, max(0, $0 / total)) : nil }
    }

    public var secondsLeft: Double? {
        guard let speed, let done, speed > 0, total > 0 else {
            return nil
        }
        return max(0, total - done) / speed
    }
}

/// Why a file was not transcribed to its end.
public enum FileFailure: Error, Sendable, Equatable {
    case file(AudioFileError)
    case recognition(RecognitionError)
    /// The server chosen in the preferences is no longer in the list.
    case serverGone
    /// Another file has taken the place of the one that was transcribed before.
    case fileChanged

    init(_ error: any Error) {
        switch error {
        case let failure as FileFailure: self = failure
        case let error as AudioFileError: self = .file(error)
        case let error as RecognitionError: self = .recognition(error)
        default: self = .recognition(RecognitionError(.engineFailed, detail: "\(type(of: error))"))
        }
    }
}

public struct FileOutcome: Sendable, Equatable {
    public enum End: Sendable, Equatable {
        case whole
        /// The recording is damaged or unfinished. What could be read was transcribed.
        case cut(AudioFileError)
        case stopped
        case failed(FileFailure)

        /// Whether another attempt would add nothing.
        public var isReadToTheEnd: Bool {
            switch self {
            case .whole, .cut: true
            case .stopped, .failed: false
            }
        }
    }

    /// Where the text is once transcription has ended.
    public enum Place: Sendable, Equatable {
        case nowhere
        case history
        /// Only in memory, because the preferences allow no history.
        case memory
        /// Only in memory, because storing it failed.
        case memoryOnly(ArchiveError)
    }

    public var end: End
    public var place: Place
    /// Seconds of sound that were transcribed.
    public var seconds: Double
    /// Irregularities of the recording, and its level.
    public var report: AudioFileReport

    public init(_ end: End, place: Place, seconds: Double = 0, report: AudioFileReport = AudioFileReport()) {
        self.end = end
        self.place = place
        self.seconds = seconds
        self.report = report
    }

    public var canRetry: Bool {
        if case .failed(.file(let error)) = end {
            return [.missing, .denied, .unfinished].contains(error.kind)
        }
        if case .failed(.fileChanged) = end {
            return false
        }
        return !end.isReadToTheEnd
    }

    /// Whether the user need not act: the file has not failed, and its text is not only in memory.
    public var isSettled: Bool {
        if case .failed = end {
            return false
        }
        return !isOnlyInMemory
    }

    public var isOnlyInMemory: Bool {
        switch place {
        case .nowhere, .history: false
        case .memory, .memoryOnly: true
        }
    }
}
