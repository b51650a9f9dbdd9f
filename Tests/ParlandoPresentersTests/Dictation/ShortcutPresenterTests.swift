import Foundation
import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// What the shortcuts of the desktop do, and what is shown of them.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ShortcutPresenterTests {
    @MainActor private final class Target: ShortcutTarget, ChangeWatching {
        let changes = Changes()
        private(set) var commands: [DictationCommand] = [] { didSet { changes.happened() } }
        /// Presses and releases of push-to-talk.
        private(set) var talks: [DictationCommand] = []

        func perform(_ command: DictationCommand, isTalk: Bool) {
            if isTalk {
                talks.append(command)
            } else {
                commands.append(command)
            }
        }
    }

    private let view = SpyShortcutView()
    private let target = Target()
    private let shortcuts = FakeGlobalShortcuts()
    private let store = FakePreferenceStore()
    private let microphone = FakeMicrophone()
    private let capture: AudioCaptureService
    private let presenter: ShortcutPresenter
    private static let keys: [GlobalShortcut: String] = [.toggle: "Ctrl+Alt+R", .talk: "Super+Space"]

    init() {
        capture = AudioCaptureService(
            microphone: microphone, transport: FakeTransport(), devices: FakeDeviceDirectory())
        presenter = ShortcutPresenter(
            view: view, target: target, shortcuts: shortcuts, capture: capture, store: store)
    }

    private func setUp() async {
        shortcuts.set(.success(Self.keys))
        presenter.activate()
        presenter.chooseKeys()
        await view.nextChange { view.state.toggle == "Ctrl+Alt+R" }
    }

    @Test func theKeysThatTheDesktopBoundAreShownAndBoundAgainAtTheNextStart() async {
        await setUp()
        #expect(view.state.talk == "Super+Space")
        #expect(view.state.offer == .button("Change…"))
        #expect(store.load().bindsShortcuts)
        let view = SpyShortcutView()
        let next = ShortcutPresenter(
            view: view, target: target, shortcuts: shortcuts, capture: capture, store: store)
        next.activate()
        await view.nextChange { view.state.toggle == "Ctrl+Alt+R" }
        #expect(shortcuts.binds == 2)
    }

    @Test func nothingIsBoundUnlessTheUserHasSetItUp() async {
        presenter.activate()
        presenter.refresh()
        await view.nextChange { view.state.offer == .button("Set Up…") }
        #expect(shortcuts.binds == 0)
        #expect(view.state.toggle == "Not set")
    }

    @Test func withoutShortcutsOfTheDesktopTheCommandIsShown() async {
        shortcuts.set(isOffered: false, .failure(DesktopTypingError(.absent)))
        presenter.activate()
        presenter.refresh()
        await view.nextChange { view.state.offer == .command("parlando --toggle") }
        #expect(view.state.note.contains("keyboard settings"))
    }

    @Test func cancellingIsNoErrorAndAFailureIs() async {
        shortcuts.set(.failure(DesktopTypingError(.denied)))
        presenter.activate()
        presenter.chooseKeys()
        await view.nextChange { shortcuts.binds == 1 && view.states.count > 1 }
        #expect(view.toasts.isEmpty)
        #expect(!store.load().bindsShortcuts)
        shortcuts.set(.failure(DesktopTypingError(.failed)))
        presenter.chooseKeys()
        await view.nextChange { !view.toasts.isEmpty }
    }

    @Test func keysThatAreBoundAreChangedAndKeysThatAreTakenAwayAreNotBoundAgain() async {
        await setUp()
        presenter.chooseKeys()
        shortcuts.tell(.bound([.toggle: "F9\u{202E}"]))
        await view.nextChange { view.state.toggle == "F9" }
        #expect(view.state.talk == "Not set")
        shortcuts.tell(.bound([:]))
        await view.nextChange { view.state.toggle == "Not set" }
        #expect(!store.load().bindsShortcuts)
        #expect(shortcuts.binds == 1)
    }

    @Test func eachPressAndReleaseIsPassedOn() async {
        await setUp()
        shortcuts.tell(.pressed(.talk))
        // A key that repeats.
        shortcuts.tell(.pressed(.talk))
        shortcuts.tell(.released(.talk))
        shortcuts.tell(.pressed(.toggle))
        shortcuts.tell(.released(.toggle))
        await target.nextChange { target.commands.last == .toggle }
        #expect(target.talks == [.start, .start, .stop])
        #expect(target.commands == [.toggle])
    }

    @Test func theMicrophoneStaysOpenOnlyWhilePushToTalkHasKeysAndTheUserWantsIt() async {
        var commands = microphone.commands.makeAsyncIterator()
        await setUp()
        store.change { $0.listensAhead = true }
        #expect(await commands.next() == .open(nil))
        store.change { $0.microphone = "usb" }
        #expect(await commands.next() == .close)
        #expect(await commands.next() == .open("usb"))
        shortcuts.tell(.bound([.toggle: "F9"]))
        #expect(await commands.next() == .close)
        shortcuts.tell(.bound(Self.keys))
        #expect(await commands.next() == .open("usb"))
        store.change { $0.listensAhead = false }
        #expect(await commands.next() == .close)
    }

    @Test func aKeyIsReleasedWhenTheServiceEndsAndBoundAgainWhenItIsBack() async {
        await setUp()
        shortcuts.tell(.pressed(.talk))
        shortcuts.tell(.lost)
        await view.nextChange { view.state.note.contains("turned off the shortcuts") }
        #expect(target.talks == [.start, .stop])
        #expect(store.load().bindsShortcuts)
        shortcuts.tell(.returned)
        await view.nextChange { view.state.toggle == "Ctrl+Alt+R" }
        #expect(view.state.note.isEmpty)
        #expect(shortcuts.binds == 2)
        // A service that comes while the shortcuts are bound changes nothing.
        shortcuts.tell(.returned)
        shortcuts.tell(.pressed(.toggle))
        await target.nextChange { target.commands.last == .toggle }
        #expect(shortcuts.binds == 2)
    }
}

/// What the manual page and the completions of the window say of its commands.
struct DictationCommandTests {
    @Test(arguments: DictationCommand.allCases)
    func everyCommandIsInTheManualAndInEachCompletion(command: DictationCommand) throws {
        let data = ProjectFolder.root.appending(path: "data")
        let page = try String(contentsOf: data.appending(path: "parlando.1"), encoding: .utf8)
        #expect(page.contains("\\fB\\-\\-\(command.rawValue)\\fR"))
        for (shell, option) in ["bash": "--", "zsh": "--", "fish": "-l "] {
            let path = data.appending(path: "completions/parlando.\(shell)")
            #expect(try String(contentsOf: path, encoding: .utf8).contains(option + command.rawValue))
        }
    }
}
