import Logging
import ParlandoCore

/// Downloads one file and resumes where an earlier attempt or process stopped. The partial file is continued with Range
/// and If-Range, and gets its final name only if the checksum is right. Runs on its own thread, because writing blocks.
actor ResumableDownload {
    private static let lockInterval = Duration.milliseconds(200)

    private let address: String
    private let target: String
    private let model: SpeechModel
    private let client: HTTPClient
    private let clock: any Clock<Duration>
    private let report: FetchReport
    private let executor = BlockingExecutor(label: "parlando.download")
    private let log = Logger(label: "parlando.download")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    init(
        _ model: SpeechModel, from address: String, to target: String, client: HTTPClient, clock: any Clock<Duration>,
        report: FetchReport
    ) {
        self.model = model
        self.address = address
        self.target = target
        self.client = client
        self.clock = clock
        self.report = report
    }

    /// Throws `ModelError` or `CancellationError`.
    func run() async throws {
        guard let part = try await openPart() else {
            return
        }
        defer {
            if part.count == 0 {
                try? part.remove()
            }
        }
        log.debug("transfer", metadata: ["model": "\(model.name)", "from": "\(part.count)"])
        var retries = DownloadRetries(bytes: model.bytes, count: part.count)
        while true {
            do {
                try await attempt(part)
                log.debug("transfer ended", metadata: ["model": "\(model.name)"])
                return
            } catch let failure as DownloadFailure {
                log.debug("\(model.name): \(failure.error.kind) \(failure.error.detail)")
                guard let wait = retries.wait(after: failure, count: part.count) else {
                    throw failure.error
                }
                report.retry(retries.tries, after: wait, failure.error)
                try await clock.sleep(for: .seconds(wait))
            }
        }
    }

    /// Waits until no other program is writing the file. Returns nil if the other program has completed it.
    private func openPart() async throws -> PartialFile? {
        while true {
            let part = try PartialFile.open(for: target)
            if FileSystem.size(of: target) == model.bytes {
                try part?.remove()
                return nil
            }
            if let part {
                return part
            }
            report.advance(to: FileSystem.size(of: PartialFile.path(for: target)) ?? 0)
            try await clock.sleep(for: Self.lockInterval)
        }
    }

    private func attempt(_ part: PartialFile) async throws {
        do {
            if part.count > model.bytes {
                try part.discard()
            }
            report.advance(to: part.count)
            try part.catchUp()
            if part.count < model.bytes {
                try FileSystem.makeRoom(for: model.bytes - part.count, in: FileSystem.folder(of: target))
                try await receive(into: part)
            }
            report.verify()
            try part.commit(sha256: model.sha256, as: target)
        } catch let error as HTTPError {
            throw DownloadFailure(error) ?? CancellationError() as any Error
        } catch let error as ModelError {
            throw DownloadFailure(error)
        }
    }

    private func receive(into part: PartialFile) async throws {
        var request = HTTPRequest(address)
        if part.count > 0 {
            request.headers.append(HTTPHeader("Range", "bytes=\(part.count)-"))
            if let validator = part.validator {
                request.headers.append(HTTPHeader("If-Range", validator))
            }
        }
        let response = try await client.send(request)
        try prepare(part, for: response.head)
        for try await bytes in response.body {
            guard part.count + Int64(bytes.count) <= model.bytes else {
                try part.discard()
                throw ModelError(.badAnswer, detail: "longer than \(model.bytes) bytes")
            }
            try part.append(bytes)
            report.advance(to: part.count)
        }
        guard part.count == model.bytes else {
            throw ModelError(.badAnswer, detail: "ended after \(part.count) of \(model.bytes) bytes")
        }
    }

    private func prepare(_ part: PartialFile, for head: HTTPHead) throws {
        let isPage = head["content-type"]?.lowercased().hasPrefix("text/html") ?? false
        guard head.status != 200 || !isPage else {
            // Checked before the partial file is discarded, because the page must not replace it.
            throw DownloadFailure(ModelError(.badAnswer, detail: "a page"), canRetry: false)
        }
        switch head.status {
        case 200:
            guard head.contentLength == nil || head.contentLength == model.bytes else {
                throw ModelError(.badAnswer, detail: "\(head.contentLength ?? 0) bytes instead of \(model.bytes)")
            }
            try part.restart(validator: head.strongValidator)
        case 206:
            let range = ContentRange(head["content-range"])
            let hasChanged = part.validator != nil && head.strongValidator.map { $0 != part.validator } ?? false
            guard let range, range.first == part.count, range.total ?? model.bytes == model.bytes, !hasChanged else {
                try part.discard()
                throw ModelError(.badAnswer, detail: "not the part asked for: \(head["content-range"] ?? "")")
            }
        case 416:
            // The server's file is shorter, so the partial file belongs to another version.
            try part.discard()
            throw ModelError(.badAnswer, detail: "416 \(head["content-range"] ?? "")")
        default:
            throw DownloadFailure(ModelError(.refused(status: head.status)), retryAfter: head.retryAfter)
        }
    }
}

extension HTTPHead {
    /// Validator for If-Range (RFC 9110, 13.1.5): a strong entity tag, else the date of the last change.
    fileprivate var strongValidator: String? {
        if let tag = self["etag"], !tag.hasPrefix("W/"), !tag.isEmpty {
            return tag
        }
        return self["last-modified"]
    }
}

/// Decides whether and when to retry a download. If more than another hundredth of the file has arrived, the count
/// starts again, so that a large file arrives even over a bad connection.
struct DownloadRetries {
    private static let policy = RetryPolicy.doubling(retries: TransferProgress.mostRetries, longestAsked: .seconds(60))

    private let bytes: Int64
    private(set) var tries = 0
    private var furthest: Int64
    private var hasArrived = false

    /// - Parameter count: number of bytes that are already on disk.
    init(bytes: Int64, count: Int64) {
        self.bytes = bytes
        furthest = count
    }

    /// Returns the number of seconds until the next attempt, or nil to give up.
    ///
    /// - Parameter count: number of bytes that are on disk now.
    mutating func wait(after failure: DownloadFailure, count: Int64) -> Double? {
        if failure.error.kind == .offline, count > furthest + bytes / 100 {
            tries = 0
        }
        hasArrived = hasArrived || count > furthest
        furthest = max(furthest, count)
        // Who is offline is told so at once.
        guard failure.canRetry, hasArrived || !failure.isUnreachable,
            let wait = Self.policy.wait(afterRetries: tries, asked: failure.retryAfter)
        else {
            return nil
        }
        tries += 1
        return wait / .seconds(1)
    }
}

struct DownloadFailure: Error {
    let error: ModelError
    var retryAfter: Duration?
    let canRetry: Bool
    var isUnreachable = false

    init(_ error: ModelError, retryAfter: Duration? = nil, canRetry: Bool = true) {
        self.error = error
        self.retryAfter = retryAfter
        self.canRetry = canRetry && error.isRetryable
    }

    /// Returns nil if the transfer was cancelled.
    init?(_ error: HTTPError) {
        guard let mapped = ModelError(error) else {
            return nil
        }
        self.error = mapped
        isUnreachable = error.kind == .unreachable
        canRetry =
            mapped.isRetryable
            && ![.invalidAddress, .insecure, .tooManyRedirects].contains(error.kind)
    }
}

/// Content-Range of a partial response (RFC 9110, 14.4), such as `bytes 100-199/200`.
struct ContentRange: Equatable {
    let first: Int64
    let last: Int64
    /// Nil if the server does not know it.
    let total: Int64?

    init?(_ text: String?) {
        guard let text, text.lowercased().hasPrefix("bytes ") else {
            return nil
        }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        let ends = parts.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]), first <= last,
            first >= 0, parts[1] == "*" || Int64(parts[1]) != nil
        else {
            return nil
        }
        self.first = first
        self.last = last
        total = Int64(parts[1])
    }
}
