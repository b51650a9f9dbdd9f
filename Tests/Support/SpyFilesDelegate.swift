public import ParlandoServices

/// Delegate that records the events of a queue of files.
@MainActor public final class SpyFilesDelegate: FileTranscriptionServiceDelegate, ChangeWatching {
    /// Changes of the log, which tests can await.
    public let changes = Changes()
    /// All events, in order.
    public private(set) var events: [FileEvent] = [] { didSet { changes.happened() } }

    public init() {}

    public func fileTranscriptionService(_ service: any FileTranscribing, didReport event: FileEvent) {
        events.append(event)
    }

    /// The queue as it was last reported.
    public var files: [QueuedFile] {
        events.compactMap { event in
            if case .queue(let files) = event {
                return files
            }
            return nil
        }.last ?? []
    }

    /// The files of each `finished` event, in order.
    public var finished: [[QueuedFile]] {
        events.compactMap { event in
            if case .finished(let files) = event {
                return files
            }
            return nil
        }
    }
}
