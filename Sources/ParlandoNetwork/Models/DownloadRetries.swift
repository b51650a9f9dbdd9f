import ParlandoCore

/// Decides whether a download is tried again, and when. Pure.
///
/// A try that brought the file further than any before starts the count anew: a long file over a bad line arrives.
struct DownloadRetries {
    private static let policy = RetryPolicy.doubling(retries: 3, longestAsked: .seconds(60))

    private let bytes: Int64
    private var tries = 0
    private var furthest: Int64

    /// - Parameters:
    ///   - bytes: size of the whole file.
    ///   - count: what is on disk already.
    init(bytes: Int64, count: Int64) {
        self.bytes = bytes
        furthest = count
    }

    /// Seconds until the next try, nil: give up.
    mutating func wait(after failure: DownloadFailure, count: Int64) -> Double? {
        if failure.error.kind == .offline, count > furthest + bytes / 100 {
            tries = 0
        }
        furthest = max(furthest, count)
        guard failure.canRetry, let wait = Self.policy.wait(afterRetries: tries, asked: failure.retryAfter) else {
            return nil
        }
        tries += 1
        return wait / .seconds(1)
    }
}

/// Why one try of a download failed.
struct DownloadFailure: Error {
    let error: ModelError
    /// How long the server asks to wait.
    var retryAfter: Duration?
    /// Whether another try with nothing changed can help.
    let canRetry: Bool

    init(_ error: ModelError, retryAfter: Duration? = nil) {
        self.error = error
        self.retryAfter = retryAfter
        canRetry = error.isRetryable
    }

    /// Nil: the transfer was cancelled.
    init?(_ error: HTTPError) {
        guard let mapped = ModelError(error) else {
            return nil
        }
        self.error = mapped
        // An address that is wrong now is wrong in four seconds.
        canRetry =
            mapped.isRetryable
            && ![.invalidAddress, .insecure, .tooManyRedirects, .untrusted].contains(error.kind)
    }
}
