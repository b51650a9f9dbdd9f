import Logging
public import ParlandoCore

/// Transcribes files, one after the other, and stores their texts in the history.
///
/// The text of a file is stored while it grows, so only the last few words are lost if the program is killed. Live
/// dictation has priority: while somebody dictates to the recogniser on this computer, the file waits.
public actor FileTranscriptionService: FileTranscribing {
    @MainActor public weak var delegate: (any FileTranscriptionServiceDelegate)?

    /// Minimum interval between two progress reports, in seconds.
    private static let tick = 0.25

    private let parts: FileTranscriptionParts
    private let outbox = Outbox<FileEvent>()
    private let log = Logger(label: "parlando.files")
    private var files: [QueuedFile] = []
    /// State of the file that is being transcribed, and of files whose transcription has ended but whose text is not
    /// completely in the history.
    private var works: [QueuedFile.ID: FileWork] = [:]
    private var running: (id: QueuedFile.ID, task: Task<Void, Never>)?
    /// Files whose transcription has ended since the queue of files was last empty.
    private var ended: [QueuedFile.ID] = []
    private var lastReport: HostTime?

    public init(_ parts: FileTranscriptionParts) {
        self.parts = parts
        outbox.deliver(through: self)
    }

    deinit {
        running?.task.cancel()
    }

    // MARK: The queue

    public func add(_ paths: [String]) {
        for path in paths where !files.contains(where: { $0.path == path && !$0.hasEnded }) {
            files.append(QueuedFile(path: path))
        }
        advance()
    }

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
        for file in files where !file.hasEnded {
            cancel(file.id)
        }
    }

    public func retry(_ id: QueuedFile.ID) {
        guard let index = files.firstIndex(where: { $0.id == id }), let outcome = files[index].outcome,
            !outcome.end.isReadToTheEnd
        else {
            return
        }
        var file = files.remove(at: index)
        file.state = .waiting
        files.append(file)
        ended.removeAll { $0 == id }
        advance()
    }

    public func remove(_ id: QueuedFile.ID) {
        if files.contains(where: { $0.id == id && $0.hasEnded }) {
            forget([id])
        }
    }

    public func removeEnded() {
        forget(files.filter { $0.outcome?.isSettled == true }.map(\.id))
    }

    private func forget(_ ids: [QueuedFile.ID]) {
        files.removeAll { ids.contains($0.id) }
        ids.forEach { works[$0] = nil }
        tell()
    }

    public func document(of id: QueuedFile.ID) async throws(ArchiveError) -> TranscriptDocument? {
        if let work = works[id] {
            return work.document
        }
        return try await parts.history.record(of: id)?.document
    }

    /// Begins to transcribe the next file in the queue if no file is being transcribed. Reports the queue and, if no
    /// file is left to transcribe, the files that have ended since the last such report.
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

    private func set(_ id: QueuedFile.ID, _ state: FileState) {
        if let index = files.firstIndex(where: { $0.id == id }) {
            files[index].state = state
        }
    }

    private func end(_ id: QueuedFile.ID, _ outcome: FileOutcome) {
        set(id, .ended(outcome))
        ended.append(id)
    }

    private func tell() {
        lastReport = parts.clock.now
        outbox.post(.queue(files))
    }

    // MARK: One file

    private func run(_ file: QueuedFile) async {
        // The file's name is not logged, because it may reveal what was said.
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
        self.end(file.id, FileOutcome(end, place: place, seconds: seconds, report: report))
        if end == .whole, place == .history || place == .nowhere {
            works[file.id] = nil
        }
        running = nil
        advance()
    }

    /// Transcribes a file. Returns nil if all of the file was read; otherwise the error that ended reading early.
    private func transcribe(_ file: QueuedFile, report: inout AudioFileReport) async throws -> AudioFileError? {
        let id = file.id
        let preferences = parts.preferences.load().sanitized()
        guard let engine = preferences.servers.engine() else {
            throw FileFailure.serverGone
        }
        let speakers = engine.server == nil ? parts.speakers : nil
        await begin(file, preferences, engine)
        let watch = speakers.map { follow($0, for: id) }
        defer { watch?.cancel() }
        while true {
            await speakers?.haveEnded()
            try Task.checkCancellation()
            let sound = try await parts.reader.blocks(of: file.path, seconds: 1)
            works[id]?.begin()
            works[id]?.progress.total = sound.seconds
            let feed = FileFeed(
                sound, from: works[id]?.safePosition ?? 0, speakers: speakers, sound: parts.history, id: id,
                stored: works[id]?.storedSamples)
            do {
                var options = parts.options(preferences, engine)
                options.vocabulary = await parts.words?.load().vocabulary.entries(for: options.language) ?? []
                let blocks = AsyncStream { await feed.next() }
                for try await event in options.recognise(blocks, on: parts.recognizer, or: parts.servers) {
                    try await take(event, of: id, from: feed)
                }
                try Task.checkCancellation()
                report = await sound.report()
                return await feed.failure
            } catch is CancellationError where !Task.isCancelled {
                // Live dictation needed the memory of the model. Transcription starts again at the position that is
                // safe.
                let stored = await feed.stored
                works[id]?.storedSamples = stored
            }
        }
    }

    /// Creates the file's entry in the history, or continues the existing one.
    private func begin(_ file: QueuedFile, _ preferences: Preferences, _ engine: RecognitionEngine) async {
        guard works[file.id] == nil else {
            works[file.id]?.continues()
            await parts.history.forgetSound(of: file.id)
            return
        }
        let entry = HistorySession(
            id: file.id, kind: .file, title: PathBytes.displayName(of: file.path),
            language: parts.options(preferences, engine).language, engine: engine.server?.name ?? preferences.model,
            began: parts.wallClock.now, source: file.path)
        let allowed = parts.history.allowsFiles
        let rules = await parts.words?.load().rules(for: entry.language) ?? ReplacementRules()
        works[file.id] = FileWork(entry, rules: rules, isKept: allowed.texts, keepsSound: allowed.sounds)
        if allowed.texts {
            // The entry is stored first, because a recording is deleted together with its entry. If this fails, `save`
            // tries again.
            _ = try? await parts.history.begin(entry)
        }
    }

    private func take(_ event: RecognitionEvent, of id: QueuedFile.ID, from feed: FileFeed) async throws {
        if case .halted(let error) = event {
            throw error
        }
        works[id]?.apply(event)
        await save(id)
        if case .progress = event, let position = works[id]?.position {
            await feed.reach(position)
            let stored = await feed.stored
            works[id]?.storedSamples = stored
            works[id]?.pace.reach(position, at: parts.clock.now)
            showProgress(of: id)
        }
    }

    private func showProgress(of id: QueuedFile.ID, atOnce: Bool = false) {
        guard running?.id == id, var work = works[id] else {
            return
        }
        let now = parts.clock.now
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

    /// Starts a task that reports each change in whether the file has to wait because somebody dictates. Returns the
    /// task.
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
        works[id]?.pace.hold(isHeldUp, at: parts.clock.now)
        showProgress(of: id, atOnce: true)
    }

    // MARK: Storing

    /// Stores the file's new words in the history.
    private func save(_ id: QueuedFile.ID) async {
        guard let work = works[id], work.session.isKept, let change = work.session.change else {
            return
        }
        do throws(ArchiveError) {
            if !work.session.isStored, try await !parts.history.begin(work.session.entry) {
                works[id]?.session.leaveOut()
            } else if try await parts.history.write(change.words, from: change.position, of: id) {
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

    /// Stores the file's remaining words and closes its entry in the history. Returns the place of the text, and the
    /// seconds of sound that the text covers.
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
                let isKept = try await parts.history.end(
                    id, language: work.session.language, duration: seconds, isIncomplete: end != .whole)
                if !isKept {
                    works[id]?.session.leaveOut()
                }
            } catch {
                if works[id]?.storingError == nil {
                    works[id]?.storingError = error
                }
            }
            if work.session.transcript.wordCount == 0 {
                await parts.history.forgetSound(of: id)
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
