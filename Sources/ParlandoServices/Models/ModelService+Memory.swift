import Logging
import ParlandoCore

/// Loads the chosen model into memory, and unloads it once it is idle.
extension ModelService {
    /// Loads the chosen model if it is on disk, once no session uses another one and none is being loaded.
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

    /// Replaces the model in memory, which no session may be using.
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

    /// Moves a damaged file aside so that it can be downloaded again.
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

    /// Begins the idle time anew.
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

    func unloadUnused() async {
        guard users.isEmpty, let name = loaded else {
            return
        }
        await giveUp(name)
    }

    /// Reports the new state first, so that a session that needs the model meanwhile loads it again.
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

private final class LoadReporter: LoadProgress {
    private let door: AsyncStream<ModelState>.Continuation

    init(_ door: AsyncStream<ModelState>.Continuation) {
        self.door = door
    }

    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase) {
        door.yield(.preparing(phase, fraction: min(1, max(0, fraction))))
    }
}
