import Logging
import ParlandoCore

/// How the chosen model comes into memory, and leaves it when nobody needs it.
extension ModelService {
    /// Reads the chosen model into memory, unless it is there or not on disk. One at a time: a choice made meanwhile
    /// is served afterwards.
    func prepare() {
        guard !isUnloading else {
            preparesNext = true
            return
        }
        guard !isPreparing, loaded != chosen, states[chosen] == .present, let model = model(chosen) else {
            return
        }
        guard let files = files(of: model) else {
            // The model is there, what tells speech from silence is not.
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
            // It was removed while it was being read.
            await giveUp(name)
        }
    }

    /// A file that is not what it should be is put out of the way, so that it can be fetched again.
    private func refuse(_ model: SpeechModel, _ failure: RecognitionError) async {
        var failure = failure
        if failure.kind == .modelCorrupt {
            do throws(ModelError) {
                let damaged = try await store.setAsideDamaged(model)
                log.error("damaged and set aside: \(damaged.map(\.name))")
                if damaged.isEmpty {
                    // The files are right: another download would not help.
                    failure = RecognitionError(.engineFailed, detail: failure.detail)
                }
            } catch {
                log.error("\(model.name) cannot be set aside: \(error.kind) \(error.detail)")
            }
        }
        fail(model.name, .recognition(failure))
    }

    // MARK: Giving memory back

    /// Whether a session keeps the model in memory.
    var isInUse: Bool {
        uses > 0
    }

    /// Whether the model leaves memory when nobody uses it for long enough.
    var isCountingIdleTime: Bool {
        idle.map { !$0.isCancelled } ?? false
    }

    /// So many sessions are under way. One that begins without a model in memory brings it back.
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

    /// Counts the idle time from now on.
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
                // Cancelled: the model is in use again.
            }
        }
    }

    /// Gives the model's memory back, unless it is in use.
    func giveBack() async {
        guard !isInUse, let name = loaded else {
            return
        }
        await giveUp(name)
    }

    /// Gives the memory of the model back that is loaded. Says so first: whoever needs it meanwhile loads it again.
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

    /// Ends the sessions that wait for a model when none is on its way: they would wait for ever.
    func dismissIfHopeless() {
        if let obstacle {
            recognizer.dismissWaiting(obstacle)
        }
    }

    /// Why no model is in memory or on its way there; nil: one is.
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

/// Passes on how far loading has come, as a state.
private final class LoadReporter: LoadProgress {
    private let door: AsyncStream<ModelState>.Continuation

    init(_ door: AsyncStream<ModelState>.Continuation) {
        self.door = door
    }

    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase) {
        door.yield(.preparing(phase, fraction: min(1, max(0, fraction))))
    }
}
