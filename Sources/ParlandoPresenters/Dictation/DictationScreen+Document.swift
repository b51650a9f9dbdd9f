import Foundation
import ParlandoCore
import ParlandoServices

extension DictationScreen {
    /// Begins a session, with the microphone or with kept sound.
    mutating func begin(at time: Date, with engine: RecognitionEngine, resuming speech: UnsentSpeech?) {
        panel.begin(with: engine, resuming: speech)
        deliversAtEnd = true
        if speech == nil {
            erase(nextBegan: time)
        }
    }

    /// Clears the text, for a session that begins at this time, or without a new session (nil). Undo restores it.
    mutating func erase(nextBegan: Date?) {
        if !document.isEmpty {
            erased = document
        }
        document = TranscriptDocument(began: nextBegan)
        layout.show(document)
        elapsed = nil
        heardLanguage = ""
        isOtherLanguage = false
        isBehind = false
    }

    /// Restores the text that was cleared.
    mutating func restore() {
        if let erased {
            document = erased
            heardLanguage = erased.language ?? ""
            layout.show(document)
        }
        erased = nil
    }

    /// Whether the server may not have accepted all sound of this session.
    private var mayHaveSound: Bool {
        panel.isServerSession && panel.hasListened
    }

    /// Applies an event of the session to the screen.
    mutating func apply(_ event: DictationEvent) {
        panel.apply(event)
        switch event {
        case .phase(.idle) where document.isEmpty && panel.failure != nil && !mayHaveSound:
            // The session never began, so the former text is restored. It is not delivered again.
            restore()
            deliversAtEnd = false
        case .transcript(let transcript):
            document.hear(transcript)
            layout.show(document)
        case .level(let level):
            self.level = level
        case .elapsed(let seconds):
            elapsed = seconds
        case .language(let code, _):
            heardLanguage = code
            document.language = code
        case .warning(.notEnglish):
            isOtherLanguage = true
        case .warning(.english):
            isOtherLanguage = false
        case .warning(.fallingBehind):
            isBehind = true
        case .phase, .halt, .recognised, .silence, .failure:
            break
        }
    }

    mutating func edit(_ text: String) {
        document.edit(text)
        layout.show(document)
    }
}
