import Foundation
import ParlandoCore
import ParlandoServices

extension TranscriptionScreen {
    /// A session begins, with the microphone or with sound that was kept.
    mutating func begin(at time: Date, with engine: RecognitionEngine, _ resumed: ResumedSession?) {
        failure = nil
        unsent = nil
        deliversAtEnd = true
        isServerSession = engine.server != nil
        upload = ServerUpload(resumed?.speech)
        resumedFrom = resumed?.speech.start
        if resumed == nil {
            erase(nextBegan: time)
        }
    }

    /// What no server took, with its place in the session that is on the page.
    mutating func keep(_ speech: UnsentSpeech) {
        guard speech.recording.count > 0 else {
            return
        }
        unsent = UnsentSpeech(speech.recording, start: speech.start + (resumedFrom ?? 0))
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

    mutating func hear(_ transcript: Transcript) {
        document.hear(transcript)
        layout.show(document)
    }

    mutating func edit(_ text: String) {
        document.edit(text)
        layout.show(document)
    }
}
