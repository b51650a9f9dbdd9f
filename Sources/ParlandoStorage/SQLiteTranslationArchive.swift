public import Foundation
import Logging
public import ParlandoCore

/// Stores translations and synthesized speech in SQLite, on a thread of its own. The cache is in memory and, if the
/// user allows it, on disk; what is least recently used goes first. The history is only on disk.
public actor SQLiteTranslationArchive: TranslationArchive {
    /// Tests may lower them.
    public struct Limits: Sendable {
        /// Translations, and sounds, in memory.
        public var inMemory = 100
        /// Samples in memory, four bytes each. A sound with more than `samplesInMemory / inMemory` is not kept there.
        public var samplesInMemory = 10_000_000
        /// Bytes on disk, without the history.
        public var onDisk = 50_000_000
        /// Exchanges in the history.
        public var history = 5000
        /// Seconds for which an entry stays in the cache.
        public var age = 86_400.0

        public init() {}
    }

    private let executor = BlockingExecutor(label: "parlando.archive")
    private let clock: any WallClock
    private let limits: Limits
    private var allowsTexts = false
    private var allowsSound = false
    private let keeper: DatabaseKeeper<PhraseDatabase>
    private var texts: RecentlyUsed<(entry: PhraseDatabase.Entry, exchange: Exchange.ID?)>
    private var sounds: RecentlyUsed<(sound: SpokenSound, made: Double)>
    /// When entries on disk were used. Written along with the next new entry, so that a look-up need not wait for the
    /// disk.
    private var uses: [String: Double] = [:]
    /// Sound that is synthesized for a removed exchange is not stored.
    private var removed: Set<Exchange.ID> = []

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Accesses no file until `allow` permits storing data.
    ///
    /// - Parameter repairs: false if another running program owns the data folder.
    public init(path: String, clock: any WallClock, limits: Limits = Limits(), repairs: Bool = true) {
        keeper = DatabaseKeeper(path: path, repairs: repairs, log: Logger(label: "parlando.archive"))
        self.clock = clock
        self.limits = limits
        texts = RecentlyUsed(most: 2 * limits.inMemory)
        sounds = RecentlyUsed(most: limits.inMemory)
    }

    private var now: Double { clock.now.timeIntervalSince1970 }

    // MARK: Permission

    public func allow(texts: Bool, sound: Bool) throws(ArchiveError) {
        // When the program starts, no permission is withdrawn.
        let (takesTexts, takesSound) = (allowsTexts && !texts, allowsSound && !sound)
        (allowsTexts, allowsSound) = (texts, sound)
        guard texts || sound else {
            if takesTexts || takesSound {
                try keeper.deleteFiles()
            }
            return
        }
        try keeper.repairing(removesCopies: takesTexts || takesSound) { (database) throws(ArchiveError) in
            if takesTexts {
                try database.removeTexts()
            }
            if takesSound {
                try database.removeSound()
            }
            try database.tidy(age: limits.age, at: now, most: limits.onDisk)
        }
    }

    // MARK: Translations

    public func remembered(_ request: TranslationRequest, by maker: TranslationMaker) -> Translation? {
        let key = Self.key(request.phrase.text.revealed, request.phrase.language, request.target, maker)
        if let entry = texts.value(of: key)?.entry, entry.made > now - limits.age {
            return Translation(entry.text, detectedLanguage: entry.language)
        }
        guard allowsTexts else {
            return nil
        }
        let found = keeper.reading { (database) throws(ArchiveError) in
            try database.translation(key, since: now - limits.age)
        }
        guard let entry = found else {
            return nil
        }
        texts.keep((entry, nil), of: key)
        uses[key] = now
        return Translation(entry.text, detectedLanguage: entry.language)
    }

    public func keep(_ exchange: Exchange, by maker: TranslationMaker) throws(ArchiveError) {
        removed.remove(exchange.id)
        let text = exchange.source.revealed
        // The same text may be requested later with or without its language.
        let keys = [exchange.sourceLanguage, nil].map { Self.key(text, $0, exchange.targetLanguage, maker) }
        let entry = PhraseDatabase.Entry(
            text: exchange.translation.revealed, language: exchange.sourceLanguage, made: now)
        keys.forEach { texts.keep((entry, exchange.id), of: $0) }
        guard allowsTexts else {
            return
        }
        try keeper.repairing { (database) throws(ArchiveError) in
            try database.keep(entry, of: keys, exchange: exchange.id)
            try database.keep([exchange], most: limits.history)
            try tidy(database)
        }
    }

    public func keepAhead(
        _ translation: Translation, of request: TranslationRequest, by maker: TranslationMaker
    ) throws(ArchiveError) {
        let language = request.phrase.language ?? translation.detectedLanguage
        let entry = PhraseDatabase.Entry(text: translation.text.revealed, language: language, made: now)
        let keys = [request.phrase.language, nil].map {
            Self.key(request.phrase.text.revealed, $0, request.target, maker)
        }
        keys.forEach { texts.keep((entry, nil), of: $0) }
        guard allowsTexts else {
            return
        }
        try keeper.repairing { (database) throws(ArchiveError) in try database.keep(entry, of: keys, exchange: nil) }
    }

    // MARK: Sound

    public func remembered(_ request: SynthesisRequest) -> SpokenSound? {
        let key = Self.key(request)
        if let kept = sounds.value(of: key), kept.made > now - limits.age {
            return kept.sound
        }
        guard allowsSound else {
            return nil
        }
        let found = keeper.reading { (database) throws(ArchiveError) in
            try database.sound(key, since: now - limits.age)
        }
        if let found {
            keepInMemory(found.sound, made: found.made, of: key)
            uses[key] = now
        }
        return found?.sound
    }

    public func keep(
        _ sound: SpokenSound, of request: SynthesisRequest, for exchange: Exchange.ID?
    ) throws(ArchiveError) {
        guard exchange.map({ !removed.contains($0) }) ?? true else {
            return
        }
        let key = Self.key(request)
        keepInMemory(sound, made: now, of: key)
        guard allowsSound else {
            return
        }
        try keeper.repairing { (database) throws(ArchiveError) in
            try database.keep(sound, of: key, for: exchange, now: now)
            try tidy(database)
        }
    }

    private func keepInMemory(_ sound: SpokenSound, made: Double, of key: String) {
        if sound.samples.count <= limits.samplesInMemory / limits.inMemory {
            sounds.keep((sound, made), of: key)
        }
    }

    // MARK: History

    public func history(matching words: String, limit: Int) throws(ArchiveError) -> [Exchange] {
        guard allowsTexts else {
            return []
        }
        let wanted = words.split(whereSeparator: \.isWhitespace).map { FoldedText.fold(String($0)) }
        return try keeper.repairing { (database) throws(ArchiveError) in
            try database.history(limit: max(0, limit)) { exchange in
                let text = FoldedText.fold("\(exchange.source.revealed)\n\(exchange.translation.revealed)")
                return wanted.allSatisfy { text.contains($0) }
            }
        }
    }

    // MARK: Removing

    public func remove(_ ids: Set<Exchange.ID>) throws(ArchiveError) {
        guard !ids.isEmpty else {
            return
        }
        // Entries read from disk may belong to these exchanges. If they do not, they will be read again.
        texts.removeAll { entry in entry.exchange.map(ids.contains) ?? true }
        sounds.removeAll()
        removed.formUnion(ids)
        guard allowsTexts else {
            return
        }
        try keeper.repairing(removesCopies: true) { (database) throws(ArchiveError) in try database.remove(ids) }
    }

    public func restore(_ exchanges: [Exchange]) throws(ArchiveError) {
        removed.subtract(exchanges.map(\.id))
        guard allowsTexts, !exchanges.isEmpty else {
            return
        }
        try keeper.repairing { (database) throws(ArchiveError) in
            try database.keep(exchanges, most: limits.history)
        }
    }

    public func expire(after days: Int, at now: Date) throws(ArchiveError) -> Bool {
        guard allowsTexts else {
            return false
        }
        return try keeper.repairing { (database) throws(ArchiveError) in
            try database.expire(after: days, at: now.timeIntervalSince1970)
        }
    }

    public func removeAll() throws(ArchiveError) {
        texts.removeAll()
        sounds.removeAll()
        uses = [:]
        try keeper.deleteFiles()
    }

    // MARK: The file

    private func tidy(_ database: PhraseDatabase) throws(ArchiveError) {
        if !uses.isEmpty {
            try database.note(uses)
            uses = [:]
        }
        try database.tidy(age: limits.age, at: now, most: limits.onDisk)
    }

    // MARK: Keys

    private static func key(
        _ text: String, _ language: String?, _ target: String, _ maker: TranslationMaker
    ) -> String {
        StableDigest("translation", text, language ?? "", target, maker.service.rawValue, maker.model).hexadecimal
    }

    private static func key(_ request: SynthesisRequest) -> String {
        let manner = request.manner
        return StableDigest(
            "sound", request.text.revealed, request.language, request.voice ?? "", request.gender?.rawValue ?? "",
            "\(manner.rate) \(manner.pitch) \(manner.volume)"
        ).hexadecimal
    }
}

/// A cache in memory that drops what was least recently used.
struct RecentlyUsed<Value: Sendable>: Sendable {
    private let most: Int
    private var values: [String: (value: Value, use: Int)] = [:]
    private var uses = 0

    init(most: Int) {
        self.most = max(1, most)
    }

    mutating func value(of key: String) -> Value? {
        guard let found = values[key] else {
            return nil
        }
        uses += 1
        values[key]?.use = uses
        return found.value
    }

    mutating func keep(_ value: Value, of key: String) {
        uses += 1
        values[key] = (value, uses)
        if values.count > most, let oldest = values.min(by: { $0.value.use < $1.value.use }) {
            values[oldest.key] = nil
        }
    }

    mutating func removeAll(where isUnwanted: (Value) -> Bool) {
        values = values.filter { !isUnwanted($0.value.value) }
    }

    mutating func removeAll() {
        values = [:]
    }
}
