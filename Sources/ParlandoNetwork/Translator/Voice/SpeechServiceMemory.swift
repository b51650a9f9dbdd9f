import Foundation
import ParlandoCore

/// Cache of the speech services' models and voices, so that they are not requested before each sentence. Shared by all
/// synthesizers of the program.
public actor SpeechServiceMemory {
    private let clock: any WallClock
    private var models: DatedList<GeminiModel>?
    private var goneModels: Set<String> = []
    private var voices: [String: DatedList<Voice>] = [:]
    private var geminiVoices: DatedList<GeminiVoice>?
    /// Time of the latest request for Gemini's voices that failed for a temporary reason, or nil if there was none.
    private var geminiFailure: Date?

    /// Time after a failed request for Gemini's voices in which the list is not requested again, in seconds.
    private static let pause: TimeInterval = 60

    /// Creates an empty cache.
    public init() {
        self.init(clock: RunningClock())
    }

    init(clock: any WallClock) {
        self.clock = clock
    }

    /// Returns the name of the Gemini model that synthesizes speech.
    ///
    /// - Parameter list: requests the models from the service if they are not known, or were read more than a day ago.
    func speechModel(_ list: @Sendable () async throws -> [GeminiModel]) async throws -> String {
        let there = try await speechModels(list).filter { !goneModels.contains($0.name) }
        let first = GeminiModel.firstChoices.speech
        let best = GeminiModel.chooseSpeaking(from: there)?.name
        guard let model = best ?? (goneModels.contains(first) ? nil : first) else {
            throw SynthesisError(.modelGone, detail: "the list holds no model that speaks")
        }
        return model
    }

    private func speechModels(_ list: @Sendable () async throws -> [GeminiModel]) async throws -> [GeminiModel] {
        if let models, models.isFresh(at: clock.now) {
            return models.items
        }
        do {
            let list = DatedList(items: try await list(), date: clock.now)
            models = list
            return list.items
        } catch let error as TranslationError where error.isOfList {
            return models?.items ?? []
        }
    }

    /// Removes a model that no longer exists, so that another one is chosen.
    func forget(_ gone: String) {
        goneModels.insert(gone)
        models = nil
    }

    /// Returns Gemini's voices, or the built-in list if the service returns none.
    ///
    /// - Parameter list: requests the voices from the service if they are not known, or were read more than a day ago.
    func geminiVoices(_ list: @Sendable () async throws -> [GeminiVoice]) async throws -> [GeminiVoice] {
        if let geminiVoices, geminiVoices.isFresh(at: clock.now) {
            return geminiVoices.items
        }
        let there = geminiVoices?.items ?? GeminiVoice.known
        guard !isPausing(at: clock.now) else {
            return there
        }
        do {
            let found = try await list()
            let list = DatedList(items: found.isEmpty ? GeminiVoice.known : found, date: clock.now)
            geminiVoices = list
            return list.items
        } catch let error as CancellationError {
            throw error
        } catch let error as TranslationError where error.isOfAddress {
            // Not every key has access to the address of the list yet.
            geminiVoices = DatedList(items: there, date: clock.now)
            return there
        } catch {
            geminiFailure = clock.now
            return there
        }
    }

    /// Returns whether a request for Gemini's voices failed less than a minute ago. Another request would delay the
    /// next sentence.
    private func isPausing(at now: Date) -> Bool {
        geminiFailure.map { (0..<Self.pause).contains(now.timeIntervalSince($0)) } ?? false
    }

    /// Returns Google Cloud's voices for a language.
    ///
    /// - Parameter list: requests the voices from the service if they are not known, or were read more than a day ago.
    func voices(
        for language: String, _ list: @Sendable () async throws(SynthesisError) -> [Voice]
    ) async throws(SynthesisError) -> [Voice] {
        if let known = voices[language], known.isFresh(at: clock.now) {
            return known.items
        }
        let there = DatedList(items: try await list(), date: clock.now)
        voices[language] = there
        return there.items
    }
}

extension TranslationError {
    /// Whether the error means that the address of a list does not exist for this key, or returns something other than
    /// a list.
    fileprivate var isOfAddress: Bool {
        [.modelGone, .forbidden, .requestRefused, .badAnswer].contains(kind)
    }
}
