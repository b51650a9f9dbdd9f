import Foundation
import Logging
import ParlandoCore

/// A Gemini model of the service's list.
struct GeminiModel: Sendable, Equatable {
    /// Name in addresses, such as `gemini-3.5-flash-lite`.
    let name: String

    /// Used if the list contains no suitable model.
    static let firstChoices = (text: "gemini-3.5-flash-lite", speech: "gemini-3.8-flash-lite-tts")

    /// Returns the fastest model for translation; nil if there is none.
    ///
    /// Stable models rank before previews, then lighter lines before heavier ones, then newer versions before older
    /// ones. Names of another form come last.
    ///
    /// - Parameter gone: names of models that no longer exist.
    static func choose(from models: [GeminiModel], without gone: Set<String> = []) -> GeminiModel? {
        sorted(models.filter { !gone.contains($0.name) }).first
    }

    /// Returns the models that can translate, best first, without duplicates.
    static func sorted(_ models: [GeminiModel]) -> [GeminiModel] {
        var names: Set<String> = []
        return models.filter { !$0.isSpecial && names.insert($0.name).inserted }
            .map { (model: $0, rank: $0.rank) }.enumerated()
            .sorted { ($1.element.rank, -$1.offset) < ($0.element.rank, -$0.offset) }.map(\.element.model)
    }

    static func chooseSpeaking(from models: [GeminiModel]) -> GeminiModel? {
        let speaking = models.filter { $0.name.split(separator: "-").contains("tts") }
        return speaking.max { ($0.isPreview ? 0 : 1, $0.speakingRank) < ($1.isPreview ? 0 : 1, $1.speakingRank) }
    }

    /// Whether the model is no longer generally available. Gemini 2.5 serves only projects that used it before
    /// (ai.google.dev/gemini-api/docs/changelog, 2026-09-18).
    var isRetired: Bool {
        guard let match = name.firstMatch(of: /^gemini-([0-9]+)(?=[.-])/), let generation = Int(match.1) else {
            return false
        }
        return generation < 3
    }

    private var isPreview: Bool {
        name.contains("preview") || name.contains("exp")
    }

    /// Higher is better: newer versions first, then lighter models.
    private var speakingRank: Double {
        let version = name.firstMatch(of: /gemini-(\d+(?:\.\d+)?)/).flatMap { Double($0.1) } ?? 0
        return version + (name.contains("lite") ? 0.001 : 0)
    }

    private var isSpecial: Bool {
        let words = Set(name.split(separator: "-"))
        return !words.isDisjoint(with: [
            "tts", "image", "audio", "live", "embedding", "robotics", "computer", "vision", "translate", "dialog",
            "transcribe", "veo", "imagen", "aqa",
        ])
    }

    /// Higher is better.
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
        let description: String?
        let supportedGenerationMethods: [String]?
    }

    let models: [Model]?
    let nextPageToken: String?

    /// Models that generate text and are neither retired nor deprecated.
    var usable: [GeminiModel] {
        (models ?? []).compactMap { model in
            let name = model.name.split(separator: "/").last.map { String($0) } ?? ""
            guard model.supportedGenerationMethods?.contains("generateContent") ?? false, name.isModelName,
                !(model.description ?? "").lowercased().contains("deprecated")
            else {
                return nil
            }
            return GeminiModel(name: name)
        }
        .filter { !$0.isRetired }
    }
}

extension String {
    /// Whether the text is valid in an address.
    var isModelName: Bool {
        wholeMatch(of: /[A-Za-z0-9._-]{1,100}/) != nil
    }
}

/// Choice of a model: the user's, or the best one for its purpose that the service offers now.
actor GeminiChoice {
    enum Purpose {
        case text, speech
    }

    private let purpose: Purpose
    private let fixed: String?
    private let clock: any WallClock
    private var known: DatedList<GeminiModel>?
    private var gone: Set<String> = []

    init(_ purpose: Purpose, fixed: String? = nil, clock: any WallClock = RunningClock()) {
        self.purpose = purpose
        self.fixed = fixed
        self.clock = clock
    }

    /// Asks the best model and, if it no longer exists, another one.
    nonisolated func asking<Answer: Sendable>(
        _ service: GeminiService, _ ask: (_ model: String) async throws -> Answer
    ) async throws -> Answer {
        let model = try await self.model(of: service)
        do {
            return try await ask(model)
        } catch let error as TranslationError where error.kind == .modelGone {
            guard let other = try await self.other(than: model, of: service) else {
                throw error
            }
            return try await ask(other)
        }
    }

    /// Throws `TranslationError` if the service offers no model.
    func model(of service: GeminiService) async throws -> String {
        if let fixed {
            return fixed
        }
        let there = try await list(of: service)
        let best =
            purpose == .text
            ? GeminiModel.choose(from: there, without: gone)
            : GeminiModel.chooseSpeaking(from: there.filter { !gone.contains($0.name) })
        let first = purpose == .text ? GeminiModel.firstChoices.text : GeminiModel.firstChoices.speech
        guard let model = best?.name ?? (gone.contains(first) ? nil : first) else {
            throw TranslationError(.modelGone, detail: "the list holds no model for \(purpose)")
        }
        return model
    }

    /// Returns a model to use instead of one that no longer exists; nil if the user chose it.
    func other(than model: String, of service: GeminiService) async throws -> String? {
        guard fixed == nil else {
            return nil
        }
        gone.insert(model)
        // The list was read before the service refused the model, so it is out of date.
        known = nil
        return try await self.model(of: service)
    }

    private func list(of service: GeminiService) async throws -> [GeminiModel] {
        if let known, known.isFresh(at: clock.now) {
            return known.items
        }
        do {
            let list = DatedList(items: try await service.models(), date: clock.now)
            known = list
            Logger(label: "parlando.translation").info("\(list.items.count) models are listed")
            return list.items
        } catch let error as TranslationError where error.isOfList {
            // Translation continues even if the list cannot be read.
            Logger(label: "parlando.translation").notice("no list of models: \(error.kind) \(error.detail)")
            return known?.items ?? []
        }
    }
}

extension TranslationError {
    /// Whether only the list may be affected, so that other requests may still succeed.
    fileprivate var isOfList: Bool {
        [.badAnswer, .serverFailed, .modelGone, .timedOut, .requestRefused].contains(kind)
    }
}

/// A list that a service returned, requested again after a day, because services add and withdraw models and voices.
struct DatedList<Item: Sendable>: Sendable {
    /// Seconds after which a list is requested again.
    static var lifetime: TimeInterval { 86_400 }

    let items: [Item]
    let date: Date

    func isFresh(at now: Date) -> Bool {
        // A clock that was set back must not keep a list for ever.
        (0..<Self.lifetime).contains(now.timeIntervalSince(date))
    }
}

/// Wall clock of the system.
struct RunningClock: WallClock {
    var now: Date { Date() }
}
