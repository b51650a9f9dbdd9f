public import Foundation
public import ParlandoCore
public import ParlandoServices
import Synchronization

/// History store in memory that can be made to fail.
public final class FakeHistoryStore: HistoryStore {
    private struct State {
        var records: [HistoryRecord] = []
        var removed: Set<UUID> = []
        var interrupted: [UUID] = []
        var failure: ArchiveError?
        var isDateDoubtful = false
        var writes = 0
    }

    private let state = Mutex(State())
    private let gate = Mutex<AsyncStream<Void>?>(nil)

    public init() {}

    /// The next removal is carried out once what is returned is finished.
    public func hangRemoval() -> AsyncStream<Void>.Continuation {
        let (stream, door) = AsyncStream.makeStream(of: Void.self)
        gate.withLock { $0 = stream }
        return door
    }

    /// Whether the removal that will hang has not begun.
    public var isRemovalAwaited: Bool { gate.withLock { $0 != nil } }

    public var records: [HistoryRecord] {
        state.withLock { state in state.records.filter { !state.removed.contains($0.session.id) } }
    }

    public var writes: Int { state.withLock { $0.writes } }
    public var removed: Set<UUID> { state.withLock { $0.removed } }

    public func fail(with error: ArchiveError?) {
        state.withLock { $0.failure = error }
    }

    /// Sets whether `expire` takes today's date for wrong.
    public func doubtDate(_ isDoubtful: Bool) {
        state.withLock { $0.isDateDoubtful = isDoubtful }
    }

    /// Sets which dictations an earlier run of the program has left open.
    public func interrupt(_ ids: [UUID]) {
        state.withLock { $0.interrupted = ids }
    }

    public func put(_ record: HistoryRecord) {
        state.withLock { $0.records.append(record) }
    }

    public func begin(_ session: HistorySession) async throws(ArchiveError) {
        try change { state in
            if !state.records.contains(where: { $0.session.id == session.id }) {
                let above = state.records.map(\.session).first { $0.id == session.page }
                var stored = session
                stored.page = above.flatMap { state.removed.contains($0.id) ? nil : $0.page ?? $0.id }
                state.records.append(HistoryRecord(session: stored, words: []))
            }
        }
    }

    public func write(_ words: [HistoryWord], from position: Int, of id: UUID) async throws(ArchiveError) {
        try change { state in
            state.writes += 1
            if let index = state.records.firstIndex(where: { $0.session.id == id }) {
                state.records[index].words.removeSubrange(position...)
                state.records[index].words += words
                let text = state.records[index].words.paragraphs.map(\.text).joined(separator: "\n")
                state.records[index].session.text = Private(text)
                state.records[index].session.isOpen = true
            }
        }
    }

    public func end(
        _ id: UUID, language: String?, duration: Double, isIncomplete: Bool, soundEnd: Double?
    ) async throws(ArchiveError) {
        try change(id) { record in
            record.session.isOpen = false
            record.session.isIncomplete = isIncomplete
            record.session.soundEnd = soundEnd
            record.session.language = language ?? record.session.language
            record.session.duration = duration
        }
        try change { state in
            state.records.removeAll { record in
                let (session, isEmpty) = (record.session, record.words.isEmpty)
                return session.id == id && isEmpty && !session.isEdited && (!isIncomplete || session.kind == .file)
            }
        }
    }

    public func sessions(matching words: String, limit: Int) async throws(ArchiveError) -> [HistorySession] {
        _ = try change { $0.writes }
        let all = records.map(\.session)
        let found = all.filter { session in
            words.isEmpty || session.text.revealed.localizedCaseInsensitiveContains(words)
                || session.title.revealed.localizedCaseInsensitiveContains(words)
        }
        let wanted = Set(found.map { $0.page ?? $0.id })
        let pages = all.filter { wanted.contains($0.id) }.map { first in
            let others = all.filter { $0.page == first.id }
            var page = first
            page.followers = others.map(\.id)
            page.duration += others.reduce(0) { $0 + $1.duration }
            return page
        }
        return Array(pages.sorted { $0.began > $1.began }.prefix(limit))
    }

    public func record(of id: UUID) async throws(ArchiveError) -> HistoryRecord? {
        try change { state in
            var record = state.records.first { $0.session.id == id && !state.removed.contains(id) }
            let followers = state.records.filter { $0.session.page == id && !state.removed.contains($0.session.id) }
            record?.session.followers = followers.map(\.session.id)
            return record
        }
    }

    public func replace(_ record: HistoryRecord) async throws(ArchiveError) {
        try change(record.session.id) { $0 = record }
    }

    public func rename(_ id: UUID, to title: String) async throws(ArchiveError) {
        try change(id) { $0.session.title = Private(title) }
    }

    public func edit(_ id: UUID, _ text: String?) async throws(ArchiveError) {
        try change(id) { record in
            record.session.isEdited = text != nil
            record.session.text = Private(text ?? record.words.paragraphs.map(\.text).joined(separator: "\n"))
        }
    }

    public func remove(_ ids: Set<UUID>) async throws(ArchiveError) {
        if let gate = gate.withLock({ $0.take() }) {
            for await _ in gate {}
        }
        try change { $0.removed.formUnion(ids) }
    }

    public func restore(_ ids: Set<UUID>) async throws(ArchiveError) {
        try change { $0.removed.subtract(ids) }
    }

    public func removedIDs() async throws(ArchiveError) -> Set<UUID> {
        try change { $0.removed }
    }

    public func delete(_ ids: Set<UUID>) async throws(ArchiveError) {
        try change { state in
            state.records.removeAll { ids.contains($0.session.id) }
            state.removed.subtract(ids)
        }
    }

    public func delete(kinds: Set<HistoryKind>) async throws(ArchiveError) {
        try change { state in state.records.removeAll { kinds.contains($0.session.kind) } }
    }

    /// Returns the sessions that are too old, as if an earlier call had hidden them.
    public func expire(after days: Int, at now: Date) async throws(ArchiveError) -> ExpiredSessions {
        try change { state in
            let oldest = now.addingTimeInterval(-Double(days) * 86_400)
            let old = state.records.map(\.session).filter { days > 0 && !$0.isOpen && $0.began < oldest }.map(\.id)
            return state.isDateDoubtful
                ? ExpiredSessions(isDateDoubtful: !old.isEmpty) : ExpiredSessions(ids: Set(old))
        }
    }

    public func ids(of kinds: Set<HistoryKind>?) async throws(ArchiveError) -> Set<UUID> {
        try change { state in
            Set(state.records.map(\.session).filter { kinds?.contains($0.kind) ?? true }.map(\.id))
        }
    }

    public func interruptedIDs() async throws(ArchiveError) -> [UUID] {
        try change { $0.interrupted }
    }

    public func removeAll() async throws(ArchiveError) {
        try change { $0.records = [] }
    }

    private func change(_ id: UUID, _ work: (inout HistoryRecord) -> Void) throws(ArchiveError) {
        try change { state in
            if let index = state.records.firstIndex(where: { $0.session.id == id }) {
                work(&state.records[index])
            }
        }
    }

    private func change<Result>(_ work: (inout State) -> Result) throws(ArchiveError) -> Result {
        let failure = state.withLock { $0.failure }
        if let failure {
            throw failure
        }
        return state.withLock { work(&$0) }
    }
}

public final class FakeHistorySounds: HistorySounds {
    private let state = Mutex(
        (samples: [UUID: Int](), finished: Set<UUID>(), failure: TextSaveError?.none, channels: [UUID: Int]()))
    private let marks = Mutex<[String: String]>([:])
    private let gate = Mutex<AsyncStream<Void>?>(nil)

    public init() {}

    /// Number of samples of each recording.
    public var samples: [UUID: Int] { state.withLock { $0.samples } }
    public var finished: Set<UUID> { state.withLock { $0.finished } }
    public var channels: [UUID: Int] { state.withLock { $0.channels } }

    public func fail(with error: TextSaveError?) {
        state.withLock { $0.failure = error }
    }

    /// The next sound is written once what is returned is finished.
    public func hang() -> AsyncStream<Void>.Continuation {
        let (stream, door) = AsyncStream.makeStream(of: Void.self)
        gate.withLock { $0 = stream }
        return door
    }

    public func append(_ samples: [Float], channels: Int, to id: UUID) async throws(TextSaveError) {
        if let gate = gate.withLock({ $0.take() }) {
            for await _ in gate {}
        }
        let failure = state.withLock { state in
            state.samples[id, default: 0] += state.failure == nil ? samples.count : 0
            state.channels[id] = channels
            return state.failure
        }
        if let failure {
            throw failure
        }
    }

    public func finish(_ id: UUID) async {
        state.withLock { _ = $0.finished.insert(id) }
    }

    public func path(of id: UUID) async -> String? {
        state.withLock { $0.samples[id] != nil } ? "/recordings/\(id).flac" : nil
    }

    /// Sets what a transcribed file is like; nil if it is not there.
    public func put(_ path: String, _ mark: String?) {
        marks.withLock { $0[path] = mark }
    }

    public func mark(of path: String) async -> (text: String, modified: Date)? {
        marks.withLock { $0[path] }.map { (text: $0, modified: FixedClock().now) }
    }

    @discardableResult public func keepOnly(_ ids: Set<UUID>) async -> [String] {
        state.withLock { $0.samples = $0.samples.filter { ids.contains($0.key) } }
        return []
    }

    public func remove(_ id: UUID) async {
        state.withLock { $0.samples[id] = nil }
    }
}

/// Memory of the sessions on the page that outlasts the history service of a test.
public final class FakePageBookmark: PageBookmark {
    private let stored = Mutex<[UUID]>([])

    public init() {}

    public func ids() async -> [UUID] {
        stored.withLock { $0 }
    }

    public func set(_ ids: [UUID]) async {
        stored.withLock { $0 = ids }
    }
}

extension HistoryService {
    /// Creates a history among stand-ins. Its clock stands still, and it reads no audio files.
    public init(
        _ store: FakeHistoryStore = FakeHistoryStore(), sounds: FakeHistorySounds = FakeHistorySounds(),
        archive: FakeTranslationArchive = FakeTranslationArchive(), preferences: any PreferenceStore,
        player: FakeSoundPlayer = FakeSoundPlayer(), bookmark: (any PageBookmark)? = nil
    ) {
        self.init(
            store: store, sounds: sounds, archive: archive, preferences: preferences, player: player,
            reader: NoReader(), wallClock: FixedClock(), clock: ManualClock(advancesItself: false),
            bookmark: bookmark)
    }
}

private struct NoReader: AudioFileReader {
    func blocks(of path: String, seconds: Double, track: Int?) async throws(AudioFileError) -> AudioFile {
        throw AudioFileError(.missing)
    }
}

@MainActor public final class SpyHistoryDelegate: HistoryServiceDelegate, ChangeWatching {
    public let changes = Changes()
    public private(set) var events: [HistoryEvent] = [] { didSet { changes.happened() } }

    public init() {}

    public func historyService(_ service: HistoryService, didReport event: HistoryEvent) {
        events.append(event)
    }

    public var keeping: HistoryKeepingState? {
        events.compactMap { event in
            if case .keeping(let state) = event {
                return state
            }
            return nil
        }.last
    }
}
