import ParlandoCore

/// Downloads and imports models.
extension ModelService: ModelTransferring {
    public func download(_ name: String, allowMetered: Bool) {
        guard let model = model(name), !transfers.contains(name) else {
            return
        }
        guard files(of: model) == nil else {
            settle(name)
            tell()
            prepare()
            return
        }
        transfer(model, store.fetch(model, allowMetered: allowMetered))
    }

    public func importModel(_ name: String, from path: String) {
        guard let model = model(name), !transfers.contains(name) else {
            return
        }
        transfer(model, store.importModel(model, from: path))
    }

    public func cancelDownload(_ name: String) {
        guard transfers.cancel(name) else {
            return
        }
        settle(name)
        tell()
        refuseHopeless()
    }

    private func transfer(_ model: SpeechModel, _ events: AsyncThrowingStream<ModelFetchEvent, any Error>) {
        set(model.name, transfers.begin(model, events, for: self))
    }

    func hear(_ event: ModelFetchEvent, of model: SpeechModel, transfer id: Int) {
        if let state = transfers.state(of: model.name, was: states[model.name], after: event, of: id) {
            set(model.name, state)
        }
    }

    func end(_ model: SpeechModel, transfer id: Int, failure: ModelError?) {
        guard transfers.end(model.name, id) else {
            return
        }
        if let failure {
            fail(model.name, .store(failure))
            return
        }
        if loaded == model.name {
            // The new file differs from the one that the model in memory was loaded from.
            isOutdated = true
        }
        settle(model.name)
        tell()
        if model.name == chosen {
            prepare()
        }
        advance()
    }
}
