import ParlandoCore
import ParlandoTestSupport
import Testing

/// What “scratch that” takes back, and when the words are only text.
@Suite struct TakeBackTests {
    /// A session that hears recognition events, and what is left of its text.
    private struct Ear {
        var takeBack = TakeBack(ShippedRules.takeBack.rules(for: nil))
        var transcript = Transcript()
        /// For each command, whether the session above is meant.
        var commands: [Bool] = []

        var left: Transcript { takeBack.apply(to: transcript) }

        mutating func hear(_ text: String, interim: String = "") {
            transcript.apply(.final([Word](of: text, from: Double(transcript.wordCount))))
            transcript.apply(.interim([Word](of: interim, from: 1_000)))
        }

        mutating func pause() {
            transcript.apply(.paragraphEnded)
            takeBack.endParagraph(of: transcript).map { commands.append($0) }
        }
    }

    @Test(arguments: ["Scratch that.", "scratch that", "Streich das!", "Efface ça.", "Borra eso.", "Сотри это."])
    func theParagraphBeforeTheCommandIsTakenBack(command: String) {
        var ear = Ear()
        ear.hear("One two.")
        ear.pause()
        ear.hear("Three four.")
        ear.pause()
        ear.hear(command)
        ear.pause()
        #expect(ear.left.text == "One two." && ear.commands == [false])
        ear.hear("Five.")
        #expect(ear.left.text == "One two.\nFive.")
        #expect(ear.takeBack.whole(ear.transcript).text == "One two.\nThree four.\nFive.")
    }

    @Test func eachFurtherCommandTakesOneParagraphMoreAndThenMeansTheSessionAbove() {
        var ear = Ear()
        for text in ["One.", "Two.", "Scratch that.", "Scratch that.", "Scratch that."] {
            ear.hear(text)
            ear.pause()
        }
        #expect(ear.left.isEmpty && ear.commands == [false, false, true])
    }

    @Test func afterASentenceTheTextSinceThePauseIsTakenBack() {
        var ear = Ear()
        ear.hear("One.")
        ear.pause()
        ear.hear("Two. Three? Scratch that.")
        ear.pause()
        #expect(ear.left.text == "One.")
        #expect(ear.takeBack.whole(ear.transcript).text == "One.\nTwo. Three?")
    }

    @Test(arguments: ["Don't scratch that car.", "I said scratch that.", "Scratch that car.", "Scratch that. Or not."])
    func wordsThatAreNoSentenceOfTheirOwnAtTheEndAreText(text: String) {
        var ear = Ear()
        ear.hear("One.")
        ear.pause()
        ear.hear(text)
        ear.pause()
        #expect(ear.left.text == "One.\n" + text && ear.commands.isEmpty)
    }

    @Test func theCommandIsNeitherFinalNorShownBeforeThePause() {
        var ear = Ear()
        ear.hear("One.", interim: "Scratch")
        #expect(ear.left.text == "One." && ear.left.interim.text == "Scratch")
        ear.hear("Scratch", interim: "that.")
        #expect(ear.left.text == "One." && ear.left.interim.isEmpty)
        ear.hear("that.")
        #expect(ear.left.text == "One." && ear.left.interim.isEmpty)
        ear.hear("", interim: "And")
        #expect(ear.left.text == "One." && ear.left.interim.text == "Scratch that. And")
        ear.hear("And so.")
        #expect(ear.left.text == "One. Scratch that. And so.")
    }

    @Test func whatIsLeftOnlyGrowsBetweenCommands() {
        var ear = Ear()
        var former: [String] = []
        for word in "One. Scratch two. Scratch that car. Scratch that. And three.".split(separator: " ") {
            ear.hear(String(word))
            let now = ear.left.words.map(\.text)
            #expect(now.starts(with: former))
            former = now
        }
        #expect(former.count == 10)
    }

    @Test func textFromBeforeAnInterruptionIsNoCommandButCanBeTakenBack() {
        var ear = Ear()
        ear.hear("One.")
        ear.transcript.apply(.paragraphEnded)
        ear.hear("Scratch that.")
        ear.transcript.apply(.paragraphEnded)
        ear.takeBack = TakeBack(ShippedRules.takeBack.rules(for: "en"), after: ear.transcript)
        ear.pause()
        #expect(ear.left.text == "One.\nScratch that." && ear.commands.isEmpty)
        ear.hear("Scratch that.")
        ear.pause()
        #expect(ear.left.text == "One." && ear.commands == [false])
    }

    @Test func theCommandIsOffByDefaultAndNoReplacement() {
        var book = WordBook()
        #expect(book.takeBackCommands(for: "en").isEmpty)
        book.shipped = [.takeBack]
        #expect(book.takeBackCommands(for: "en").map(\.spoken) == ["scratch that"])
        #expect(book.rules(for: "en").isEmpty)
        #expect(ShippedRules.languages.allSatisfy { !book.takeBackCommands(for: $0).isEmpty })
    }
}
