public import ParlandoCore
public import ParlandoServices

/// Downloads speech models for pages. Asks first, for one page at a time.
@MainActor public final class ModelDownloads {
    private let models: ModelService
    private let network: any NetworkStatus
    private let chosen: ChosenPreferences
    /// ISO 639-1, of the language that the user probably speaks.
    private let language: String
    private let machine: Machine
    private var isAsking = false

    public init(
        models: ModelService, network: any NetworkStatus, store: any PreferenceStore, language: String,
        machine: Machine
    ) {
        self.models = models
        self.network = network
        chosen = ChosenPreferences(in: store)
        self.language = language
        self.machine = machine
    }

    func offers(_ catalogue: [SpeechModel]) -> ModelOffers {
        ModelOffers(catalogue, language: language, machine: machine, speeds: chosen.current.speeds)
    }

    /// The chosen model or, if it is not in the catalogue, or only the default and not for the user's language, the
    /// recommended one.
    private func model(among catalogue: [SpeechModel]) -> SpeechModel? {
        let preferred = chosen.current.model
        let model = catalogue.first { $0.name == preferred }
        guard let model, preferred != Preferences().model || language == "en" || model.isMultilingual else {
            return offers(catalogue).recommended ?? model
        }
        return model
    }

    /// Downloads the model that is needed if the user agrees. Nil if not, if they are already being asked, or if there
    /// is no model.
    func obtain(
        among entries: [ModelEntry], asking ask: @MainActor (PageQuestion) async -> Bool
    ) async -> SpeechModel? {
        guard let model = model(among: entries.map(\.model)) else {
            return nil
        }
        let there = entries.first { $0.model == model }?.diskUse ?? 0
        let hasBegun = await obtain(model, asking: ask) { isMetered in
            ModelWording.question(model, left: model.bytes - there, isMetered: isMetered)
        }
        return hasBegun ? model : nil
    }

    /// Asks only if the connection is metered. Returns whether the download has begun.
    func obtain(_ model: SpeechModel, asking ask: @MainActor (PageQuestion) async -> Bool) async -> Bool {
        await obtain(model, asking: ask) { isMetered in isMetered ? ModelWording.meteredQuestion(model) : nil }
    }

    /// Asks first, with the size. Returns whether the download has begun.
    func offer(_ entry: ModelEntry, asking ask: @MainActor (PageQuestion) async -> Bool) async -> Bool {
        let isLocal = chosen.current.servers.engine.isEmpty
        let isBusy = await models.isHearing
        return await obtain(entry.model, asking: ask) { isMetered in
            let left = entry.model.bytes - entry.diskUse
            return ModelWording.offer(entry.model, left: left, isMetered: isMetered, isLocal: isLocal, isBusy: isBusy)
        }
    }

    /// Chooses a model and copies it from a file.
    func importModel(_ model: SpeechModel, from path: String) async {
        await models.importModel(model.name, from: path)
        await choose(model)
    }

    /// - Parameter question: nil if the download begins without one.
    private func obtain(
        _ model: SpeechModel, asking ask: @MainActor (PageQuestion) async -> Bool,
        _ question: (_ isMetered: Bool) -> PageQuestion?
    ) async -> Bool {
        guard !isAsking else {
            return false
        }
        isAsking = true
        defer { isAsking = false }
        let isMetered = await network.isMetered()
        if let asked = question(isMetered), await !ask(asked) {
            return false
        }
        // Choosing a model that is missing would begin a download that stops on a metered connection.
        await models.download(model.name, allowMetered: isMetered)
        await choose(model)
        return true
    }

    /// Chooses a model. If it is missing, downloads it first.
    func use(_ entry: ModelEntry, asking ask: @MainActor (PageQuestion) async -> Bool) async {
        if entry.isMissing {
            _ = await obtain(entry.model, asking: ask)
        } else {
            await choose(entry.model)
        }
    }

    private func choose(_ model: SpeechModel) async {
        _ = chosen.change { $0.model = model.name }
        await models.choose(model.name)
    }
}
