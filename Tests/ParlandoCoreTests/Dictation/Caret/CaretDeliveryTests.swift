import ParlandoCore
import ParlandoTestSupport
import Testing

/// What is written at the caret, and when it waits.
struct CaretDeliveryTests {
    @Test func interimWordsAreShownAndFinalOnesWrittenOnce() {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, text: ""))
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
        var scene = CaretScene()
        scene.begin()
        scene.say(["one two"])
        scene.say(["one two. three"])
        #expect(scene.written.joined() == "one two. three")
    }

    @Test func textThatIsTakenBackIsDeletedAndTheNextTextFollowsWhatIsLeft() {
        var scene = CaretScene()
        scene.begin()
        scene.say(["One."])
        scene.say(["One.", "Two"], interim: "and")
        scene.say(["One.", "Two and three."])
        scene.say(["One."], interim: "Four")
        #expect(scene.others == [.erase(4, text: " Two and three.", visit: 1)])
        #expect(scene.delivery.isBusy && !scene.delivery.hasLeftText)
        scene.apply(.written(4))
        #expect(scene.interim == " Four")
        scene.say(["One.", "Four."])
        #expect(scene.written == ["One.", " Two", " and three.", " Four."])
        scene.say([])
        #expect(scene.others.last == .erase(7, text: "One. Four.", visit: 1))
    }

    @Test func textIsDeletedOnceTheWriteUnderWayIsAnswered() {
        var scene = CaretScene()
        scene.begin()
        scene.say(["One."])
        scene.say(["One.", "Two."], answers: false)
        scene.say(["One."])
        #expect(scene.others.isEmpty)
        scene.apply(.written(2))
        #expect(scene.others == [.erase(3, text: " Two.", visit: 1)])
        // What was not written needs no deletion.
        var other = CaretScene()
        other.begin()
        other.say(["One."])
        other.say(["One.", "Two."], answers: false)
        other.say(["One."])
        other.apply(.refused(2))
        #expect(other.others.isEmpty && !other.delivery.hasLeftText && other.delivery.rest.isEmpty)
    }

    @Test func whatFollowsATakeBackAtOnceWaitsForTheDeletionAndIsWrittenOnce() {
        var scene = CaretScene()
        scene.begin()
        scene.say(["One."])
        scene.say(["One.", "Two."], answers: false)
        // Said, taken back and said again before the write is answered.
        scene.say(["One."])
        scene.say(["One.", "Three."], interim: "and")
        scene.say(["One."])
        scene.say(["One.", "Four."])
        #expect(scene.others.isEmpty && scene.delivery.rest == "Four.")
        scene.apply(.written(2))
        #expect(scene.others == [.erase(3, text: " Two.", visit: 1)])
        scene.say(["One.", "Four. Five."])
        #expect(scene.written == ["One.", " Two."] && scene.delivery.rest == "Four. Five.")
        scene.apply(.written(3))
        #expect(scene.written == ["One.", " Two.", " Four. Five."] && scene.others.count == 1)
        #expect(!scene.delivery.hasLeftText && scene.delivery.rest.isEmpty && !scene.delivery.isBusy)
    }

    @Test func whatFollowsATakeBackIsWrittenAfterARefusalAndAfterARestart() {
        var scene = CaretScene()
        scene.begin()
        scene.say(["One."])
        scene.say(["One.", "Two."], answers: false)
        scene.say(["One."])
        scene.say(["One.", "Three."])
        var restarted = scene
        scene.apply(.refused(2))
        #expect(scene.delivery.rest == "Three." && !scene.delivery.hasLeftText)
        scene.apply(.ready)
        #expect(scene.written == ["One.", " Two.", " Three."] && scene.others.isEmpty)
        restarted.delivery.giveUp()
        #expect(restarted.delivery.isBusy && restarted.delivery.rest == "Three.")
        restarted.begin(in: CaretScene.field(2))
        #expect(restarted.delivery.hasLeftText && restarted.written == ["One.", " Two.", " Three."])
    }

    @Test func textThatWasHeardMeanwhileIsWrittenAfterARefusedDeletion() {
        var scene = CaretScene()
        scene.begin()
        scene.say(["One."])
        scene.say([])
        scene.say(["Two."])
        scene.apply(.refused(2))
        #expect(scene.delivery.hasLeftText && scene.written == ["One.", " Two."])
    }

    /// Of another visit, of another application, moved away from, or written together with what stays.
    @Test func textThatCannotBeDeletedStaysAndThatIsTold() {
        var visited = CaretScene()
        visited.begin()
        visited.say(["One.", "Two."])
        visited.apply(.left(path: "a", took: nil))
        visited.apply(.entered(CaretScene.field(2)))
        visited.say(["One."])
        var refused = CaretScene()
        refused.begin()
        refused.say(["One."])
        refused.say(["One.", "Two."])
        refused.say(["One."])
        #expect(!refused.delivery.hasLeftText)
        refused.apply(.refused(3))
        var away = CaretScene()
        away.begin()
        away.say(["One."])
        away.say(["One.", "Two."])
        away.apply(.left(path: "a", took: nil))
        away.say(["One."])
        var joined = CaretScene()
        joined.begin()
        joined.say(["One.", "Two."])
        joined.say(["One."])
        for var scene in [visited, away, joined, refused] {
            #expect(scene.delivery.hasLeftText && scene.others.count <= 1)
            scene.say(["One.", "Three."])
            let text = scene.delivery.state == .writing ? scene.written.joined() : scene.delivery.rest
            #expect(text.hasSuffix("Three.") && scene.written.joined().hasPrefix("One. Two."))
        }
    }

    @Test func textWaitsInAnotherFieldAndGoesOnInItsOwn() {
        var scene = CaretScene()
        scene.begin()
        scene.say(["one"])
        scene.apply(.left(path: "a", took: nil))
        scene.apply(.entered(CaretScene.field(2, "b")))
        #expect(scene.delivery.state == .waiting(.elsewhere))
        scene.say(["one two"], interim: "three")
        #expect(scene.written == ["one"])
        #expect(scene.delivery.rest == "two")
        scene.apply(.left(path: "b", took: nil))
        scene.apply(.entered(CaretScene.field(3)))
        #expect(scene.written == ["one", " two"])
        #expect(scene.interim == " three")
    }

    @Test func afterAPressTextGoesIntoTheNextField() {
        var scene = CaretScene()
        scene.begin()
        scene.say(["one"])
        scene.apply(.left(path: "a", took: nil))
        scene.say(["one two"])
        scene.obey(scene.delivery.setOwnWindow(isActive: true))
        scene.obey(scene.delivery.chooseAnother())
        #expect(scene.delivery.state == .waiting(.choosing))
        scene.obey(scene.delivery.setOwnWindow(isActive: false))
        scene.apply(.entered(CaretScene.field(2, "b", text: "")))
        #expect(scene.written == ["one", "Two"])
        // The first field is no longer the place.
        scene.apply(.left(path: "b", took: nil))
        scene.apply(.entered(CaretScene.field(3)))
        #expect(scene.delivery.state == .waiting(.elsewhere))
    }

    @Test func nothingIsWrittenIntoAPasswordField() {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, purpose: .secret))
        scene.say(["one"], interim: "two")
        #expect(scene.delivery.state == .waiting(.secret))
        scene.obey(scene.delivery.chooseAnother())
        #expect(scene.written.isEmpty && scene.interim.isEmpty)
        scene.apply(.left(path: "a", took: nil))
        scene.apply(.entered(CaretScene.field(2, "b")))
        #expect(scene.written == ["one"])
    }

    @Test func aFieldThatBecomesAPasswordFieldIsRefused() {
        var scene = CaretScene()
        scene.begin()
        scene.apply(.left(path: "a", took: nil))
        scene.apply(.entered(CaretScene.field(2, purpose: .secret)))
        scene.say(["one"])
        #expect(scene.written.isEmpty)
    }

    @Test func thisProgramsOwnFieldsAreNoPlace() {
        var scene = CaretScene(isOwnWindowActive: true)
        scene.begin(in: CaretVisit(number: 1, path: "own"))
        scene.say(["one"])
        #expect(scene.delivery.state == .waiting(.choosing))
        // The window may lose the focus before the input method tells so.
        scene.obey(scene.delivery.setOwnWindow(isActive: false))
        #expect(scene.written.isEmpty)
        var own = CaretScene.field(2, "other own", client: "gtk4-im:parlando")
        own.isOwn = true
        scene.apply(.entered(own))
        #expect(scene.written.isEmpty)
        scene.apply(.entered(CaretScene.field(3)))
        #expect(scene.written == ["one"])
    }

    @Test func theUnnamedFieldOfTheStartIsKnownAgain() {
        var scene = CaretScene()
        scene.begin(in: CaretVisit(number: 1))
        scene.say(["one"])
        scene.apply(.left(path: "a", took: nil))
        scene.apply(.entered(CaretScene.field(2)))
        scene.say(["one two"])
        #expect(scene.written == ["one", " two"])
    }

    @Test func aContextOfManyFieldsIsKnownByItsText() {
        var scene = CaretScene()
        let client = "QIBusInputContext"
        scene.begin(in: CaretScene.field(1, isShared: true, text: "Dear", client: client))
        scene.say(["one"])
        scene.apply(.around(CaretSurroundings(text: "Dear one", caret: 8), visit: 1))
        scene.apply(.left(path: "a", took: nil))
        scene.apply(.entered(CaretScene.field(2, isShared: true, text: "secret", client: client)))
        scene.say(["one two"])
        #expect(scene.delivery.state == .waiting(.elsewhere))
        scene.apply(.around(CaretSurroundings(text: "", caret: 0), visit: 2))
        #expect(scene.written == [" one"])
        scene.apply(.around(CaretSurroundings(text: "Dear one", caret: 8), visit: 2))
        #expect(scene.written == [" one", " two"])
    }

    @Test func interimWordsThatTheApplicationKeptAreNotWrittenAgain() {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, isShared: true, text: "Hello", client: "QIBusInputContext"))
        scene.say([], interim: "old words")
        scene.apply(.around(CaretSurroundings(text: "Hello old words", caret: 15), visit: 1))
        scene.apply(.left(path: "a", took: 1))
        scene.apply(.entered(CaretScene.field(2, isShared: true, text: "Hello old words", client: "QIBusInputContext")))
        let words = CaretScene.words("old words", from: 100) + CaretScene.words("new", from: 110)
        scene.obey(scene.delivery.hear(Transcript(paragraphs: [Paragraph(words: words)])))
        #expect(scene.written == [" new"])
    }

    @Test func aCommandWithoutAnAnswerIsNotRepeated() {
        var scene = CaretScene()
        scene.begin()
        scene.say(["one"], answers: false)
        scene.delivery.giveUp()
        scene.begin(in: CaretScene.field(2))
        #expect(scene.written == ["one"])
        #expect(scene.delivery.rest == "")
    }

    @Test func aRestartOfTheServiceIsWaitedFor() {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, "0:a", text: "Dear"))
        scene.apply(.lost)
        scene.say(["one"])
        #expect(scene.delivery.state == .waiting(.lost))
        scene.apply(.ready)
        scene.apply(.entered(CaretScene.field(2, "1:a new name", text: "Dear")))
        #expect(scene.written == [" one"])
    }

    @Test func anotherInputMethodIsNotReplacedUnasked() {
        var scene = CaretScene()
        scene.begin()
        scene.apply(.replaced)
        scene.say(["one"])
        #expect(scene.delivery.state == .waiting(.replaced))
        scene.obey(scene.delivery.chooseAnother())
        #expect(scene.others == [.takeOver])
        scene.begin(in: CaretScene.field(2, "b"))
        #expect(scene.written == ["one"])
    }

    @Test func pausesBecomeSpacesOrWhereWishedLineBreaks() {
        var scene = CaretScene()
        scene.begin()
        scene.say(["one"])
        scene.say(["one", "two"])
        #expect(scene.written == ["one", " two"])
        scene.delivery.breaksLines = true
        scene.say(["one", "two", "three"])
        #expect(scene.written.last == "\nthree")
    }

    @Test func aTerminalGetsNoLineBreaks() {
        var scene = CaretScene()
        scene.delivery.breaksLines = true
        scene.begin(in: CaretScene.field(1, purpose: .terminal))
        scene.say(["one", "two"])
        #expect(scene.written == ["one two"])
    }

    @Test func textFitsWhatStandsBeforeTheCaret() {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, text: "I think"))
        scene.say(["and so"])
        #expect(scene.written == [" and so"])
        // The user has typed something since.
        scene.apply(.around(CaretSurroundings(text: "I think and so. Then ", caret: 21), visit: 1))
        scene.say(["and so my"])
        #expect(scene.written == [" and so", "my"])
    }

    @Test func theTextOfAnEarlierSessionIsNotWrittenAgain() {
        var scene = CaretScene()
        scene.delivery.skip(Transcript(paragraphs: [Paragraph(words: CaretScene.words("one two"))]))
        scene.begin()
        scene.say(["one two three"])
        #expect(scene.written == ["three"])
    }

    @Test func whatFailsLeavesTheWholeText() {
        var scene = CaretScene()
        scene.apply(.failed(.notRunning))
        scene.say(["one", "two"])
        #expect(scene.delivery.state == .failed(.notRunning))
        #expect(scene.delivery.rest == "one\ntwo")
        #expect(!scene.delivery.hasWritten)
    }

    @Test func onlyInterimWordsThatHadArrivedCountAsKept() {
        var scene = CaretScene()
        let client = "QIBusInputContext"
        scene.begin(in: CaretScene.field(1, isShared: true, text: "Hello", client: client))
        scene.say([], interim: "old")
        scene.say([], interim: "old words new")
        scene.apply(.left(path: "a", took: 1))
        scene.apply(.entered(CaretScene.field(2, isShared: true, text: "Hello", client: client)))
        let words = CaretScene.words("old words new", from: 100)
        scene.obey(scene.delivery.hear(Transcript(paragraphs: [Paragraph(words: words)])))
        #expect(scene.written == [" words new"])
    }

    @Test func whatIsKeptIsNotTakenBackByARefusal() {
        var scene = CaretScene()
        let client = "QIBusInputContext"
        scene.begin(in: CaretScene.field(1, isShared: true, text: "Hello", client: client))
        scene.say([], interim: "old")
        let words = CaretScene.words("old", from: 100) + CaretScene.words("new", from: 110)
        _ = scene.delivery.hear(Transcript(paragraphs: [Paragraph(words: words)]))
        scene.apply(.left(path: "a", took: 1))
        scene.apply(.refused(2))
        #expect(scene.delivery.rest == "new")
        scene.apply(.entered(CaretScene.field(2, isShared: true, text: "Hello", client: client)))
        #expect(scene.written == [" new"])
    }

    @Test func aRefusalForgetsNothingOfWhatStandsBeforeTheCaret() {
        var scene = CaretScene()
        scene.begin()
        scene.say(["one"])
        scene.say(["one two"], answers: false)
        scene.apply(.refused(2))
        scene.apply(.left(path: "a", took: nil))
        scene.apply(.entered(CaretScene.field(2)))
        #expect(scene.written == ["one", " two", " two"])
    }

    @Test func whatIsRefusedIsNotSentAgainUntilSomethingChanges() {
        var scene = CaretScene()
        scene.begin()
        _ = scene.delivery.hear(Transcript(interim: CaretScene.words("one")))
        #expect(scene.delivery.apply(.refused(1)).isEmpty)
        _ = scene.delivery.hear(Transcript(paragraphs: [Paragraph(words: CaretScene.words("one"))]))
        #expect(scene.delivery.apply(.refused(2)).isEmpty)
        #expect(scene.delivery.rest == "one")
        scene.apply(.ready)
        #expect(scene.written == ["one"])
    }

    @Test func whatCouldNotBeSentIsWrittenByTheNextInputMethod() {
        var scene = CaretScene()
        scene.begin()
        let commands = scene.delivery.hear(Transcript(paragraphs: [Paragraph(words: CaretScene.words("one two"))]))
        commands.forEach { scene.delivery.takeBack($0) }
        #expect(scene.delivery.state == .waiting(.starting))
        #expect(scene.delivery.isBusy && !scene.delivery.hasWritten)
        scene.delivery.giveUp()
        #expect(scene.delivery.rest == "one two")
        scene.begin()
        #expect(scene.written == ["one two"])
    }

    @Test func whatIsRefusedWasNotWritten() {
        var scene = CaretScene()
        scene.begin()
        scene.say(["one"], answers: false)
        scene.apply(.left(path: "a", took: nil))
        #expect(scene.delivery.hasWritten)
        scene.apply(.refused(1))
        #expect(!scene.delivery.hasWritten)
        #expect(scene.delivery.rest == "one")
    }

    @Test func aLongTextIsWrittenInPortions() {
        var scene = CaretScene()
        let texts = [700, 1, 600].map { count in (0..<count).map { "w\($0)" }.joined(separator: " ") }
        scene.say(texts, interim: "next")
        scene.begin()
        #expect(scene.written.allSatisfy { $0.split(separator: " ").count <= 500 })
        #expect(scene.written.joined() == texts.joined(separator: " "))
        #expect(scene.interim == " next")
        #expect(scene.delivery.rest == "")
    }
}

/// A delivery with the input method's answers.
struct CaretScene {
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

    mutating func begin(in visit: CaretVisit = CaretScene.field(1)) {
        apply(.ready)
        apply(.entered(visit))
    }

    mutating func say(_ paragraphs: [String], interim: String = "", answers: Bool = true) {
        let transcript = Transcript(
            paragraphs: paragraphs.map { Paragraph(words: Self.words($0)) },
            interim: Self.words(interim, from: 100))
        obey(delivery.hear(transcript), answers: answers)
    }

    static func words(_ text: String, from start: Double = 0) -> [Word] {
        [Word](of: text, from: start, lasting: 0.8)
    }

    static func field(
        _ number: Int, _ path: String = "a", purpose: FieldPurpose = .text, isShared: Bool = false,
        statesPurpose: Bool = true, text: String? = nil, client: String = "gtk4-im:editor"
    ) -> CaretVisit {
        CaretVisit(
            number: number, path: path, client: client, isShared: isShared, purpose: purpose,
            statesPurpose: statesPurpose,
            surroundings: text.map { CaretSurroundings(text: $0, caret: $0.unicodeScalars.count) })
    }
}

/// Which field counts as the one that text goes into.
struct CaretFieldTests {
    @Test func theInputMethodThatReplacesADeadOneCountsVisitsAnew() {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, "a"))
        scene.say(["one"])
        scene.delivery.giveUp()
        scene.begin(in: CaretScene.field(1, "b"))
        #expect(scene.delivery.state == .waiting(.elsewhere))
        scene.say(["one two"])
        #expect(scene.written == ["one"])
        scene.apply(.left(path: "b", took: nil))
        scene.apply(.entered(CaretScene.field(2, "a")))
        #expect(scene.written == ["one", " two"])
    }

    @Test func namesFromBeforeARestartOfTheServiceAreForgottenWithADeadInputMethod() {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, "0:a"))
        scene.say(["one"])
        scene.apply(.lost)
        scene.delivery.giveUp()
        scene.begin(in: CaretScene.field(1, "0:a"))
        #expect(scene.delivery.state == .waiting(.elsewhere))
    }

    @Test func equalTextInAnotherContextIsAnotherField() {
        for isShared in [true, false] {
            var scene = CaretScene()
            let client = isShared ? "QIBusInputContext" : "gtk4-im:editor"
            scene.begin(in: CaretScene.field(1, "0:/ic/5", isShared: isShared, text: "Dear", client: client))
            scene.apply(.left(path: "0:/ic/5", took: nil))
            scene.apply(.entered(CaretScene.field(2, "0:/ic/9", isShared: isShared, text: "Dear", client: client)))
            #expect(scene.delivery.state == .waiting(.elsewhere))
        }
    }

    @Test func aFieldWithAnotherPurposeIsAnotherField() {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, isShared: true, text: "Dear"))
        scene.apply(.left(path: "a", took: nil))
        scene.apply(.entered(CaretScene.field(2, purpose: .line, isShared: true, text: "Dear")))
        #expect(scene.delivery.state == .waiting(.elsewhere))
        scene.apply(.left(path: "a", took: nil))
        scene.apply(.entered(CaretScene.field(3, isShared: true, text: "Dear")))
        #expect(scene.delivery.state == .writing)
        // In the same visit.
        scene.apply(.entered(CaretScene.field(3, purpose: .terminal, isShared: true, text: "Dear")))
        #expect(scene.delivery.state == .waiting(.elsewhere))
    }

    @Test func aFieldOfItsOwnMayStateItsPurposeLate() {
        var scene = CaretScene()
        scene.begin()
        scene.apply(.entered(CaretScene.field(1, purpose: .terminal)))
        #expect(scene.delivery.state == .writing)
    }

    @Test func aFieldThatMayBeForAPasswordIsChosenOnlyWithTextInItOrOnDemand() {
        let client = "QIBusInputContext"
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, isShared: true, statesPurpose: false, client: client))
        scene.say(["one"])
        #expect(scene.delivery.state == .waiting(.unclear))
        scene.apply(.around(CaretSurroundings(text: "", caret: 0), visit: 1))
        #expect(scene.delivery.state == .waiting(.unclear))
        scene.apply(.left(path: "a", took: nil))
        scene.obey(scene.delivery.chooseAnother())
        scene.apply(.entered(CaretScene.field(2, isShared: true, statesPurpose: false, text: "", client: client)))
        #expect(scene.written == ["One"])

        var other = CaretScene()
        other.begin(in: CaretScene.field(1, isShared: true, statesPurpose: false, client: client))
        other.say(["one"])
        other.apply(.around(CaretSurroundings(text: "Dear", caret: 4), visit: 1))
        #expect(other.written == [" one"])
    }

    /// GTK 2 reports the text of any field, and an unnamed client may be GTK 2.
    @Test(arguments: ["gtk-im:gimp", ""])
    func textSaysNothingOfPasswordsUnlessTheClientIsKnownToHideThem(client: String) {
        var scene = CaretScene()
        scene.begin(in: CaretScene.field(1, statesPurpose: false, text: "s", client: client))
        scene.say(["one"])
        #expect(scene.delivery.state == .waiting(.unclear))
        #expect(scene.written.isEmpty)
    }

    @Test(arguments: ["gtk3-im:firefox", "gtk4-im:gedit", "QIBusInputContext", "xim"])
    func aFieldOfANamedProgramIsNotThisProgramsOwn(client: String) {
        var scene = CaretScene(isOwnWindowActive: true)
        scene.begin(in: CaretScene.field(1, isShared: client != "gtk4-im:gedit", text: "Dear", client: client))
        scene.say(["one"])
        // Both processes learn at different times that another window has the focus.
        scene.obey(scene.delivery.setOwnWindow(isActive: false))
        #expect(scene.written == [" one"])
    }

    @Test(arguments: ["", "gnome-shell", "wayland"])
    func aFieldOfANamelessProgramIsThisProgramsOwnWhileItsWindowIsActive(client: String) {
        var scene = CaretScene(isOwnWindowActive: true)
        scene.begin(in: CaretScene.field(1, isShared: true, text: "Dear", client: client))
        scene.say(["one"])
        scene.obey(scene.delivery.setOwnWindow(isActive: false))
        #expect(scene.written.isEmpty)
    }
}
