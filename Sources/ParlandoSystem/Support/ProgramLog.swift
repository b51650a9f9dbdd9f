import Foundation
public import Logging

/// The program's log: lines on standard error, which the journal of systemd receives with their levels.
public struct ProgramLog: LogHandler {
    /// How much is logged.
    public var logLevel: Logger.Level
    /// Details of every line.
    public var metadata: Logger.Metadata = [:]

    private let label: String
    private let isJournal: Bool
    private let output: any TextOutputStream & Sendable

    /// Starts the log. Call once, before anything is logged.
    ///
    /// - Parameter isVerbose: whether every stage of the work is logged, not only what is worth a notice.
    public static func begin(isVerbose: Bool) {
        let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"]
        let isJournal = isJournal(stream, descriptor: STDERR_FILENO)
        LoggingSystem.bootstrap { label in
            ProgramLog(label: label, isVerbose: isVerbose, isJournal: isJournal, output: StandardError())
        }
    }

    /// - Parameters:
    ///   - isJournal: whether the output is the journal's, which has its own times and reads levels.
    ///   - output: receives whole lines.
    init(label: String, isVerbose: Bool, isJournal: Bool, output: any TextOutputStream & Sendable) {
        self.label = label
        self.isJournal = isJournal
        self.output = output
        logLevel = isVerbose ? .debug : .notice
    }

    /// One of the details of every line.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    public func log(event: LogEvent) {
        let details = metadata.merging(event.metadata ?? [:]) { $1 }
        let text =
            ([label + ":", "\(event.message)"] + details.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
            .joined(separator: " ")
        // One line each, whatever an error says.
        let line = String(text.map { $0.isNewline ? " " : $0 })
        var output = output
        output.write((isJournal ? "<\(Self.priority(of: event.level))>" : "\(event.level) ") + line + "\n")
    }

    /// Returns whether a descriptor is the journal's, as systemd says in `JOURNAL_STREAM` (systemd.exec(5)): the numbers
    /// of its device and inode.
    static func isJournal(_ stream: String?, descriptor: Int32) -> Bool {
        var status = stat()
        guard let stream, fstat(descriptor, &status) == 0 else {
            return false
        }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// The level as syslog numbers it (sd-daemon(3)).
    private static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}

/// Standard error, to which lines are written whole. A line that cannot be written is dropped.
private struct StandardError: TextOutputStream, Sendable {
    func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
