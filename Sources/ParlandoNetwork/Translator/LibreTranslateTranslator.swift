import Foundation
public import ParlandoCore

/// Translator that uses a server with the LibreTranslate API, at an address chosen by the user.
public struct LibreTranslateTranslator: Translator {
    /// Maximum number of bytes to read of a response.
    private static let mostBytes = 4 << 20

    public let capabilities = TranslatorCapabilities(streams: false, detects: true, rephrases: false)

    private let client: HTTPClient
    private let address: String
    private let key: Private<String>?
    private let timeout: Duration
    private let languages: LibreLanguages

    /// - Parameters:
    ///   - address: address of the server, with or without `/translate` at its end; HTTPS, or plain HTTP to this
    ///     machine.
    ///   - key: API key, or nil if the server needs none.
    ///   - timeout: timeout for one response.
    public init(
        client: HTTPClient, address: String, key: Private<String>? = nil, timeout: Duration = .seconds(60)
    ) {
        self.client = client
        self.key = key
        self.timeout = timeout
        let home = Self.home(of: address)
        self.address = home + "/translate"
        languages = LibreLanguages(client: client, address: home + "/languages", timeout: timeout)
    }

    /// Returns the address of a server without the path at its end.
    static func home(of address: String) -> String {
        var home = address[...]
        while home.hasSuffix("/") {
            home.removeLast()
        }
        // Only the text after the scheme is checked, because a host can be named `translate` too.
        let path = home.range(of: "://").map { home[$0.upperBound...] } ?? home
        return String(path.hasSuffix("/translate") ? home.dropLast("/translate".count) : home)
    }

    public func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error> {
        .filled { _ in try await translate(request) }
    }

    /// Translates with the usual language codes. If the server rejects them, the codes from its own list are tried.
    private func translate(_ request: TranslationRequest) async throws -> Translation {
        let pair = LibrePair(source: request.phrase.language, target: request.target)
        let known = await languages.codes(of: pair)
        do {
            return try await ask(request, known)
        } catch let refusal as LibreRefusal {
            guard refusal.mayBeAboutLanguages, let list = await languages.list() else {
                throw refusal.error
            }
            try Task.checkCancellation()
            guard let own = list.codes(of: pair) else {
                throw TranslationError(.pairRefused, detail: "not in the list of languages")
            }
            guard own != known else {
                throw refusal.error(naming: [known])
            }
            do {
                let translation = try await ask(request, own)
                await languages.learn(own, of: pair)
                return translation
            } catch let refusal as LibreRefusal {
                throw refusal.error(naming: [own, pair])
            }
        }
    }

    private func ask(_ request: TranslationRequest, _ pair: LibrePair) async throws -> Translation {
        let text = request.phrase.text.revealed
        let question = LibreTranslateRequest(
            q: text, source: pair.source ?? "auto", target: pair.target, api_key: key?.revealed)
        guard let body = try? JSONEncoder().encode(question) else {
            throw TranslationError(.failed, detail: "the request cannot be written")
        }
        var message = HTTPRequest(
            address, method: .post(Array(body)), headers: [HTTPHeader("Content-Type", "application/json")])
        message.totalTimeout = timeout
        let response = try await client.send(message)
        let bytes = try await response.bytes(most: Self.mostBytes)
        let answer = try? OutsideJSON.decode(LibreTranslateAnswer.self, from: Data(bytes))
        guard response.head.status == 200 else {
            throw LibreRefusal(response.head, answer?.error, bytes, hasKey: key != nil)
        }
        guard let answer else {
            throw TranslationError(.notAService, detail: "200 with \(bytes.count) bytes that are not understood")
        }
        guard let translation = answer.translatedText, translation.contains(where: { !$0.isWhitespace }) else {
            throw TranslationError(.empty, detail: "no translatedText")
        }
        // Some models escape text for web pages. Such text is decoded, unless the source text contains character
        // references too.
        return Translation(
            HTMLEntities.areIn(text) ? translation : HTMLEntities.decoded(translation),
            detectedLanguage: answer.detectedLanguage.flatMap(LibreLanguages.language(ofCode:)))
    }
}

/// Body of a request (docs.libretranslate.com, API usage). Property names are those of the API.
private struct LibreTranslateRequest: Encodable {
    let q: String
    let source: String
    let target: String
    let format = "text"
    let api_key: String?
}

/// Body of a response or an error. Servers that accept several texts may answer a single one with a list of one.
private struct LibreTranslateAnswer: Decodable {
    private struct Language: Decodable {
        let language: String?
    }

    let translatedText: String?
    let detectedLanguage: String?
    let error: String?

    enum CodingKeys: CodingKey {
        case translatedText, detectedLanguage, error
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        error = try? values.decode(String.self, forKey: .error)
        let language =
            (try? values.decode(Language.self, forKey: .detectedLanguage))
            ?? (try? values.decode([Language].self, forKey: .detectedLanguage))?.first
        detectedLanguage = language?.language
        if let texts = try? values.decode([String].self, forKey: .translatedText), texts.count == 1 {
            translatedText = texts[0]
        } else {
            translatedText = try values.decodeIfPresent(String.self, forKey: .translatedText)
        }
    }
}
