import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// What the dictation page says and does while text is written at the caret of other applications.
@MainActor @Suite(.timeLimit(.minutes(1))) struct CaretBannerTests {
    private let view = SpyDictationView()
    private let dictation = FakeDictation()
    private let caret = FakeCaret(nil)
    private let typing = FakeTyping(isOffered: true)
    private let presenter: DictationPresenter

    init() {
        var preferences = Preferences()
        preferences.delivery = .applications
        preferences.breaksDeliveredLines = true
        let models = FakeModelKeeping()
        presenter = DictationPresenter(
            view, dictation, models, store: FakePreferenceStore(preferences), typing: typing, caret: caret)
        presenter.activate()
        let model = SpeechModel(name: "tiny.en", bytes: 1, sha256: "", isMultilingual: false)
        models.tell([ModelEntry(model: model, state: .ready, diskUse: 0, isChosen: true)])
        view.isInFront = false
    }

    private func begin() {
        presenter.pressButton()
        for phase in [DictationPhase.opening, .listening] {
            presenter.dictationService(dictation, didReport: .phase(phase))
        }
    }

    private func end() {
        let word = Word(text: "words", start: 0, end: 1, probability: 1)
        presenter.dictationService(
            dictation, didReport: .transcript(Transcript(paragraphs: [Paragraph(words: [word])])))
        presenter.dictationService(dictation, didReport: .phase(.finishing))
        presenter.dictationService(dictation, didReport: .phase(.idle))
    }

    @Test func aDeliveryBeginsWithTheSessionAndHasNoBannerWhileItWrites() {
        begin()
        #expect(caret.begun == [true])
        caret.tell(.state(.writing))
        #expect(view.state.banner == nil)
    }

    @Test(arguments: [
        CaretDelivery.Hindrance.choosing, .unclear, .elsewhere, .secret, .lost, .replaced,
    ]) func thePageSaysWhyTextWaits(hindrance: CaretDelivery.Hindrance) {
        begin()
        caret.tell(.state(.waiting(hindrance)))
        #expect(view.state.banner?.text.isEmpty == false)
        #expect((view.state.banner?.action == nil) == [.choosing, .lost].contains(hindrance))
    }

    @Test func aPressSendsTextIntoTheNextField() {
        begin()
        caret.tell(.state(.waiting(.elsewhere)))
        #expect(view.state.banner?.action?.kind == .chooseField)
        presenter.press(.chooseField)
        #expect(caret.choices == 1)
    }

    @Test func whatWasWrittenIsNeitherCopiedNorPasted() {
        begin()
        caret.tell(.state(.writing))
        end()
        caret.tell(.ended(rest: "", hasWritten: true, obstacle: nil))
        #expect(view.copied.isEmpty)
        #expect(typing.pastes == 0)
    }

    @Test func textThatWaitedIsCopiedAndNotPastedAnywhere() {
        begin()
        caret.tell(.state(.waiting(.elsewhere)))
        end()
        caret.tell(.ended(rest: "words", hasWritten: true, obstacle: nil))
        #expect(view.copied == ["words"])
        #expect(view.toasts.count == 1)
        #expect(typing.pastes == 0)
    }

    @Test func withoutAnInputMethodTextIsPastedAtTheEnd() async {
        await view.nextChange { view.state.chip.contains("applications") }
        begin()
        caret.tell(.state(.failed(.notRunning)))
        end()
        caret.tell(.ended(rest: "words", hasWritten: false, obstacle: .notRunning))
        await view.nextChange { !view.copied.isEmpty && view.clipboard != "words" }
        #expect(typing.pastes == 1)
    }

    @Test func newsOfAnEarlierSessionDoNotEndThePresentOne() {
        begin()
        let first = caret.session
        end()
        begin()
        caret.tell(.ended(rest: "", hasWritten: true, obstacle: nil), of: first)
        caret.tell(.state(.waiting(.secret)))
        let banner = view.state.banner
        #expect(banner != nil)
        caret.tell(.state(.writing), of: first)
        #expect(view.state.banner == banner)
        end()
        caret.tell(.ended(rest: "words", hasWritten: true, obstacle: nil))
        #expect(view.copied == ["words"])
    }

    @Test func whatAnEarlierSessionHasLeftIsCopiedWhateverTheNextOneDoes() {
        begin()
        let first = caret.session
        end()
        begin()
        caret.tell(.ended(rest: "left", hasWritten: false, obstacle: .notRunning), of: first)
        #expect(view.copied == ["left"])
        #expect(typing.pastes == 0)
        caret.tell(.state(.waiting(.elsewhere)))
        #expect(view.state.banner?.action?.kind == .chooseField)
    }

    @Test func aFailureInMidSessionIsSaidAndTheTextCopied() {
        begin()
        caret.tell(.state(.writing))
        caret.tell(.state(.failed(.incomplete)))
        #expect(view.state.banner?.text.contains("will be copied") == true)
        end()
        caret.tell(.ended(rest: "words", hasWritten: false, obstacle: .incomplete))
        #expect(view.copied == ["words"])
        #expect(typing.pastes == 0)
    }
}
