import Foundation
import ParlandoCore

extension TranslationError {
    /// Returns `CancellationError` for a cancelled transfer, and other errors unchanged.
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

    /// Creates the error for a refusal of which only the head is known.
    init(refusedWith head: HTTPHead) {
        self.init(Self.kind(ofStatus: head.status), detail: "\(head.status)", retryAfter: head.retryAfter)
    }

    /// Returns the kind for a response that says no more than its status.
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
    /// The stream ends with the complete translation, `TranslationError` or `CancellationError`.
    static func filled(
        by translate: @escaping @Sendable (Continuation) async throws -> Translation
    ) -> Self {
        .working { progress in
            do {
                progress.yield(.whole(try await translate(progress)))
            } catch {
                throw TranslationError.from(error)
            }
        }
    }
}

extension Encodable {
    /// Returns the JSON as UTF-8.
    func jsonBody() throws(TranslationError) -> [UInt8] {
        do {
            return Array(try JSONEncoder().encode(self))
        } catch {
            throw TranslationError(.failed, detail: "the request cannot be written")
        }
    }
}

extension HTTPHeader {
    /// A line break, for example, would start another header.
    static func canCarry(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension SynthesisError {
    /// Returns `CancellationError` for a cancelled request.
    static func from(_ error: any Error) -> any Error {
        let known = TranslationError.from(error)
        guard let error = known as? TranslationError else {
            return known
        }
        return SynthesisError(kind(of: error.kind), detail: error.detail, retryAfter: error.retryAfter)
    }

    private static func kind(of kind: TranslationError.Kind) -> Kind {
        switch kind {
        case .keyMissing: .keyMissing
        case .keyring(let kind): .keyring(kind)
        case .keyRefused: .keyRefused
        case .forbidden, .regionRefused: .forbidden
        case .keyRestricted(let restriction): .keyRestricted(restriction)
        case .modelGone: .modelGone
        case .rateLimited, .textLimited, .queueFull: .rateLimited
        case .quotaExhausted: .quotaExhausted
        case .serverFailed: .serverFailed
        case .blocked: .blocked
        case .pairRefused, .sourceUnknown, .notInstalled: .languageRefused
        case .empty, .cut: .badSound
        case .badAnswer, .notAService, .requestRefused: .badAnswer
        case .offline: .offline
        case .interrupted: .interrupted
        case .timedOut: .timedOut
        case .authorities(let fault): .authorities(fault)
        case .untrusted, .addressRefused: .untrusted
        case .tooLong: .tooLong
        case .nothingToTranslate: .nothingToSay
        case .failed: .failed
        }
    }
}

/// Parser for delays as services write them: `38s`, `2.46s`, `373.8ms`, `1h2m3s`, or within a sentence.
enum NamedDelay {
    /// Nil if the text is not exactly one delay.
    static func read(_ text: some StringProtocol) -> Duration? {
        guard !text.isEmpty,
            let match = String(text).wholeMatch(
                of: /(?:([0-9]{1,6})h)?(?:([0-9]{1,6})m)?(?:([0-9]{1,9}(?:\.[0-9]{1,12})?)(ms|s))?/)
        else {
            return nil
        }
        let units: [(Substring?, Double)] = [
            (match.1, 3600), (match.2, 60), (match.3, match.4 == "ms" ? 0.001 : 1),
        ]
        return .seconds(units.reduce(0) { $0 + ($1.0.flatMap { Double($0) } ?? 0) * $1.1 })
    }

    /// Finds a delay in a sentence ("Please retry in 3.2s.", "Try again in 20 seconds.").
    static func find(in sentence: String) -> Duration? {
        guard
            let match = sentence.firstMatch(
                of: /(?i)(?:retry|again) (?:in|after) ([0-9.]+[0-9hms.]*)( second| minute| hour)?/)
        else {
            return nil
        }
        let delay = match.1.last == "." ? match.1.dropLast() : match.1
        return read(delay + (match.2?.lowercased().dropFirst().prefix(1) ?? ""))
    }

    /// Finds a rate limit per minute in a sentence ("20 per 1 minute"). Limits per hour or day do not determine one.
    static func requestsPerMinute(in sentence: String) -> Int? {
        guard let match = sentence.firstMatch(of: /([0-9]{1,6}) per ([0-9]{1,4}) (second|minute)/),
            let count = Int(match.1), let periods = Int(match.2), periods > 0
        else {
            return nil
        }
        return max(1, count * (match.3 == "second" ? 60 : 1) / periods)
    }
}
