import ParlandoCore

/// Decides whether and when to retry a download. Free of side effects.
///
/// If the connection fails after more than another hundredth of the file has arrived, the retry count starts again at
/// zero, so that a large file arrives even over a bad connection.
struct DownloadRetries {
    private static let policy = RetryPolicy.doubling(retries: 3, longestAsked: .seconds(60))

    private let bytes: Int64
    private var tries = 0
    private var furthest: Int64

    /// - Parameters:
    ///   - bytes: size of the whole file.
    ///   - count: number of bytes that are already on disk.
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
        furthest = max(furthest, count)
        guard failure.canRetry, let wait = Self.policy.wait(afterRetries: tries, asked: failure.retryAfter) else {
            return nil
        }
        tries += 1
        return wait / .seconds(1)
    }
}

/// Failure of one download attempt.
struct DownloadFailure: Error {
    let error: ModelError
    /// Delay that the server requests before the next attempt, or nil if it requests none.
    var retryAfter: Duration?
    /// Whether another identical attempt can succeed.
    let canRetry: Bool

    init(_ error: ModelError, retryAfter: Duration? = nil) {
        self.error = error
        self.retryAfter = retryAfter
        canRetry = error.isRetryable
    }

    /// Creates the failure that corresponds to a failed transfer. Returns nil if the transfer was cancelled.
    init?(_ error: HTTPError) {
        guard let mapped = ModelError(error) else {
            return nil
        }
        self.error = mapped
        // A wrong address will still be wrong at the next attempt.
        canRetry =
            mapped.isRetryable
            && ![.invalidAddress, .insecure, .tooManyRedirects, .untrusted].contains(error.kind)
    }
}
