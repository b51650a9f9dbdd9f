public import ParlandoCore
public import ParlandoPresenters

extension ModelDownloads {
    /// Creates downloads for the pages of a test, on a machine and a network that the test describes.
    public convenience init(
        _ models: FakeModelKeeping, store: any PreferenceStore, isMetered: Bool = false, language: String = "en",
        machine: Machine = Machine()
    ) {
        self.init(
            models: models, network: FakeNetworkStatus(isMetered: isMetered), store: store,
            advisor: ModelAdvisor(language: language, machine: machine))
    }
}
