import ParlandoCore

/// Builds the lists from which the user chooses a microphone or loudspeaker.
enum DeviceOptions {
    /// Returns list items for the system's default and the available devices. The chosen device is included even if it
    /// is not connected.
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
