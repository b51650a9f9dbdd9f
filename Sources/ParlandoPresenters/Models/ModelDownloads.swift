public import ParlandoCore
public import ParlandoServices

/// Downloads speech models for pages that need one. The user is asked before the download begins, by one page at a
/// time.
@MainActor public final class ModelDownloads {
    private let models: any ModelKeeping
    private let network: any NetworkStatus
    private let chosen: ChosenPreferences
    let advisor: ModelAdvisor
    private var isAsking = false

    /// - Parameter store: stores which model is chosen.
    public init(
        models: any ModelKeeping, network: any NetworkStatus, store: any PreferenceStore, advisor: ModelAdvisor
    ) {
        self.models = models
        self.network = network
        chosen = ChosenPreferences(in: store)
        self.advisor = advisor
    }

    /// Asks whether the model that is needed may be downloaded, and begins the download if the user agrees. Returns the
    /// model, or nil if the user does not agree or is already being asked, or if there is no model.
    ///
    /// - Parameter ask: asks the user, and returns whether they agree.
    func obtain(
        among entries: [ModelEntry], asking ask: @MainActor (PageQuestion) async -> Bool
    ) async -> SpeechModel? {
        guard !isAsking, let model = advisor.model(chosen.current, among: entries.map(\.model)) else {
            return nil
        }
        isAsking = true
        defer { isAsking = false }
        let isMetered = await network.isMetered()
        let there = entries.first { $0.model == model }?.diskUse ?? 0
        guard await ask(ModelWording.question(model, left: model.bytes - there, isMetered: isMetered)) else {
            return nil
        }
        await begin(model, allowMetered: isMetered)
        return model
    }

    /// Begins to download a model that the user chose. Asks first if the connection is metered. Returns whether the
    /// download has begun.
    func obtain(_ model: SpeechModel, asking ask: @MainActor (PageQuestion) async -> Bool) async -> Bool {
        guard !isAsking else {
            return false
        }
        isAsking = true
        defer { isAsking = false }
        let isMetered = await network.isMetered()
        if isMetered {
            guard await ask(ModelWording.meteredQuestion(model)) else {
                return false
            }
        }
        await begin(model, allowMetered: isMetered)
        return true
    }

    /// Chooses a model. If it is missing, begins to download it first, and asks if the connection is metered.
    func use(_ entry: ModelEntry, asking ask: @MainActor (PageQuestion) async -> Bool) async {
        if entry.isMissing {
            _ = await obtain(entry.model, asking: ask)
        } else {
            await choose(entry.model)
        }
    }

    /// Begins the download, on a metered connection only if `allowMetered` is true, and then chooses the model.
    /// Choosing the model first would begin a download that stops on a metered connection.
    private func begin(_ model: SpeechModel, allowMetered: Bool) async {
        await models.download(model.name, allowMetered: allowMetered)
        await choose(model)
    }

    private func choose(_ model: SpeechModel) async {
        _ = chosen.change { $0.model = model.name }
        await models.choose(model.name)
    }
}
