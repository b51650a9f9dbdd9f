import Logging
import ParlandoCore

/// Downloads one file and resumes where an earlier attempt or process stopped.
///
/// The partial file `<target>.part` is continued with Range and If-Range. Its checksum is computed as it arrives, and
/// the file gets its final name only if the checksum is right. Runs on its own thread, because writing blocks.
actor ResumableDownload {
    /// Interval between checks whether another program has finished writing the same file.
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

    /// Downloads the file and returns once it is complete and verified. Throws `ModelError` or `CancellationError`.
    func run() async throws {
        guard let part = try await openPart() else {
            return
        }
        defer {
            // Remove the partial file if nothing has arrived.
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
                report.tell(.retrying(after: wait, failure.error))
                try await clock.sleep(for: .seconds(wait))
            }
        }
    }

    /// Opens the partial file as soon as no other program is writing it. Returns nil if the other program has completed
    /// the download.
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
                try checkSpace(for: model.bytes - part.count)
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

    private func checkSpace(for bytes: Int64) throws(ModelError) {
        if let free = FileSystem.freeSpace(in: FileSystem.folder(of: target)), free < bytes {
            throw ModelError(.diskFull, detail: "\(bytes) bytes wanted, \(free) free")
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

    /// Prepares the partial file for the response body, or rejects the response.
    private func prepare(_ part: PartialFile, for head: HTTPHead) throws {
        switch head.status {
        case 200:
            // Checked before the partial file is discarded, because a network's sign-in page must not replace it.
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
            // The server's file is shorter than the partial file, so the partial file belongs to another version.
            try part.discard()
            throw ModelError(.badAnswer, detail: "416 \(head["content-range"] ?? "")")
        default:
            throw DownloadFailure(ModelError(.refused(status: head.status)), retryAfter: head.retryAfter)
        }
    }
}

extension HTTPHead {
    /// Validator for If-Range (RFC 9110, 13.1.5): a strong entity tag, else the date of the last change, or nil if the
    /// server sent neither.
    fileprivate var strongValidator: String? {
        if let tag = self["etag"], !tag.hasPrefix("W/"), !tag.isEmpty {
            return tag
        }
        return self["last-modified"]
    }
}
