public import ParlandoCore
public import ParlandoServices

/// Shows in the preferences which methods of inserting dictated text into other applications work on this desktop, and
/// lets the user try out the best of them.
@MainActor public final class DeliveryPresenter {
    /// Maximum time that a sample text may take to appear in the trial field, the text field of the preferences into
    /// which it is inserted.
    private static let arrival = Duration.seconds(1)

    private weak var view: (any DeliveryView)?
    private let caret: any CaretDelivering
    private let typing: any DesktopTyping
    private let clock: any Clock<Duration>
    private var findings: (caret: CaretObstacle?, isTypingOffered: Bool)?
    private var isTrying = false
    private var outcome = ""
    /// Receives a value whenever the text in the trial field of the preferences changes. Nil unless the presenter is
    /// waiting for the sample text to appear there.
    private var changes: AsyncStream<Void>.Continuation?

    /// - Parameter clock: limits how long the presenter waits until a sample text appears in the trial field, a text
    ///   field of the preferences.
    public init(
        view: any DeliveryView, caret: any CaretDelivering, typing: any DesktopTyping,
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

    /// Waits until the trial field of the preferences contains the sample text, at most for the duration `arrival`.
    /// Returns whether it contains the text.
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

/// The user's actions.
extension DeliveryPresenter {
    /// Finds out which methods work. Call when the preferences rows became visible, or their window became the active
    /// window.
    public func refresh() {
        Task {
            findings = (await caret.obstacle(), await typing.isOffered())
            render()
        }
    }

    /// Tries out the method by which text is inserted. A sample text is to appear in the trial field, a text field of
    /// the preferences.
    public func tryOut() {
        Task { await runTrial() }
    }

    /// Call when the text has changed in the trial field, the text field of the preferences for sample texts.
    public func trialTextChanged() {
        changes?.yield()
    }
}
