import Foundation
import ParlandoCore

extension TranscriptionScreen {
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

    mutating func hear(_ transcript: Transcript) {
        document.hear(transcript)
        layout.show(document)
    }

    mutating func edit(_ text: String) {
        document.edit(text)
        layout.show(document)
    }
}
