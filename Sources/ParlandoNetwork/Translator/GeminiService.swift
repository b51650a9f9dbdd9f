import Foundation
import ParlandoCore

/// Client of the Gemini API: builds addresses, adds the key, and interprets error responses.
struct GeminiService: Sendable {
    /// Maximum number of bytes to read of a model list or an error response.
    private static let mostBytes = 1 << 20
    /// Maximum number of pages to read of a model list.
    private static let mostPages = 10

    private let client: HTTPClient
    private let key: Private<String>?
    private let home: String
    private let timeout: Duration

    /// - Parameter home: address of the service, without a path.
    init(client: HTTPClient, key: Private<String>?, home: String, timeout: Duration) {
        self.client = client
        self.key = key
        self.home = home
        self.timeout = timeout
    }

    /// Sends a request and returns the response once the service has accepted the request. Throws `TranslationError` or
    /// `HTTPError`.
    func send(_ path: String, post body: [UInt8]? = nil) async throws -> HTTPResponse {
        let request = try HTTPRequest(google: "\(home)/v1beta/\(path)", key: key, post: body, timeout: timeout)
        let response = try await client.send(request)
        guard response.head.status == 200 else {
            throw await Self.refusal(response)
        }
        return response
    }

    /// Returns all models that generate text, in the service's order.
    func models() async throws -> [GeminiModel] {
        var models: [GeminiModel] = []
        var token: String?
        for _ in 0..<Self.mostPages {
            let next = token.map { "&pageToken=\($0)" } ?? ""
            let bytes = try await send("models?pageSize=1000\(next)").bytes(most: Self.mostBytes)
            guard let page = try? OutsideJSON.decode(GeminiModelPage.self, from: Data(bytes)) else {
                throw TranslationError(.badAnswer, detail: "a list of models that is not understood")
            }
            models += page.usable
            token = page.nextPageToken?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            if token?.isEmpty ?? true {
                break
            }
        }
        return models
    }

    /// Returns the voices that the service lists.
    func voices() async throws -> [GeminiVoice] {
        var voices: [GeminiVoice] = []
        var token: String?
        for _ in 0..<Self.mostPages {
            let next = token.map { "&pageToken=\($0)" } ?? ""
            let bytes = try await send("voices?pageSize=1000\(next)").bytes(most: Self.mostBytes)
            guard let page = try? OutsideJSON.decode(GeminiVoicePage.self, from: Data(bytes)) else {
                throw TranslationError(.badAnswer, detail: "a list of voices that is not understood")
            }
            voices += page.usable
            token = page.nextPageToken?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            if token?.isEmpty ?? true {
                break
            }
        }
        return voices
    }

    private static func refusal(_ response: HTTPResponse) async -> any Error {
        do {
            let bytes = try await response.bytes(most: mostBytes)
            let failure = try GeminiAnswer.read(bytes).lazy.compactMap(\.error).first
            if let failure {
                return failure.error(head: response.head)
            }
        } catch let error as HTTPError where error.kind == .cancelled {
            return CancellationError()
        } catch {
            // The response could not be read, so only its status is known.
        }
        return TranslationError(
            TranslationError.kind(ofStatus: response.head.status), detail: "\(response.head.status)",
            retryAfter: response.head.retryAfter)
    }
}

/// Gemini model as listed by the service.
public struct GeminiModel: Sendable, Equatable {
    /// Identifier in addresses, such as `gemini-3.5-flash-lite`.
    public let name: String
    /// Display name given by the service.
    public let title: String

    public init(name: String, title: String) {
        self.name = name
        self.title = title
    }

    /// Models to use if the service's list contains no suitable one.
    static let firstChoices = (text: "gemini-3.5-flash-lite", speech: "gemini-3.8-flash-lite-tts")

    /// Returns the fastest model for translation among those the service offers, or nil if there is none.
    ///
    /// A translator needs speed rather than reasoning. Stable models rank before previews, then lighter lines before
    /// heavier ones, then newer versions before older ones. Models with names of another form come last, in the
    /// service's order.
    ///
    /// - Parameter gone: names of models that no longer exist.
    public static func choose(from models: [GeminiModel], without gone: Set<String> = []) -> GeminiModel? {
        sorted(models.filter { !gone.contains($0.name) }).first
    }

    /// Returns the models that can translate, the best first and without duplicates.
    public static func sorted(_ models: [GeminiModel]) -> [GeminiModel] {
        var names: Set<String> = []
        return models.filter { !$0.isSpecial && names.insert($0.name).inserted }
            .map { (model: $0, rank: $0.rank) }.enumerated()
            .sorted { ($1.element.rank, -$1.offset) < ($0.element.rank, -$0.offset) }.map(\.element.model)
    }

    /// Returns the best text-to-speech model, or nil if the service offers none.
    static func chooseSpeaking(from models: [GeminiModel]) -> GeminiModel? {
        let speaking = models.filter { $0.name.split(separator: "-").contains("tts") }
        return speaking.max { ($0.isPreview ? 0 : 1, $0.speakingRank) < ($1.isPreview ? 0 : 1, $1.speakingRank) }
    }

    /// Whether the model belongs to a generation that is no longer generally available. Gemini 2.5 serves only projects
    /// that used it before (ai.google.dev/gemini-api/docs/changelog, 2026-09-18); older generations are switched off.
    var isRetired: Bool {
        guard let match = name.firstMatch(of: /^gemini-([0-9]+)(?=[.-])/), let generation = Int(match.1) else {
            return false
        }
        return generation < 3
    }

    private var isPreview: Bool {
        name.contains("preview") || name.contains("exp")
    }

    /// Rank for text-to-speech, higher is better: newer versions first, then lighter models.
    private var speakingRank: Double {
        let version = name.firstMatch(of: /gemini-(\d+(?:\.\d+)?)/).flatMap { Double($0.1) } ?? 0
        return version + (name.contains("lite") ? 0.001 : 0)
    }

    /// Whether the model is made for something other than text.
    private var isSpecial: Bool {
        let words = Set(name.split(separator: "-"))
        return !words.isDisjoint(with: [
            "tts", "image", "audio", "live", "embedding", "robotics", "computer", "vision", "translate", "dialog",
            "transcribe", "veo", "imagen", "aqa",
        ])
    }

    /// Rank for translation, higher is better.
    private var rank: Rank {
        guard let match = name.wholeMatch(of: /gemini-(\d+)(?:\.(\d+))?-([a-z]+(?:-lite)?)(-.*)?/) else {
            return Rank(line: name.hasPrefix("gemini-") ? 1 : 0, isFinished: false, major: 0, minor: 0, isPlain: false)
        }
        let line =
            switch match.3 {
            case "flash-lite": 4
            case "flash": 3
            default: 2
            }
        let isFinished = match.4.map { !$0.contains("preview") && !$0.contains("exp") } ?? true
        return Rank(
            line: line, isFinished: isFinished, major: Int(match.1) ?? 0, minor: match.2.flatMap { Int($0) } ?? 0,
            isPlain: match.4 == nil)
    }

    private struct Rank: Comparable {
        let line: Int
        let isFinished: Bool
        let major: Int
        let minor: Int
        let isPlain: Bool

        private var key: [Int] { [isFinished && line > 1 ? 1 : 0, line, major, minor, isPlain ? 1 : 0] }

        static func < (left: Rank, right: Rank) -> Bool {
            left.key.lexicographicallyPrecedes(right.key)
        }
    }
}

/// Page of the response to `models.list`.
struct GeminiModelPage: Decodable {
    struct Model: Decodable {
        let name: String
        let displayName: String?
        let description: String?
        let supportedGenerationMethods: [String]?
    }

    let models: [Model]?
    let nextPageToken: String?

    /// Models that generate content and are neither retired nor deprecated.
    var usable: [GeminiModel] {
        (models ?? []).compactMap { model in
            let name = model.name.split(separator: "/").last.map { String($0) } ?? ""
            guard model.supportedGenerationMethods?.contains("generateContent") ?? false, name.isModelName,
                !(model.description ?? "").lowercased().contains("deprecated")
            else {
                return nil
            }
            return GeminiModel(name: name, title: model.displayName ?? name)
        }
        .filter { !$0.isRetired }
    }
}

extension String {
    /// Whether the text is valid as a model name in an address.
    var isModelName: Bool {
        wholeMatch(of: /[A-Za-z0-9._-]{1,100}/) != nil
    }
}
