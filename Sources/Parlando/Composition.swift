import ParlandoGtk
import ParlandoPresenters
import ParlandoSystem

/// Builds every part and joins them. The only place where layers meet; it owns what the parts hold weakly.
@MainActor final class Composition {
    private let folders: Folders
    private let preferences: SettingsStore
    private var parts: Parts?

    init(folders: Folders, preferences: SettingsStore) {
        self.folders = folders
        self.preferences = preferences
    }

    /// The window and all behind it, made at the first activation: GTK has not started before.
    private func parts(of application: Application) -> Parts {
        if let parts {
            return parts
        }
        let made = Parts(application, folders: folders, preferences: preferences)
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
        parts?.page.pressButton()
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
