public import Foundation
import Logging
public import ParlandoCore

/// Remembers translations and sound: a hundred of each in memory, and on disk what the user allows, up to 50 MB. What
/// is older than a day is forgotten, and so is, when it becomes too much, what was used longest ago. The history is on
/// disk only, of the newest five thousand.
///
/// A damaged file is set aside (`.damaged`) and a new one begun. Has a thread of its own: a disk may be slow.
public actor SQLiteTranslationArchive: TranslationArchive {
    /// Limits, each of which a test may lower.
    public struct Limits: Sendable {
        /// Translations, and sounds, in memory.
        public var inMemory = 100
        /// Samples of sound in memory: a hundred long texts would be too much of it.
        public var samplesInMemory = 10_000_000
        /// Bytes on disk, the history not counted.
        public var onDisk = 50_000_000
        /// Exchanges in the history.
        public var history = 5000
        /// Seconds that something is remembered.
        public var age = 86_400.0

        /// The usual ones.
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
    /// When entries on disk were used, to be written with the next entry: a look-up has no time to write.
    private var uses: [String: Double] = [:]

    /// The thread that may wait for the disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Touches no file until something is allowed.
    ///
    /// - Parameter path: of the database.
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
        (allowsTexts, allowsSound) = (texts, sound)
        guard texts || sound else {
            try deleteFiles()
            return
        }
        try repairing { (database) throws(ArchiveError) in
            if !texts {
                try database.removeTexts()
            }
            if !sound {
                try database.removeSound()
            }
            try database.tidy(since: now - limits.age, most: limits.onDisk)
        }
        if !texts || !sound {
            try removeCopies()
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
        // Asked again it may be with or without its language.
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
        // What was found on disk may be of this exchange; there it will be found again if it is not.
        texts.removeAll { $0.exchange == id || $0.exchange == nil }
        sounds.removeAll()
        guard allowsTexts else {
            return
        }
        try repairing { (database) throws(ArchiveError) in try database.remove(id) }
        try removeCopies()
    }

    public func removeAll() throws(ArchiveError) {
        texts.removeAll()
        sounds.removeAll()
        uses = [:]
        try deleteFiles()
    }

    /// Empties the database before it deletes the file, so that nothing can be read from the disk's free blocks.
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
        // What belongs to it: journals, and files that were set aside.
        try delete(filesBeginningWith: (path as NSString).lastPathComponent)
    }

    /// A file that was set aside cannot be read any more, but holds what was in it.
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

    /// Does the work; where the file is damaged, once more with a new one. Then it throws `damaged` for all that: what
    /// was kept before is lost. Where single entries were damaged it throws `entriesDropped`, once.
    private func repairing<Result>(
        _ work: (PhraseDatabase) throws(ArchiveError) -> Result
    ) throws(ArchiveError) -> Result {
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

    /// Reads; whatever goes wrong, it is as if nothing were remembered.
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

    /// The end of the name of a file that was set aside.
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
    /// As it is searched: without case and accents.
    fileprivate var folded: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
