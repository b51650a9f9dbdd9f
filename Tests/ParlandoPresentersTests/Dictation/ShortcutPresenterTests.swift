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

        private(set) var choice = DictationChoice.plain

        func perform(_ command: DictationCommand, _ choice: DictationChoice) -> String? {
            self.choice = choice
            commands.append(command)
            return nil
        }

        func talk(isHeld: Bool) {
            talks.append(isHeld ? .start : .stop)
        }

        private(set) var toggles = 0 { didSet { changes.happened() } }

        func toggleCaptions() {
            toggles += 1
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

    @Test func oneShortcutIsForCaptions() async {
        await setUp()
        #expect(view.state.captions == "Not set")
        shortcuts.tell(.bound([.captions: "F9"]))
        await view.nextChange { view.state.captions == "F9" }
        shortcuts.tell(.pressed(.captions))
        shortcuts.tell(.released(.captions))
        await target.nextChange { target.toggles == 1 }
        #expect(target.commands.isEmpty)
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

    // MARK: Languages and models

    @Test func shortcutsAreAddedAndRemovedAndBoundAnew() async {
        await setUp()
        let german = DictationChoice(language: "de")
        #expect(presenter.add(language: "", model: "") == "Choose a language or a model.")
        shortcuts.set(.success(Self.keys.merging([.choice(german): "F8"]) { $1 }))
        #expect(presenter.add(language: "de", model: "") == nil)
        #expect(presenter.add(language: "de", model: "") == "There is already a shortcut for this.")
        await view.nextChange { view.state.choices.first?.subtitle == "F8" }
        #expect(view.state.choices.first?.title == "Deutsch" && shortcuts.binds == 2)
        shortcuts.tell(.pressed(.choice(german)))
        await target.nextChange { target.commands == [.toggle] }
        #expect(target.choice == german)
        presenter.chooseKeys()
        shortcuts.tell(.bound(Self.keys))
        await view.nextChange { view.state.choices.first?.subtitle == "Not set" && shortcuts.configurations == 1 }
        presenter.remove("de-")
        #expect(view.state.choices.isEmpty && store.load().shortcutChoices.isEmpty)
    }

    @Test func withoutThePortalEachShowsItsCommandAndThereAreAtMostEight() async {
        shortcuts.set(isOffered: false, .failure(DesktopTypingError(.absent)))
        presenter.activate()
        presenter.refresh()
        await view.nextChange { view.state.offer == .command("parlando --toggle") }
        for code in ["de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt"] {
            #expect(presenter.add(language: code, model: "") == nil)
        }
        #expect(view.state.choices.first?.subtitle == "parlando --toggle --language de")
        #expect(view.state.choices.count == 8 && !view.state.canAdd)
    }

    @Test func aShortcutThatCouldNeverStartIsRefused() {
        let models = ModelStage(present: [])
        let entry = ModelEntry(
            model: SpeechModel(name: "tiny.en", bytes: 1, sha256: ""), state: .ready, diskUse: 1, isChosen: true)
        presenter.modelService(models.service, didChange: [entry])
        let problem = presenter.add(language: "de", model: "tiny.en")
        #expect(problem == "The model Fast knows only English." && view.state.choices.isEmpty)
        #expect(presenter.add(language: "", model: "tiny.en") == nil)
        #expect(view.state.choices.map(\.title) == ["Fast"])
        #expect(view.state.models.map(\.id) == ["", "tiny.en"])
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
            let text = try String(contentsOf: path, encoding: .utf8)
            for name in [command.rawValue, "language", "model"] {
                #expect(text.contains(option + name))
            }
        }
    }
}
