import Logging
import ParlandoCore

/// Loading the chosen model into memory, and unloading it once it is idle.
extension ModelService {
    /// Loads the chosen model into memory, unless it is loaded already or not on disk. Only one model loads at a time;
    /// if the choice changes meanwhile, the new model is loaded afterwards.
    func prepare() {
        guard !isUnloading else {
            preparesNext = true
            return
        }
        guard !isPreparing, loaded != chosen, states[chosen] == .present, let model = model(chosen) else {
            return
        }
        guard let files = files(of: model) else {
            // The model is on disk, but the voice activity detector is not.
            download(chosen, allowMetered: false)
            return
        }
        isPreparing = true
        idle?.cancel()
        Task { await load(files) }
    }

    private func load(_ files: ModelFiles) async {
        let name = files.model.name
        let former = loaded
        loaded = nil
        if let former {
            settle(former)
        }
        set(name, .preparing(.loading, fraction: 0))
        let (steps, door) = AsyncStream.makeStream(of: ModelState.self, bufferingPolicy: .bufferingNewest(1))
        let loading = Task { [recognizer, store] () async -> RecognitionError? in
            defer { door.finish() }
            do throws(RecognitionError) {
                try await store.checkBeforeLoading(files.model)
                try await recognizer.load(files, progress: LoadReporter(door))
                return nil
            } catch {
                return error
            }
        }
        for await step in steps {
            set(name, step)
        }
        let failure = await loading.value
        isPreparing = false
        if let failure {
            await refuse(files.model, failure)
        } else {
            await welcome(name)
        }
        prepare()
    }

    private func welcome(_ name: String) async {
        loaded = name
        settle(name)
        tell()
        rest()
        if states[name] == .absent {
            // The model was removed while it was loading.
            await giveUp(name)
        }
    }

    /// Handles a model that could not be loaded. A damaged file is moved aside so that it can be downloaded again.
    private func refuse(_ model: SpeechModel, _ failure: RecognitionError) async {
        var failure = failure
        if failure.kind == .modelCorrupt {
            do throws(ModelError) {
                let damaged = try await store.setAsideDamaged(model)
                log.error("damaged and set aside: \(damaged.map(\.name))")
                if damaged.isEmpty {
                    // The files match their checksums, so another download would not help.
                    failure = RecognitionError(.engineFailed, detail: failure.detail)
                }
            } catch {
                log.error("\(model.name) cannot be set aside: \(error.kind) \(error.detail)")
            }
        }
        fail(model.name, .recognition(failure))
    }

    // MARK: Giving memory back

    /// Whether at least one session is using the model.
    var isInUse: Bool {
        uses > 0
    }

    /// Whether the idle timer is running that unloads an unused model.
    var isCountingIdleTime: Bool {
        idle.map { !$0.isCancelled } ?? false
    }

    /// Records the new number of sessions under way. If a session begins and no model is in memory, the chosen model is
    /// loaded.
    func use(by count: Int) {
        uses = count
        if count > 0 {
            idle?.cancel()
            prepare()
            dismissIfHopeless()
        } else {
            rest()
        }
    }

    /// Restarts the idle timer. When the timer expires, the model is unloaded.
    func rest() {
        idle?.cancel()
        guard unloadMinutes > 0, !isInUse, loaded != nil else {
            return
        }
        idle = Task { [weak self, clock, unloadMinutes] in
            do {
                try await clock.sleep(for: .seconds(60 * unloadMinutes))
                await self?.giveBack()
            } catch {
                // Cancelled, because the model is in use again.
            }
        }
    }

    /// Unloads the model, unless it is in use.
    func giveBack() async {
        guard !isInUse, let name = loaded else {
            return
        }
        await giveUp(name)
    }

    /// Unloads the loaded model. The new state is reported first, so that a session that needs the model meanwhile
    /// loads it again.
    func giveUp(_ name: String) async {
        loaded = nil
        idle?.cancel()
        isUnloading = true
        settle(name)
        tell()
        await recognizer.unload()
        isUnloading = false
        if preparesNext {
            preparesNext = false
            prepare()
        }
    }

    // MARK: No model to come

    /// Ends the sessions that wait for a model if none is loading or being downloaded, because they would wait for
    /// ever.
    func dismissIfHopeless() {
        if let obstacle {
            recognizer.dismissWaiting(obstacle)
        }
    }

    /// The reason that no model is in memory, loading or being downloaded, or nil if one is.
    private var obstacle: RecognitionError? {
        guard loaded == nil, !isPreparing, transfers[chosen] == nil else {
            return nil
        }
        switch states[chosen] {
        case .failed(.recognition(let error)):
            return error
        case .present where model(chosen).flatMap({ files(of: $0) }) != nil:
            return nil
        default:
            return RecognitionError(.modelMissing, detail: chosen)
        }
    }
}

/// Turns loading progress into model states.
private final class LoadReporter: LoadProgress {
    private let door: AsyncStream<ModelState>.Continuation

    init(_ door: AsyncStream<ModelState>.Continuation) {
        self.door = door
    }

    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase) {
        door.yield(.preparing(phase, fraction: min(1, max(0, fraction))))
    }
}
