import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// What the page says to somebody who speaks, above all in a language that the model does not understand.
@MainActor @Suite(.timeLimit(.minutes(1))) struct OtherLanguageTests: StagedDictationScene {
    let stage = DictationStage()

    @Test func speechInAnotherLanguageIsSaidUntilItIsEnglishAgain() {
        model(.ready)
        enter(.opening, .listening)
        presenter.dictationService(dictation, didReport: .warning(.notEnglish))
        #expect(view.state.banner?.text.hasPrefix("This model understands only English") == true)
        presenter.dictationService(dictation, didReport: .warning(.english))
        #expect(view.state.banner == nil)
    }

    /// The models, of which one is chosen and only that for English is in memory.
    private func tell(chosen name: String, base: ModelState) {
        models.tell([
            ModelEntry(
                model: SpeechModel(name: "tiny.en", bytes: 78_000_000, sha256: ""), state: .ready, diskUse: 78_000_000,
                isChosen: name == "tiny.en"),
            ModelEntry(
                model: SpeechModel(name: "base", bytes: 148_000_000, sha256: "", isMultilingual: true), state: base,
                diskUse: 0, isChosen: name == "base"),
        ])
    }

    @Test(arguments: [(ModelState.present, "Use base"), (.absent, "Download base (148 MB)")])
    func speechInAnotherLanguageIsOfferedAModelForIt(state: ModelState, label: String) async {
        tell(chosen: "tiny.en", base: state)
        enter(.opening, .listening)
        presenter.dictationService(dictation, didReport: .warning(.notEnglish))
        #expect(view.state.banner?.action == PageAction(label, .useMultilingualModel))
        #expect(view.state.banner?.alternative?.kind == .openPreferences)
        presenter.press(.useMultilingualModel)
        var commands = models.commands.makeAsyncIterator()
        if state == .absent {
            #expect(await commands.next() == .download("base", allowMetered: false))
        }
        #expect(await commands.next() == .choose("base"))
        #expect(store.load().model == "base")
        // This session keeps its model.
        tell(chosen: "base", base: .present)
        #expect(view.state.banner?.text == "The model base will be used for the next dictation.")
        #expect(view.state.status == "Listening")
        enter(.finishing, .idle)
        #expect(view.state.banner == nil)
    }

    @Test(arguments: [ModelState.ready, .preparing(.loading, fraction: 0), .absent])
    func whoeverSpeaksIsNotToldToSpeak(state: ModelState) {
        model(state)
        enter(.opening, .listening)
        presenter.dictationService(dictation, didReport: .level(-12))
        #expect(view.state.emptyText.hasPrefix("Your words will appear here"))
    }
}
