import Foundation
public import Logging
import ParlandoCore

/// The program's log: lines on standard error, which the journal of systemd receives with their levels.
public struct ProgramLog: LogHandler {
    /// Minimum level of the events that are logged.
    public var logLevel: Logger.Level
    /// Added to every line.
    public var metadata: Logger.Metadata = [:]

    private let label: String
    private let isJournal: Bool
    private let output: any TextOutputStream & Sendable

    /// Call once, before anything is logged.
    ///
    /// - Parameter quietLevel: minimum level of the events that are logged unless `isVerbose`.
    public static func begin(isVerbose: Bool, quietLevel: Logger.Level = .notice) {
        let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"]
        let isJournal = isJournal(stream, descriptor: STDERR_FILENO)
        LoggingSystem.bootstrap { label in
            var log = ProgramLog(label: label, isVerbose: isVerbose, isJournal: isJournal, output: StandardError())
            log.logLevel = isVerbose ? log.logLevel : quietLevel
            return log
        }
    }

    /// - Parameters:
    ///   - isJournal: whether the output goes to systemd's journal, which reads the level from a prefix of the line.
    ///   - output: receives whole lines.
    init(label: String, isVerbose: Bool, isJournal: Bool, output: any TextOutputStream & Sendable) {
        self.label = label
        self.isJournal = isJournal
        self.output = output
        logLevel = isVerbose ? .debug : .notice
    }

    /// Metadata added to every line.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes an event as a line.
    public func log(event: LogEvent) {
        let details = metadata.merging(event.metadata ?? [:]) { $1 }
        let text =
            ([label + ":", "\(event.message)"] + details.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
            .joined(separator: " ")
        // An event must be a single line, and the text of a library's error may do anything to a terminal.
        let line = String(text.map { $0.isNewline ? " " : $0 }).harmless
        var output = output
        output.write((isJournal ? "<\(Self.priority(of: event.level))>" : "\(event.level) ") + line + "\n")
    }

    /// - Parameter stream: value of `JOURNAL_STREAM`, the device and inode numbers of the journal's socket
    ///   (systemd.exec(5)).
    static func isJournal(_ stream: String?, descriptor: Int32) -> Bool {
        var status = stat()
        guard let stream, fstat(descriptor, &status) == 0 else {
            return false
        }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }

    /// Syslog number (sd-daemon(3)).
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

/// A line that cannot be written is dropped.
private struct StandardError: TextOutputStream, Sendable {
    func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
