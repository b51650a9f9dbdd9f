import Logging
import ParlandoCore

/// Loads the chosen model into memory, and unloads it once it is idle.
extension ModelService {
    /// Loads the chosen model into memory, unless it is already loaded or is not on disk. Loading begins once no
    /// session uses another model, and no other model is being loaded.
    func prepare() {
        guard loaded != chosen || isOutdated, states[chosen] == .present || states[chosen] == .ready,
            let model = model(chosen)
        else {
            return
        }
        guard files(of: model) != nil else {
            // The model is on disk, but the voice activity detector is not.
            download(chosen, allowMetered: false)
            return
        }
        loadsChosen = true
        advance()
    }

    /// Loads a model, which replaces the model in memory, and lends it to the sessions that wait for it. No session may
    /// be using the model in memory.
    func load(_ files: ModelFiles) async {
        let name = files.model.name
        let former = loaded
        loaded = nil
        isOutdated = false
        loadsChosen = loadsChosen && name != chosen
        if let former {
            settle(former)
        }
        set(name, .preparing(.loading, fraction: 0))
        log.debug("load", metadata: ["model": "\(name)"])
        let began = ContinuousClock.now
        var isWarming = false
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
            if case .preparing(.warming, _) = step, !isWarming {
                isWarming = true
                log.debug("warm-up", metadata: ["model": "\(name)"])
            }
        }
        if let failure = await loading.value {
            if former != nil {
                // Loading may have failed before the former model was replaced.
                await recognizer.unload()
            }
            await refuse(files.model, failure)
        } else {
            await welcome(name)
            log.debug("ready", metadata: ["model": "\(name)", "time": "\(ContinuousClock.now - began)"])
        }
        isPreparing = false
        advance()
        refuseHopeless()
        rest()
    }

    private func welcome(_ name: String) async {
        loaded = name
        settle(name)
        tell()
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

    /// Restarts the idle timer. When the timer expires, the model is unloaded.
    func rest() {
        idle?.cancel()
        guard unloadMinutes > 0, users.isEmpty, loaded != nil else {
            return
        }
        idle = Task { [weak self, clock, unloadMinutes] in
            do {
                try await clock.sleep(for: .seconds(60 * unloadMinutes))
                await self?.unloadUnused()
            } catch {
                // Cancelled, because the model is in use again.
            }
        }
    }

    /// Unloads the model in memory, unless a session uses it.
    func unloadUnused() async {
        guard users.isEmpty, let name = loaded else {
            return
        }
        await giveUp(name)
    }

    /// Unloads the model in memory. The new state is reported first, so a session that needs the model meanwhile loads
    /// it again.
    func giveUp(_ name: String) async {
        loaded = nil
        isOutdated = false
        idle?.cancel()
        isUnloading = true
        log.debug("unload", metadata: ["model": "\(name)"])
        settle(name)
        tell()
        await recognizer.unload()
        isUnloading = false
        advance()
        refuseHopeless()
    }
}

/// Converts the progress of loading a model to model states.
private final class LoadReporter: LoadProgress {
    private let door: AsyncStream<ModelState>.Continuation

    init(_ door: AsyncStream<ModelState>.Continuation) {
        self.door = door
    }

    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase) {
        door.yield(.preparing(phase, fraction: min(1, max(0, fraction))))
    }
}
