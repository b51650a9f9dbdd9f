import ParlandoCore
import Testing

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
