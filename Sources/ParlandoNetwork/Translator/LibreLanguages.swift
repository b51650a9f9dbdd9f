import Foundation
import ParlandoCore

/// Two languages, by ISO 639-1 or by a server's own codes.
struct LibrePair: Sendable, Hashable {
    /// Nil: the server is to find out.
    let source: String?
    let target: String
}

/// The languages of a LibreTranslate server (`GET /languages`), and the codes that it was found to understand.
actor LibreLanguages {
    /// Longest list that is read, in bytes.
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

    /// The codes that the server understands, as far as they are known.
    func codes(of pair: LibrePair) -> LibrePair {
        learnt[pair] ?? pair
    }

    /// Notes the codes that the server has understood.
    func learn(_ own: LibrePair, of pair: LibrePair) {
        learnt[pair] = own
    }

    /// The server's list, nil: it cannot be had.
    func list() async -> LibreList? {
        var request = HTTPRequest(address)
        request.totalTimeout = timeout
        guard let response = try? await client.send(request), response.head.status == 200,
            let bytes = try? await response.bytes(most: Self.mostBytes)
        else {
            return nil
        }
        return try? JSONDecoder().decode(LibreList.self, from: Data(bytes))
    }

    /// The ISO 639-1 code of the translator's language that a server's code stands for, nil: none of them.
    static func language(ofCode code: String) -> String? {
        let primary = code.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return SpeechLanguage.translated(tag: special[primary] ?? code)?.code
    }

    /// Codes of LibreTranslate's that are no ISO 639-1: Brazilian Portuguese and traditional Chinese.
    private static let special = ["pb": "pt", "zt": "zh"]
}

/// What a server offers.
struct LibreList: Decodable {
    private struct Language: Decodable {
        let code: String
        let targets: [String]?
    }

    private let languages: [Language]

    init(from decoder: any Decoder) throws {
        languages = try [Language](from: decoder)
    }

    /// The server's own codes of a pair of ISO 639-1 codes, nil: it does not offer it.
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

    /// The code for a language: the usual one, else simplified Chinese before traditional, else the first.
    private static func best(of codes: [String], for language: String) -> String? {
        let fitting = codes.filter { LibreLanguages.language(ofCode: $0) == language || $0 == language }
        return fitting.first { $0 == language } ?? fitting.first { $0.hasSuffix("Hans") } ?? fitting.first
    }
}
