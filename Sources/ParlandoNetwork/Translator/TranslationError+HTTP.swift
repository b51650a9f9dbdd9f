import ParlandoCore

extension TranslationError {
    /// Returns the translation error that corresponds to an HTTP error, or `CancellationError` for a cancelled
    /// transfer. Any other error is returned unchanged.
    static func from(_ error: any Error) -> any Error {
        guard let error = error as? HTTPError else {
            return error
        }
        let detail = "\(error.kind) \(error.detail)"
        switch error.kind {
        case .cancelled: return CancellationError()
        case .invalidAddress, .insecure: return TranslationError(.addressRefused, detail: detail)
        case .unreachable: return TranslationError(.offline, detail: detail)
        case .timedOut: return TranslationError(.timedOut, detail: detail)
        case .authorities(let fault): return TranslationError(.authorities(fault), detail: detail)
        case .untrusted: return TranslationError(.untrusted, detail: detail)
        case .interrupted: return TranslationError(.interrupted, detail: detail)
        case .badAnswer, .tooManyRedirects: return TranslationError(.badAnswer, detail: detail)
        case .failed: return TranslationError(.failed, detail: detail)
        }
    }

    /// Returns the kind of error for a status code, if the service gives no further information.
    static func kind(ofStatus status: Int) -> Kind {
        switch status {
        case 401: .keyRefused
        case 403: .forbidden
        case 429: .rateLimited(allowed: nil)
        case 408, 500...: .serverFailed
        default: .requestRefused
        }
    }
}

extension AsyncThrowingStream where Element == TranslationProgress, Failure == any Error {
    typealias Progress = Continuation

    /// Returns a stream filled by a task. It ends with the complete translation, or with a `TranslationError` or
    /// `CancellationError`.
    static func filled(
        by translate: @escaping @Sendable (Continuation) async throws -> Translation
    ) -> Self {
        AsyncThrowingStream { progress in
            let work = Task {
                do {
                    progress.yield(.whole(try await translate(progress)))
                    progress.finish()
                } catch {
                    progress.finish(throwing: TranslationError.from(error))
                }
            }
            progress.onTermination = { _ in work.cancel() }
        }
    }
}

extension HTTPHeader {
    /// Returns whether a key is valid in a header; a line break, for example, would start another header.
    static func canCarry(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
