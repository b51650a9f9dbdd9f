public import Logging
import Synchronization

/// What is logged, in order.
public final class LogBook: Sendable {
    public struct Entry: Sendable {
        public let message: String
        public let metadata: [String: String]
    }

    /// Everything in this program, from the first use on.
    public static let ofProgram: LogBook = {
        let book = LogBook()
        LoggingSystem.bootstrap { _ in Handler(book: book) }
        return book
    }()

    private let kept = Mutex<[Entry]>([])

    public init() {}

    public var logger: Logger {
        Logger(label: "test") { _ in Handler(book: self) }
    }

    public var entries: [Entry] {
        kept.withLock { $0 }
    }

    private struct Handler: LogHandler {
        let book: LogBook
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let entry = Entry(
                message: "\(event.message)", metadata: (event.metadata ?? [:]).mapValues { "\($0)" })
            book.kept.withLock { $0.append(entry) }
        }
    }
}
