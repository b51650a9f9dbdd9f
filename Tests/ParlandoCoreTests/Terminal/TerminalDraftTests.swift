import ParlandoCore
import ParlandoTestSupport
import Testing

@Suite struct TerminalDraftTests {
    private func words(_ text: String, from start: Double = 0) -> [Word] {
        [Word](of: text, from: start)
    }

    private func transcript(_ paragraphs: String..., interim: String = "") -> Transcript {
        Transcript(
            paragraphs: paragraphs.map { Paragraph(words: words($0)) }, interim: words(interim, from: 1_000))
    }

    @Test func finalTextWaitsAndInterimTextIsShown() {
        var draft = TerminalDraft()
        draft.begin()
        draft.hear(transcript("list the", interim: "files"))
        #expect(draft.text == "list the")
        #expect(draft.interim == " files")
    }

    @Test func whatIsTakenBackLeavesTheDraftButNotTheTerminal() {
        var draft = TerminalDraft()
        draft.begin()
        draft.hear(transcript("git", "commit now"))
        draft.hear(transcript("git"))
        #expect(draft.text == "git")
        draft.hear(transcript("git", "status now"))
        _ = draft.take(goesOn: false)
        draft.hear(transcript("git"))
        #expect(draft.text.isEmpty)
        draft.hear(transcript("git", "log"))
        #expect(draft.take(goesOn: true).hasSuffix("log"))
    }

    @Test func eachWordIsSentOnceWhateverIsHeardInBetween() {
        var draft = TerminalDraft()
        draft.begin()
        var sent = ""
        for text in ["git", "git", "git commit", "git commit minus m", "git commit minus m done."] {
            draft.hear(transcript(text))
            sent += draft.take(goesOn: !sent.isEmpty)
        }
        #expect(sent == "git commit minus m done.")
        #expect(draft.isEmpty)
    }

    @Test func aMarkThatComesAfterItsWordWasSentFollowsIt() {
        var draft = TerminalDraft()
        draft.begin()
        draft.hear(transcript("it works"))
        var sent = draft.take(goesOn: false)
        draft.hear(transcript("it works."))
        sent += draft.take(goesOn: true)
        draft.hear(transcript("it works. Really"))
        sent += draft.take(goesOn: true)
        #expect(sent == "it works. Really")
    }

    @Test func aParagraphBeginsWithABreakWherever() {
        var draft = TerminalDraft()
        draft.begin()
        draft.hear(transcript("one", "two"))
        #expect(draft.text == "one\ntwo")
        #expect(draft.take(goesOn: false) == "one\ntwo")
        draft.hear(transcript("one", "two", "three"))
        #expect(draft.take(goesOn: true) == "\nthree")
    }

    @Test func afterAKeyTheTextBeginsWithoutASpace() {
        var draft = TerminalDraft()
        draft.begin()
        draft.hear(transcript("one"))
        _ = draft.take(goesOn: false)
        draft.hear(transcript("one two"))
        #expect(draft.take(goesOn: false) == "two")
    }

    @Test func aSecondSessionGoesOnWhereTheFirstOneEnded() {
        var draft = TerminalDraft()
        draft.begin()
        draft.hear(transcript("one"))
        draft.begin()
        draft.hear(transcript("two"))
        #expect(draft.text == "one two")
        #expect(draft.take(goesOn: true) == " one two")
    }

    @Test func whatIsTypedByHandTakesThePlaceOfWhatWaited() {
        var draft = TerminalDraft()
        draft.begin()
        draft.hear(transcript("won too"))
        draft.edit("one two")
        #expect(draft.text == "one two")
        #expect(draft.take(goesOn: false) == "one two")
        #expect(draft.take(goesOn: false).isEmpty)
    }

    @Test func whatWentIntoALostConnectionCanBeTakenBack() {
        var draft = TerminalDraft()
        draft.begin()
        draft.hear(transcript("one two"))
        var sent = draft.take(goesOn: false)
        draft.hear(transcript("one two three"))
        sent += draft.take(goesOn: true)
        #expect(sent == "one two three")
        draft.hear(transcript("one two three four"))
        draft.takeBack()
        #expect(draft.text == "one two three four")
        draft.hear(transcript("one two three four five"))
        #expect(draft.text == "one two three four five")
    }

    @Test func whatIsThrownAwayIsGone() {
        var draft = TerminalDraft()
        draft.begin()
        draft.hear(transcript("secret", interim: "words"))
        draft.discard()
        #expect(draft.isEmpty)
        // What an aborted session still says changes nothing.
        draft.hear(transcript("secret"))
        #expect(draft.isEmpty)
    }
}
