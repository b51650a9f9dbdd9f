public import ParlandoCore

/// Removes models, and restores them if the user regrets it.
extension ModelService {
    public func remove(_ name: String) async throws(ModelError) {
        guard let model = model(name) else {
            return
        }
        transfers.cancel(name)
        do throws(ModelError) {
            try await store.putAway(model)
        } catch {
            show(name)
            throw error
        }
        show(name)
        if loaded == name {
            isOutdated = true
            await unloadUnused()
        }
        refuseHopeless()
    }

    public func restore(_ name: String) async throws(ModelError) {
        guard let model = model(name) else {
            return
        }
        transfers.cancel(name)
        do throws(ModelError) {
            try await store.bringBack(model)
        } catch {
            show(name)
            refuseHopeless()
            throw error
        }
        if loaded == name {
            // It is still in memory, because a session uses it.
            isOutdated = false
        }
        show(name)
        if name == chosen {
            prepare()
        }
        advance()
    }

    public func forgetRemoved(_ name: String) async throws(ModelError) {
        if let model = model(name) {
            try await store.deletePutAway(model)
        }
    }

    /// Reports the state of a model according to the files on disk.
    private func show(_ name: String) {
        settle(name)
        tell()
    }
}
