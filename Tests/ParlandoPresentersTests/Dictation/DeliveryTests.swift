import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Where the text goes after Stop.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DeliveryTests {
    private let view = SpyDictationView()
    private let dictation = DictationDoubles()
    private let caret = CaretService(typing: FakeCaretTyping(.notInstalled))

    private func presenter(_ delivery: Delivery, _ typing: FakeTyping) async -> DictationPresenter {
        var preferences = Preferences()
        preferences.delivery = delivery
        let models = ModelStage(present: [])
        let presenter = DictationPresenter(
            view, dictation, models, store: FakePreferenceStore(preferences), typing: typing, caret: caret)
        presenter.activateAlone()
        let model = SpeechModel(name: "tiny.en", bytes: 1, sha256: "", isMultilingual: false)
        presenter.modelService(
            models.service, didChange: [ModelEntry(model: model, state: .ready, diskUse: 0, isChosen: true)])
        if await typing.isOffered(), delivery == .applications {
            await view.nextChange { view.state.chip.contains("applications") }
        }
        dictate("words", to: presenter, delivery)
        return presenter
    }

    /// - Parameter session: counted from 1.
    private func dictate(_ text: String, to presenter: DictationPresenter, _ delivery: Delivery, session: Int = 1) {
        presenter.pressButton()
        for phase in [DictationPhase.opening, .listening] {
            presenter.dictationService(dictation.service, didReport: .phase(phase))
        }
        let word = Word(text: text, start: 0, end: 1, probability: 1)
        presenter.dictationService(
            dictation.service, didReport: .transcript(Transcript(paragraphs: [Paragraph(words: [word])])))
        presenter.dictationService(dictation.service, didReport: .phase(.finishing))
        presenter.dictationService(dictation.service, didReport: .phase(.idle))
        // Nothing can be written at the caret here, so that another way is left.
        if delivery == .applications {
            let end = CaretNews.ended(rest: text, hasWritten: false, obstacle: .notInstalled)
            presenter.caret(caret, didReport: .state(.failed(.notInstalled)), of: session)
            presenter.caret(caret, didReport: end, of: session)
        }
    }

    @Test func thePageAloneKeepsTheTextUnlessAskedOtherwise() async {
        let presenter = await presenter(.page, FakeTyping(isOffered: true))
        #expect(view.copied.isEmpty)
        #expect(view.state.chip == "Fast · English")
        withExtendedLifetime(presenter) {}
    }

    @Test func theClipboardGetsTheTextOnceAndThePageSaysSo() async {
        let presenter = await presenter(.clipboard, FakeTyping())
        #expect(view.copied == ["words"])
        #expect(view.state.chip.contains("clipboard"))
        presenter.dictationService(dictation.service, didReport: .phase(.idle))
        #expect(view.copied == ["words"])
    }

    @Test func aNewPageThatWaitedForTheLastWordsComesAfterTheirDelivery() async {
        let presenter = await presenter(.clipboard, FakeTyping())
        presenter.pressButton()
        presenter.dictationService(dictation.service, didReport: .phase(.opening))
        presenter.dictationService(dictation.service, didReport: .phase(.listening))
        presenter.pressButton()
        presenter.dictationService(dictation.service, didReport: .phase(.finishing))
        presenter.beginAnew()
        let word = Word(text: "more", start: 0, end: 1, probability: 1)
        presenter.dictationService(
            dictation.service, didReport: .transcript(Transcript(paragraphs: [Paragraph(words: [word])])))
        presenter.dictationService(dictation.service, didReport: .phase(.idle))
        #expect(view.copied == ["words", "more"])
        #expect(view.state.canUndo && !view.state.canCopy)
    }

    @Test func aSessionThatNeverBeganDeliversNothing() async {
        let presenter = await presenter(.clipboard, FakeTyping())
        presenter.pressButton()
        presenter.dictationService(dictation.service, didReport: .phase(.opening))
        presenter.dictationService(dictation.service, didReport: .transcript(Transcript()))
        presenter.dictationService(dictation.service, didReport: .failure(.audio(AudioError(.taken(by: .terminal)))))
        presenter.dictationService(dictation.service, didReport: .phase(.finishing))
        presenter.dictationService(dictation.service, didReport: .phase(.idle))
        #expect(view.state.paragraphs.first?.first?.text == "words")
        #expect(view.copied == ["words"])
    }

    @Test func anotherWindowGetsTheTextByPaste() async {
        view.isInFront = false
        view.clipboard = "before"
        let typing = FakeTyping(isOffered: true)
        let presenter = await presenter(.applications, typing)
        await view.nextChange { !view.copied.isEmpty && view.clipboard == "before" }
        #expect(view.copied == ["words"])
        #expect(typing.pastes == 1)
        // Read while the last words were recognized.
        #expect(view.preparations == 1)
        withExtendedLifetime(presenter) {}
    }

    /// The desktop may ask the user before the first one is pasted.
    @Test func aTextIsNotPastedBeforeTheOneBeforeHasBeen() async {
        view.isInFront = false
        view.clipboard = "before"
        let typing = FakeTyping(isOffered: true)
        typing.hold()
        var presses = typing.presses.makeAsyncIterator()
        let presenter = await presenter(.applications, typing)
        _ = await presses.next()
        dictate("more", to: presenter, .applications, session: 2)
        for _ in 0..<200 {
            await Task.yield()
        }
        #expect(view.clipboard == "words")
        typing.letGo()
        _ = await presses.next()
        #expect(view.clipboard == "more")
        typing.letGo()
        await view.nextChange { view.clipboard != "more" }
        #expect(view.clipboard == "before")
    }

    @Test func parlandoTypesNotIntoItself() async {
        let typing = FakeTyping(isOffered: true)
        let presenter = await presenter(.applications, typing)
        #expect(view.copied == ["words"])
        #expect(view.toasts.count == 1)
        #expect(typing.pastes == 0)
        withExtendedLifetime(presenter) {}
    }

    @Test func whereNoProgramMayTypeTheClipboardIsUsedAndNamed() async {
        view.isInFront = false
        let presenter = await presenter(.applications, FakeTyping(isOffered: false))
        #expect(view.copied == ["words"])
        #expect(view.state.chip.contains("clipboard"))
        withExtendedLifetime(presenter) {}
    }

    @Test func aDesktopThatSaysNoLeavesTheTextOnTheClipboard() async {
        view.isInFront = false
        let presenter = await presenter(
            .applications, FakeTyping(isOffered: true, error: DesktopTypingError(.denied)))
        await view.nextChange { !view.toasts.isEmpty }
        #expect(view.copied == ["words"])
        #expect(view.clipboard == "words")
        withExtendedLifetime(presenter) {}
    }
}

/// The rows on the ways into other applications.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DeliveryPresenterTests {
    private let view = SpyDeliveryView()

    private func presenter(
        _ obstacle: CaretObstacle?, isTypingOffered: Bool = false, clock: any Clock<Duration> = HurriedClock(),
        caretClock: any Clock<Duration> = HurriedClock()
    ) async -> (DeliveryPresenter, FakeCaretTyping) {
        let input = FakeCaretTyping(obstacle)
        let presenter = DeliveryPresenter(
            view: view, caret: CaretService(typing: input, clock: caretClock),
            typing: FakeTyping(isOffered: isTypingOffered), clock: clock)
        presenter.activate()
        presenter.refresh()
        await view.nextChange { view.state.canTry }
        return (presenter, input)
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

    @Test func aTrialThatArrivesWorksAtOnce() async throws {
        let clock = ManualClock(advancesItself: false)
        let (presenter, input) = await presenter(nil, clock: clock, caretClock: HurriedClock(speed: 2))
        presenter.tryOut()
        var lines = input.lines.makeAsyncIterator()
        let line = try #require(await lines.next())
        line.tell(.entered(CaretVisit(number: 1, path: "own", isOwn: true)))
        line.tell(.written(2))
        await clock.hasBegun(sleeps: 1)
        view.trialText = "Parlando writes here."
        presenter.trialTextChanged()
        await view.nextChange { !view.state.outcome.isEmpty }
        #expect(view.state.outcome == "It works")
    }

    @Test(arguments: [CaretTrial.noField, .movedAway, .busy, .failed(.silent)])
    func eachResultOfATrialHasItsOwnSentence(trial: CaretTrial) {
        let outcome = CaretWording.outcome(trial, hasArrived: false)
        let mark: [String] = ["GTK_IM_MODULE", "left the field", "Stop the dictation", "does not answer"]
        #expect(mark.filter { outcome.contains($0) }.count == 1)
        #expect(outcome.contains("GTK_IM_MODULE") == (trial == .noField))
    }

    @Test func aTrialThatDoesNotArriveSaysWhatToDo() async {
        let (presenter, _) = await presenter(nil)
        presenter.tryOut()
        await view.nextChange { !view.state.outcome.isEmpty }
        #expect(view.state.outcome.contains("GTK_IM_MODULE"))
    }

    @Test func withoutAnotherWayTheTextIsCopied() async {
        let (presenter, input) = await presenter(.notInstalled)
        presenter.tryOut()
        await view.nextChange { !view.state.outcome.isEmpty }
        #expect(view.copied == ["Parlando writes here."])
        #expect(input.calls.isEmpty)
    }
}

/// What the dictation page says and does while text is written at the caret of other applications.
@MainActor @Suite(.timeLimit(.minutes(1))) struct CaretBannerTests {
    private let view = SpyDictationView()
    private let dictation = DictationDoubles()
    private let input = FakeCaretTyping()
    private let caret: CaretService
    private let typing = FakeTyping(isOffered: true)
    private let presenter: DictationPresenter

    init() {
        var preferences = Preferences()
        preferences.delivery = .applications
        preferences.breaksDeliveredLines = true
        let models = ModelStage(present: [])
        caret = CaretService(typing: input)
        presenter = DictationPresenter(
            view, dictation, models, store: FakePreferenceStore(preferences), typing: typing, caret: caret)
        presenter.activateAlone()
        let model = SpeechModel(name: "tiny.en", bytes: 1, sha256: "", isMultilingual: false)
        presenter.modelService(
            models.service, didChange: [ModelEntry(model: model, state: .ready, diskUse: 0, isChosen: true)])
        view.isInFront = false
    }

    private func begin() {
        presenter.pressButton()
        for phase in [DictationPhase.opening, .listening] {
            presenter.dictationService(dictation.service, didReport: .phase(phase))
        }
    }

    private func end() {
        let word = Word(text: "words", start: 0, end: 1, probability: 1)
        presenter.dictationService(
            dictation.service, didReport: .transcript(Transcript(paragraphs: [Paragraph(words: [word])])))
        presenter.dictationService(dictation.service, didReport: .phase(.finishing))
        presenter.dictationService(dictation.service, didReport: .phase(.idle))
    }

    /// Reports an event of the session with this number, counted from 1.
    private func tell(_ news: CaretNews, of session: Int = 1) {
        presenter.caret(caret, didReport: news, of: session)
    }

    @Test func aDeliveryBeginsWithTheSessionAndHasNoBannerWhileItWrites() async throws {
        begin()
        var lines = input.lines.makeAsyncIterator()
        _ = try #require(await lines.next())
        tell(.state(.writing))
        #expect(view.state.banner == nil)
    }

    @Test(arguments: [
        CaretDelivery.Hindrance.choosing, .unclear, .elsewhere, .secret, .lost, .replaced,
    ]) func thePageSaysWhyTextWaits(hindrance: CaretDelivery.Hindrance) {
        begin()
        tell(.state(.waiting(hindrance)))
        #expect(view.state.banner?.text.isEmpty == false)
        #expect((view.state.banner?.action == nil) == [.choosing, .lost].contains(hindrance))
    }

    @Test func aPressSendsTextIntoAnotherField() async throws {
        caret.delegate = presenter
        begin()
        var lines = input.lines.makeAsyncIterator()
        let line = try #require(await lines.next())
        line.tell(.ready)
        line.tell(.entered(CaretVisit(number: 1, path: "a", client: "gtk4-im:editor")))
        line.tell(.entered(CaretVisit(number: 2, path: "b", client: "gtk4-im:editor")))
        await view.nextChange { view.state.banner?.action?.kind == .chooseField }
        presenter.press(.chooseField)
        await view.nextChange { view.state.banner == nil }
    }

    @Test func whatWasWrittenIsNeitherCopiedNorPasted() {
        begin()
        tell(.state(.writing))
        end()
        tell(.ended(rest: "", hasWritten: true, obstacle: nil))
        #expect(view.copied.isEmpty)
        #expect(typing.pastes == 0)
    }

    @Test func textThatWaitedIsCopiedAndNotPastedAnywhere() {
        begin()
        tell(.state(.waiting(.elsewhere)))
        end()
        tell(.ended(rest: "words", hasWritten: true, obstacle: nil))
        #expect(view.copied == ["words"])
        #expect(view.toasts.count == 1)
        #expect(typing.pastes == 0)
    }

    @Test func withoutAnInputMethodTextIsPastedAtTheEnd() async {
        await view.nextChange { view.state.chip.contains("applications") }
        begin()
        tell(.state(.failed(.notRunning)))
        end()
        tell(.ended(rest: "words", hasWritten: false, obstacle: .notRunning))
        await view.nextChange { !view.copied.isEmpty && view.clipboard != "words" }
        #expect(typing.pastes == 1)
    }

    @Test func newsOfAnEarlierSessionDoNotEndThePresentOne() {
        begin()
        end()
        begin()
        tell(.ended(rest: "", hasWritten: true, obstacle: nil), of: 1)
        tell(.state(.waiting(.secret)), of: 2)
        let banner = view.state.banner
        #expect(banner != nil)
        tell(.state(.writing), of: 1)
        #expect(view.state.banner == banner)
        end()
        tell(.ended(rest: "words", hasWritten: true, obstacle: nil), of: 2)
        #expect(view.copied == ["words"])
    }

    @Test func whatAnEarlierSessionHasLeftIsCopiedWhateverTheNextOneDoes() {
        begin()
        end()
        begin()
        tell(.ended(rest: "left", hasWritten: false, obstacle: .notRunning), of: 1)
        #expect(view.copied == ["left"])
        #expect(typing.pastes == 0)
        tell(.state(.waiting(.elsewhere)), of: 2)
        #expect(view.state.banner?.action?.kind == .chooseField)
    }

    @Test func aFailureInMidSessionIsSaidAndTheTextCopied() {
        begin()
        tell(.state(.writing))
        tell(.state(.failed(.incomplete)))
        #expect(view.state.banner?.text.contains("will be copied") == true)
        end()
        tell(.ended(rest: "words", hasWritten: false, obstacle: .incomplete))
        #expect(view.copied == ["words"])
        #expect(typing.pastes == 0)
    }
}
