public import ParlandoCore
public import ParlandoServices

/// Shows in the preferences which methods of inserting dictated text into other applications work on this desktop, and
/// lets the user try out the best of them.
@MainActor public final class DeliveryPresenter {
    /// Maximum time that a sample text may take to appear in the trial field.
    private static let arrival = Duration.seconds(1)

    private weak var view: (any DeliveryView)?
    private let caret: CaretService
    private let typing: any DesktopTyping
    private let clock: any Clock<Duration>
    private var findings: (caret: CaretObstacle?, isTypingOffered: Bool)?
    private var isTrying = false
    private var outcome = ""
    /// Receives a value whenever the text in the trial field changes; nil unless the presenter waits for that.
    private var changes: AsyncStream<Void>.Continuation?

    /// - Parameter clock: limits how long the presenter waits for a sample text.
    public init(
        view: any DeliveryView, caret: CaretService, typing: any DesktopTyping,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.view = view
        self.caret = caret
        self.typing = typing
        self.clock = clock
    }

    /// Renders the initial view state. Call once.
    public func activate() {
        render()
    }

    private func runTrial() async {
        guard let view, let findings, !isTrying else {
            return
        }
        isTrying = true
        outcome = ""
        render()
        view.prepareTrialField()
        let text = CaretWording.trial
        if findings.caret == nil {
            let trial = await caret.tryOut(text)
            outcome = CaretWording.outcome(trial, hasArrived: trial == .written ? await arrives(text) : false)
        } else {
            view.copyToClipboard(text)
            outcome = await paste(text)
        }
        isTrying = false
        render()
    }

    private func paste(_ text: String) async -> String {
        guard findings?.isTypingOffered == true, (try? await typing.pressPaste()) != nil else {
            return DeliveryWording.pasteYourself
        }
        return await arrives(text) ? DeliveryWording.works : DeliveryWording.pasteYourself
    }

    /// Returns whether the trial field contains the sample text after at most `arrival`.
    private func arrives(_ text: String) async -> Bool {
        let (stream, changes) = AsyncStream.makeStream(of: Void.self)
        self.changes = changes
        let timer = Task { [clock] in
            try? await clock.sleep(for: Self.arrival)
            changes.finish()
        }
        defer {
            timer.cancel()
            self.changes = nil
        }
        var arrivals = stream.makeAsyncIterator()
        while view?.trialText.contains(text) != true {
            guard await arrivals.next() != nil else {
                return view?.trialText.contains(text) == true
            }
        }
        return true
    }

    private func render() {
        var state = DeliveryState()
        state.ways = DeliveryWording.ways(caret: findings?.caret, isTypingOffered: findings?.isTypingOffered)
        state.canTry = findings != nil && !isTrying
        state.outcome = outcome
        view?.render(state)
    }
}

extension DeliveryPresenter {
    /// Finds out which methods work. Call when the rows became visible, or their window became the active one.
    public func refresh() {
        Task {
            findings = (await caret.obstacle(), await typing.isOffered())
            render()
        }
    }

    /// Inserts a sample text into the trial field.
    public func tryOut() {
        Task { await runTrial() }
    }

    /// Call when the text has changed in the trial field.
    public func trialTextChanged() {
        changes?.yield()
    }
}

/// The view state of the preferences rows about inserting dictated text into other applications.
public struct DeliveryState: Sendable, Equatable {
    /// A method of inserting text into other applications: an input method, simulated key presses, or the clipboard.
    public struct Way: Sendable, Equatable {
        public var title: String
        /// Sentence that says what the method does, or why it does not work on this desktop.
        public var note: String
        /// Whether dictated text is inserted with this method. This is true of at most one.
        public var isUsed: Bool
    }

    /// All methods, the best first.
    public var ways: [Way] = []
    /// Whether the method that is used can be tried out now.
    public var canTry = false
    /// Sentence about the result of the latest trial; empty if there was none.
    public var outcome = ""

    public init() {}
}

/// The preferences rows about inserting text into other applications, and a text field to try it in.
@MainActor public protocol DeliveryView: AnyObject {
    func render(_ state: DeliveryState)
    /// Empties the trial field and moves the keyboard focus into it.
    func prepareTrialField()
    var trialText: String { get }
    func copyToClipboard(_ text: String)
}
