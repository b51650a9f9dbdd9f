import ParlandoGtk
import ParlandoPresenters
import ParlandoSystem

/// Builds every part and joins them. The only place where layers meet; it owns what the parts hold weakly.
@MainActor final class Composition {
    private let folders: Folders
    private let preferences: SettingsStore
    private let environment: [String: String]
    private var parts: Parts?

    /// - Parameter environment: as the program found it.
    init(folders: Folders, preferences: SettingsStore, environment: [String: String]) {
        self.folders = folders
        self.preferences = preferences
        self.environment = environment
    }

    /// The window and all behind it, made at the first activation: GTK has not started before.
    private func parts(of application: Application) -> Parts {
        if let parts {
            return parts
        }
        let made = Parts(application, folders: folders, preferences: preferences, environment: environment)
        parts = made
        return made
    }
}

extension Composition: ApplicationDelegate {
    func applicationDidActivate(_ application: Application) {
        parts(of: application).window.present()
    }

    func applicationDidToggle(_ application: Application) {
        if parts == nil {
            applicationDidActivate(application)
        }
        parts?.window.toggleDictation()
    }

    func applicationDidPressPreferences(_ application: Application) {
        applicationDidActivate(application)
        parts?.window.openPreferences(.general)
    }

    func applicationDidPressAbout(_ application: Application) {
        applicationDidActivate(application)
        parts?.window.openAbout(application)
    }
}
