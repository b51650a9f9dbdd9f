import Foundation
public import ParlandoCore

/// Translates with a server that speaks the LibreTranslate API, at an address of the user's.
public struct LibreTranslateTranslator: Translator {
    /// Longest answer that is read, in bytes.
    private static let mostBytes = 4 << 20

    public let capabilities = TranslatorCapabilities(streams: false, detects: true, rephrases: false)

    private let client: HTTPClient
    private let address: String
    private let key: Private<String>?
    private let timeout: Duration

    /// - Parameters:
    ///   - address: of the server, with or without `/translate` at its end; HTTPS, or this machine.
    ///   - key: nil: the server asks for none.
    ///   - timeout: how long one answer may take.
    public init(
        client: HTTPClient, address: String, key: Private<String>? = nil, timeout: Duration = .seconds(60)
    ) {
        self.client = client
        self.key = key
        self.timeout = timeout
        var home = address[...]
        while home.hasSuffix("/") {
            home.removeLast()
        }
        self.address = home.hasSuffix("/translate") ? String(home) : home + "/translate"
    }

    public func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error> {
        .filled { _ in try await ask(request) }
    }

    private func ask(_ request: TranslationRequest) async throws -> Translation {
        let question = LibreTranslateRequest(
            q: request.phrase.text.revealed, source: request.phrase.language ?? "auto", target: request.target,
            api_key: key?.revealed)
        guard let body = try? JSONEncoder().encode(question) else {
            throw TranslationError(.failed, detail: "the request cannot be written")
        }
        var message = HTTPRequest(
            address, method: .post(Array(body)), headers: [HTTPHeader("Content-Type", "application/json")])
        message.totalTimeout = timeout
        let response = try await client.send(message)
        let bytes = try await response.bytes(most: Self.mostBytes)
        let answer = try? JSONDecoder().decode(LibreTranslateAnswer.self, from: Data(bytes))
        guard response.head.status == 200 else {
            throw LibreTranslateAnswer.refusal(response.head, answer?.error, hasKey: key != nil)
        }
        guard let answer else {
            throw TranslationError(.notAService, detail: "200 with \(bytes.count) bytes that are not understood")
        }
        guard let text = answer.translatedText, text.contains(where: { !$0.isWhitespace }) else {
            throw TranslationError(.empty, detail: "no translatedText")
        }
        let language = answer.detectedLanguage?.language.flatMap { SpeechLanguage.translated(tag: $0) }
        return Translation(text, detectedLanguage: language?.code)
    }
}

/// The body of a request (docs.libretranslate.com, API usage). The names are those of the API.
private struct LibreTranslateRequest: Encodable {
    let q: String
    let source: String
    let target: String
    let format = "text"
    let api_key: String?
}

/// The body of an answer, or of a refusal.
private struct LibreTranslateAnswer: Decodable {
    struct Language: Decodable {
        let language: String?
    }

    let translatedText: String?
    let detectedLanguage: Language?
    let error: String?

    /// What a refusal means. Its sentence is looked at, but never passed on: it may repeat what was sent.
    static func refusal(_ head: HTTPHead, _ sentence: String?, hasKey: Bool) -> TranslationError {
        let words = sentence?.lowercased() ?? ""
        let kind: TranslationError.Kind =
            switch head.status {
            case 400 where words.contains("api key"), 403 where words.contains("api key"):
                hasKey ? .keyRefused : .keyMissing
            case 400 where words.contains("not supported") || words.contains("not available"): .pairRefused
            case 400 where words.contains("text limit"): .tooLong
            case 404, 405, 300..<400: .notAService
            default: TranslationError.kind(ofStatus: head.status)
            }
        return TranslationError(kind, detail: "\(head.status)", retryAfter: head.retryAfter)
    }
}
