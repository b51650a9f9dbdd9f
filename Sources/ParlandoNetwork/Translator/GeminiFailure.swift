import Foundation
import ParlandoCore

/// Error object in a response of a Google service (google.rpc.Status, google/rpc/error_details.proto).
struct GeminiFailure: Decodable {
    struct Violation: Decodable {
        let quotaId: String?
        let quotaValue: String?

        enum CodingKeys: CodingKey {
            case quotaId, quotaValue
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            quotaId = try? values.decode(String.self, forKey: .quotaId)
            // A 64-bit number is a string in Google's JSON, but some gateways send a number.
            quotaValue =
                (try? values.decode(String.self, forKey: .quotaValue))
                ?? (try? values.decode(Int.self, forKey: .quotaValue)).map { "\($0)" }
        }
    }

    struct Detail: Decodable {
        let reason: String?
        let violations: [Violation]?
        /// Delays before another attempt that the service requests, as text.
        let delays: [String]

        enum CodingKeys: CodingKey {
            case reason, retryDelay, violations, metadata
        }

        private struct Metadata: Decodable {
            let quotaResetDelay: String?
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            reason = try? values.decode(String.self, forKey: .reason)
            violations = try? values.decode([Violation].self, forKey: .violations)
            let metadata = try? values.decode(Metadata.self, forKey: .metadata)
            delays = [try? values.decode(String.self, forKey: .retryDelay), metadata?.quotaResetDelay]
                .compactMap { $0 }
        }
    }

    let code: Int?
    let status: String?
    let message: String?
    let details: [Detail]?

    enum CodingKeys: CodingKey {
        case code, status, message, details
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        code = try? values.decode(Int.self, forKey: .code)
        status = try? values.decode(String.self, forKey: .status)
        message = try? values.decode(String.self, forKey: .message)
        details = try? values.decode([Detail].self, forKey: .details)
    }

    /// Returns the translation error that corresponds to this object. The message is examined but never passed on,
    /// because it may repeat the user's text.
    ///
    /// - Parameter head: head of the response, or nil if the error came within a stream.
    func error(head: HTTPHead?) -> TranslationError {
        let number = code ?? head?.status ?? 0
        let reasons = (details ?? []).compactMap(\.reason)
        let quotas = (details ?? []).flatMap { $0.violations ?? [] }
        let names = [status].compactMap { $0 } + reasons + quotas.compactMap(\.quotaId)
        return TranslationError(
            kind(number, reasons: reasons, quotas: quotas),
            detail: "\(number) " + names.map(\.asName).joined(separator: " "),
            retryAfter: retryDelay ?? head?.retryAfter)
    }

    private func kind(_ number: Int, reasons: [String], quotas: [Violation]) -> TranslationError.Kind {
        if reasons.contains("API_KEY_INVALID") || isAboutKey {
            return .keyRefused
        }
        if number == 403, let restriction = restriction(reasons) {
            return .keyRestricted(restriction)
        }
        switch number {
        case 400 where status == "FAILED_PRECONDITION": return .regionRefused
        case 404: return .modelGone
        case 429 where quotas.contains { $0.quotaId?.contains("PerDay") ?? false }: return .quotaExhausted
        case 429:
            let minute = quotas.first { $0.quotaId?.hasPrefix("GenerateRequestsPerMinute") ?? false }
            guard minute != nil || !quotas.contains(where: { $0.quotaId?.contains("Token") ?? false }) else {
                return .textLimited
            }
            return .rateLimited(allowed: minute?.quotaValue.flatMap { Int($0) })
        default: return TranslationError.kind(ofStatus: number)
        }
    }

    /// Whether the message is about an invalid key, for responses without the reason `API_KEY_INVALID` ("API key not
    /// valid", "API key expired").
    private var isAboutKey: Bool {
        guard code == 400 || code == 401, let message = message?.lowercased() else {
            return false
        }
        return message.contains("api key not valid") || message.contains("api key expired")
            || message.contains("api_key_invalid")
    }

    /// Returns the restriction that keeps a key from being used (google/api/error_reason.proto), or nil if none is
    /// stated.
    private func restriction(_ reasons: [String]) -> KeyRestriction? {
        for reason in reasons {
            switch reason {
            case "SERVICE_DISABLED": return .serviceDisabled
            case "API_KEY_SERVICE_BLOCKED": return .otherServices
            case "API_KEY_HTTP_REFERRER_BLOCKED": return .webSites
            case "API_KEY_IP_ADDRESS_BLOCKED": return .addresses
            case "API_KEY_ANDROID_APP_BLOCKED", "API_KEY_IOS_APP_BLOCKED": return .apps
            case "BILLING_DISABLED": return .billing
            case "CONSUMER_SUSPENDED": return .suspended
            default: continue
            }
        }
        return message?.contains("has not been used in project") == true ? .serviceDisabled : nil
    }

    /// Delay before another attempt that the service requests: the longest in the details, else the one in the message.
    /// Nil if it requests none.
    private var retryDelay: Duration? {
        let delays = (details ?? []).flatMap(\.delays).compactMap { NamedDelay.read($0) }
        return delays.max() ?? message.flatMap(NamedDelay.find)
    }
}
