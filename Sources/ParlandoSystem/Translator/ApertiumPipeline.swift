import Foundation
import Logging
import ParlandoCore

/// A pipeline of Apertium's programs for one language pair, started when it is needed and kept. On its own thread,
/// because waiting for an answer blocks.
actor ApertiumPipeline {
    /// Limits of a pipeline, which tests may lower.
    struct Limits: Sendable {
        /// Timeout for one line, including the start of the programs.
        var timeout = Duration.seconds(20)
        /// Time without texts after which the programs are ended.
        var idle = Duration.seconds(600)
        /// Maximum bytes of an answer: `factor` times the text, plus `more`.
        var answer = (factor: 16, more: 65_536)
    }

    private let executor = BlockingExecutor(label: "parlando.apertium")
    private let command: [String]
    private let environment: [String: String]
    private let limits: Limits
    private let log = Logger(label: "parlando.apertium")
    private var process: PipedProcess?
    private var count = 0
    private var rest: Task<Void, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(_ command: [String], environment: [String: String], limits: Limits = Limits()) {
        self.command = command
        self.environment = environment
        self.limits = limits
    }

    /// The process group; nil while none is running.
    var processID: pid_t? { process?.id }

    deinit {
        rest?.cancel()
    }

    /// Translates one line. Throws `TranslationError` or `CancellationError`.
    func translate(_ line: String) async throws -> String {
        let stop = StopFlag()
        guard stop.canWake else {
            throw TranslationError(.failed, detail: "too many open files")
        }
        return try await withTaskCancellationHandler {
            try translate(line, until: stop)
        } onCancel: {
            stop.stop()
        }
    }

    private func translate(_ line: String, until stop: StopFlag) throws -> String {
        rest?.cancel()
        defer { restLater() }
        do {
            do {
                return try ask(line, until: stop)
            } catch PipedProcess.Fault.ended where count > 1 {
                // It may have reached its limit of processor time.
                log.notice("a pipeline has ended and is started again")
                return try ask(line, until: stop)
            }
        } catch let fault as PipedProcess.Fault {
            throw Self.error(fault)
        }
    }

    private func ask(_ line: String, until stop: StopFlag) throws -> String {
        let process = try self.process ?? PipedProcess(command, environment: environment)
        // A late answer of a process that failed could be taken for that to the next text.
        self.process = nil
        count += 1
        // A unique blank before the null character ends an answer, because the programs add null characters themselves.
        let end = "[P\(count)]\0"
        let text = ApertiumText.encode(line)
        let bytes = Array((text + end).utf8)
        let answer = try process.ask(
            bytes, until: Array(end.utf8), within: limits.timeout,
            most: bytes.count * limits.answer.factor + limits.answer.more, stop: stop)
        self.process = process
        let stream = String(decoding: answer, as: UTF8.self).unicodeScalars
            .replacing("[P\(count)]".unicodeScalars, with: "".unicodeScalars)
        return Self.tidied(String(stream), like: line)
    }

    /// White space at the ends is removed if `line` has none there; it may remain from a word that was left out.
    private static func tidied(_ answer: String, like line: String) -> String {
        var text = ApertiumText.decode(answer)[...]
        if line.first?.isWhitespace != true {
            text = text.drop { $0.isWhitespace }
        }
        if line.last?.isWhitespace != true {
            while text.last?.isWhitespace == true {
                text.removeLast()
            }
        }
        return String(text)
    }

    private func restLater() {
        let idle = limits.idle
        rest = Task { [weak self] in
            if (try? await Task.sleep(for: idle)) != nil {
                await self?.end()
            }
        }
    }

    /// The next text starts the programs again.
    func end() {
        process = nil
    }

    private static func error(_ fault: PipedProcess.Fault) -> any Error {
        switch fault {
        case .notStarted(let code): TranslationError(.failed, detail: "Apertium does not start: \(code)")
        case .ended: TranslationError(.failed, detail: "Apertium has ended")
        case .timedOut: TranslationError(.timedOut, detail: "Apertium")
        case .tooLong: TranslationError(.badAnswer, detail: "Apertium answers too much")
        case .cancelled: CancellationError()
        }
    }
}
