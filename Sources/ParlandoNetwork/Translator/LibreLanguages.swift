import Foundation
import ParlandoCore

/// Language pair, in ISO 639-1 codes or in a server's own codes.
struct LibrePair: Sendable, Hashable {
    /// Source language, or nil if the server is to detect it.
    let source: String?
    let target: String
}

/// Languages of a LibreTranslate server (`GET /languages`), and the language codes that it has accepted.
actor LibreLanguages {
    /// Maximum number of bytes to read of a server's list of languages.
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

    /// Returns the codes that the server has accepted for a pair, or the pair itself if none are known.
    func codes(of pair: LibrePair) -> LibrePair {
        learnt[pair] ?? pair
    }

    /// Stores the codes that the server has accepted for a pair.
    func learn(_ own: LibrePair, of pair: LibrePair) {
        learnt[pair] = own
    }

    /// Returns the server's list of languages, or nil if it is not available.
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

    /// Returns the ISO 639-1 code of the language that a server's code means, or nil if it is not a language of the
    /// translator.
    static func language(ofCode code: String) -> String? {
        let primary = code.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return SpeechLanguage.translated(tag: special[primary] ?? code)?.code
    }

    /// LibreTranslate codes outside ISO 639-1: Brazilian Portuguese and traditional Chinese.
    private static let special = ["pb": "pt", "zt": "zh"]
}

/// Languages that a server offers.
struct LibreList: Decodable {
    private struct Language: Decodable {
        let code: String
        let targets: [String]?
    }

    private let languages: [Language]

    init(from decoder: any Decoder) throws {
        languages = try [Language](from: decoder)
    }

    /// Returns the server's own codes for a pair of ISO 639-1 codes, or nil if it does not offer the pair.
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

    /// Returns the best of a server's codes for a language: the ISO 639-1 code, else one for simplified Chinese
    /// (`Hans`), else the first that means the language. Returns nil if there is none.
    private static func best(of codes: [String], for language: String) -> String? {
        let fitting = codes.filter { LibreLanguages.language(ofCode: $0) == language || $0 == language }
        return fitting.first { $0 == language } ?? fitting.first { $0.hasSuffix("Hans") } ?? fitting.first
    }
}
