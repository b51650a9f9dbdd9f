public import ParlandoCore
public import ParlandoServices

/// Fake queue of files that only records commands. A test reports events with `tell`.
public actor FakeFileTranscribing: FileTranscribing {
    /// Command that the queue received.
    public enum Command: Sendable, Equatable {
        case add([String])
        case cancel(QueuedFile.ID)
        case cancelAll
        case retry(QueuedFile.ID)
        case remove(QueuedFile.ID)
        case removeEnded
    }

    @MainActor public weak var delegate: (any FileTranscriptionServiceDelegate)?
    /// The received commands, each as soon as it arrives. For a single reader.
    public nonisolated var commands: AsyncStream<Command> { log.commands }
    private nonisolated let log = CommandLog<Command>()
    private let text: TranscriptDocument?

    /// - Parameter text: text returned for every file, or nil if there is none.
    public init(text: TranscriptDocument? = nil) {
        self.text = text
    }

    /// Reports an event to the delegate.
    @MainActor public func tell(_ event: FileEvent) {
        delegate?.fileTranscriptionService(self, didReport: event)
    }

    public func add(_ paths: [String]) {
        log.yield(.add(paths))
    }

    public func cancel(_ id: QueuedFile.ID) {
        log.yield(.cancel(id))
    }

    public func cancelAll() {
        log.yield(.cancelAll)
    }

    public func retry(_ id: QueuedFile.ID) {
        log.yield(.retry(id))
    }

    public func remove(_ id: QueuedFile.ID) {
        log.yield(.remove(id))
    }

    public func removeEnded() {
        log.yield(.removeEnded)
    }

    public func document(of id: QueuedFile.ID) async throws(ArchiveError) -> TranscriptDocument? {
        text
    }
}
