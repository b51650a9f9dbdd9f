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
            target?.perform(.toggle, isTalk: false)
        case .pressed(.talk):
            capture.holdSound()
            target?.perform(.start, isTalk: true)
        case .released(.talk):
            stopTalking()
        case .released(.toggle):
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
        target?.perform(.stop, isTalk: true)
    }

    private func take(_ keys: [GlobalShortcut: String]) {
        self.keys = keys.isEmpty ? nil : keys
        isLost = false
        let isBound = !keys.isEmpty
        if chosen.current.bindsShortcuts != isBound {
            _ = chosen.change { $0.bindsShortcuts = isBound }
        }
    }

    /// Binds the shortcuts, or opens the desktop's dialog if they are bound.
    ///
    /// - Parameter isAsked: whether a failure is shown.
    private func bind(isAsked: Bool) {
        guard !isBinding else {
            return
        }
        isBinding = true
        let hasKeys = keys != nil
        Task {
            do throws(DesktopTypingError) {
                if hasKeys {
                    try await shortcuts.configure(ShortcutWording.titles)
                } else {
                    take(try await shortcuts.bind(ShortcutWording.titles))
                }
                isOffered = true
            } catch {
                isOffered = error.kind == .absent ? false : isOffered
                if isAsked, error.kind != .denied {
                    view?.showToast(ShortcutWording.message(error))
                }
            }
            isBinding = false
            render()
        }
    }

    private func render() {
        var state = ShortcutState()
        let texts = GlobalShortcut.allCases.map { ShortcutWording.keys(keys?[$0]) }
        (state.toggle, state.talk) = (texts[0], texts[1])
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
    /// - Parameter isTalk: whether push-to-talk was pressed (start), perhaps repeatedly, or released (stop). It does not
    ///   end a dictation that it did not begin.
    func perform(_ command: DictationCommand, isTalk: Bool)
}
