import ParlandoCore

extension DictationScreen {
    mutating func replace(with words: String, isAll: Bool) {
        guard isEditable, let text = find.replaced(with: words, isAll: isAll) else {
            return
        }
        rewrite(text)
    }

    /// As one step of the history.
    mutating func rewrite(_ text: String) {
        let before = document
        document.edit(text)
        history.record(from: before, to: document)
        showPage()
    }

    mutating func followText() {
        if find.isOpen, !document.hasText(of: searched) {
            searched = document
            find.follow(document.text)
        }
    }
}

extension TranscriptDocument {
    /// Whether both have the same text. It is not assembled, because interim words come several times a second.
    fileprivate func hasText(of other: TranscriptDocument) -> Bool {
        editedText == other.editedText
            && uneditedSessions.map(\.session.transcript.paragraphs)
                == other.uneditedSessions.map(\.session.transcript.paragraphs)
    }
}

extension DictationPresenter {
    public func find(_ command: FindCommand) {
        switch command {
        case .replace(let words):
            update { $0.replace(with: words, isAll: false) }
            keepPageSoon()
        case .replaceAll(let words):
            update { $0.replace(with: words, isAll: true) }
            keepPageSoon()
        case .open, .close, .find, .next, .previous, .matchCase:
            let text = screen.document.text
            update { $0.find.obey(command, in: text) }
        }
    }
}
