import CGtk
import XCTest

@testable import ParlandoGtk

/// An added page, as its own files would have it.
@MainActor private final class EchoPage: Page {
    let name = "echo"
    let title = "Echo"
    let icon = "audio-input-microphone-symbolic"
    let root = Box.column()
    weak var window: MainWindow?
    private(set) var presses = 0
    private(set) var repeats = 0
    private(set) lazy var commands = PageCommands([
        .init(
            title: "Echo",
            commands: [Command("repeat", "Say It Again", ["<Control>g"]) { [weak self] in self?.repeats += 1 }])
    ])

    init() {
        root.append(Label("Hello"))
    }

    func press() {
        presses += 1
    }

    func focus() {}

    func showToast(_ text: String) {}
}

/// The door for pages: the list of the window is the only other place that names one.
final class NewPageTests: WidgetTestCase {
    func testAPageInTheListHasItsKeysItsActionsAndTheSharedOnes() {
        MainActor.assumeIsolated {
            adw_init()
            let page = EchoPage()
            let application = Application(id: "io.github.parlando.Test", version: "")
            let window = MainWindow(application, pages: [page], preferences: PreferencesWindow())
            XCTAssertTrue(page.window === window)
            XCTAssertTrue(g_action_group_has_action(window.reference.opaque, "show-echo") != 0)
            g_action_group_activate_action(window.reference.opaque, SharedKey.toggle.rawValue, nil)
            XCTAssertEqual(page.presses, 1)
            g_action_group_activate_action(page.commands.actions.opaque, "repeat", nil)
            XCTAssertEqual(page.repeats, 1)
            XCTAssertTrue(ShortcutsWindow.interface([page]).contains(">Say It Again<"))
            gtk_window_destroy(window.reference.cast())
        }
    }
}
