import Foundation
import ParlandoCore
import ParlandoServices

extension TranscriptionScreen {
    /// A session begins, with the microphone or with sound that was kept.
    mutating func begin(at time: Date, with engine: RecognitionEngine, resuming speech: UnsentSpeech?) {
        panel.begin(with: engine, resuming: speech)
        deliversAtEnd = true
        if speech == nil {
            erase(nextBegan: time)
        }
    }

    /// Takes the text off the page, for a session that begins then, or for good (nil). Undo brings it back.
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

    /// Brings back the text that was taken off the page.
    mutating func restore() {
        if let erased {
            document = erased
            heardLanguage = erased.language ?? ""
            layout.show(document)
        }
        erased = nil
    }

    /// Whether a server may have left sound of this session unsent.
    private var mayHaveSound: Bool {
        panel.isServerSession && panel.hasListened
    }

    /// An event of the session changes what is shown.
    mutating func apply(_ event: DictationEvent) {
        panel.apply(event)
        switch event {
        case .phase(.idle) where document.isEmpty && panel.failure != nil && !mayHaveSound:
            // The session never began: what stood on the page before it comes back, and goes nowhere.
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
