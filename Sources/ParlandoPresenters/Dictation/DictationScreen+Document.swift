import Foundation
import ParlandoCore
import ParlandoServices

extension DictationScreen {
    /// Begins a session whose words are added below the text on the page.
    ///
    /// - Parameter speech: a recording that is sent to the server again; nil if the microphone is used. The recording
    ///   continues the text of the session in which it was made, if that session is still the last on the page.
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

    /// Resets the delivery state for a new session. Events about the delivery of earlier sessions are ignored from now
    /// on.
    ///
    /// - Parameter atCaret: whether the text is written at the caret of other applications.
    mutating func beginDelivery(atCaret: Bool) {
        caretSession += 1
        caret = atCaret ? .waiting(.starting) : nil
        hasCaretWorked = false
    }

    /// Stores whether text is being written at the caret of another application, or why not.
    mutating func deliver(_ state: CaretDelivery.State) {
        caret = state
        switch state {
        case .waiting(.starting): isCaretOffered = true
        case .failed: isCaretOffered = false
        case .writing, .waiting: (isCaretOffered, hasCaretWorked) = (true, true)
        }
    }

    /// Removes all text from the page.
    mutating func clear() {
        let before = document
        document = TranscriptDocument()
        history.record(from: before, to: document)
        hasLastSession = false
        showPage()
        forgetSpeech()
    }

    /// Undoes the last step.
    mutating func undo() {
        history.undo(&document)
        showPage()
    }

    /// Redoes the step that was undone last.
    mutating func redo() {
        history.redo(&document)
        showPage()
    }

    /// Replaces the whole text of the page by the text that the user has edited.
    mutating func edit(_ text: String) {
        let before = document
        document.edit(text)
        history.recordEdit(from: before, to: document)
        asked = nil
        layout.show(document)
    }

    mutating func showPage() {
        asked = nil
        layout.show(document)
        heardLanguage = document.language ?? ""
        elapsed = document.sessions.isEmpty ? nil : Int(document.duration)
    }

    /// Resets the language and the warnings that were detected in the previous session's speech.
    private mutating func forgetSpeech() {
        heardLanguage = ""
        isOtherLanguage = false
        isBehind = false
    }

    /// The text to deliver after Stop: that of the last session. Empty if the session has left no words.
    var sessionText: String {
        hasLastSession ? document.transcript.text : ""
    }

    /// Updates the state in response to an event of the dictation service.
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
            // Undo restores the words as they were heard, before the replacement rules were applied.
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

    /// Ends the session. If the session has no words, the page is restored as it was before the session.
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
