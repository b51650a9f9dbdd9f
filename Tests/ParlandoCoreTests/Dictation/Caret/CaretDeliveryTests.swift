import ParlandoCore
import Testing

/// What is written at the caret, and when it waits.
struct CaretDeliveryTests {
    /// A delivery with the input method's answers.
    private struct Scene {
        var delivery: CaretDelivery
        /// Final texts in the order in which they were written.
        var written: [String] = []
        /// Interim text on the screen.
        var interim = ""
        var others: [CaretCommand] = []

        init(isOwnWindowActive: Bool = false) {
            delivery = CaretDelivery(isOwnWindowActive: isOwnWindowActive)
        }

        /// Carries out commands and answers them, until there are none.
        mutating func obey(_ commands: [CaretCommand], answers: Bool = true) {
            for command in commands {
                guard case .write(let number, let final, let interim, _) = command else {
                    others.append(command)
                    continue
                }
                self.interim = interim
                if !final.isEmpty {
                    written.append(final)
                    if answers {
                        obey(delivery.apply(.written(number)))
                    }
                }
            }
        }

        mutating func apply(_ event: CaretEvent) {
            obey(delivery.apply(event))
        }

        mutating func begin(in visit: CaretVisit = CaretDeliveryTests.field(1)) {
            apply(.ready)
            apply(.entered(visit))
        }

        mutating func say(_ paragraphs: [String], interim: String = "", answers: Bool = true) {
            let transcript = Transcript(
                paragraphs: paragraphs.map { Paragraph(words: CaretDeliveryTests.words($0)) },
                interim: CaretDeliveryTests.words(interim, from: 100))
            obey(delivery.hear(transcript), answers: answers)
        }
    }

    private static func words(_ text: String, from start: Double = 0) -> [Word] {
        text.split(separator: " ").enumerated().map { index, text in
            Word(text: String(text), start: start + Double(index), end: start + Double(index) + 0.8, probability: 1)
        }
    }

    private static func field(
        _ number: Int, _ path: String = "a", purpose: FieldPurpose = .text, isShared: Bool = false,
        text: String? = nil, client: String = "gtk4-im:editor"
    ) -> CaretVisit {
        CaretVisit(
            number: number, path: path, client: client, isShared: isShared, purpose: purpose,
            surroundings: text.map { CaretSurroundings(text: $0, caret: $0.unicodeScalars.count) })
    }

    @Test func interimWordsAreShownAndFinalOnesWrittenOnce() {
        var scene = Scene()
        scene.begin(in: Self.field(1, text: ""))
        scene.say([], interim: "and so")
        #expect(scene.written.isEmpty)
        #expect(scene.interim == "And so")
        scene.say(["And"], interim: "so my")
        #expect(scene.written == ["And"])
        #expect(scene.interim == " so my")
        scene.say(["And so my"])
        #expect(scene.written == ["And", " so my"])
        #expect(scene.interim == "")
        scene.say(["And so my"])
        #expect(scene.written.count == 2)
        #expect(scene.delivery.rest == "")
    }

    @Test func punctuationThatComesLateFollowsItsWord() {
        var scene = Scene()
        scene.begin()
        scene.say(["one two"])
        scene.say(["one two. three"])
        #expect(scene.written.joined() == "one two. three")
    }

    @Test func textWaitsInAnotherFieldAndGoesOnInItsOwn() {
        var scene = Scene()
        scene.begin()
        scene.say(["one"])
        scene.apply(.left(path: "a", tookInterim: false))
        scene.apply(.entered(Self.field(2, "b")))
        #expect(scene.delivery.state == .waiting(.elsewhere))
        scene.say(["one two"], interim: "three")
        #expect(scene.written == ["one"])
        #expect(scene.delivery.rest == "two")
        scene.apply(.left(path: "b", tookInterim: false))
        scene.apply(.entered(Self.field(3)))
        #expect(scene.written == ["one", " two"])
        #expect(scene.interim == " three")
    }

    @Test func afterAPressTextGoesIntoTheNextField() {
        var scene = Scene()
        scene.begin()
        scene.say(["one"])
        scene.apply(.left(path: "a", tookInterim: false))
        scene.say(["one two"])
        scene.obey(scene.delivery.setOwnWindow(isActive: true))
        scene.obey(scene.delivery.chooseAnother())
        #expect(scene.delivery.state == .waiting(.choosing))
        scene.obey(scene.delivery.setOwnWindow(isActive: false))
        scene.apply(.entered(Self.field(2, "b", text: "")))
        #expect(scene.written == ["one", "Two"])
        // The first field is no longer the place.
        scene.apply(.left(path: "b", tookInterim: false))
        scene.apply(.entered(Self.field(3)))
        #expect(scene.delivery.state == .waiting(.elsewhere))
    }

    @Test func nothingIsWrittenIntoAPasswordField() {
        var scene = Scene()
        scene.begin(in: Self.field(1, purpose: .secret))
        scene.say(["one"], interim: "two")
        #expect(scene.delivery.state == .waiting(.secret))
        scene.obey(scene.delivery.chooseAnother())
        #expect(scene.written.isEmpty && scene.interim.isEmpty)
        scene.apply(.left(path: "a", tookInterim: false))
        scene.apply(.entered(Self.field(2, "b")))
        #expect(scene.written == ["one"])
    }

    @Test func aFieldThatBecomesAPasswordFieldIsRefused() {
        var scene = Scene()
        scene.begin()
        scene.apply(.left(path: "a", tookInterim: false))
        scene.apply(.entered(Self.field(2, purpose: .secret)))
        scene.say(["one"])
        #expect(scene.written.isEmpty)
    }

    @Test func thisProgramsOwnFieldsAreNoPlace() {
        var scene = Scene(isOwnWindowActive: true)
        scene.begin(in: CaretVisit(number: 1, path: "own"))
        scene.say(["one"])
        #expect(scene.delivery.state == .waiting(.choosing))
        // The window may lose the focus before the input method tells so.
        scene.obey(scene.delivery.setOwnWindow(isActive: false))
        #expect(scene.written.isEmpty)
        var own = Self.field(2, "other own", client: "gtk4-im:parlando")
        own.isOwn = true
        scene.apply(.entered(own))
        #expect(scene.written.isEmpty)
        scene.apply(.entered(Self.field(3)))
        #expect(scene.written == ["one"])
    }

    @Test func theUnnamedFieldOfTheStartIsKnownAgain() {
        var scene = Scene()
        scene.begin(in: CaretVisit(number: 1))
        scene.say(["one"])
        scene.apply(.left(path: "a", tookInterim: false))
        scene.apply(.entered(Self.field(2)))
        scene.say(["one two"])
        #expect(scene.written == ["one", " two"])
    }

    @Test func aContextOfManyFieldsIsKnownByItsText() {
        var scene = Scene()
        let client = "QIBusInputContext"
        scene.begin(in: Self.field(1, isShared: true, text: "Dear", client: client))
        scene.say(["one"])
        scene.apply(.around(CaretSurroundings(text: "Dear one", caret: 8), visit: 1))
        scene.apply(.left(path: "a", tookInterim: false))
        scene.apply(.entered(Self.field(2, isShared: true, text: "secret", client: client)))
        scene.say(["one two"])
        #expect(scene.delivery.state == .waiting(.elsewhere))
        scene.apply(.around(CaretSurroundings(text: "", caret: 0), visit: 2))
        #expect(scene.written == [" one"])
        scene.apply(.around(CaretSurroundings(text: "Dear one", caret: 8), visit: 2))
        #expect(scene.written == [" one", " two"])
    }

    @Test func interimWordsThatTheApplicationKeptAreNotWrittenAgain() {
        var scene = Scene()
        scene.begin(in: Self.field(1, isShared: true, text: "Hello", client: "QIBusInputContext"))
        scene.say([], interim: "old words")
        scene.apply(.around(CaretSurroundings(text: "Hello old words", caret: 15), visit: 1))
        scene.apply(.left(path: "a", tookInterim: true))
        scene.apply(.entered(Self.field(2, isShared: true, text: "Hello old words", client: "QIBusInputContext")))
        let words = Self.words("old words", from: 100) + Self.words("new", from: 110)
        scene.obey(scene.delivery.hear(Transcript(paragraphs: [Paragraph(words: words)])))
        #expect(scene.written == [" new"])
    }

    @Test func aRefusedCommandIsRepeatedInTheNextVisit() {
        var scene = Scene()
        scene.begin()
        scene.say(["one"], answers: false)
        scene.apply(.left(path: "a", tookInterim: false))
        scene.apply(.refused(1))
        scene.apply(.entered(Self.field(2)))
        #expect(scene.written == ["one", "one"])
        #expect(scene.delivery.rest == "")
    }

    @Test func aCommandWithoutAnAnswerIsNotRepeated() {
        var scene = Scene()
        scene.begin()
        scene.say(["one"], answers: false)
        scene.delivery.giveUp()
        scene.begin(in: Self.field(2))
        #expect(scene.written == ["one"])
        #expect(scene.delivery.rest == "")
    }

    @Test func aRestartOfTheServiceIsWaitedFor() {
        var scene = Scene()
        scene.begin(in: Self.field(1, text: "Dear"))
        scene.apply(.lost)
        scene.say(["one"])
        #expect(scene.delivery.state == .waiting(.lost))
        scene.apply(.ready)
        scene.apply(.entered(Self.field(2, "new name", text: "Dear")))
        #expect(scene.written == [" one"])
    }

    @Test func anotherInputMethodIsNotReplacedUnasked() {
        var scene = Scene()
        scene.begin()
        scene.apply(.replaced)
        scene.say(["one"])
        #expect(scene.delivery.state == .waiting(.replaced))
        scene.obey(scene.delivery.chooseAnother())
        #expect(scene.others == [.takeOver])
        scene.begin(in: Self.field(2, "b"))
        #expect(scene.written == ["one"])
    }

    @Test func pausesBecomeSpacesOrWhereWishedLineBreaks() {
        var scene = Scene()
        scene.begin()
        scene.say(["one"])
        scene.say(["one", "two"])
        #expect(scene.written == ["one", " two"])
        scene.delivery.breaksLines = true
        scene.say(["one", "two", "three"])
        #expect(scene.written.last == "\nthree")
    }

    @Test func aTerminalGetsNoLineBreaks() {
        var scene = Scene()
        scene.delivery.breaksLines = true
        scene.begin(in: Self.field(1, purpose: .terminal))
        scene.say(["one", "two"])
        #expect(scene.written == ["one two"])
    }

    @Test func textFitsWhatStandsBeforeTheCaret() {
        var scene = Scene()
        scene.delivery.language = "en"
        scene.begin(in: Self.field(1, text: "I think"))
        scene.say(["And so"])
        #expect(scene.written == [" and so"])
        // The user has typed something since.
        scene.apply(.around(CaretSurroundings(text: "I think and so. Then ", caret: 21), visit: 1))
        scene.say(["And so my"])
        #expect(scene.written == [" and so", "my"])
    }

    @Test func theTextOfAnEarlierSessionIsNotWrittenAgain() {
        var scene = Scene()
        scene.delivery.skip(Transcript(paragraphs: [Paragraph(words: Self.words("one two"))]))
        scene.begin()
        scene.say(["one two three"])
        #expect(scene.written == ["three"])
    }

    @Test func whatFailsLeavesTheWholeText() {
        var scene = Scene()
        scene.apply(.failed(.notRunning))
        scene.say(["one", "two"])
        #expect(scene.delivery.state == .failed(.notRunning))
        #expect(scene.delivery.rest == "one\ntwo")
        #expect(!scene.delivery.hasWritten)
    }
}
