public import ParlandoCore
import Synchronization

/// Lends the model in memory to sessions, which share it. A session that needs another model waits, with its sound
/// queued, until no session uses the one in memory; there are never two. Only a session whose words nobody waits for (a
/// file's) loses its model if dictation needs another: it ends with a `CancellationError`, and can begin again where it
/// stopped.
extension ModelService {
    struct Loan {
        final class ID: Sendable, Hashable {
            /// Whether nobody waits for the words, as with files.
            let isPatient: Bool
            private let session = Mutex((task: Task<Void, Never>?.none, isDisplaced: false))

            init(isPatient: Bool) {
                self.isPatient = isPatient
            }

            /// Cancels the task at once if the session has already been displaced.
            func keep(_ task: Task<Void, Never>) {
                let isDisplaced = session.withLock { session in
                    session.task = task
                    return session.isDisplaced
                }
                if isDisplaced {
                    task.cancel()
                }
            }

            /// Live dictation needs another model.
            func displace() {
                let task = session.withLock { session in
                    session.isDisplaced = true
                    return session.task
                }
                task?.cancel()
            }

            static func == (a: ID, b: ID) -> Bool { a === b }

            func hash(into hasher: inout Hasher) {
                hasher.combine(ObjectIdentifier(self))
            }
        }

        let id: ID
        let options: RecognitionOptions
        /// Whether the model was being downloaded while the session waited for it.
        var awaitedDownload = false
        let granted: CheckedContinuation<Void, any Error>
    }

    /// Recognises sound with a lent model.
    nonisolated func lend(
        _ blocks: AsyncStream<AudioBlock>, _ options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        AsyncThrowingStream { door in
            let id = Loan.ID(isPatient: options.audience == .nobody)
            let session = Task {
                do {
                    try await self.borrow(id, options)
                    for try await event in self.recognizer.transcribe(blocks, options: options) {
                        door.yield(event)
                    }
                    try Task.checkCancellation()
                    if id.isPatient {
                        // The recognizer may be busy, and a speaker waits for the end.
                        await self.keepSpeed()
                    }
                    await self.giveBack(id)
                    door.finish()
                } catch {
                    await self.giveBack(id)
                    door.finish(throwing: error)
                }
            }
            id.keep(session)
            door.onTermination = { _ in session.cancel() }
        }
    }

    /// Throws `RecognitionError` if no suitable model can become available, or `CancellationError`.
    private func borrow(_ id: Loan.ID, _ options: RecognitionOptions) async throws {
        if let name = modelName(for: options) {
            reconsider(name)
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { granted in
                waiting.append(Loan(id: id, options: options, granted: granted))
                advance()
                refuseHopeless()
                tell()
            }
        } onCancel: {
            Task { await self.withdraw(id) }
        }
    }

    /// Forgets an earlier failure, and finds what another process has downloaded. If only the voice activity detector
    /// is missing, downloads it.
    private func reconsider(_ name: String) {
        switch states[name] {
        case .absent, nil: settle(name)
        case .failed(.recognition) where model(name).flatMap({ files(of: $0) }) != nil: settle(name)
        default: break
        }
        if states[name] == .present, model(name).flatMap({ files(of: $0) }) == nil {
            download(name, allowMetered: false)
        }
    }

    private func withdraw(_ id: Loan.ID) {
        let withdrawn = waiting.filter { $0.id == id }
        waiting.removeAll { $0.id == id }
        withdrawn.forEach { $0.granted.resume(throwing: CancellationError()) }
        tell()
    }

    private func keepSpeed() async {
        if let name = loaded, let speed = await recognizer.speed {
            preferences.change { $0.speeds[name] = speed }
        }
    }

    private func giveBack(_ id: Loan.ID) async {
        guard users.remove(id) != nil, users.isEmpty else {
            return
        }
        if isOutdated, let loaded {
            await giveUp(loaded)
        }
        advance()
        rest()
    }

    // MARK: Who gets which model

    /// Whether somebody speaks whose words the model in memory recognizes.
    public var isHearing: Bool {
        users.contains { !$0.isPatient }
    }

    /// The session's own model, else the chosen one, unless that knows only English and the session needs another
    /// language or prefers a larger model. Nil if no model on disk fits.
    private func modelName(for options: RecognitionOptions) -> String? {
        if let name = options.model {
            return name
        }
        let own = model(chosen)
        if let kept = options.keptModel, own?.isMultilingual != true {
            return kept
        }
        guard options.needsMultilingualModel || options.prefersMultilingualModel, own?.isMultilingual != true else {
            return chosen
        }
        let fitting = speechModels.filter { $0.isMultilingual && store.path(of: $0) != nil }
        let best = fitting.first { $0.name == loaded } ?? fitting.first
        if options.needsMultilingualModel {
            return best?.name
        }
        // A small model that knows only English recognizes it less well.
        return best.flatMap { $0.bytes > own?.bytes ?? 0 ? $0.name : nil } ?? chosen
    }

    /// Lends the model in memory to those who wait for it. Once nobody uses it, loads the model that is needed next.
    func advance() {
        guard !isPreparing, !isUnloading else {
            return
        }
        if loaded == chosen, !isOutdated {
            loadsChosen = false
        }
        if let loaded, !isOutdated {
            let granted = waiting.filter { modelName(for: $0.options) == loaded }
            waiting.removeAll { loan in granted.contains { $0.id == loan.id } }
            users.formUnion(granted.map(\.id))
            granted.forEach { $0.granted.resume() }
        }
        guard users.isEmpty else {
            idle?.cancel()
            if users.allSatisfy(\.isPatient), waiting.contains(where: { !$0.id.isPatient && filesFor($0) != nil }) {
                users.forEach { $0.displace() }
            }
            return
        }
        guard let files = nextFiles else {
            return
        }
        isPreparing = true
        idle?.cancel()
        Task { await load(files) }
    }

    /// Models for which sessions wait until others have ended.
    var awaited: Set<String> {
        users.isEmpty ? [] : Set(waiting.compactMap { filesFor($0)?.model.name })
    }

    private var nextFiles: ModelFiles? {
        // A session whose model is still being downloaded does not hold up other sessions.
        let speakersFirst = waiting.filter { !$0.id.isPatient } + waiting.filter(\.id.isPatient)
        if let files = speakersFirst.lazy.compactMap({ self.filesFor($0) }).first {
            return files
        }
        guard loadsChosen, states[chosen] == .present || states[chosen] == .ready else {
            return nil
        }
        return model(chosen).flatMap { files(of: $0) }
    }

    /// Nil if the model cannot be loaded now.
    private func filesFor(_ loan: Loan) -> ModelFiles? {
        guard let name = modelName(for: loan.options), states[name] == .present || states[name] == .ready else {
            return nil
        }
        return model(name).flatMap { files(of: $0) }
    }

    // MARK: No model to come

    /// Ends the sessions whose model is neither in memory, nor on disk, nor being downloaded. One that waited for a
    /// download may go on waiting after it failed, because it can be retried.
    func refuseHopeless() {
        for index in waiting.indices {
            let name = modelName(for: waiting[index].options)
            waiting[index].awaitedDownload = waiting[index].awaitedDownload || name.map(transfers.contains) ?? false
        }
        let refusals = waiting.compactMap { loan in obstacle(for: loan).map { (loan, $0) } }
        waiting.removeAll { loan in refusals.contains { $0.0.id == loan.id } }
        refusals.forEach { $0.0.granted.resume(throwing: $0.1) }
    }

    /// Why the model can never be lent; nil if it can.
    private func obstacle(for loan: Loan) -> RecognitionError? {
        guard let name = modelName(for: loan.options) else {
            return RecognitionError(.modelMissing, detail: "no model for many languages")
        }
        if loan.options.waitsForModel, loan.awaitedDownload {
            return nil
        }
        switch states[name] {
        case .preparing, .ready,
            .present where model(name).flatMap({ files(of: $0) }) != nil:
            return nil
        case .failed(.recognition(let error)): return error
        default: return transfers.contains(name) ? nil : RecognitionError(.modelMissing, detail: name)
        }
    }
}

/// Puts a queue in front of the recogniser, which keeps the sound until the model is loaded.
extension ModelService: SpeechRecognizer {
    public nonisolated func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        guard options.audience == .speaker else {
            // A file needs no queue, because it is read only as fast as it is recognised.
            return lend(blocks, options)
        }
        let queue = SoundQueue(spools: spools, mostSamples: mostQueued)
        return AsyncThrowingStream { door in
            speakers.begin()
            let filling = Task {
                for await block in blocks {
                    if await queue.append(block.samples) == .usedUp {
                        door.yield(.warning(.queueFull))
                    }
                }
                await queue.finish()
            }
            let session = Task {
                defer {
                    filling.cancel()
                    self.speakers.end()
                }
                do {
                    for try await event in self.lend(AsyncStream(unfolding: { await queue.next() }), options) {
                        door.yield(event)
                    }
                    if await queue.isDamaged {
                        throw RecognitionError(.engineFailed, detail: "queued sound cannot be read")
                    }
                    door.finish()
                } catch {
                    door.finish(throwing: error)
                }
            }
            door.onTermination = { _ in
                session.cancel()
                filling.cancel()
            }
        }
    }
}
