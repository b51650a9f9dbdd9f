import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// Where the text goes after Stop.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DeliveryTests {
    private let view = SpyDictationView()
    private let dictation = FakeDictation()

    private func presenter(_ delivery: Delivery, _ typing: FakeTyping) async -> DictationPresenter {
        var preferences = Preferences()
        preferences.delivery = delivery
        let models = FakeModelKeeping()
        let caret = FakeCaret()
        let presenter = DictationPresenter(
            view, dictation, models, store: FakePreferenceStore(preferences), typing: typing, caret: caret)
        presenter.activate()
        let model = SpeechModel(name: "tiny.en", bytes: 1, sha256: "", isMultilingual: false)
        models.tell([ModelEntry(model: model, state: .ready, diskUse: 0, isChosen: true)])
        if await typing.isOffered(), delivery == .applications {
            await view.nextChange { view.state.chip.contains("applications") }
        }
        presenter.pressButton()
        for phase in [DictationPhase.opening, .listening] {
            presenter.dictationService(dictation, didReport: .phase(phase))
        }
        let word = Word(text: "words", start: 0, end: 1, probability: 1)
        presenter.dictationService(
            dictation, didReport: .transcript(Transcript(paragraphs: [Paragraph(words: [word])])))
        presenter.dictationService(dictation, didReport: .phase(.finishing))
        presenter.dictationService(dictation, didReport: .phase(.idle))
        // Nothing can be written at the caret here, so that another way is left.
        if delivery == .applications {
            caret.tell(.ended(rest: "words", hasWritten: false, obstacle: .notInstalled))
        }
        return presenter
    }

    @Test func thePageAloneKeepsTheTextUnlessAskedOtherwise() async {
        let presenter = await presenter(.page, FakeTyping(isOffered: true))
        #expect(view.copied.isEmpty)
        #expect(view.state.chip == "tiny.en · English")
        withExtendedLifetime(presenter) {}
    }

    @Test func theClipboardGetsTheTextOnceAndThePageSaysSo() async {
        let presenter = await presenter(.clipboard, FakeTyping())
        #expect(view.copied == ["words"])
        #expect(view.state.chip.contains("clipboard"))
        presenter.dictationService(dictation, didReport: .phase(.idle))
        #expect(view.copied == ["words"])
    }

    @Test func aNewPageThatWaitedForTheLastWordsComesAfterTheirDelivery() async {
        let presenter = await presenter(.clipboard, FakeTyping())
        presenter.pressButton()
        presenter.dictationService(dictation, didReport: .phase(.opening))
        presenter.dictationService(dictation, didReport: .phase(.listening))
        presenter.pressButton()
        presenter.dictationService(dictation, didReport: .phase(.finishing))
        presenter.beginAnew()
        let word = Word(text: "more", start: 0, end: 1, probability: 1)
        presenter.dictationService(
            dictation, didReport: .transcript(Transcript(paragraphs: [Paragraph(words: [word])])))
        presenter.dictationService(dictation, didReport: .phase(.idle))
        #expect(view.copied == ["words", "more"])
        #expect(view.state.canUndo && !view.state.canCopy)
    }

    @Test func aSessionThatNeverBeganDeliversNothing() async {
        let presenter = await presenter(.clipboard, FakeTyping())
        presenter.pressButton()
        presenter.dictationService(dictation, didReport: .phase(.opening))
        presenter.dictationService(dictation, didReport: .transcript(Transcript()))
        presenter.dictationService(dictation, didReport: .failure(.audio(AudioError(.taken(by: .terminal)))))
        presenter.dictationService(dictation, didReport: .phase(.finishing))
        presenter.dictationService(dictation, didReport: .phase(.idle))
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
        withExtendedLifetime(presenter) {}
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
