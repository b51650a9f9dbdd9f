import ParlandoCore

/// Lists of audio devices to choose from.
enum DeviceOptions {
    /// Returns the available devices, and the chosen device even if it is not connected.
    static func options(of devices: [AudioDevice], chosen: String) -> [PreferencesViewState.Option] {
        var options = [PreferencesViewState.Option("", tr("System Default"))]
        options += devices.filter { !$0.isSystemDefault }.map { PreferencesViewState.Option($0.id, $0.name) }
        if !options.contains(where: { $0.id == chosen }) {
            let name = ["name": chosen]
            options.append(PreferencesViewState.Option(chosen, tr("{name} (not connected)", name)))
        }
        return options
    }
}
