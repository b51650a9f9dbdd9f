import ParlandoCore
import ParlandoServices
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// Finding and replacing on the page of dictation.
@MainActor @Suite(.timeLimit(.minutes(1))) struct TextFindTests: StagedDictationScene {
    let stage = DictationStage()

    private func dictate(_ text: String) {
        presenter.pressButton()
        enter(.opening, .listening)
        hear(text)
        enter(.finishing, .idle)
    }

    private var line: String {
        view.state.paragraphs.first?.map(\.text).joined() ?? ""
    }

    private func find(_ words: String, in text: String) {
        model(.ready)
        dictate(text)
        presenter.find(.open(at: 0))
        presenter.find(.find(words))
    }

    @Test func matchesAreCountedAndComeOneAfterTheOther() {
        find("tea", in: "Tea and téa and steak")
        #expect(view.state.find?.matches == [0..<3, 8..<11, 17..<20])
        #expect(view.state.find?.status == "1 of 3")
        for expected in ["2 of 3", "3 of 3", "1 of 3"] {
            presenter.find(.next("tea"))
            #expect(view.state.find?.status == expected)
        }
        presenter.find(.previous("tea"))
        #expect(view.state.find?.place == 17..<20)
        presenter.find(.next("coffee"))
        #expect(view.state.find?.status == "Not found" && view.state.find?.isMissing == true)
        presenter.find(.find(""))
        #expect(view.state.find?.status == "" && view.state.find?.isMissing == false)
        presenter.find(.close)
        #expect(view.state.find == nil)
    }

    @Test func theSearchBeginsAtTheCursor() {
        model(.ready)
        dictate("one two one")
        presenter.find(.open(at: 4))
        presenter.find(.find("one"))
        #expect(view.state.find?.place == 8..<11)
    }

    @Test func eachReplacementIsOneStepOfUndo() {
        find("one", in: "one two one two one")
        presenter.find(.replace("three"))
        #expect(line == "three two one two one" && view.state.find?.status == "1 of 2")
        presenter.find(.replaceAll("one or two"))
        #expect(line == "three two one or two two one or two" && view.state.find?.status == "2 replaced")
        presenter.undo()
        #expect(line == "three two one two one")
        presenter.undo()
        #expect(line == "one two one two one" && view.state.find?.matches.count == 3)
    }

    @Test func replacingAllSaysHowManyUntilTheNextSearch() {
        find("one", in: "one two one")
        presenter.find(.replaceAll("three"))
        #expect(view.state.find?.status == "2 replaced" && view.state.find?.isMissing == false)
        presenter.find(.next("one"))
        #expect(view.state.find?.status == "Not found" && view.state.find?.isMissing == true)
    }

    @Test func duringASessionFinalWordsAreFoundAndNothingIsReplaced() {
        find("one", in: "one")
        presenter.pressButton()
        enter(.opening, .listening)
        hear("two one", interim: "one")
        #expect(view.state.find?.matches == [0..<3, 8..<11])
        #expect(view.state.find?.canReplace == false)
        presenter.find(.replaceAll("two"))
        #expect(line == "one")
    }
}
