import ParlandoCore

/// There is always at least one tab, and exactly one is in front.
struct TerminalTabs: Equatable {
    private(set) var all = [TerminalTab(id: TerminalTabID(1))]
    private var opened = 1
    private var frontIndex = 0

    var front: TerminalTabID {
        all[frontIndex].id
    }

    var current: TerminalTab {
        get { all[frontIndex] }
        set { all[frontIndex] = newValue }
    }

    subscript(id: TerminalTabID) -> TerminalTab? {
        all.first { $0.id == id }
    }

    /// Does nothing if the tab has been closed.
    mutating func change(_ id: TerminalTabID, _ body: (inout TerminalTab) -> Void) {
        if let index = all.firstIndex(where: { $0.id == id }) {
            body(&all[index])
        }
    }

    /// To the right of the tab in front.
    mutating func open() {
        opened += 1
        frontIndex += 1
        all.insert(TerminalTab(id: TerminalTabID(opened)), at: frontIndex)
    }

    /// If it was in front, the next tab is shown, or the previous one after the last. An empty tab takes the place of
    /// the only one.
    mutating func close(_ id: TerminalTabID) {
        guard let index = all.firstIndex(where: { $0.id == id }) else {
            return
        }
        if all.count == 1 {
            open()
        }
        all.remove(at: index)
        if index < frontIndex || frontIndex == all.count {
            frontIndex -= 1
        }
        current.attention = .none
    }

    /// Does nothing if the tab has been closed.
    mutating func select(_ id: TerminalTabID) {
        if let index = all.firstIndex(where: { $0.id == id }) {
            frontIndex = index
            current.attention = .none
        }
    }

    /// To the right, or to the left if negative. The first tab follows the last one.
    mutating func step(_ places: Int) {
        let index = (frontIndex + places) % all.count
        select(all[index < 0 ? index + all.count : index].id)
    }
}

/// A session or the list of connections, and dictated text that has not been sent yet.
struct TerminalTab: Equatable, Identifiable {
    typealias Run = DictationViewState.Run

    /// The most important event since another tab came to the front.
    enum Attention: Int, Comparable {
        case none
        case output
        case bell

        static func < (first: Self, second: Self) -> Bool {
            first.rawValue < second.rawValue
        }
    }

    let id: TerminalTabID
    /// Nil if the list of connections is shown.
    var session: TerminalSession?
    var draft = TerminalDraft()
    var owners = TextOwners()
    /// Whether the preview should have been sent automatically.
    var isHeldBack = false
    var input = TerminalInput()
    /// Whether the latest input was dictated, so that a space comes before the next text.
    var goesOn = false
    var programTitle = ""
    var attention = Attention.none

    init(id: TerminalTabID) {
        self.id = id
    }

    var isConnected: Bool {
        session?.isConnected ?? false
    }

    mutating func open(_ session: TerminalSession) {
        self.session = session
        input = TerminalInput()
        goesOn = false
        programTitle = ""
    }

    mutating func leave() {
        session = nil
        programTitle = ""
    }

    mutating func beginText(for owner: TextOwner) {
        owners.begin(for: owner, waiting: draft.text.isEmpty ? nil : owners.owner(in: session))
        draft.begin()
        isHeldBack = false
    }

    mutating func editText(_ text: String) {
        draft.edit(text)
        owners.edit(in: session, isEmpty: draft.text.isEmpty)
        isHeldBack = false
    }

    mutating func discardText() {
        draft.discard()
        owners.clear()
        isHeldBack = false
    }

    /// The connection into which it was sent has been lost.
    mutating func takeTextBack() {
        draft.takeBack()
        owners.takeBack()
    }

    mutating func didSend() {
        goesOn = true
        session?.wasUsed = true
        owners.clear()
        isHeldBack = false
    }

    mutating func didType() {
        goesOn = false
        session?.wasUsed = true
    }

    /// By lines, with interim words.
    var preview: [[Run]] {
        let lines = draft.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var runs = lines.map { $0.isEmpty ? [] : [Run($0, .final)] }
        if !draft.interim.isEmpty, let last = runs.indices.last {
            runs[last].append(Run(draft.interim, .interim))
        }
        return draft.isEmpty ? [] : runs
    }
}

/// A value is never used for another tab.
public struct TerminalTabID: Sendable, Hashable {
    public let number: Int

    public init(_ number: Int) {
        self.number = number
    }
}

/// A shell or an ssh connection, from its start to its end.
struct TerminalSession: Equatable {
    enum Target: Equatable {
        case shell
        case connection(ConnectionProfile)
    }

    enum Stage: Equatable {
        case starting
        /// ssh has not logged in yet.
        case connecting
        case connected
        case ended(TerminalExit)
        /// ssh itself failed: the login was refused, or the connection broke later (`wasConnected`).
        case failed(SSHComplaint, wasConnected: Bool)
        case notStarted
    }

    /// Tells apart two sessions with the same target.
    let number: Int
    let target: Target
    let shell: String
    /// To offer if `shell` cannot be run.
    let otherShell: String?
    var stage = Stage.starting
    /// Whether the user has typed, or text was sent.
    var wasUsed = false

    var command: [String] {
        switch target {
        case .shell: [shell]
        case .connection(let profile): profile.command
        }
    }

    /// For dictation into the connection; empty for the one in the preferences.
    var engine: String {
        switch target {
        case .shell: ""
        case .connection(let profile): profile.engine
        }
    }

    var isConnected: Bool {
        stage == .connected
    }

    /// Whether a program may still be running.
    var isOpen: Bool {
        switch stage {
        case .starting, .connecting, .connected: true
        case .ended, .failed, .notStarted: false
        }
    }

    mutating func didStart() {
        stage = target == .shell ? .connected : .connecting
    }

    mutating func didConnect() {
        if stage == .connecting {
            stage = .connected
        }
    }

    mutating func didEnd(_ exit: TerminalExit, said: String) {
        if target != .shell, exit == .sshFailed {
            stage = .failed(SSHComplaint(saying: said), wasConnected: isConnected)
        } else {
            stage = .ended(exit)
        }
    }
}

struct TerminalFind: Equatable {
    enum Result: Equatable {
        /// Nothing has been searched for yet.
        case none
        case found
        case missing
        case tooLong
    }

    var isOpen = false
    var text = ""
    var isCaseSensitive = false
    var result = Result.none

    /// Nil if the text is empty or too long.
    func search(_ direction: TerminalSearch.Direction, isNew: Bool) -> TerminalSearch? {
        TerminalSearch(text, isCaseSensitive: isCaseSensitive, direction: direction, isNew: isNew)
    }

    var state: FindViewState? {
        guard isOpen else {
            return nil
        }
        var state = FindViewState()
        state.isCaseSensitive = isCaseSensitive
        switch result {
        case .none, .found: break
        case .missing: state.status = tr("Not found")
        case .tooLong: state.status = tr("This text is too long to search for.")
        }
        state.isMissing = !state.status.isEmpty
        return state
    }
}
