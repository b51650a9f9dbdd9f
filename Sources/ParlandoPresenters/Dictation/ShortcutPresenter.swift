public import ParlandoCore
public import ParlandoServices

/// Turns global shortcuts into dictation commands, and shows their keys in the preferences. Shortcuts that the user has
/// set up are bound whenever the program starts.
@MainActor public final class ShortcutPresenter: PreferenceReader {
    private weak var view: (any ShortcutView)?
    private weak var target: (any ShortcutTarget)?
    private let shortcuts: any GlobalShortcuts
    private let capture: AudioCaptureService
    private let chosen: ChosenPreferences
    private var isOffered: Bool?
    /// In the desktop's wording; nil if no shortcuts are bound.
    private var keys: [GlobalShortcut: String]? { didSet { adopt(chosen.current) } }
    /// Those that the desktop was last asked to bind, and did.
    private var bound: Set<GlobalShortcut> = []
    private var entries: [ModelEntry] = []
    /// Whether the desktop's service has disappeared since the shortcuts were bound.
    private var isLost = false
    private var isBinding = false
    /// The latest request to listen ahead. The next one waits for it.
    private var listeningAhead: Task<Void, Never>?
    private var listening: Task<Void, Never>?

    /// - Parameters:
    ///   - target: held weakly.
    ///   - capture: listens ahead for push-to-talk if the user wants that.
    public init(
        view: any ShortcutView, target: any ShortcutTarget, shortcuts: any GlobalShortcuts,
        capture: AudioCaptureService, store: any PreferenceStore
    ) {
        self.capture = capture
        self.view = view
        self.target = target
        self.shortcuts = shortcuts
        chosen = ChosenPreferences(in: store)
    }

    deinit {
        listening?.cancel()
    }

    /// Starts to receive events, and binds the shortcuts if the user has set them up. Call once.
    public func activate() {
        render()
        let events = shortcuts.events
        listening = Task { [weak self] in
            for await event in events {
                self?.take(event)
            }
        }
        chosen.watch(for: self)
        if chosen.current.bindsShortcuts {
            bind(isAsked: false)
        }
    }

    func adopt(_ preferences: Preferences) {
        let isWanted = preferences.listensAhead && keys?[.talk] != nil
        listeningAhead = Task { [capture, listeningAhead] in
            await listeningAhead?.value
            await capture.listenAhead(isWanted, to: preferences.microphoneID)
        }
    }

    private func take(_ event: GlobalShortcutEvent) {
        switch event {
        case .pressed(.toggle):
            target?.perform(.toggle, .plain)
        case .pressed(.choice(let choice)):
            target?.perform(.toggle, choice)
        case .pressed(.talk):
            capture.holdSound()
            target?.talk(isHeld: true)
        case .pressed(.captions):
            target?.toggleCaptions()
        case .released(.talk):
            stopTalking()
        case .released(.toggle), .released(.choice), .released(.captions):
            break
        case .bound(let keys):
            take(keys)
        case .lost:
            // The release of the key will not be reported.
            stopTalking()
            keys = nil
            isLost = true
        case .returned:
            if isLost {
                bind(isAsked: false)
            }
        }
        render()
    }

    private func stopTalking() {
        capture.releaseSound()
        target?.talk(isHeld: false)
    }

    private func take(_ keys: [GlobalShortcut: String]) {
        self.keys = keys.isEmpty ? nil : keys
        isLost = false
        let isBound = !keys.isEmpty
        if chosen.current.bindsShortcuts != isBound {
            _ = chosen.change { $0.bindsShortcuts = isBound }
        }
    }

    /// Binds the shortcuts, or opens the desktop's dialog if all of them are bound and no others.
    ///
    /// - Parameter isAsked: whether a failure is shown.
    private func bind(isAsked: Bool) {
        guard !isBinding else {
            return
        }
        isBinding = true
        let titles = ShortcutWording.titles(chosen.current.shortcutChoices)
        let isBound = keys != nil && bound == Set(titles.keys)
        Task {
            do throws(DesktopTypingError) {
                if isBound {
                    try await shortcuts.configure(titles)
                } else {
                    let keys = try await shortcuts.bind(titles)
                    bound = Set(titles.keys)
                    take(keys)
                }
                isOffered = true
            } catch {
                isOffered = error.kind == .absent ? false : isOffered
                if isAsked, error.kind != .denied {
                    view?.showToast(ShortcutWording.message(error))
                }
            }
            isBinding = false
            // What was added or removed while the desktop asked for keys.
            if !isBound, bound == Set(titles.keys), titles != ShortcutWording.titles(chosen.current.shortcutChoices) {
                bind(isAsked: true)
            }
            render()
        }
    }

    private func render() {
        var state = ShortcutState()
        state.toggle = ShortcutWording.keys(keys?[.toggle])
        state.talk = ShortcutWording.keys(keys?[.talk])
        state.captions = ShortcutWording.keys(keys?[.captions])
        let choices = chosen.current.shortcutChoices
        state.choices = choices.map { choice in
            let text = isOffered == false ? ChoiceWording.command(choice) : ShortcutWording.keys(keys?[.choice(choice)])
            return ListEntry(id: choice.text, title: ChoiceWording.title(choice), subtitle: text)
        }
        state.canAdd = choices.count < DictationChoice.mostShortcuts
        let usual = [PreferencesViewState.Option("", tr("Use Default"))]
        state.models =
            usual + entries.filter { !$0.isMissing }.map { .init($0.id, ModelWording.title(of: $0.model)) }
        let any = PreferencesViewState.Option(DictationChoice.anyLanguage, tr("Detect Automatically"))
        state.languages = usual + [any] + DictationScreen.languages.dropFirst()
        switch isOffered {
        case nil: break
        case true?: state.offer = .button(keys == nil ? tr("Set Up…") : tr("Change…"))
        case false?: state.offer = .command(ShortcutWording.command)
        }
        state.note = ShortcutWording.note(isOffered: isOffered, isLost: isLost)
        view?.render(state)
    }
}

extension ShortcutPresenter {
    /// Finds out whether shortcuts can be bound. Call when the rows became visible, or their window became active.
    public func refresh() {
        guard isOffered != true || isLost else {
            return
        }
        Task {
            isOffered = await shortcuts.isOffered()
            render()
        }
    }

    /// Lets the user choose the keys of the shortcuts.
    public func chooseKeys() {
        bind(isAsked: true)
    }

    /// Adds a shortcut, or returns why it cannot. Each name is empty for what the preferences say.
    public func add(language: String, model: String) -> String? {
        let choice = DictationChoice(language: language.isEmpty ? nil : language, model: model.isEmpty ? nil : model)
        let preferences = chosen.current
        let entry = entries.first { $0.id == choice.model ?? preferences.model }
        let isServer = choice.model == nil && !preferences.servers.engine.isEmpty
        let problem = choice.problem(with: isServer ? nil : entry, isKnown: !entries.isEmpty)
        if preferences.shortcutChoices.contains(choice) {
            return tr("There is already a shortcut for this.")
        }
        if choice != .plain, problem == nil {
            change { $0.append(choice) }
        }
        return choice == .plain ? tr("Choose a language or a model.") : problem
    }

    /// - Parameter id: of the row.
    public func remove(_ id: String) {
        change { $0.removeAll { $0.text == id } }
    }

    /// A session of the portal cannot change its list, so all are bound in a new one.
    private func change(_ body: (inout [DictationChoice]) -> Void) {
        let before = chosen.current.shortcutChoices
        let isSame = chosen.change { body(&$0.shortcutChoices) }.shortcutChoices == before
        render()
        if keys != nil, !isSame {
            bind(isAsked: true)
        }
    }
}

extension ShortcutPresenter: ModelServiceDelegate {
    public func modelService(_ service: ModelService, didChange entries: [ModelEntry]) {
        self.entries = entries
        render()
    }
}

/// The view state of the preferences rows for global shortcuts.
public struct ShortcutState: Sendable, Equatable {
    /// The way in which the user can set up the shortcuts.
    public enum Offer: Sendable, Equatable {
        case unknown
        case button(String)
        /// A command to enter in the desktop's own keyboard settings.
        case command(String)
    }

    /// The keys in the desktop's wording, or a note that there are none.
    public var toggle = ""
    public var talk = ""
    public var captions = ""
    /// Shortcuts for a language or a model, with their keys or commands.
    public var choices: [ListEntry] = []
    public var canAdd = true
    public var languages: [PreferencesViewState.Option] = []
    public var models: [PreferencesViewState.Option] = []
    /// The way in which the user can set up the shortcuts.
    public var offer = Offer.unknown
    /// A sentence below the rows; may be empty.
    public var note = ""

    public init() {}
}

/// The preferences rows for global shortcuts.
@MainActor public protocol ShortcutView: AnyObject {
    func render(_ state: ShortcutState)
    func showToast(_ text: String)
}

/// Carries out the dictation commands that the user gives by global shortcuts.
@MainActor public protocol ShortcutTarget: AnyObject {
    /// Returns why its session cannot begin.
    @discardableResult func perform(_ command: DictationCommand, _ choice: DictationChoice) -> String?
    /// Push-to-talk was pressed, perhaps repeatedly, or released. It does not end a dictation that it did not begin.
    func talk(isHeld: Bool)
    func toggleCaptions()
}
