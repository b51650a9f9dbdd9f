import Foundation
import ParlandoCore
import ParlandoServices

extension DictationScreen {
    /// Begins a session below the text, with the microphone or with kept sound. Kept sound goes on with the words of its
    /// own session if they are still the last on the page.
    mutating func begin(at time: Date, with engine: RecognitionEngine, resuming speech: UnsentSpeech?) {
        asked = nil
        panel.begin(with: engine, resuming: speech)
        deliversAtEnd = true
        history.endTyping()
        if speech != nil, hasLastSession, document.isLastSessionOpen {
            return
        }
        document.begin(at: time)
        layout.show(document)
        forgetSpeech()
    }

    /// Takes all text off the page.
    mutating func clear() {
        let before = document
        document = TranscriptDocument()
        history.record(from: before, to: document)
        hasLastSession = false
        showPage()
        forgetSpeech()
    }

    /// Takes the last step back.
    mutating func undo() {
        history.undo(&document)
        showPage()
    }

    /// Does the step again that was undone last.
    mutating func redo() {
        history.redo(&document)
        showPage()
    }

    /// Replaces the whole text with the user's version.
    mutating func edit(_ text: String) {
        let before = document
        document.edit(text)
        history.recordEdit(from: before, to: document)
        asked = nil
        layout.show(document)
    }

    private mutating func showPage() {
        asked = nil
        layout.show(document)
        heardLanguage = document.language ?? ""
        elapsed = document.sessions.isEmpty ? nil : Int(document.duration)
    }

    /// Forgets what was noticed about the speech of the session before.
    private mutating func forgetSpeech() {
        heardLanguage = ""
        isOtherLanguage = false
        isBehind = false
    }

    /// The text of the last session, as it is delivered; empty if that session has left no words.
    var sessionText: String {
        hasLastSession ? document.transcript.text : ""
    }

    /// Applies an event of the session to the screen.
    mutating func apply(_ event: DictationEvent) {
        panel.apply(event)
        switch event {
        case .phase(.idle):
            end()
        case .transcript(let transcript):
            let goesOn = document.isLastSessionOpen
            document.hear(transcript)
            goesOn ? layout.show(transcript) : layout.show(document)
        case .heard(let transcript):
            // Undo brings back what was said.
            var before = document
            before.hear(transcript)
            history.record(from: before, to: document)
        case .level(let level):
            self.level = level
        case .elapsed(let seconds):
            document.capture(Double(seconds))
            elapsed = Int(document.duration)
        case .language(let code, _):
            heardLanguage = code
            document.language = code
        case .warning(.notEnglish):
            isOtherLanguage = true
        case .warning(.english):
            isOtherLanguage = false
        case .warning(.fallingBehind):
            isBehind = true
        case .phase, .halt, .recognised, .silence, .failure, .warning(.queueFull):
            break
        }
    }

    /// Ends the session. If it has no words, the page is as it was before.
    private mutating func end() {
        let count = document.sessions.count
        document.end()
        hasLastSession = !document.sessions.isEmpty && document.sessions.count == count
        if !hasLastSession {
            elapsed = document.sessions.isEmpty ? elapsed : Int(document.duration)
            deliversAtEnd = false
        }
        layout.show(document)
    }
}
