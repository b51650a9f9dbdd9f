import Testing

@testable import ParlandoCore

/// What is concluded from what IBus tells of the field with the focus.
struct FieldFocusTests {
    private static let telling: UInt32 = 1 << 5
    private static let qt = "QIBusInputContext"

    private func focus(_ path: String, _ client: String) -> FieldFocus {
        var focus = FieldFocus()
        focus.capabilities = Self.telling
        focus.enter(path, client)
        return focus
    }

    @Test(arguments: [
        ("gtk3-im:firefox", true), ("gtk3-im:Thunderbird", true), ("gtk3-im:google-chrome", true),
        ("gtk3-im:chromium", true), ("gtk3-im:code", true), ("gtk3-im:soffice.bin", true),
        ("gtk4-im:org.gnome.Epiphany", true), ("gtk3-im:evolution", true), ("QIBusInputContext", true),
        ("gnome-shell", true), ("gtk4-im:gedit", false), ("gtk3-im:mousepad", false), ("xim", false),
    ]) func someProgramsHaveOneContextForAllFieldsOfAWindow(client: String, isShared: Bool) {
        #expect(focus("/ic/5", client).visit(1).isShared == isShared)
    }

    /// Bitwarden is based on Electron.
    @Test func aContextWhosePurposeChangesServesSeveralFields() {
        var focus = focus("/ic/5", "gtk3-im:bitwarden")
        #expect(!focus.isShared)
        focus.see("Dear", caret: 4)
        focus.purpose = 8
        focus.share()
        #expect(focus.isShared && focus.asksOn)
        #expect(focus.visit(2).surroundings == nil)
        focus.enter("/ic/9", "gtk3-im:bitwarden")
        #expect(!focus.isShared)
        focus.enter("/ic/5", "gtk3-im:bitwarden")
        #expect(focus.isShared)
        focus.lose()
        focus.enter("/ic/5", "gtk3-im:mousepad")
        #expect(!focus.isShared)
    }

    @Test func silenceMeansTheTextThatTheSameContextToldLast() {
        var focus = focus("/ic/5", Self.qt)
        focus.see("Dear", caret: 4)
        focus.enter("/ic/5", Self.qt)
        #expect(focus.isSilent)
        focus.inferFromSilence()
        #expect(focus.visit(2).surroundings == CaretSurroundings(text: "Dear", caret: 4))
    }

    @Test func silenceOfAnotherContextOrForAnotherPurposeMeansNothing() {
        var focus = focus("/ic/5", Self.qt)
        focus.see("Dear", caret: 4)
        focus.enter("/ic/9", Self.qt)
        focus.inferFromSilence()
        #expect(focus.visit(2).surroundings == nil)
        focus.enter("/ic/5", Self.qt)
        focus.purpose = 10
        focus.inferFromSilence()
        #expect(focus.visit(3).surroundings == nil)
    }

    @Test func theSilenceOfGNOMEShellMeansNothing() {
        var focus = focus("/ic/5", "gnome-shell")
        focus.see("Dear", caret: 4)
        focus.enter("/ic/5", "gnome-shell")
        #expect(!focus.isSilent)
        focus.inferFromSilence()
        #expect(focus.visit(2).surroundings == nil)
    }

    @Test func theUnnamedClientOfTheStartStatesPurposesIfItIsGNOMEShell() {
        for isInShell in [true, false] {
            var focus = FieldFocus(isInShell: isInShell)
            focus.enter("/ic/5", "")
            #expect(focus.visit(1).isShared)
            #expect(focus.visit(1).statesPurpose == isInShell)
        }
    }

    @Test func passwordsAndPINsAreSecret() {
        var focus = focus("/ic/5", "gtk4-im:gedit")
        for purpose: UInt32 in 0...10 {
            focus.purpose = purpose
            #expect(focus.isSecret == [8, 9].contains(purpose))
        }
    }

    @Test func aRestartGivesAllContextsNewNames() {
        var focus = focus("/ic/5", Self.qt)
        let path = focus.path
        focus.lose()
        #expect(focus.isNowhere)
        focus.enter("/ic/5", Self.qt)
        #expect(focus.path != path)
    }
}

/// How dictated text fits to what stands before the caret.
struct CaretSpacingTests {
    @Test(arguments: [
        ("word", "next", " next"), ("word ", "next", "next"), ("line\n", "next", "next"), ("(", "next", "next"),
        ("„", "next", "next"), ("word", ", and", ", and"), ("word", "!", "!"), ("end.", "Next", " Next"),
        ("", "first", "first"), ("a/", "b", "b"),
    ]) func aSpaceStandsWhereWordsWouldMeet(before: String, text: String, expected: String) {
        #expect(CaretSpacing.spaced(text, after: before) == expected)
    }

    @Test func whatIsUnknownOrGluedGetsNoSpace() {
        #expect(CaretSpacing.spaced("next", after: nil) == "next")
        #expect(CaretSpacing.spaced("次", after: "前", isGlued: true) == "次")
    }

    @Test(arguments: [
        ("end. ", "and so", "And so"), ("", "and so", "And so"), ("what?\u{201D} ", "he asked", "He asked"),
        ("line\n", "then", "Then"), ("   ", "then", "Then"), ("a list,", "then", "then"),
        ("I love ", "Berlin is nice", "Berlin is nice"), ("in the ", "U.S. today", "U.S. today"),
        ("we left ", "And so did they", "and so did they"), ("he met ", "A. Smith", "A. Smith"),
        ("können ", "Sie mir helfen", "Sie mir helfen"), ("Vitamin ", "A ist gut", "A ist gut"),
        ("within ", "IT, it", "IT, it"), ("мы ушли, ", "Но он остался", "но он остался"),
    ]) func theFirstLetterFitsTheSentence(before: String, text: String, expected: String) {
        #expect(CaretSpacing.capitalised(text, after: before) == expected)
    }

    @Test func whereTheTextBeforeIsUnknownNothingChanges() {
        #expect(CaretSpacing.capitalised("then", after: nil) == "then")
    }

    @Test func onlyAFieldThatSaysItsPurposeGetsLineBreaks() {
        #expect(CaretVisit(number: 1).allowsBreaks)
        #expect(!CaretVisit(number: 1, purpose: .terminal).allowsBreaks)
        #expect(!CaretVisit(number: 1, purpose: .line).allowsBreaks)
        #expect(!CaretVisit(number: 1, statesPurpose: false).allowsBreaks)
    }

    @Test func surroundingsTellOnlyTheLastCharactersBeforeTheCaret() {
        let around = CaretSurroundings(text: "a long sentence and more", caret: 15)
        #expect(around.before == "sentence")
        #expect(around.print == CaretSurroundings(text: "a long sentence and more", caret: 2).print)
        #expect(around.print != CaretSurroundings(text: "a long sentence and mor", caret: 15).print)
        #expect(CaretSurroundings(text: "", caret: 0).print == 0)
        #expect(CaretSurroundings(text: "short", caret: 99).before == "short")
        #expect(CaretSurroundings(text: "short", caret: -1).before == "")
    }
}
