public import Foundation
import Logging
public import ParlandoCore

/// Stores translations and synthesized speech. The cache holds 100 of each in memory and, if the user allows it, up to
/// 50 MB on disk. Entries older than a day are removed. If a limit is exceeded, the least recently used entries are
/// removed too. The history is only on disk, with the latest 5000 exchanges.
///
/// A damaged database is renamed (`.damaged`) and a new one created. The actor has a thread of its own, because disk
/// access may be slow.
public actor SQLiteTranslationArchive: TranslationArchive {
    /// The size limits of the archive. Tests may lower them.
    public struct Limits: Sendable {
        /// Maximum number of translations, and of sounds, in memory.
        public var inMemory = 100
        /// Maximum total number of sound samples in memory, four bytes each. A sound with more than its share of them
        /// (`samplesInMemory / inMemory`) is not kept, because the speech of `inMemory` long texts would take too much
        /// memory.
        public var samplesInMemory = 10_000_000
        /// Maximum size on disk in bytes, without the history.
        public var onDisk = 50_000_000
        /// Maximum number of exchanges in the history.
        public var history = 5000
        /// Maximum age of an entry in the cache, in seconds.
        public var age = 86_400.0

        /// Creates the default limits.
        public init() {}
    }

    private let executor = BlockingExecutor(label: "parlando.archive")
    private let path: String
    private let clock: any WallClock
    private let limits: Limits
    private let log = Logger(label: "parlando.archive")
    private var allowsTexts = false
    private var allowsSound = false
    private var database: PhraseDatabase?
    private var texts: RecentlyUsed<(entry: PhraseDatabase.Entry, exchange: Exchange.ID?)>
    private var sounds: RecentlyUsed<(sound: SpokenSound, made: Double)>
    /// Times at which entries on disk were used. They are written along with the next new entry, so that a look-up need
    /// not wait for the disk.
    private var uses: [String: Double] = [:]

    /// The thread for blocking disk access.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Creates an archive. It accesses no file until `allow` permits storing data.
    ///
    /// - Parameter path: path of the database file.
    public init(path: String, clock: any WallClock, limits: Limits = Limits()) {
        self.path = path
        self.clock = clock
        self.limits = limits
        texts = RecentlyUsed(most: 2 * limits.inMemory)
        sounds = RecentlyUsed(most: limits.inMemory)
    }

    private var now: Double { clock.now.timeIntervalSince1970 }

    // MARK: Permission

    public func allow(texts: Bool, sound: Bool) throws(ArchiveError) {
        // At the start nothing is taken back, and a copy that the user was told of stays.
        let isTakenBack = allowsTexts && !texts || allowsSound && !sound
        (allowsTexts, allowsSound) = (texts, sound)
        guard texts || sound else {
            try deleteFiles()
            return
        }
        try repairing(removesCopies: isTakenBack) { (database) throws(ArchiveError) in
            if !texts {
                try database.removeTexts()
            }
            if !sound {
                try database.removeSound()
            }
            try database.tidy(since: now - limits.age, most: limits.onDisk)
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
        let found = reading { (database) throws(ArchiveError) in
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
        let text = exchange.source.revealed
        // The same text may be requested later with or without its language.
        let keys = [exchange.sourceLanguage, nil].map { Self.key(text, $0, exchange.targetLanguage, maker) }
        let entry = PhraseDatabase.Entry(
            text: exchange.translation.revealed, language: exchange.sourceLanguage, made: now)
        keys.forEach { texts.keep((entry, exchange.id), of: $0) }
        guard allowsTexts else {
            return
        }
        try repairing { (database) throws(ArchiveError) in
            try database.keep(entry, of: keys, exchange: exchange.id)
            try database.keep(exchange, most: limits.history)
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
        try repairing { (database) throws(ArchiveError) in try database.keep(entry, of: keys, exchange: nil) }
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
        let found = reading { (database) throws(ArchiveError) in
            try database.sound(key, since: now - limits.age)
        }
        if let found {
            sounds.keep((found, now), of: key)
            uses[key] = now
        }
        return found
    }

    public func keep(
        _ sound: SpokenSound, of request: SynthesisRequest, for exchange: Exchange.ID?
    ) throws(ArchiveError) {
        let key = Self.key(request)
        if sound.samples.count <= limits.samplesInMemory / limits.inMemory {
            sounds.keep((sound, now), of: key)
        }
        guard allowsSound else {
            return
        }
        try repairing { (database) throws(ArchiveError) in
            try database.keep(sound, of: key, for: exchange, now: now)
            try tidy(database)
        }
    }

    // MARK: History

    public func history(matching words: String, limit: Int) throws(ArchiveError) -> [Exchange] {
        guard allowsTexts else {
            return []
        }
        let wanted = words.split(whereSeparator: \.isWhitespace).map { String($0).folded }
        return try repairing { (database) throws(ArchiveError) in
            try database.history(limit: max(0, limit)) { exchange in
                let text = "\(exchange.source.revealed)\n\(exchange.translation.revealed)".folded
                return wanted.allSatisfy { text.contains($0) }
            }
        }
    }

    // MARK: Removing

    public func remove(_ id: Exchange.ID) throws(ArchiveError) {
        // Entries read from disk may belong to this exchange. If they do not, they will be read again.
        texts.removeAll { $0.exchange == id || $0.exchange == nil }
        sounds.removeAll()
        guard allowsTexts else {
            return
        }
        try repairing(removesCopies: true) { (database) throws(ArchiveError) in try database.remove(id) }
    }

    public func removeAll() throws(ArchiveError) {
        texts.removeAll()
        sounds.removeAll()
        uses = [:]
        try deleteFiles()
    }

    /// Empties the database before deleting its file, so that no text can be recovered from free disk blocks.
    private func deleteFiles() throws(ArchiveError) {
        if database != nil || FileManager.default.fileExists(atPath: path) {
            do throws(ArchiveError) {
                let database = try opened()
                try database.removeTexts()
                try database.removeSound()
                try database.close()
            } catch {
                log.info("the file is deleted as it is: \(error.kind) \(error.detail)")
            }
            database = nil
        }
        // Also deletes the database's journals, and damaged databases that were set aside.
        try delete(filesBeginningWith: (path as NSString).lastPathComponent)
    }

    /// Deletes damaged databases that were set aside. They cannot be opened any more, but still contain the user's
    /// texts.
    private func removeCopies() throws(ArchiveError) {
        try delete(filesBeginningWith: (path as NSString).lastPathComponent + Self.damaged)
    }

    private func delete(filesBeginningWith name: String) throws(ArchiveError) {
        let folder = (path as NSString).deletingLastPathComponent
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var isLeft = false
        for file in files where file.hasPrefix(name) {
            do {
                try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
            } catch {
                isLeft = true
            }
        }
        if isLeft {
            throw ArchiveError(.notWritable, detail: "delete")
        }
    }

    // MARK: The file

    private func tidy(_ database: PhraseDatabase) throws(ArchiveError) {
        if !uses.isEmpty {
            try database.note(uses)
            uses = [:]
        }
        try database.tidy(since: now - limits.age, most: limits.onDisk)
    }

    private func opened() throws(ArchiveError) -> PhraseDatabase {
        if let database {
            return database
        }
        let made = try PhraseDatabase(path: path)
        database = made
        return made
    }

    /// Runs `work` on the database. If the database is damaged, runs it again on a new one and then throws `damaged`,
    /// because the earlier contents are lost. If only single entries were damaged, throws `entriesDropped` once.
    ///
    /// - Parameter removesCopies: whether damaged files that were set aside are deleted too, even one set aside by this
    ///   call. They contain what is to be removed.
    private func repairing<Value>(
        removesCopies: Bool, _ work: (PhraseDatabase) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        let outcome = Result { () throws(ArchiveError) in try repairing(work) }
        if removesCopies {
            try removeCopies()
        }
        return try outcome.get()
    }

    private func repairing<Value>(
        _ work: (PhraseDatabase) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        do throws(ArchiveError) {
            let database = try opened()
            let result = try work(database)
            let dropped = database.takeDropped()
            guard dropped == 0 else {
                log.error("\(dropped) entries were damaged and are removed")
                throw ArchiveError(.entriesDropped, detail: "\(dropped)")
            }
            return result
        } catch {
            guard error.kind == .damaged else {
                throw error
            }
            log.error("the database of translations is damaged: \(error.detail)")
            try setAside()
            _ = try work(opened())
            throw error
        }
    }

    /// Reads from the database. Returns nil on any error, as if nothing were stored.
    private func reading<Result>(_ work: (PhraseDatabase) throws(ArchiveError) -> Result?) -> Result? {
        do throws(ArchiveError) {
            return try work(opened())
        } catch {
            log.warning("not read: \(error.kind) \(error.detail)")
            return nil
        }
    }

    private func setAside() throws(ArchiveError) {
        database = nil
        let manager = FileManager.default
        do {
            try? manager.removeItem(atPath: path + Self.damaged)
            try manager.moveItem(atPath: path, toPath: path + Self.damaged)
            for ending in ["-journal", "-wal", "-shm"] where manager.fileExists(atPath: path + ending) {
                try manager.removeItem(atPath: path + ending)
            }
        } catch {
            throw ArchiveError(.notWritable, detail: "set aside")
        }
    }

    // MARK: Keys

    /// Suffix of the name of a damaged database that was set aside.
    private static let damaged = ".damaged"

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

extension String {
    /// The text without case and diacritics, for searching.
    fileprivate var folded: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
