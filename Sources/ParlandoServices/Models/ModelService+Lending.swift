import ParlandoCore
import Synchronization

/// Lends the model in memory to sessions.
///
/// Sessions that need the model in memory share it. A session that needs another model waits, with its sound queued,
/// until no session uses the model in memory. Its model then replaces the model in memory, so there are never two. Only
/// a session whose words nobody waits for, such as the transcription of a file, loses its model if live dictation needs
/// another. Such a session ends with a `CancellationError`, and can begin again where it stopped.
extension ModelService {
    /// A session's request to use a model in memory.
    struct Loan {
        /// Identifies a session that uses or requests a model.
        final class ID: Sendable, Hashable {
            /// Whether the session can wait, because no user is waiting for its words, as in the transcription of a
            /// file.
            let isPatient: Bool
            private let session = Mutex((task: Task<Void, Never>?.none, isDisplaced: false))

            init(isPatient: Bool) {
                self.isPatient = isPatient
            }

            /// Stores the task that `displace` cancels. Cancels it at once if the session has already been displaced.
            func keep(_ task: Task<Void, Never>) {
                let isDisplaced = session.withLock { session in
                    session.task = task
                    return session.isDisplaced
                }
                if isDisplaced {
                    task.cancel()
                }
            }

            /// Cancels the session, because live dictation needs another model.
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

    /// Recognises sound with a model that is lent to the session until recognition ends. Returns the recogniser's
    /// events.
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

    /// Waits until a model is lent to the session. Throws `RecognitionError` if no suitable model can become available,
    /// or `CancellationError`.
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

    /// Resets an earlier failure of a model, because loading the model may succeed now. Also detects a model that
    /// another process has downloaded meanwhile. If only the voice activity detector is missing, downloads it.
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

    /// Returns the name of the model for a session; nil if no model on disk is suitable. This is the chosen model,
    /// unless it knows only English and the session needs another language.
    private func modelName(for options: RecognitionOptions) -> String? {
        guard options.needsMultilingualModel, model(chosen)?.isMultilingual != true else {
            return chosen
        }
        let fitting = speechModels.filter { $0.isMultilingual && store.path(of: $0) != nil }
        return (fitting.first { $0.name == loaded } ?? fitting.first)?.name
    }

    /// Lends the model in memory to the sessions that wait for it. Once no session uses the model in memory, begins to
    /// load the model that is needed next.
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

    /// Names of the models that waiting sessions need and that cannot be loaded until other sessions have ended.
    var awaited: Set<String> {
        users.isEmpty ? [] : Set(waiting.compactMap { filesFor($0)?.model.name })
    }

    /// The files of the model to load next; nil if there is none.
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

    /// Returns the files of the model that a session waits for; nil if the model cannot be loaded now.
    private func filesFor(_ loan: Loan) -> ModelFiles? {
        guard let name = modelName(for: loan.options), states[name] == .present || states[name] == .ready else {
            return nil
        }
        return model(name).flatMap { files(of: $0) }
    }

    // MARK: No model to come

    /// Ends the waiting sessions whose model is neither in memory, nor on disk, nor being downloaded. They would
    /// otherwise wait forever. A session that has waited for a download may continue to wait after the download failed,
    /// because the download can be retried.
    func refuseHopeless() {
        for index in waiting.indices {
            let name = modelName(for: waiting[index].options)
            waiting[index].awaitedDownload = waiting[index].awaitedDownload || name.map(transfers.contains) ?? false
        }
        let refusals = waiting.compactMap { loan in obstacle(for: loan).map { (loan, $0) } }
        waiting.removeAll { loan in refusals.contains { $0.0.id == loan.id } }
        refusals.forEach { $0.0.granted.resume(throwing: $0.1) }
    }

    /// Returns the reason that the model for a session can never be lent; nil if there is no such reason.
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
