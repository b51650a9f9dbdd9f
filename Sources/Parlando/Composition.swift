import ParlandoCore
import ParlandoGtk
import ParlandoPresenters
import ParlandoSystem

/// Makes all parts of the program, and owns what others hold weakly.
@MainActor final class Composition {
    private let folders: Folders
    private let preferences: SettingsStore
    private let environment: [String: String]
    private var parts: Parts?

    /// - Parameter environment: as it was at the start of the program.
    init(folders: Folders, preferences: SettingsStore, environment: [String: String]) {
        self.folders = folders
        self.preferences = preferences
        self.environment = environment
    }

    /// Call when the program ends.
    func end() {
        parts?.players.finish()
    }

    /// Made at the first activation, because GTK is not initialized before.
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

    func application(
        _ application: Application, didReceive command: DictationCommand, _ choice: DictationChoice
    ) -> String? {
        if parts == nil {
            // Without a window there is nothing to stop.
            guard command.opensWindow else {
                return nil
            }
            applicationDidActivate(application)
        }
        return parts?.window.perform(command, choice)
    }

    func application(_ application: Application, didReceive captions: CaptionChoice) -> String? {
        if parts == nil {
            applicationDidActivate(application)
        }
        return parts?.captions.start(captions)
    }

    func application(_ application: Application, didReceive paths: [String], others: Int) {
        applicationDidActivate(application)
        parts?.files.presenter.receive(paths, others: others)
    }

    func applicationDidPressFiles(_ application: Application) {
        applicationDidActivate(application)
        parts?.window.openFiles()
    }

    func applicationDidPressPreferences(_ application: Application) {
        applicationDidActivate(application)
        parts?.window.openPreferences(.general)
    }

    func applicationDidPressAbout(_ application: Application) {
        applicationDidActivate(application)
        parts?.window.openAbout()
    }

    func applicationMustEnd(_ application: Application) async {
        await parts?.end()
        end()
    }
}
