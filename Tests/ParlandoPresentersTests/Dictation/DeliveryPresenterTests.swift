import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// The rows on the ways into other applications.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DeliveryPresenterTests {
    private let view = SpyDeliveryView()

    private func presenter(
        _ obstacle: CaretObstacle?, isTypingOffered: Bool = false, trial: CaretTrial = .written,
        clock: any Clock<Duration> = HurriedClock()
    ) async -> (DeliveryPresenter, FakeCaret) {
        let caret = FakeCaret(obstacle, trial: trial)
        let presenter = DeliveryPresenter(
            view: view, caret: caret, typing: FakeTyping(isOffered: isTypingOffered), clock: clock)
        presenter.activate()
        presenter.refresh()
        await view.nextChange { view.state.canTry }
        return (presenter, caret)
    }

    @Test(
        arguments: [
            (nil, true, 0), (nil, false, 0), (CaretObstacle.notRunning, true, 1), (.notInstalled, false, 2),
        ] as [(CaretObstacle?, Bool, Int)])
    func theFirstWayThatWorksIsUsed(obstacle: CaretObstacle?, isTypingOffered: Bool, used: Int) async {
        let (presenter, _) = await presenter(obstacle, isTypingOffered: isTypingOffered)
        #expect(view.state.ways.map(\.isUsed) == [0, 1, 2].map { $0 == used })
        #expect(view.state.ways.allSatisfy { !$0.note.isEmpty })
        withExtendedLifetime(presenter) {}
    }

    @Test func aTrialThatArrivesWorksAtOnce() async {
        let clock = ManualClock(advancesItself: false)
        let (presenter, caret) = await presenter(nil, clock: clock)
        presenter.tryOut()
        await clock.hasBegun(sleeps: 1)
        view.trialText = "Parlando writes here."
        presenter.trialTextChanged()
        await view.nextChange { !view.state.outcome.isEmpty }
        #expect(view.state.outcome == "It works")
        #expect(caret.tried == ["Parlando writes here."])
    }

    @Test(arguments: [CaretTrial.noField, .movedAway, .busy, .failed(.silent)])
    func eachResultOfATrialHasItsOwnSentence(trial: CaretTrial) async {
        let (presenter, _) = await presenter(nil, trial: trial)
        presenter.tryOut()
        await view.nextChange { !view.state.outcome.isEmpty }
        let mark: [String] = ["GTK_IM_MODULE", "left the field", "Stop the dictation", "does not answer"]
        #expect(mark.filter { view.state.outcome.contains($0) }.count == 1)
        #expect(view.state.outcome.contains("GTK_IM_MODULE") == (trial == .noField))
        withExtendedLifetime(presenter) {}
    }

    @Test func aTrialThatDoesNotArriveSaysWhatToDo() async {
        let (presenter, _) = await presenter(nil, trial: .noField)
        presenter.tryOut()
        await view.nextChange { !view.state.outcome.isEmpty }
        #expect(view.state.outcome.contains("GTK_IM_MODULE"))
    }

    @Test func withoutAnotherWayTheTextIsCopied() async {
        let (presenter, caret) = await presenter(.notInstalled)
        presenter.tryOut()
        await view.nextChange { !view.state.outcome.isEmpty }
        #expect(view.copied == ["Parlando writes here."])
        #expect(caret.tried.isEmpty)
    }
}
