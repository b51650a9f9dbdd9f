public import ParlandoPresenters

/// Log of all states and questions that a view received.
@MainActor public final class ViewLog<State> {
    /// Changes of the log, which tests can await.
    public let changes = Changes()
    fileprivate let first: State
    fileprivate(set) var states: [State] = [] { didSet { changes.happened() } }
    fileprivate(set) var toasts: [String] = [] { didSet { changes.happened() } }
    fileprivate(set) var openedPreferences: [PreferencesPart] = [] { didSet { changes.happened() } }
    fileprivate(set) var questions: [PageQuestion] = [] { didSet { changes.happened() } }
    fileprivate(set) var answer = false
    /// What happens while a question is open.
    public var whileAsked: (@MainActor () -> Void)?

    /// - Parameter first: state that counts as shown before any other.
    public init(_ first: State) {
        self.first = first
    }
}

/// View that records all states and questions it receives.
@MainActor public protocol ViewKeeping: ChangeWatching {
    associatedtype State
    var log: ViewLog<State> { get }
}

extension ViewKeeping {
    public var changes: Changes { log.changes }
    public var state: State { log.states.last ?? log.first }
    public var states: [State] { log.states }
    public var toasts: [String] { log.toasts }
    public var openedPreferences: [PreferencesPart] { log.openedPreferences }
    public var questions: [PageQuestion] { log.questions }

    public var answer: Bool {
        get { log.answer }
        set { log.answer = newValue }
    }

    public func render(_ state: State) {
        log.states.append(state)
    }

    public func showToast(_ text: String) {
        log.toasts.append(text)
    }

    public func openPreferences(_ part: PreferencesPart) {
        log.openedPreferences.append(part)
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        log.questions.append(question)
        log.whileAsked?()
        return log.answer
    }
}

/// Dictation view that records every state that it is shown.
@MainActor public final class SpyDictationView: DictationView, ViewKeeping {
    public let log = ViewLog(DictationViewState())
    public private(set) var copied: [String] = []
    /// Toasts with *Undo*, and entries of the history that were opened.
    public private(set) var undos: [String] = []
    public private(set) var opened: [String] = []
    /// How often *Remember* was taken away again.
    public private(set) var withdrawals = 0
    public var isInFront = true
    public var clipboard = ""
    /// How often the content of the clipboard began to be read in advance.
    public private(set) var preparations = 0
    private var before = ""

    public init() {}

    public func offerUndo(_ text: String) {
        undos.append(text)
        showToast(text)
    }

    public func offerToRemember(_ question: String?) {
        if let question {
            showToast(question)
        } else {
            withdrawals += 1
        }
    }

    public func openHistory(at id: String) {
        opened.append(id)
    }

    public func copyToClipboard(_ text: String) {
        clipboard = text
        copied.append(text)
        changes.happened()
    }

    public func prepareClipboard() {
        preparations += 1
    }

    public func lendClipboard(to text: String) async {
        (before, clipboard) = (clipboard, text)
        copyToClipboard(text)
    }

    public func giveClipboardBack() {
        clipboard = before
        changes.happened()
    }
}

/// View of the preferences for writing into other applications. Records every state that it is shown.
@MainActor public final class SpyDeliveryView: DeliveryView, ViewKeeping {
    public let log = ViewLog(DeliveryState())
    public var trialText = ""
    public private(set) var copied: [String] = []

    public init() {}

    public func prepareTrialField() {
        trialText = ""
    }

    public func copyToClipboard(_ text: String) {
        copied.append(text)
    }
}

/// View of the preferences for global shortcuts. Records every state that it is shown.
@MainActor public final class SpyShortcutView: ShortcutView, ViewKeeping {
    public let log = ViewLog(ShortcutState())

    public init() {}
}

/// Captions window that records every state that it is shown, and tells its presenter when it is closed.
@MainActor public final class SpyCaptionView: CaptionView, ViewKeeping {
    public let log = ViewLog(CaptionViewState())
    public weak var presenter: CaptionPresenter?
    public private(set) var isOpen = false { didSet { log.changes.happened() } }

    public init() {}

    public func show() {
        isOpen = true
    }

    public func close() {
        if isOpen {
            isOpen = false
            presenter?.windowDidClose()
        }
    }
}

/// What every page says of the microphone.
@MainActor public final class SpyMicrophoneView: MicrophoneView {
    public private(set) var states: [MicrophoneViewState] = []

    public init() {}

    public func render(_ state: MicrophoneViewState) {
        states.append(state)
    }

    public func showToast(_ text: String) {}
}

@MainActor public final class SpyFilesView: FilesView, ViewKeeping {
    public let log = ViewLog(FilesViewState())
    public var isInFront = true
    public private(set) var notifications: [[String]] = [] { didSet { log.changes.happened() } }
    public private(set) var withdrawals = 0
    public private(set) var shows = 0
    public private(set) var opened: [String] = []
    public private(set) var asked: [String] = []

    public init() {}

    public func show() {
        shows += 1
    }

    public func notify(_ title: String, _ text: String) {
        notifications.append([title, text])
    }

    public func withdrawNotification() {
        withdrawals += 1
    }

    public func openHistory(_ id: String) {
        opened.append(id)
    }

    public func askWhereToSave(_ id: FilesViewState.Row.ID) {
        asked.append(id)
    }
}

/// Rhythm view that records every state it is shown.
@MainActor public final class SpyRhythmView: RhythmView, ViewKeeping {
    public let log = ViewLog(RhythmViewState())
    public private(set) var positions: [RhythmPosition] = []
    public private(set) var focused: [RhythmFocus] = []

    public init() {}

    public func render(_ position: RhythmPosition) {
        positions.append(position)
    }

    public func focus(_ part: RhythmFocus) {
        focused.append(part)
    }
}
