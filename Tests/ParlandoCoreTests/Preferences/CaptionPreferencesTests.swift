import ParlandoCore
import Testing

struct CaptionPreferencesTests {
    @Test func whatWasStoredByAnotherComesBackIntoItsBounds() {
        var preferences = Preferences()
        preferences.captions.target = "tlh"
        preferences.captions.textSize = 9_000
        preferences.captions.opacity = 0
        let captions = preferences.sanitized().captions
        #expect(captions.target == "" && captions.textSize == 400 && captions.opacity == 30)
        preferences.captions.target = "de"
        #expect(preferences.sanitized().captions.target == "de")
    }

    @Test func resetLeavesTheConsentAndTheLooks() {
        var preferences = Preferences()
        preferences.captions = CaptionPreferences()
        preferences.captions.source = .both
        preferences.captions.hasAgreed = true
        preferences.captions.textSize = 300
        preferences.take(.dictation, from: Preferences())
        #expect(preferences.captions.source == .computer)
        #expect(preferences.captions.hasAgreed && preferences.captions.textSize == 300)
    }

    @Test func aChoiceComesBeforeThePreferences() {
        let choice = CaptionChoice(source: "Both", target: "NONE")
        #expect(choice.source(or: .computer) == .both && choice.target(or: "de") == "")
        #expect(CaptionChoice.plain.source(or: .microphone) == .microphone)
        #expect(CaptionChoice.plain.target(or: "de") == "de")
    }

    @Test func theShortcutHasANameThatDesktopsStore() {
        #expect(GlobalShortcut(id: "captions") == .captions)
    }
}
