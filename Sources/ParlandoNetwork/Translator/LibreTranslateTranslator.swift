import Foundation
public import ParlandoCore

/// A server with the LibreTranslate API, at the user's address.
public struct LibreTranslateTranslator: Translator {
    private static let mostBytes = 4 << 20

    private let client: HTTPClient
    private let address: String
    private let key: Private<String>?
    private let timeout: Duration
    private let languages: LibreLanguages

    /// - Parameter address: with or without `/translate` at its end; HTTPS, or plain HTTP to this machine.
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

    /// Returns an address without the path at its end.
    static func home(of address: String) -> String {
        var home = address[...]
        while home.hasSuffix("/") {
            home.removeLast()
        }
        // A host can be named `translate` too.
        let path = home.range(of: "://").map { home[$0.upperBound...] } ?? home
        return String(path.hasSuffix("/translate") ? home.dropLast("/translate".count) : home)
    }

    public func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error> {
        .filled { _ in try await translate(request) }
    }

    /// If the server rejects the usual language codes, those of its own list are tried.
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
        var message = HTTPRequest(
            address, method: .post(try question.jsonBody()), headers: [HTTPHeader("Content-Type", "application/json")])
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
        // Some models escape text for web pages, which is undone unless the source text was escaped too.
        return Translation(
            HTMLEntities.areIn(text) ? translation : HTMLEntities.decoded(translation),
            detectedLanguage: answer.detectedLanguage.flatMap(LibreLanguages.language(ofCode:)))
    }
}

/// docs.libretranslate.com, API usage. Property names are those of the API.
private struct LibreTranslateRequest: Encodable {
    let q: String
    let source: String
    let target: String
    let format = "text"
    let api_key: String?
}

/// Servers that accept several texts may answer a single one with a list of one.
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

/// Language pair, in ISO 639-1 codes or in a server's own codes.
struct LibrePair: Sendable, Hashable {
    let source: String?
    let target: String
}

/// A server's languages (`GET /languages`), and the codes that it has accepted.
actor LibreLanguages {
    private static let mostBytes = 1 << 20

    private let client: HTTPClient
    private let address: String
    private let timeout: Duration
    private var learnt: [LibrePair: LibrePair] = [:]

    init(client: HTTPClient, address: String, timeout: Duration) {
        self.client = client
        self.address = address
        self.timeout = timeout
    }

    /// Returns the accepted codes of a pair, else the pair itself.
    func codes(of pair: LibrePair) -> LibrePair {
        learnt[pair] ?? pair
    }

    func learn(_ own: LibrePair, of pair: LibrePair) {
        learnt[pair] = own
    }

    func list() async -> LibreList? {
        var request = HTTPRequest(address)
        request.totalTimeout = timeout
        guard let response = try? await client.send(request), response.head.status == 200,
            let bytes = try? await response.bytes(most: Self.mostBytes)
        else {
            return nil
        }
        return try? OutsideJSON.decode(LibreList.self, from: Data(bytes))
    }

    /// Returns the ISO 639-1 code that a server's code means; nil if the translator does not have the language.
    static func language(ofCode code: String) -> String? {
        let primary = code.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return SpeechLanguage.translated(tag: special[primary] ?? code)?.code
    }

    /// Brazilian Portuguese and traditional Chinese.
    private static let special = ["pb": "pt", "zt": "zh"]
}

struct LibreList: Decodable {
    private struct Language: Decodable {
        let code: String
        let targets: [String]?
    }

    private let languages: [Language]

    init(from decoder: any Decoder) throws {
        languages = try [Language](from: decoder)
    }

    /// Returns the server's own codes for a pair of ISO 639-1 codes; nil if it does not offer the pair.
    func codes(of pair: LibrePair) -> LibrePair? {
        let all = languages.map(\.code)
        guard let source = pair.source else {
            let targets = languages.flatMap { $0.targets ?? [] } + all
            return Self.best(of: targets, for: pair.target).map { LibrePair(source: nil, target: $0) }
        }
        guard let own = Self.best(of: all, for: source), let entry = languages.first(where: { $0.code == own }) else {
            return nil
        }
        return Self.best(of: entry.targets ?? all, for: pair.target).map { LibrePair(source: own, target: $0) }
    }

    /// Returns the ISO 639-1 code, else one for simplified Chinese (`Hans`), else the first that means the language.
    private static func best(of codes: [String], for language: String) -> String? {
        let fitting = codes.filter { LibreLanguages.language(ofCode: $0) == language || $0 == language }
        return fitting.first { $0 == language } ?? fitting.first { $0.hasSuffix("Hans") } ?? fitting.first
    }
}

/// An error response. Its message, in a language of the server's choice, is examined but never passed on, because it
/// may repeat the user's text.
struct LibreRefusal: Error {
    let error: TranslationError
    let mayBeAboutLanguages: Bool
    private let sentence: String

    /// - Parameter sentence: message in the JSON; nil in the error page of a proxy.
    init(_ head: HTTPHead, _ sentence: String?, _ bytes: [UInt8], hasKey: Bool) {
        let words = (sentence ?? String(decoding: bytes.prefix(2000), as: UTF8.self)).lowercased()
        let kind: TranslationError.Kind =
            switch head.status {
            case 400 where words.contains("api key"), 403 where words.contains("api key"):
                hasKey ? .keyRefused : .keyMissing
            case 400 where words.contains("not supported") || words.contains("not available"): .pairRefused
            case 400 where words.contains("text limit"): .tooLong
            case 404, 405, 300..<400: .notAService
            case 429: .rateLimited(allowed: NamedDelay.requestsPerMinute(in: words))
            default: TranslationError.kind(ofStatus: head.status)
            }
        error = TranslationError(
            kind, detail: "\(head.status)", retryAfter: head.retryAfter ?? NamedDelay.find(in: words))
        mayBeAboutLanguages = head.status == 400 && (kind == .pairRefused || kind == .requestRefused)
        self.sentence = words
    }

    /// Returns the error for a request with the server's own codes. If the message names both codes of a pair in
    /// brackets, the server has rejected the pair.
    func error(naming pairs: [LibrePair]) -> TranslationError {
        let namesAll = pairs.contains { pair in
            [pair.source, pair.target].compactMap { $0?.lowercased() }.allSatisfy { code in
                [("(", ")"), ("（", "）")].contains { sentence.contains($0.0 + code + $0.1) }
            }
        }
        return namesAll && error.kind == .requestRefused
            ? TranslationError(.pairRefused, detail: error.detail) : error
    }
}

/// Decoder of HTML character references (`&amp;`, `&#39;`, `&#x27;`), which some models write into plain text.
enum HTMLEntities {
    private static let named: [Substring: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]

    static func areIn(_ text: String) -> Bool {
        text.matches(of: reference).contains { meaning(of: $0.1) != nil }
    }

    static func decoded(_ text: String) -> String {
        text.replacing(reference) { meaning(of: $0.1) ?? String($0.0) }
    }

    private static var reference: Regex<(Substring, Substring)> {
        /&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-z]{2,4});/
    }

    private static func meaning(of name: Substring) -> String? {
        guard name.first == "#" else {
            return named[name]
        }
        let digits = name.dropFirst()
        let code =
            digits.first?.lowercased() == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        // Surrogates and control characters are not readable.
        guard let scalar = code.flatMap({ Unicode.Scalar($0) }),
            scalar.properties.generalCategory != .control || scalar == "\n"
        else {
            return nil
        }
        return String(scalar)
    }
}
