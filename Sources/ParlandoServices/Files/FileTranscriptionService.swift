import Logging
public import ParlandoCore

/// Reports of the queue of files to its delegate.
public enum FileEvent: Sendable, Equatable {
    /// The queue has changed. All files, in its order.
    case queue([QueuedFile])
    /// No file waits or is being transcribed any more: the files that have ended since the last such event.
    case finished([QueuedFile])
}

/// Receives the events of the queue on the main actor, in the order in which they happened.
@MainActor public protocol FileTranscriptionServiceDelegate: AnyObject {
    func fileTranscriptionService(_ service: FileTranscriptionService, didReport event: FileEvent)
}

/// Transcribes files, one after the other, and stores their texts in the history while they grow. Live dictation has
/// priority: while somebody dictates to the recogniser on this computer, the file waits. Commands with unknown
/// identifiers have no effect.
public actor FileTranscriptionService {
    @MainActor public weak var delegate: (any FileTranscriptionServiceDelegate)?

    /// Least time between two progress reports, in seconds.
    private static let tick = 0.25

    private let reader: any AudioFileReader
    private let recognizer: any SpeechRecognizer
    private let servers: (any ServerRecognizing)?
    private let speakers: LiveSessions
    private let history: HistoryService
    private let words: (any WordBookStore)?
    private let preferences: any PreferenceStore
    private let catalogue: [SpeechModel]
    private let wallClock: any WallClock
    private let clock: any MonotonicClock
    private let outbox = Outbox<FileEvent>()
    private let log = Logger(label: "parlando.files")
    private var files: [QueuedFile] = []
    /// The file that is being transcribed, and ended ones whose text is not completely in the history.
    private var works: [QueuedFile.ID: FileWork] = [:]
    private var running: (id: QueuedFile.ID, task: Task<Void, Never>)?
    /// Files that have ended since the queue was last empty.
    private var ended: [QueuedFile.ID] = []
    private var lastReport: HostTime?
    private var toldRepeated: [RepeatedTranscription] = []

    /// - Parameters:
    ///   - recognizer: recognises speech on this computer.
    ///   - servers: recognises speech if the preferences name a server. Nothing else may use this client.
    ///   - speakers: the live sessions of `recognizer`, for which files wait.
    public init(
        reader: any AudioFileReader, recognizer: any SpeechRecognizer, servers: (any ServerRecognizing)? = nil,
        speakers: LiveSessions, history: HistoryService, words: (any WordBookStore)? = nil,
        preferences: any PreferenceStore, catalogue: [SpeechModel], wallClock: any WallClock,
        clock: any MonotonicClock
    ) {
        self.reader = reader
        self.recognizer = recognizer
        self.servers = servers
        self.speakers = speakers
        self.history = history
        self.words = words
        self.preferences = preferences
        self.catalogue = catalogue
        self.wallClock = wallClock
        self.clock = clock
        outbox.deliver(through: self)
    }

    deinit {
        running?.task.cancel()
    }

    // MARK: The queue

    /// Ignores files that are already waiting or being transcribed.
    ///
    /// - Parameter paths: in the form of `PathBytes`.
    public func add(_ paths: [String]) {
        for path in paths
        where !files.contains(where: { $0.path == path && !$0.hasEnded && $0.replaces == nil }) {
            files.append(QueuedFile(path: path))
        }
        advance()
    }

    /// Transcribes the sound of an entry of the history with the model in use now, session by session. The old text
    /// stays until the new one is complete.
    public func repeatEntry(_ id: HistorySession.ID) async {
        let tracks = await history.soundsToRepeat(of: id)
        for track in tracks where !files.contains(where: { $0.replaces == track.id }) {
            var file = QueuedFile(path: track.path)
            file.replaces = track.id
            files.append(file)
        }
        advance()
    }

    /// The sessions that are not transcribed again yet keep their texts.
    public func cancelRepetition(of sessions: [HistorySession.ID]) {
        for file in files where file.replaces.map({ sessions.contains($0) }) ?? false {
            cancel(file.id)
        }
    }

    /// The text transcribed so far is kept.
    public func cancel(_ id: QueuedFile.ID) {
        if running?.id == id {
            running?.task.cancel()
        } else if let file = files.first(where: { $0.id == id }), !file.hasEnded {
            let work = works[id]
            end(id, FileOutcome(.stopped, place: work?.place ?? .nowhere, seconds: work?.safePosition ?? 0))
        }
        advance()
    }

    public func cancelAll() {
        for file in files where !file.hasEnded && file.replaces == nil {
            cancel(file.id)
        }
    }

    /// Puts a file that was not read to its end at the end of the queue. It continues where it stopped.
    public func retry(_ id: QueuedFile.ID) {
        guard let index = files.firstIndex(where: { $0.id == id }), let outcome = files[index].outcome,
            outcome.canRetry
        else {
            return
        }
        var file = files.remove(at: index)
        file.state = .waiting
        files.append(file)
        ended.removeAll { $0 == id }
        advance()
    }

    /// Transcribes another audio track of a file, counted from 0, from its beginning. The text of the former one stays
    /// in the history.
    public func choose(track: Int, of id: QueuedFile.ID) {
        guard let index = files.firstIndex(where: { $0.id == id }), files[index].tracks.names.indices.contains(track),
            files[index].tracks.chosen != track
        else {
            return
        }
        var next = QueuedFile(path: files[index].path, track: track)
        next.replaces = files[index].replaces
        next.tracks = AudioTracks(files[index].tracks.names, chosen: track)
        files.insert(next, at: index + 1)
        cancel(id)
        if files[index].outcome?.isOnlyInMemory == false {
            forget([id])
        }
    }

    /// Removes a file that has ended. If its text is only in memory, the text is lost.
    public func remove(_ id: QueuedFile.ID) {
        if files.contains(where: { $0.id == id && $0.hasEnded }) {
            forget([id])
        }
    }

    /// Removes all files that have ended, except failed ones and those whose text is only in memory.
    public func removeEnded() {
        forget(files.filter { $0.outcome?.isSettled == true }.map(\.id))
    }

    private func forget(_ ids: [QueuedFile.ID]) {
        files.removeAll { ids.contains($0.id) }
        ids.forEach { works[$0] = nil }
        tell()
    }

    /// Returns the text of a file that has ended.
    public func document(of id: QueuedFile.ID) async throws(ArchiveError) -> TranscriptDocument? {
        if let work = works[id] {
            return work.document
        }
        return try await history.record(of: id)?.document
    }

    /// Begins the next file if none is being transcribed, and reports the queue.
    private func advance() {
        if running == nil, let next = files.first(where: { $0.state == .waiting }) {
            set(next.id, .running(FileProgress()))
            running = (next.id, Task { await run(next) })
        }
        tell()
        if running == nil, !ended.isEmpty {
            let finished = files.filter { ended.contains($0.id) }
            ended = []
            outbox.post(.finished(finished))
        }
    }

    private func note(_ tracks: AudioTracks, of id: QueuedFile.ID) {
        if let index = files.firstIndex(where: { $0.id == id }), files[index].tracks != tracks {
            files[index].tracks = tracks
            tell()
        }
    }

    private func set(_ id: QueuedFile.ID, _ state: FileState) {
        if let index = files.firstIndex(where: { $0.id == id }) {
            files[index].state = state
        }
    }

    private func end(_ id: QueuedFile.ID, _ outcome: FileOutcome) {
        if files.contains(where: { $0.id == id && $0.replaces != nil }) {
            files.removeAll { $0.id == id }
            works[id] = nil
        } else {
            set(id, .ended(outcome))
            ended.append(id)
        }
    }

    private func tell() {
        lastReport = clock.now
        outbox.post(.queue(files.filter { $0.replaces == nil }))
        let repeated = files.compactMap { file in
            file.replaces.map { RepeatedTranscription(session: $0, progress: file.progress?.fraction) }
        }
        if repeated != toldRepeated {
            toldRepeated = repeated
            history.tell(.repeating(repeated))
        }
    }

    // MARK: One file

    private func run(_ file: QueuedFile) async {
        // A name may reveal what was said, so it is not logged.
        log.debug("file")
        var end = FileOutcome.End.whole
        var report = AudioFileReport()
        do {
            let failure = try await transcribe(file, report: &report)
            end = failure.map { .cut($0) } ?? .whole
        } catch {
            end = Task.isCancelled ? .stopped : .failed(FileFailure(error))
        }
        let (place, seconds) = await close(file.id, end)
        log.debug(
            "file ended", metadata: ["end": "\(end.isReadToTheEnd ? "whole" : "early")", "seconds": "\(seconds)"])
        if let session = file.replaces {
            await replace(session, with: file.id, end, seconds: seconds)
        }
        self.end(file.id, FileOutcome(end, place: place, seconds: seconds, report: report))
        if end == .whole, place == .history || place == .nowhere {
            works[file.id] = nil
        }
        running = nil
        advance()
    }

    private func replace(
        _ session: HistorySession.ID, with id: QueuedFile.ID, _ end: FileOutcome.End, seconds: Double
    ) async {
        var damage: AudioFileError?
        switch end {
        case .stopped: return
        case .failed(let failure): return history.tell(.notReplaced(failure))
        case .cut(let error): damage = error
        case .whole: break
        }
        guard let other = works[id]?.session, other.transcript.wordCount > 0 else {
            return history.tell(.notReplaced(nil))
        }
        await history.replace(session, by: other, duration: seconds, failure: damage)
    }

    /// Returns the error that ended reading early; nil if all of the file was read.
    private func transcribe(_ file: QueuedFile, report: inout AudioFileReport) async throws -> AudioFileError? {
        let id = file.id
        let chosen = preferences.load().sanitized()
        guard let engine = chosen.servers.engine() else {
            throw FileFailure.serverGone
        }
        let speakers = engine.server == nil ? speakers : nil
        try await begin(file, chosen, engine)
        let watch = speakers.map { follow($0, for: id) }
        defer { watch?.cancel() }
        while true {
            await speakers?.haveEnded()
            try Task.checkCancellation()
            let sound = try await reader.blocks(of: file.path, seconds: 1, track: file.track)
            note(sound.tracks, of: id)
            works[id]?.begin()
            works[id]?.progress.total = sound.seconds
            let feed = FileFeed(sound, from: works[id]?.safePosition ?? 0, speakers: speakers)
            do {
                var options = options(chosen, engine)
                options.vocabulary = await words?.load().vocabulary.entries(for: options.language) ?? []
                let blocks = AsyncStream { await feed.next() }
                for try await event in options.recognise(blocks, on: recognizer, or: servers) {
                    try await take(event, of: id, from: feed)
                }
                try Task.checkCancellation()
                report = await sound.report()
                return await feed.failure
            } catch is CancellationError where !Task.isCancelled {
                // Live dictation needed the memory of the model. Transcription starts again at the position that is
                // safe.
            }
        }
    }

    /// Creates the file's entry in the history, or continues the existing one.
    private func begin(
        _ file: QueuedFile, _ chosen: Preferences, _ engine: RecognitionEngine
    ) async throws(FileFailure) {
        let mark = await history.mark(of: file.path)
        // Of a file without words, such as one that was not complete yet, nothing is lost by another beginning.
        if let work = works[file.id], work.safePosition > 0 || work.session.entry.mark == mark {
            guard mark == nil || work.session.entry.mark == mark else {
                throw .fileChanged
            }
            works[file.id]?.continues()
            return
        }
        let entry = HistorySession(
            id: file.id, kind: .file, title: PathBytes.displayName(of: file.path),
            language: options(chosen, engine).language, engine: engine.server?.name ?? chosen.model,
            began: wallClock.now,
            // The history plays the track that the file prefers, which would be that of other words.
            source: file.track == nil ? file.path : nil,
            mark: mark)
        let isKept = history.allowsFiles && file.replaces == nil
        let rules = await words?.load().rules(for: entry.language) ?? ReplacementRules()
        let work = FileWork(entry, rules: rules, isKept: isKept)
        works[file.id] = work
        if isKept {
            // If this fails, `save` tries again.
            _ = try? await history.keep(work.session)
        }
    }

    /// A model that knows only English gets no other language.
    private func options(_ chosen: Preferences, _ engine: RecognitionEngine) -> RecognitionOptions {
        let model = catalogue.first { $0.name == chosen.model }
        let knowsLanguages = engine.server != nil || model?.isMultilingual ?? false
        let language = knowsLanguages ? chosen.language : "en"
        var options = RecognitionOptions(language: language.isEmpty ? nil : language, audience: .nobody)
        options.engine = engine
        return options
    }

    private func take(_ event: RecognitionEvent, of id: QueuedFile.ID, from feed: FileFeed) async throws {
        if case .halted(let error) = event {
            throw error
        }
        works[id]?.apply(event)
        await save(id)
        if case .progress = event, let position = works[id]?.position {
            await feed.reach(position)
            works[id]?.pace.reach(position, at: clock.now)
            showProgress(of: id)
        }
    }

    private func showProgress(of id: QueuedFile.ID, atOnce: Bool = false) {
        guard running?.id == id, var work = works[id] else {
            return
        }
        let now = clock.now
        guard atOnce || lastReport.map({ now.seconds(since: $0) >= Self.tick }) ?? true else {
            return
        }
        work.progress.done = work.position > 0 ? work.position : nil
        work.progress.speed = work.pace.speed(at: now)
        work.progress.isStored = work.session.isKept && work.storingError == nil
        works[id] = work
        set(id, .running(work.progress))
        tell()
    }

    /// Reports each change in whether the file has to wait because somebody dictates.
    private func follow(_ speakers: LiveSessions, for id: QueuedFile.ID) -> Task<Void, Never> {
        Task { [weak self] in
            for await isSpeaking in speakers.changes() {
                await self?.hold(id, isSpeaking)
            }
        }
    }

    private func hold(_ id: QueuedFile.ID, _ isHeldUp: Bool) {
        guard works[id]?.progress.isHeldUp != isHeldUp else {
            return
        }
        works[id]?.progress.isHeldUp = isHeldUp
        works[id]?.pace.hold(isHeldUp, at: clock.now)
        showProgress(of: id, atOnce: true)
    }

    // MARK: Storing

    private func save(_ id: QueuedFile.ID) async {
        guard let session = works[id]?.session, session.isKept, session.change != nil else {
            return
        }
        do throws(ArchiveError) {
            if try await history.keep(session) {
                works[id]?.session.didStore()
            } else {
                works[id]?.session.leaveOut()
            }
            works[id]?.storingError = nil
        } catch {
            // With the next words, everything is written again.
            works[id]?.session.didFail()
            works[id]?.storingError = error
        }
    }

    /// Stores the remaining words and closes the entry. Returns where the text is, and the seconds of sound that it
    /// covers.
    private func close(
        _ id: QueuedFile.ID, _ end: FileOutcome.End
    ) async -> (place: FileOutcome.Place, seconds: Double) {
        works[id]?.end()
        await save(id)
        guard let work = works[id] else {
            return (.nowhere, 0)
        }
        let seconds = end.isReadToTheEnd ? work.position : work.safePosition
        if work.session.isKept {
            do throws(ArchiveError) {
                if try await !history.end(work.session, duration: seconds, isIncomplete: end != .whole) {
                    works[id]?.session.leaveOut()
                }
            } catch {
                if works[id]?.storingError == nil {
                    works[id]?.storingError = error
                }
            }
        }
        return (works[id]?.place ?? .nowhere, seconds)
    }
}

extension FileTranscriptionService: EventSource {
    @MainActor func report(_ event: FileEvent) {
        delegate?.fileTranscriptionService(self, didReport: event)
    }
}
