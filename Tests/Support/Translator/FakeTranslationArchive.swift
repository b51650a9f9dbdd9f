public import Foundation
public import ParlandoCore
import Synchronization

/// Translation archive in memory, without limits, that counts removals and can be made to fail.
public final class FakeTranslationArchive: TranslationArchive {
    private struct State {
        var allowed = (texts: false, sound: false)
        var translations: [String: Translation] = [:]
        var sounds: [String: SpokenSound] = [:]
        var owners: [Exchange.ID?] = []
        var history: [Exchange] = []
        var failure: ArchiveError?
        var removals = 0
    }

    /// One element for each stored sound. For a single reader.
    public let soundsKept: AsyncStream<Void>

    private let state = Mutex(State())
    private let bell: AsyncStream<Void>.Continuation

    public init() {
        (soundsKept, bell) = AsyncStream.makeStream(of: Void.self)
    }

    public var soundOwners: [Exchange.ID?] { state.withLock { $0.owners } }
    /// All stored exchanges, newest first.
    public var exchanges: [Exchange] { state.withLock { $0.history } }
    public var allowsTexts: Bool { state.withLock { $0.allowed.texts } }
    public var allowsSound: Bool { state.withLock { $0.allowed.sound } }
    public var removals: Int { state.withLock { $0.removals } }

    /// Sets the error of every call that can fail, or nil for success.
    public func fail(with error: ArchiveError?) {
        state.withLock { $0.failure = error }
    }

    public func put(_ exchange: Exchange) {
        state.withLock { $0.history.insert(exchange, at: 0) }
    }

    public func allow(texts: Bool, sound: Bool) async throws(ArchiveError) {
        try change { $0.allowed = (texts, sound) }
    }

    public func remembered(_ request: TranslationRequest, by maker: TranslationMaker) async -> Translation? {
        state.withLock { $0.translations[Self.key(of: request.phrase.text.revealed, request.target, maker)] }
    }

    public func keep(_ exchange: Exchange, by maker: TranslationMaker) async throws(ArchiveError) {
        try change { state in
            state.history.insert(exchange, at: 0)
            let key = Self.key(of: exchange.source.revealed, exchange.targetLanguage, maker)
            state.translations[key] = Translation(
                exchange.translation.revealed, detectedLanguage: exchange.sourceLanguage)
        }
    }

    public func keepAhead(
        _ translation: Translation, of request: TranslationRequest, by maker: TranslationMaker
    ) async throws(ArchiveError) {
        try change { $0.translations[Self.key(of: request.phrase.text.revealed, request.target, maker)] = translation }
    }

    public func remembered(_ request: SynthesisRequest) async -> SpokenSound? {
        state.withLock { $0.sounds[Self.key(of: request)] }
    }

    public func keep(
        _ sound: SpokenSound, of request: SynthesisRequest, for exchange: Exchange.ID?
    ) async throws(ArchiveError) {
        try change { state in
            state.sounds[Self.key(of: request)] = sound
            state.owners.append(exchange)
        }
        bell.yield()
    }

    public func history(matching words: String, limit: Int) async throws(ArchiveError) -> [Exchange] {
        try change { state in
            let found = state.history.filter {
                words.isEmpty || $0.source.revealed.contains(words) || $0.translation.revealed.contains(words)
            }
            return Array(found.prefix(limit))
        }
    }

    public func remove(_ ids: Set<Exchange.ID>) async throws(ArchiveError) {
        try change { $0.history.removeAll { ids.contains($0.id) } }
    }

    public func restore(_ exchanges: [Exchange]) async throws(ArchiveError) {
        try change { state in
            state.history += exchanges
            state.history.sort { $0.date > $1.date }
        }
    }

    public func expire(after days: Int, at now: Date) async throws(ArchiveError) -> Bool {
        try change { state in
            state.history.removeAll { days > 0 && $0.date < now.addingTimeInterval(-Double(days) * 86_400) }
            return false
        }
    }

    public func removeAll() async throws(ArchiveError) {
        try change { state in
            state.removals += 1
            state.translations = [:]
            state.sounds = [:]
            state.history = []
        }
    }

    private func change<Result>(_ work: (inout State) -> Result) throws(ArchiveError) -> Result {
        let failure = state.withLock { $0.failure }
        if let failure {
            throw failure
        }
        return state.withLock { work(&$0) }
    }

    private static func key(of text: String, _ target: String, _ maker: TranslationMaker) -> String {
        "\(maker.service.rawValue):\(maker.model):\(target):\(text)"
    }

    private static func key(of request: SynthesisRequest) -> String {
        "\(request.language):\(request.voice ?? ""):\(request.text.revealed)"
    }
}

/// Shorter methods for tests in which the translation service does not matter. The methods assume Gemini with default
/// settings.
extension TranslationArchive {
    private static var gemini: TranslationMaker { TranslationMaker(TranslatorPreferences()) }

    public func remembered(_ request: TranslationRequest) async -> Translation? {
        await remembered(request, by: Self.gemini)
    }

    public func keep(_ exchange: Exchange) async throws(ArchiveError) {
        try await keep(exchange, by: Self.gemini)
    }

    public func keepAhead(_ translation: Translation, of request: TranslationRequest) async throws(ArchiveError) {
        try await keepAhead(translation, of: request, by: Self.gemini)
    }

    public func keep(_ sound: SpokenSound, of request: SynthesisRequest) async throws(ArchiveError) {
        try await keep(sound, of: request, for: nil)
    }
}
