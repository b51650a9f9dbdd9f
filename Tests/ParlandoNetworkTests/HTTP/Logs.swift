import Logging
import Synchronization

/// Everything that is logged in this program, from the first use on.
final class Logs: Sendable {
    static let all = Logs()
    private let lines = Mutex<[String]>([])

    private init() {
        LoggingSystem.bootstrap { Handler(label: $0, logs: self) }
    }

    var text: String {
        lines.withLock { $0.joined(separator: "\n") }
    }

    private struct Handler: LogHandler {
        let label: String
        let logs: Logs
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            logs.lines.withLock { $0.append("\(label) \(event.level) \(event.message) \(event.metadata ?? [:])") }
        }
    }
}
