import Foundation
import ParlandoCore

/// A model of Gemini, as the service lists it.
public struct GeminiModel: Sendable, Equatable {
    /// As it stands in addresses, such as `gemini-3.5-flash-lite`.
    public let name: String
    /// For people, as the service calls it.
    public let title: String

    public init(name: String, title: String) {
        self.name = name
        self.title = title
    }

    /// The model that translates a phrase soonest, among those the service offers; nil: it offers none.
    ///
    /// A translator needs no thought and much speed: the lightest line first, of it the newest, and a finished one rather
    /// than a preview. Names that say nothing of this come last, in the order of the service.
    public static func choose(from models: [GeminiModel], without gone: Set<String> = []) -> GeminiModel? {
        sorted(models.filter { !gone.contains($0.name) }).first
    }

    /// The models that translate, the best first, each once.
    public static func sorted(_ models: [GeminiModel]) -> [GeminiModel] {
        var names: Set<String> = []
        return models.filter { !$0.isSpecial && names.insert($0.name).inserted }
            .map { (model: $0, rank: $0.rank) }.enumerated()
            .sorted { ($1.element.rank, -$1.offset) < ($0.element.rank, -$0.offset) }.map(\.element.model)
    }

    /// The model that speaks soonest, nil: the service offers none.
    static func chooseSpeaking(from models: [GeminiModel]) -> GeminiModel? {
        let speaking = models.filter { $0.name.split(separator: "-").contains("tts") }
        return speaking.max { ($0.isPreview ? 0 : 1, $0.speakingRank) < ($1.isPreview ? 0 : 1, $1.speakingRank) }
    }

    /// Whether the model is of a generation that the service no longer offers to everybody: Gemini 2.5 answers only
    /// projects that used it before (ai.google.dev/gemini-api/docs/changelog, 2026-09-18), and older ones answer nobody.
    var isRetired: Bool {
        guard let match = name.firstMatch(of: /^gemini-([0-9]+)(?=[.-])/), let generation = Int(match.1) else {
            return false
        }
        return generation < 3
    }

    private var isPreview: Bool {
        name.contains("preview") || name.contains("exp")
    }

    /// Greater is better: newer first, of the same age the lighter one.
    private var speakingRank: Double {
        let version = name.firstMatch(of: /gemini-(\d+(?:\.\d+)?)/).flatMap { Double($0.1) } ?? 0
        return version + (name.contains("lite") ? 0.001 : 0)
    }

    /// Made for something else than text.
    private var isSpecial: Bool {
        let words = Set(name.split(separator: "-"))
        return !words.isDisjoint(with: [
            "tts", "image", "audio", "live", "embedding", "robotics", "computer", "vision", "translate", "dialog",
            "transcribe", "veo", "imagen", "aqa",
        ])
    }

    /// Greater is better.
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

/// A page of `models.list`.
struct GeminiModelPage: Decodable {
    struct Model: Decodable {
        let name: String
        let displayName: String?
        let description: String?
        let supportedGenerationMethods: [String]?
    }

    let models: [Model]?
    let nextPageToken: String?

    /// The models that generate content and are neither retired nor about to be.
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
    /// Whether it can stand in an address as the name of a model.
    var isModelName: Bool {
        wholeMatch(of: /[A-Za-z0-9._-]{1,100}/) != nil
    }
}
